#include "types/definition_checks.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/hresults.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "metadata/signature_check.h"
#include "types/loader_state.h"
#include "types/vtable_slots.h"

namespace celer {

using metadata::Image;
using metadata::Table;
using metadata::Token;

namespace {

namespace flags = metadata::method_flags;
namespace impl = metadata::method_impl_flags;

constexpr uint32_t global_type_rid = 1;

uint32_t layout_kind(const MethodTable* table) {
    return table->info->attributes & metadata::type_flags::kLayoutMask;
}
constexpr std::string_view bad_format_text =
    "Could not load type '{type}' from assembly '{assembly}' because the format is invalid.";

// --- Methods

// "_VtblGap1_2": slots that a COM interface leaves out.
bool is_gap_name(std::string_view name) {
    return name.starts_with("_VtblGap");
}
bool is_gap_name_valid(std::string_view name) {
    auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    name.remove_prefix(std::string_view("_VtblGap").size());
    while (!name.empty() && is_digit(name.front())) name.remove_prefix(1);
    if (name.empty()) return true;
    return name.size() > 1 && name.front() == '_' && std::ranges::all_of(name.substr(1), is_digit);
}

class MethodCheck {
  public:
    MethodCheck(MethodTable* table, uint32_t rid)
        : table_(table),
          image_(*table->module->image()),
          rid_(rid),
          row_(image_.method_def(rid)),
          name_(image_.string(row_.name)) {
        metadata::SignatureReader reader(image_.blob(row_.signature));
        header_ = reader.read_method_header();
        code_type_ = row_.impl_flags & impl::kCodeTypeMask;
    }

    Result<void> run() {
        bool is_gap = is_vtable_gap();
        if (!image_.has(row_.name)) return refuse(table_, bad_format_text);
        if (!is_gap && metadata::check_method_signature(image_, image_.blob(row_.signature), has(flags::kStatic)) != 0)
            return refuse(table_, "The signature is incorrect.");
        CELER_TRY_VOID(check_variables());
        if (is_gap) {
            if (is_gap_name_valid(name_)) return {};
            return refuse(table_, "Constructor '" + std::string(name_) +
                                      "' on type '{type}' from assembly '{assembly}' does not have the correct name or "
                                      "signature.");
        }
        if (table_->is_enum()) return refuse(table_, "Method in an Enum.");
        CELER_TRY_VOID(check_place_of_body());
        CELER_TRY_VOID(check_abstract());
        CELER_TRY_VOID(check_virtual());
        CELER_TRY_VOID(check_place());
        CELER_TRY_VOID(check_variance_of_method(table_, row_));
        if (is_foreign() || !is_runtime()) return {};
        if (table_->is_delegate() && !has(flags::kStatic) && !has(flags::kAbstract)) return {};
        return refuse(table_, "Bad use of Runtime Impl attribute.");
    }

    // What CoreCLR looks at when it has seen all methods.
    Result<void> run_later(std::span<const uint32_t> explicit_bodies) {
        if (is_vtable_gap()) return {};
        if (has(flags::kRTSpecialName) && !is_special_name_valid()) return refuse(table_);
        CELER_TRY_VOID(check_code_type());
        if (header_.is_vararg() && is_generic()) return refuse(table_, "Generic code may not be varargs.");
        if (has(flags::kVirtual) || has(flags::kStatic)) return {};
        if (std::ranges::find(explicit_bodies, rid_) == explicit_bodies.end()) return {};
        return refuse(table_, "Method '" + std::string(name_) +
                                  "' on type '{type}' from assembly '{assembly}' must be virtual to implement a method "
                                  "on an interface or super type.");
    }

    bool is_vtable_gap() const { return has(flags::kRTSpecialName) && is_gap_name(name_); }
    bool is_runtime() const { return code_type_ == impl::kRuntime; }
    // A method of another language or of the engine itself.
    bool is_foreign() const { return has(flags::kPInvokeImpl) || (row_.impl_flags & impl::kInternalCall); }
    std::string_view name() const { return name_; }
    bool has(uint32_t flag) const { return row_.flags & flag; }

