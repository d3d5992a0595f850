// What CoreCLR refuses in the rows of a type definition before it builds the type: flags that contradict each other.
// Checked once for each definition, and not for images that were compiled ahead: who compiled them has loaded them.
#include "metadata/flags.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "types/loader_state.h"

namespace celer {

using metadata::Image;
using metadata::Table;
using metadata::Token;

namespace {

constexpr const char* could_not_load = "Could not load type '{type}' from assembly '{assembly}'.";

bool has_this(Bytes signature) {
    return metadata::SignatureReader(signature).read_method_header().has_this();
}

// II.10.5.1, II.10.5.3: no constructor is generic or returns anything, an initialiser has no parameters.
bool has_shape_of_constructor(const Image& image, const metadata::MethodDefRow& row, bool is_initializer) {
    bool is_static = row.flags & metadata::method_flags::kStatic;
    metadata::SignatureReader signature(image.blob(row.signature));
    metadata::MethodSignatureHeader header = signature.read_method_header();
    if (is_static != is_initializer || header.generic_parameter_count != 0) return false;
    if (is_initializer && header.parameter_count != 0) return false;
    signature.skip_modifiers();
    return signature.read_element_type() == metadata::ElementType::Void;
}

// What is wrong with a method, or null.
const char* fault_of(const MethodTable* table, const Image& image, const metadata::MethodDefRow& row) {
    using namespace metadata::method_flags;
    bool is_static = row.flags & kStatic;
    bool is_virtual = row.flags & kVirtual;
    if ((row.flags & kAbstract) && !is_virtual) return "Non-virtual abstract method.";
    if (is_static && is_virtual && !table->is_interface()) return "Virtual Static Method.";
    if (row.flags & kRTSpecialName) {
        std::string_view name = image.string(row.name);
        if (name == ".ctor" && is_virtual) return "Virtual Instance Constructor.";
        bool is_initializer = name == ".cctor";
        if ((is_initializer || name == ".ctor") && !has_shape_of_constructor(image, row, is_initializer))
            return could_not_load;
    }
    if (is_static && has_this(image.blob(row.signature))) return "The signature is incorrect.";
    return nullptr;
}

Result<void> check_methods(MethodTable* table, const Image& image) {
    for (uint32_t rid : image.methods_of(Token(table->info->token).rid())) {
        metadata::MethodDefRow row = image.method_def(rid);
        if (const char* fault = fault_of(table, image, row)) return std::unexpected(type_load_error(table, fault));
        if ((row.impl_flags & metadata::method_impl_flags::kInternalCall) && row.rva != 0) {
            return std::unexpected(type_load_error(table, "Internal call method '" + message_name(table) + "." +
                                                              std::string(image.string(row.name)) +
                                                              "' with non-zero RVA."));
        }
    }
    return {};
}

Result<void> check_fields(MethodTable* table, const Image& image) {
    constexpr uint32_t no_access = 7;
    for (uint32_t rid : image.fields_of(Token(table->info->token).rid())) {
        if ((image.field_def(rid).flags & metadata::field_flags::kAccessMask) == no_access)
            return std::unexpected(type_load_error(table, "Invalid Field Access Flags."));
    }
    return {};
}

// An interface has no parent; of Object CoreCLR says nothing but that it does not load.
Result<void> check_parent_of_interface(MethodTable* table, const Image& image) {
    Token extends = image.type_def(Token(table->info->token).rid()).extends;
    if (!table->is_interface() || extends.is_nil()) return {};
    TypeDefinition parent = CELER_TRY(resolve_definition(table->module, extends));
    if (!is_well_known_definition(parent, WellKnown::Object)) {
        return std::unexpected(type_load_error(table,
                                               "Could not load interface '{type}' from assembly '{assembly}' because "
                                               "it must extend from Object."));
    }
    if (!table->module->assembly->is_dynamic) return {};
    return fail(ErrorKind::TypeLoad, "Failure has occurred while loading a type.");
}

}  // namespace

Result<void> check_rows(MethodTable* table) {
    if (table->is_array() || table->info->typical != table) return {};
    const Image& image = *table->module->image();
    if (image.is_ready_to_run()) return {};
    CELER_TRY_VOID(check_parent_of_interface(table, image));
    CELER_TRY_VOID(check_methods(table, image));
    return check_fields(table, image);
}

}  // namespace celer
