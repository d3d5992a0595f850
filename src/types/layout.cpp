// Hierarchy -> Layout: field descriptors, offsets, sizes, and where the references of an instance lie.
#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "base/assert.h"
#include "base/bytes.h"
#include "base/hresults.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "platform/arena.h"
#include "platform/instruction_sets.h"
#include "types/assembly.h"
#include "types/layout_fields.h"
#include "types/layout_place.h"
#include "types/loader.h"
#include "types/loading_steps.h"
#include "types/type_desc.h"

namespace celer {
namespace layout {
namespace {

constexpr uint32_t object_fields_offset = 8;  // from the object address
constexpr uint32_t max_inline_array_bytes = 1 << 20;
constexpr uint32_t max_element_bytes = 0xffff;

// Vectors and 128-bit integers ask for more than their fields do.
uint32_t special_alignment(const MethodTable* table) {
    if (!table->module->assembly->is_corelib || !table->is_value_type()) return 0;
    struct Special {
        std::string_view name;
        uint32_t alignment;
    };
    static constexpr Special specials[] = {{"Int128", 16},      {"UInt128", 16},     {"Vector64`1", 8},
                                           {"Vector128`1", 16}, {"Vector256`1", 32}, {"Vector512`1", 64}};
    const metadata::Image& image = *table->module->image();
    metadata::TypeDefRow row = image.type_def(table->info->token & 0xffffff);
    std::string_view name = image.string(row.name);
    for (const Special& special : specials) {
        if (special.name != name) continue;
        std::string_view name_space = image.string(row.name_space);
        if (name_space == (name.starts_with('V') ? "System.Runtime.Intrinsics" : "System")) return special.alignment;
    }
    return 0;
}

// Vector<T> is as wide as the machine's vectors of integers, whatever its two fields say. CoreLib derives Count from
// its size.
bool is_machine_vector(const MethodTable* table) {
    if (!table->module->assembly->is_corelib || table->info->class_size != 0 || table->info->instantiation == nullptr)
        return false;
    const metadata::Image& image = *table->module->image();
    metadata::TypeDefRow row = image.type_def(table->info->token & 0xffffff);
    return image.string(row.name) == "Vector`1" && image.string(row.name_space) == "System.Numerics";
}

bool is_vector_element(TypeHandle type) {
    MethodTable* table = type.method_table();
    if (table == nullptr || !table->is_true_primitive()) return false;
    ElementType element = table->element;
    return (element >= ElementType::I1 && element <= ElementType::R8) || element == ElementType::I ||
           element == ElementType::U;
}

// Whether values of the type travel in one vector register (code/abi.h). Vector64<T> does not: no instruction is as
// narrow.
bool lives_in_vector_register(const MethodTable* table) {
    uint32_t size = table->instance_field_bytes;
    if (size < 16 || size > native_vector_bytes()) return false;
    const Instantiation* instantiation = table->info->instantiation;
    if (instantiation == nullptr || !is_vector_element(instantiation->arguments[0])) return false;
    return is_machine_vector(table) || special_alignment(table) == size;
}

// Vector4 and its like, whose methods work on all of their fields at once.
bool is_worked_on_by_lanes(const MethodTable* table) {
    constexpr uint32_t lane_bytes = 16;
    constexpr uint32_t needed = mt_flags2::is_intrinsic_type;
    if (!(table->flags2 & needed) || !table->is_value_type() || table->instance_field_bytes % lane_bytes != 0 ||
        !table->module->assembly->is_corelib)
        return false;
    const metadata::Image& image = *table->module->image();
    return image.string(image.type_def(table->info->token & 0xffffff).name_space) == "System.Numerics";
}

uint32_t layout_kind(const MethodTable* table) {
    return table->info->attributes & metadata::type_flags::kLayoutMask;
}

// Whether another module decides how the fields of the base class lie.
bool extends_foreign_layout(const MethodTable* table) {
    const MethodTable* parent = table->parent;
    if (table->is_value_type() || parent == nullptr || parent->parent == nullptr) return false;
    return parent->module != table->module || (parent->flags2 & mt_flags2::has_foreign_layout);
}

Request make_request(MethodTable* table) {
    Request request;
    request.is_value_type = table->is_value_type();
    if (!request.is_value_type && table->parent != nullptr) request.parent_bytes = table->parent->instance_field_bytes;
    if (extends_foreign_layout(table)) {
        add_flags(table->flags2, mt_flags2::has_foreign_layout);
        // CoreCLR starts on a new slot in assemblies that were compiled ahead, whether or not it uses that code.
        if (table->module->image()->is_ready_to_run()) request.parent_bytes = align_up(request.parent_bytes, 8u);
    }
    request.packing = table->info->packing;
    request.class_size = table->info->class_size;
    uint32_t kind = layout_kind(table);
    if (kind == metadata::type_flags::kAutoLayout || kind == metadata::type_flags::kExtendedLayout) return request;
    request.rule = kind == metadata::type_flags::kExplicitLayout ? Rule::Explicit : Rule::Sequential;
    return request;
}

// The instance fields of a type while they are being placed: fields[indexes[i]] is placed[i].
struct InstanceFields {
    std::vector<PlacedField> placed;
    std::vector<uint32_t> indexes;
};

Result<void> check_by_ref_like(MethodTable* table, const FieldShape& shape) {
    bool holds_byref =
        shape.element == ElementType::ByRef || (shape.value_type != nullptr && shape.value_type->is_by_ref_like());
    if (!holds_byref || table->is_by_ref_like()) return {};
    return std::unexpected(type_load_error(
        table,
        "A ByRef or ByRef-like type cannot be used as the type for an instance field in a non-ByRef-like type."));
}

Error unreachable_field() {
    return {ErrorKind::TypeLoad, "Could not find or load a type. (0x80131522)", {}};
}

Result<uint32_t> explicit_offset(MethodTable* table, uint32_t field_rid, uint32_t size_bytes) {
    const metadata::Image& image = *table->module->image();
    uint32_t rid = image.field_layout_of(field_rid);
    std::string name(image.string(image.field_def(field_rid).name));
    if (rid == 0) {
        return std::unexpected(
            type_load_error(table, "Could not load type '{type}' from assembly '{assembly}' because field '" + name +
                                       "' was not given an explicit offset."));
    }
    uint32_t offset = image.field_layout(rid).offset;
    if (offset <= max_offset) return offset;
    if (offset + size_bytes < offset) return fail(ErrorKind::OutOfMemory, {});  // as CoreCLR has it
    if (offset <= INT32_MAX) return std::unexpected(unreachable_field());
    return std::unexpected(
        type_load_error(table, "Could not load type '{type}' from assembly '{assembly}' because field '" + name +
                                   "' was given a negative offset."));
}

// Data of the file holds no references: of those the collector would know nothing. CoreCLR asks how many bytes they
// are.
Result<void> check_mapped_field(MethodTable* table, const FieldDesc& field, Bytes signature) {
    const metadata::Image& image = *table->module->image();
    if (!(field.flags & field_flags::has_rva) || image.is_ready_to_run()) return {};
    if (image.field_rva_of(field.token & 0xffffff) == 0) return fail(hresult::record_not_found);
    metadata::SignatureReader reader(signature);
    reader.read_field_header();
    reader.skip_modifiers();
    metadata::ElementType element = reader.peek_element_type();
    bool is_value = metadata::element_type_size(element) != 0 && element < metadata::ElementType::String;
    is_value |= element == metadata::ElementType::ValueType || element == metadata::ElementType::Pointer ||
                element == metadata::ElementType::I || element == metadata::ElementType::U ||
                element == metadata::ElementType::GenericInst || element == metadata::ElementType::FunctionPointer;
    if (element == metadata::ElementType::ValueType)
        CELER_TRY_VOID(read_field_shape(table, signature, LoadLevel::Layout));
    if (is_value) return {};
    return std::unexpected(
        type_load_error(table, "Type '{type}' from assembly '{assembly}' has a field of an illegal type."));
}

// An enum has one instance field, of a primitive type (what an enum in its place is made of).
Result<void> check_enum_field(MethodTable* table) {
    if (!table->is_enum() || table->module->image()->is_ready_to_run()) return {};
    uint32_t count = 0;
    bool is_primitive = false;
    for (uint32_t i = 0; i < table->info->field_count; i++) {
        const FieldDesc& field = table->info->fields[i];
        if (field.is_static()) continue;
        count++;
        is_primitive =
            metadata::element_type_size(static_cast<metadata::ElementType>(field.element)) != 0 &&
            (field.element < ElementType::String || field.element == ElementType::I || field.element == ElementType::U);
    }
    if (count == 1 && is_primitive) return {};
    return refuse(table, "Type '{type}' from assembly '{assembly}' has a field of an illegal type.");
}

// A struct that holds itself as an argument of a generic one (struct S { G<S> f; }).
Result<FieldShape> read_instance_field(MethodTable* table, Bytes signature) {
    Result<FieldShape> shape = read_field_shape(table, signature, LoadLevel::Layout);
    if (shape || !needs_itself(table)) return shape;
    metadata::SignatureReader reader(signature);
    reader.read_field_header();
    reader.skip_modifiers();
    if (reader.read_element_type() != metadata::ElementType::GenericInst) return shape;
    return refuse(table,
                  "Could not load type '{type}' from assembly '{assembly}' because of an invalid self-referential "
                  "generic field.");
}

Result<void> read_fields(MethodTable* table, const Request& request, InstanceFields& instance) {
    TypeInfo* info = table->info;
    const metadata::Image& image = *table->module->image();
    metadata::RidList rids = image.fields_of(info->token & 0xffffff);
    info->fields = info->field_count == 0 ? nullptr : new_beside<FieldDesc>(table, Section::Types, info->field_count);
    for (uint32_t i = 0; i < info->field_count; i++) {
        FieldDesc& field = info->fields[i];
        uint32_t rid = rids[i];
        metadata::FieldRow row = image.field_def(rid);
        field.owner = table;
        field.token = 0x04000000 | rid;
        field.attributes = static_cast<uint16_t>(row.flags);
        if (row.flags & (metadata::field_flags::kStatic | metadata::field_flags::kLiteral)) {
            describe_static_field(image, rid, row.flags, field);
            CELER_TRY_VOID(check_mapped_field(table, field, image.blob(row.signature)));
            continue;
        }
        FieldShape shape = CELER_TRY(read_instance_field(table, image.blob(row.signature)));
        CELER_TRY_VOID(check_by_ref_like(table, shape));
        apply_shape(shape, field);
        if (shape.element == ElementType::ValueType &&
            (shape.value_type->module != table->module || (shape.value_type->flags2 & mt_flags2::has_foreign_layout))) {
            add_flags(table->flags2, mt_flags2::has_foreign_layout);
        }
        if (row.flags & metadata::field_flags::kInitOnly) field.flags |= field_flags::is_init_only;
        PlacedField placed = to_placed(shape);
        if (request.rule == Rule::Explicit) {
            placed.offset = CELER_TRY(explicit_offset(table, rid, placed.size_bytes));
        }
        instance.placed.push_back(placed);
        instance.indexes.push_back(i);
    }
    return {};
}

Error too_large(const MethodTable* table) {
    return type_load_error(table, "Size of field of type '{type}' from assembly '{assembly}' is too large.");
}

Error placing_error(const MethodTable* table, const Outcome& outcome) {
    if (outcome.failure == Outcome::Failure::TooLarge) return too_large(table);
    if (outcome.failure == Outcome::Failure::TooFar) return type_load_error(table);
    if (outcome.failure == Outcome::Failure::Unreachable) return unreachable_field();
    if (outcome.failure == Outcome::Failure::Overflow) return {ErrorKind::OutOfMemory, {}, {}};  // as CoreCLR has it
    return type_load_error(
        table,
        "Could not load type '{type}' from assembly '{assembly}' because it contains an object field at "
        "offset " +
            std::to_string(outcome.failed_offset) +
            " that is incorrectly aligned or overlapped by a non-object field.");
}

// Inline arrays: the one field, repeated.
Result<void> repeat_inline_array(MethodTable* table, const InstanceFields& fields, Outcome& outcome) {
    const char* problem = nullptr;
    uint64_t size = uint64_t{outcome.size_bytes} * table->info->inline_array_length;
    if (fields.placed.size() != 1)
        problem = "InlineArrayAttribute requires that the target type has a single instance field.";
    else if (table->info->inline_array_length == 0 || static_cast<int32_t>(table->info->inline_array_length) < 0)
        problem = "InlineArrayAttribute requires that the length argument is greater than 0.";
    else if (layout_kind(table) == metadata::type_flags::kExplicitLayout)
        problem = "InlineArrayAttribute cannot be applied to a type with explicit layout.";
    else if (table->info->class_size != 0)
        problem = "InlineArrayAttribute cannot be applied to a type with explicit size.";
    else if (size > max_inline_array_bytes)
        return std::unexpected(too_large(table));
    if (problem != nullptr) {
        return std::unexpected(
            type_load_error(table, std::string(problem) + " Type: '{type}'. Assembly: '{assembly}'."));
    }
    outcome.size_bytes = static_cast<uint32_t>(size);
    return {};
}

void collect_series(MethodTable* table, const InstanceFields& fields, const Outcome& outcome) {
    SeriesList series;
    if (table->parent != nullptr && !table->is_value_type()) series.append(table->parent->gc_layout, 0);
    uint32_t repeat = table->info->is_inline_array ? table->info->inline_array_length : 1;
    uint32_t stride = outcome.size_bytes / repeat;
    for (uint32_t copy = 0; copy < repeat; copy++) {
        bool any = false;
        for (const PlacedField& field : fields.placed) {
            uint32_t offset = object_fields_offset + field.offset + copy * stride;
            if (field.kind == FieldKind::Reference)
                series.append_slots(offset, 1);
            else if (field.gc_layout != nullptr)
                series.append(field.gc_layout, offset - object_fields_offset);
            any |= field.holds_references();
        }
        if (!any) break;
    }
    table->gc_layout = series.build(0, table);
    if (table->gc_layout != nullptr) add_flags(table->flags, mt_flags::contains_gc_pointers);
}

void set_sizes(MethodTable* table, const Outcome& outcome) {
    table->instance_field_bytes = outcome.size_bytes;
    uint32_t alignment = std::max(outcome.alignment, table->contains_gc_pointers() ? 1u : special_alignment(table));
    table->alignment_log2 = static_cast<uint8_t>(std::countr_zero(alignment));
    if (table->has_component_size()) return;  // String: base_size is the loader's
    table->base_size = std::max<uint32_t>(align_up(outcome.size_bytes + 16, 8u), 24);
}

void set_offsets(MethodTable* table, const InstanceFields& fields) {
    uint32_t base = table->is_value_type() ? 0 : object_fields_offset;
    for (size_t i = 0; i < fields.placed.size(); i++) {
        table->info->fields[fields.indexes[i]].offset = base + fields.placed[i].offset;
    }
}

void set_pieces(MethodTable* table, const InstanceFields& fields) {
    constexpr uint32_t word_bytes = 8;
    constexpr uint32_t lane_bytes = 16;
    if (!table->is_value_type()) return;
    uint32_t widest = is_worked_on_by_lanes(table) ? lane_bytes : word_bytes;
    if (table->is_vector()) widest = table->instance_field_bytes;
    for (const PlacedField& field : fields.placed) widest = std::max(widest, field.piece_bytes);
    add_flags(table->flags2, static_cast<uint32_t>(std::countr_zero(widest / word_bytes)) << mt_flags2::piece_shift);
}

void set_nullable_slots(MethodTable* table) {
    for (uint32_t i = 0; i < table->info->field_count; i++) {
        const FieldDesc& field = table->info->fields[i];
        if (field.is_static() || field.offset == 0) continue;
        table->nullable_value_offset = field.offset;
        table->nullable_value_size = field.size_bytes;
    }
}

void set_class_constructor_flags(MethodTable* table) {
    if (table->info->definition_methods == nullptr ||
        table->info->definition_methods->class_constructor == no_method_index) {
        return;
    }
    add_flags(table->flags2, mt_flags2::has_cctor);
    if (!(table->info->attributes & metadata::type_flags::kBeforeFieldInit))
        add_flags(table->flags2, mt_flags2::has_precise_cctor);
}

// Arrays: what one element is.
Result<void> build_array_layout(MethodTable* table) {
    static constexpr uint32_t reference_size = 8;
    TypeHandle element = TypeHandle::from_raw(table->element_type);
    table->alignment_log2 = 3;
    if (!element.is_value_type()) {
        if (element.is_type_desc() && !is_variable(element.type_desc())) return {};  // pointers
        SeriesList series;
        series.append_slots(0, 1);
        table->gc_layout = series.build(reference_size, table);
        add_flags(table->flags, mt_flags::contains_gc_pointers);
        return {};
    }
    MethodTable* element_table = element.method_table();
    CELER_TRY_VOID(ensure_loaded(element_table, LoadLevel::Layout));
    uint32_t size = element_table->instance_field_bytes;
    if (size > max_element_bytes) {
        // An instance's name stands without the types around it, as that of its definition does.
        std::string name = element_table->has_instantiation() ? display_name(element) : "{type}";
        if (size_t plus = name.substr(0, name.find('[')).rfind('+'); plus != std::string::npos) name.erase(0, plus + 1);
        return std::unexpected(
            type_load_error(element_table, "Array of type '" + name +
                                               "' from assembly '{assembly}' cannot be created because "
                                               "base value type is too large."));
    }
    table->flags = (table->flags & 0xffff0000) | size;
    if (element_table->gc_layout == nullptr) return {};
    SeriesList series;
    series.append_from_boxed(element_table->gc_layout);
    table->gc_layout = series.build(size, table);
    add_flags(table->flags, mt_flags::contains_gc_pointers);
    return {};
}

}  // namespace
}  // namespace layout

Result<void> build_layout(MethodTable* table) {
    using namespace layout;
    if (table->is_array()) return build_array_layout(table);
    Request request = make_request(table);
    InstanceFields fields;
    CELER_TRY_VOID(read_fields(table, request, fields));
    set_class_constructor_flags(table);
    if (table->is_interface()) return {};

    Outcome outcome = place_fields(request, fields.placed);
    if (outcome.failed()) return std::unexpected(placing_error(table, outcome));
    if (table->info->is_inline_array) CELER_TRY_VOID(repeat_inline_array(table, fields, outcome));
    CELER_TRY_VOID(check_enum_field(table));
    if (is_machine_vector(table)) outcome.size_bytes = machine_vector_bytes();
    set_offsets(table, fields);
    collect_series(table, fields, outcome);
    set_sizes(table, outcome);
    if (lives_in_vector_register(table)) add_flags(table->flags2, mt_flags2::is_vector);
    set_pieces(table, fields);
    if (table->is_nullable()) set_nullable_slots(table);
    return {};
}

}  // namespace celer