  private:
    bool is_generic() const { return header_.is_generic() || table_->info->instantiation != nullptr; }

    Result<void> check_variables() {
        using namespace metadata::generic_param_flags;
        for (uint32_t rid : image_.generic_params({Table::MethodDef, rid_})) {
            uint32_t own = image_.generic_param(rid).flags;
            constexpr uint32_t constraints = kReferenceTypeConstraint | kNotNullableValueTypeConstraint |
                                             kDefaultConstructorConstraint | kAllowByRefLike;
            if ((own & ~(kVarianceMask | constraints)) || (own & kVarianceMask) == kVarianceMask)
                return refuse(table_, bad_format_text);
            // CoreCLR has no text for VLDTR_E_GP_ILLEGAL_VARIANT_MVAR.
            if (own & kVarianceMask) return refuse(table_, "Undefined resource string ID:0x80131B2D");
        }
        return {};
    }

    // In dynamic assemblies methods have places before their bodies are known.
    Result<void> check_place_of_body() {
        bool may_be_empty = table_->module->assembly->is_dynamic;
        if (row_.rva == 0) return {};
        bool has_none = has(flags::kAbstract) || has(flags::kPInvokeImpl) || is_runtime();
        if ((table_->info->attributes & metadata::type_flags::kImport) && !(may_be_empty && has_none))
            return refuse(table_, "Method with non-zero RVA in an Import.");
        if (!may_be_empty) {
            if (has(flags::kAbstract)) return refuse(table_, "Abstract method with non-zero RVA.");
            if (is_runtime()) return refuse(table_, "Runtime-implemented method with non-zero RVA.");
        }
        if (!(row_.impl_flags & impl::kInternalCall)) return {};
        return refuse(table_, "Internal call method '{type}." + std::string(name_) + "' with non-zero RVA.");
    }

    Result<void> check_abstract() {
        if (has(flags::kAbstract)) {
            if (!(table_->info->attributes & metadata::type_flags::kAbstract))
                return refuse(table_, "Abstract method in non-abstract class.");
            if (!has(flags::kVirtual) && !has(flags::kStatic)) return refuse(table_, "Non-virtual abstract method.");
        } else if (table_->is_interface() && has(flags::kRTSpecialName) && name_ != ".cctor") {
            return refuse(table_, "Non-abstract, non-.cctor method in an interface.");
        }
        return {};
    }

    Result<void> check_virtual() {
        if (!has(flags::kVirtual)) return {};
        if (has(flags::kPInvokeImpl)) return refuse(table_, "Virtual PInvoke implemented method.");
        if (has(flags::kStatic) && !table_->is_interface()) return refuse(table_, "Virtual Static Method.");
        if (name_ == ".ctor") return refuse(table_, "Virtual Instance Constructor.");
        return {};
    }

    Result<void> check_place() {
        if (table_->is_value_type() && (row_.impl_flags & impl::kSynchronized))
            return refuse(table_, "Synchronized Method in Value Type.");
        if (Token(table_->info->token).rid() == global_type_rid && !has(flags::kStatic))
            return refuse(table_, "Non-Static Global Method.");
        if (is_generic() && is_foreign()) {
            return refuse(table_,
                          "Generic method or method in generic class is internal call, PInvoke, or is defined in a COM "
                          "Import class.");
        }
        if (header_.is_generic() && is_runtime())
            return refuse(table_, "Generic method is marked runtime-implemented.");
        return {};
    }

    Result<void> check_code_type() {
        if (code_type_ == impl::kOptIL) return refuse(table_, "Bad implementation flags.");
        if (code_type_ == impl::kNative && !(row_.impl_flags & impl::kUnmanaged))
            return refuse(table_, "Managed native not presently supported.");
        if (row_.impl_flags & impl::kUnmanaged) {
            return refuse(table_, "Native method '" + std::string(name_) +
                                      "' on type '{type}' from assembly '{assembly}' is not supported.");
        }
        return {};
    }

    bool is_special_name_valid() {
        metadata::SignatureReader reader(image_.blob(row_.signature));  // its last parameters may not be there
        if (reader.read_u8() & metadata::kSignatureGeneric) reader.read_compressed();
        uint32_t parameter_count = reader.read_compressed();
        reader.skip_modifiers();
        bool returns_nothing = reader.peek_element_type() == metadata::ElementType::Void;
        if (name_ == ".ctor") return !has(flags::kStatic) && returns_nothing;
        return name_ == ".cctor" && has(flags::kStatic) && returns_nothing && parameter_count == 0 &&
               !header_.is_generic() && !header_.is_vararg();
    }

    MethodTable* table_;
    const Image& image_;
    uint32_t rid_;
    metadata::MethodDefRow row_;
    std::string_view name_;
    metadata::MethodSignatureHeader header_;
    uint32_t code_type_;
};

// The members that the engine gives delegates (II.14.6).
class DelegateMembers {
  public:
    Result<void> add(MethodTable* table, const MethodCheck& method) {
        uint32_t member = member_of(method.name());
        if (!method.is_runtime()) {
            if (member == 0) return {};
            return refuse(table, "Illegal definition for runtime implemented delegate method.");
        }
        if (method.is_foreign()) return {};
        bool is_special = method.has(flags::kRTSpecialName);
        if (is_special && member != constructor) return refuse(table, "Bad flags on delegate constructor.");
        if (member == 0 || is_special != (member == constructor))
            return refuse(table, "Unknown runtime implemented delegate method.");
        if (seen_ & member) return refuse(table, "Duplicate definition for runtime implemented delegate method.");
        seen_ |= member;
        return {};
    }
    bool is_complete() const { return seen_ == (constructor | invoke) || seen_ == all; }

  private:
    static constexpr uint32_t constructor = 1;
    static constexpr uint32_t invoke = 2;
    static constexpr uint32_t all = 15;
    static uint32_t member_of(std::string_view name) {
        if (name == ".ctor") return constructor;
        if (name == "Invoke") return invoke;
        if (name == "BeginInvoke") return 4;
        return name == "EndInvoke" ? 8 : 0;
    }
    uint32_t seen_ = 0;
};

Result<void> check_methods(MethodTable* table) {
    const Image& image = *table->module->image();
    metadata::RidList methods = image.methods_of(Token(table->info->token).rid());
    DelegateMembers members;
    for (uint32_t rid : methods) {
        MethodCheck method(table, rid);
        CELER_TRY_VOID(method.run());
        if (table->is_delegate() && !method.is_vtable_gap()) CELER_TRY_VOID(members.add(table, method));
    }
    if (table->is_delegate() && !members.is_complete())
        return refuse(table, "Missing definition for required runtime implemented delegate method.");
    std::vector<uint32_t> explicit_bodies = method_impl_bodies(table);
    for (uint32_t rid : methods) CELER_TRY_VOID(MethodCheck(table, rid).run_later(explicit_bodies));
    return {};
}

// --- Fields

Result<void> check_field(MethodTable* table, uint32_t attributes) {
    using namespace metadata::field_flags;
    if ((attributes & kAccessMask) == kAccessMask) return refuse(table, "Invalid Field Access Flags.");
    if ((attributes & kLiteral) && (attributes & kInitOnly)) return refuse(table, "Field is Literal and InitOnly.");
    if (attributes & kStatic) return {};
    if (Token(table->info->token).rid() == global_type_rid) return refuse(table, "Non-Static Global Field.");
    if (table->is_interface()) return refuse(table, "Instance Field in an Interface.");
    return {};
}

// Signatures, and the attributes of static fields.
Result<void> check_field_rows(const Image& image, metadata::RidList fields) {
    for (uint32_t rid : fields) {
        metadata::FieldRow row = image.field_def(rid);
        if (row.flags & metadata::field_flags::kLiteral) continue;
        if (!image.has(row.signature)) return fail(hresult::index_not_found);
        if (uint32_t error = metadata::check_field_signature(image, image.blob(row.signature))) return fail(error);
        if (!(row.flags & metadata::field_flags::kStatic)) continue;
        if (uint32_t error = image.check_custom_attributes({Table::Field, rid}, "System", "ThreadStaticAttribute"))
            return fail(error);
    }
    return {};
}

Result<void> check_fields(MethodTable* table) {
    using namespace metadata::field_flags;
    const Image& image = *table->module->image();
    metadata::RidList fields = image.fields_of(Token(table->info->token).rid());
    bool has_variance = table->flags2 & mt_flags2::has_variance;
    if (table->is_delegate() && has_variance && !fields.empty()) {
        return refuse(
            table,
            "Could not load type '{type}' from assembly '{assembly}' because it declares a field in a covariant "
            "type.");
    }
    uint32_t instance_fields = 0;
    for (uint32_t rid : fields) {
        uint32_t attributes = image.field_def(rid).flags;
        CELER_TRY_VOID(check_field(table, attributes));
        if (!(attributes & (kStatic | kLiteral))) instance_fields++;
    }
    if (table->is_enum() && instance_fields == 0) return refuse(table, "No Instance Field in an Enum.");
    return check_field_rows(image, fields);
}

// --- The type itself

Result<void> check_type_variables(MethodTable* table) {
    using namespace metadata::generic_param_flags;
    const Image& image = *table->module->image();
    if (table->info->instantiation == nullptr) return {};
    if (layout_kind(table) == metadata::type_flags::kExplicitLayout) {
        return refuse(table,
                      "Could not load type '{type}' from assembly '{assembly}' because generic types cannot have "
                      "explicit layout.");
    }
    for (uint32_t rid : image.generic_params(Token(table->info->token))) {
        if ((image.generic_param(rid).flags & kVarianceMask) != kVarianceMask) continue;
        return refuse(table,
                      "Could not load type '{type}' from assembly '{assembly}' because it uses an illegal variance "
                      "annotation on a type parameter.");
    }
    return {};
}

// A type with a layout has a parent that has one, too, or one without fields. Definitions of generic types are not
// looked at: they have none.
Result<void> check_layout(MethodTable* table) {
    uint32_t kind = layout_kind(table);
    if (kind == metadata::type_flags::kAutoLayout || table->contains_generic_variables()) return {};
    const MethodTable* parent = table->parent;
    bool parent_has_layout = parent == nullptr || table->is_interface() || parent->parent == nullptr ||
                             parent == well_known(WellKnown::ValueType) ||
                             layout_kind(parent) != metadata::type_flags::kAutoLayout;
    if (kind == metadata::type_flags::kExtendedLayout || !parent_has_layout) return refuse(table, bad_format_text);
    constexpr uint32_t custom_strings = metadata::type_flags::kStringFormatMask;
    if ((table->info->attributes & metadata::type_flags::kStringFormatMask) == custom_strings)
        return refuse(table, bad_format_text);
    const Image& image = *table->module->image();
    uint32_t row = image.class_layout_of(Token(table->info->token).rid());
    if (row != 0 && image.class_layout(row).packing_size > 255) return refuse(table, bad_format_text);
    return {};
}

Result<void> load_constraints(MethodTable* table) {
    const Image& image = *table->module->image();
    for (uint32_t rid : image.generic_params(Token(table->info->token))) {
        for (uint32_t row : image.generic_param_constraints(rid)) {
            uint32_t token = image.generic_param_constraint(row).constraint.value();
            Result<TypeHandle> constraint = load_type(table->module, token, context_of(table));
            if (constraint) continue;
            constexpr uint32_t bad_format = 0x8007000b;
            if (constraint.error().kind == ErrorKind::BadImageFormat) return fail(bad_format);
            return std::unexpected(constraint.error());
        }
    }
    return {};
}

// The variable that a constraint is, or none.
constexpr uint32_t no_variable = 0xffffffff;
uint32_t constraining_variable(const Image& image, Token constraint) {
    if (!constraint.is(Table::TypeSpec)) return no_variable;
    metadata::SignatureReader reader(image.blob(image.type_spec(constraint.rid()).signature));
    return reader.read_element_type() == metadata::ElementType::Var ? reader.read_compressed() : no_variable;
}

// class C<T, U> where T : U where U : T
Result<void> check_variable_cycles(MethodTable* table) {
    const Image& image = *table->module->image();
    std::vector<uint32_t> variables;
    for (uint32_t rid : image.generic_params(Token(table->info->token))) variables.push_back(rid);
    auto count = static_cast<uint32_t>(variables.size());
    for (uint32_t start = 0; start < count; start++) {
        uint32_t at = start;
        for (uint32_t steps = 0; steps <= count && at < count; steps++) {
            uint32_t next = no_variable;
            for (uint32_t row : image.generic_param_constraints(variables[at])) {
                uint32_t variable = constraining_variable(image, image.generic_param_constraint(row).constraint);
                if (variable != no_variable) next = variable;
            }
            // CoreCLR has no text for VLDTR_E_GP_RECURSIVE.
            if (next == start) return refuse(table, "Undefined resource string ID:0x801318CE");
            at = next;
        }
    }
    return {};
}

// An enum has the variables of the type around it, if any.
Result<void> check_enum_variables(MethodTable* table) {
    const Image& image = *table->module->image();
    const Instantiation* own = table->info->instantiation;
    if (!table->is_enum() || own == nullptr) return {};
    uint32_t around = 0;
    if (table->info->enclosing != nullptr)
        around = image.generic_params(Token(table->info->enclosing->info->token)).size();
    if (own->count == around) return {};
    return refuse(table,
                  "Enumerated types cannot have any generic type parameters, beyond any inherited from their enclosing "
                  "type (for nested enums).");
}

Result<void> check_packing(MethodTable* table) {
    const Image& image = *table->module->image();
    uint32_t row = image.class_layout_of(Token(table->info->token).rid());
    bool has_layout = layout_kind(table) != metadata::type_flags::kAutoLayout && !table->contains_generic_variables();
    if (row == 0 || !has_layout) return {};
    uint32_t packing = image.class_layout(row).packing_size;
    if (packing == 0 || (packing <= 128 && (packing & (packing - 1)) == 0)) return {};
    return fail(ErrorKind::BadImageFormat,
                "ClassLayout has invalid PackingSize; valid set of values is {1,2,4,...,128}.");
}

// Only Object, interfaces and the holder of global members have no parent.
Result<void> check_has_parent(MethodTable* table) {
    if (table->parent != nullptr || table->is_interface() || table == well_known(WellKnown::Object) ||
        Token(table->info->token).rid() == global_type_rid)
        return {};
    return refuse(table, "Could not load type '{type}' from assembly '{assembly}' because the parent does not exist.");
}

// --- Where the type and its members stand

Result<void> check_nesting(MethodTable* table) {
    bool says_nested =
        (table->info->attributes & metadata::type_flags::kVisibilityMask) >= metadata::type_flags::kNestedPublic;
    bool is_nested = table->module->image()->enclosing_type(Token(table->info->token).rid()) != 0;
    if (says_nested == is_nested) return {};
    if (says_nested) return refuse(table, bad_format_text);
    return fail(ErrorKind::BadImageFormat, "Undefined resource string ID:0x80131256");  // CoreCLR has no text for it
}

// The members of a type begin at or before those of the next one, and exist.
Result<void> check_member_list(MethodTable* table, uint32_t row_count, uint32_t begin, uint32_t end,
                               const char* missing) {
    if (begin > end) {
        if (Token(table->info->token).rid() != global_type_rid) return refuse(table);
        return fail(hresult::file_corrupt);
    }
    if (begin != end && (begin == 0 || end > row_count + 1)) return refuse(table, missing);
    return {};
}

Result<void> check_member_lists(MethodTable* table) {
    const Image& image = *table->module->image();
    uint32_t rid = Token(table->info->token).rid();
    metadata::TypeDefRow row = image.type_def(rid);
    uint32_t fields = std::max(image.row_count(Table::Field), image.row_count(Table::FieldPtr));
    uint32_t methods = std::max(image.row_count(Table::MethodDef), image.row_count(Table::MethodPtr));
    uint32_t end_of_fields = fields + 1;
    uint32_t end_of_methods = methods + 1;
    if (rid < image.row_count(Table::TypeDef)) {
        metadata::TypeDefRow next = image.type_def(rid + 1);
        end_of_fields = next.field_list;
        end_of_methods = next.method_list;
    }
    CELER_TRY_VOID(check_member_list(table, fields, row.field_list, end_of_fields, "Field token out of range."));
    return check_member_list(table, methods, row.method_list, end_of_methods, "Method token out of range.");
}

}  // namespace

static bool is_of_program(const MethodTable* table) {
    return !table->is_array() && !table->module->image()->is_ready_to_run();
}

static bool is_checked(const MethodTable* table) {
    return is_of_program(table) && table->info->typical == table;
}

Result<void> check_definition_head(MethodTable* table) {
    if (!is_checked(table)) return {};
    if (!table->module->assembly->is_dynamic) {
        CELER_TRY_VOID(check_nesting(table));
        CELER_TRY_VOID(check_member_lists(table));
    }
    return check_type_variables(table);
}

Result<void> check_definition_under_parent(MethodTable* table) {
    if (is_of_program(table)) CELER_TRY_VOID(check_layout(table));  // of instances, too
    if (!is_checked(table)) return {};
    if (table->is_value_type()) {
        Token token(table->info->token);
        if (uint32_t error = table->module->image()->check_custom_attributes(token, {}, {})) return fail(error);
    }
    uint32_t attributes = table->info->attributes;
    bool extends = !table->module->image()->type_def(Token(table->info->token).rid()).extends.is_nil();
    bool is_open_extended =
        layout_kind(table) == metadata::type_flags::kExtendedLayout && table->contains_generic_variables();
    if (is_open_extended || (table->is_interface() && (extends || !(attributes & metadata::type_flags::kAbstract))) ||
        (attributes & metadata::type_flags::kWindowsRuntime))
        return fail(ErrorKind::TypeLoad, "Failure has occurred while loading a type.");
    if (table->parent == well_known(WellKnown::Delegate)) {
        return refuse(table,
                      "Could not load type '{type}' from assembly '{assembly}' because it cannot inherit directly from "
                      "the delegate class.");
    }
    if (table->is_delegate() && !(attributes & metadata::type_flags::kSealed)) {
        return refuse(
            table, "Could not load type '{type}' from assembly '{assembly}' because delegate classes must be sealed.");
    }
    if ((table->flags2 & mt_flags2::has_variance) && !table->is_interface() && !table->is_delegate()) {
        return refuse(table,
                      "Could not load type '{type}' from assembly '{assembly}' because it declares a covariant or "
                      "contravariant type parameter and is not an interface or delegate.");
    }
    return {};
}

Result<void> check_definition(MethodTable* table) {
    if (is_of_program(table)) CELER_TRY_VOID(check_packing(table));
    if (!is_checked(table))
        return check_has_parent(table);  // vtables begin with Object's slots, whatever the image says
    CELER_TRY_VOID(check_variance_of_interfaces(table));
    CELER_TRY_VOID(check_enum_variables(table));
    CELER_TRY_VOID(check_has_parent(table));
    CELER_TRY_VOID(check_method_impl_tokens(table));
    CELER_TRY_VOID(check_methods(table));
    CELER_TRY_VOID(check_fields(table));
    return check_overrides(table);
}

Result<void> check_definition_variables(MethodTable* table) {
    if (!is_checked(table)) return {};
    CELER_TRY_VOID(load_constraints(table));
    CELER_TRY_VOID(check_variable_cycles(table));
    return check_variance_of_constraints(table);
}

}  // namespace celer
