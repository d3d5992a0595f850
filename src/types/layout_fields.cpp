#include "types/layout_fields.h"

#include <algorithm>

#include "base/hresults.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "metadata/signature_check.h"
#include "platform/arena.h"
#include "platform/loader_heap.h"
#include "types/loader.h"
#include "types/loader_state.h"
#include "types/loading_steps.h"

namespace celer::layout {
namespace {

using SignatureElement = metadata::ElementType;

constexpr uint32_t boxed_offset = 8;

FieldShape reference_shape() {
    return {ElementType::Class, 8, nullptr};
}

Result<FieldShape> value_type_shape(MethodTable* table, LoadLevel level) {
    CELER_TRY_VOID(ensure_loaded(table, level));
    return FieldShape{table->element, table->instance_field_bytes, table};
}

Result<FieldShape> handle_shape(TypeHandle type, LoadLevel level) {
    if (type.is_value_type()) return value_type_shape(type.method_table(), level);
    if (type.is_type_desc()) {
        ElementType element = type.element_type();
        if (element == ElementType::Ptr || element == ElementType::FnPtr) return FieldShape{element, 8, nullptr};
    }
    return reference_shape();  // a variable of an open type counts as a reference
}

Result<FieldShape> illegal_type(MethodTable* owner) {
    return std::unexpected(
        type_load_error(owner, "Type '{type}' from assembly '{assembly}' has a field of an illegal type."));
}

Result<FieldShape> malformed_type(MethodTable* owner, Bytes signature) {
    if (signature.data() == nullptr) return fail(hresult::index_not_found);
    if (uint32_t error = metadata::check_field_signature(*owner->module->image(), signature)) return fail(error);
    return std::unexpected(type_load_error(
        owner, "Could not load type '{type}' from assembly '{assembly}' because the format is invalid."));
}

}  // namespace

Result<FieldShape> read_field_shape(MethodTable* owner, Bytes signature, LoadLevel level) {
    metadata::SignatureReader reader(signature);
    reader.read_field_header();
    reader.skip_modifiers();
    metadata::SignatureReader type_start = reader;
    SignatureElement element = reader.read_element_type();
    switch (element) {
        case SignatureElement::Boolean:
        case SignatureElement::Char:
        case SignatureElement::I1:
        case SignatureElement::U1:
        case SignatureElement::I2:
        case SignatureElement::U2:
        case SignatureElement::I4:
        case SignatureElement::U4:
        case SignatureElement::I8:
        case SignatureElement::U8:
        case SignatureElement::R4:
        case SignatureElement::R8:
        case SignatureElement::I:
        case SignatureElement::U:
        case SignatureElement::Pointer:
        case SignatureElement::ByRef:
        case SignatureElement::FunctionPointer:
            return FieldShape{static_cast<ElementType>(element), metadata::element_type_size(element), nullptr};
        case SignatureElement::String:
        case SignatureElement::Object:
        case SignatureElement::Class:
        case SignatureElement::SzArray:
        case SignatureElement::Array:
            return reference_shape();
        case SignatureElement::GenericInst:
            if (reader.peek_element_type() == SignatureElement::Class) return reference_shape();
            break;
        case SignatureElement::Var: {
            uint32_t index = reader.read_compressed();
            const Instantiation* arguments = owner->info->instantiation;
            if (reader.failed()) break;
            if (arguments == nullptr || index >= arguments->count) return illegal_type(owner);
            return handle_shape(arguments->arguments[index], level);
        }
        case SignatureElement::ValueType:
        case SignatureElement::TypedByRef:
        case SignatureElement::Internal:
            break;
        case SignatureElement::MVar:
            return illegal_type(owner);
        case SignatureElement::End:
        case SignatureElement::Void:
        case SignatureElement::RequiredModifier:
        case SignatureElement::OptionalModifier:
        case SignatureElement::InternalModifier:
        case SignatureElement::Sentinel:
        case SignatureElement::Pinned:
        case SignatureElement::SystemType:
        case SignatureElement::BoxedObject:
        case SignatureElement::FieldMember:
        case SignatureElement::PropertyMember:
        case SignatureElement::Enum:
            return malformed_type(owner, signature);
    }
    TypeHandle type = CELER_TRY(load_signature_type(owner->module, type_start, context_of(owner)));
    return handle_shape(type, level);
}

// Where a struct holds byrefs, from its start.
static void add_byrefs(const MethodTable* table, uint32_t base, std::vector<uint32_t>& byrefs) {
    if (!table->is_by_ref_like()) return;
    for (uint32_t i = 0; i < table->info->field_count; i++) {
        const FieldDesc& field = table->info->fields[i];
        if (field.is_static()) continue;
        if (field.element == ElementType::ByRef) byrefs.push_back(base + field.offset);
        TypeHandle type = TypeHandle::from_raw(field.type_cache);
        if (field.element == ElementType::ValueType && !type.is_null())
            add_byrefs(type.method_table(), base + field.offset, byrefs);
    }
}

PlacedField to_placed(const FieldShape& shape) {
    PlacedField placed;
    if (shape.element == ElementType::ByRef) placed.byrefs.push_back(0);
    if (shape.value_type != nullptr) add_byrefs(shape.value_type, 0, placed.byrefs);
    placed.size_bytes = shape.size_bytes;
    placed.alignment = shape.size_bytes;
    if (shape.element == ElementType::Class) {
        placed.kind = FieldKind::Reference;
    } else if (shape.element == ElementType::ValueType || shape.element == ElementType::TypedByRef) {
        placed.kind = FieldKind::Struct;
        placed.alignment = 1u << shape.value_type->alignment_log2;
        placed.gc_layout = shape.value_type->gc_layout;
        placed.piece_bytes = shape.value_type->piece_bytes();
    }
    return placed;
}

void apply_shape(const FieldShape& shape, FieldDesc& field) {
    field.element = shape.element;
    field.size_bytes = shape.size_bytes;
    if (shape.value_type != nullptr) field.type_cache = TypeHandle(shape.value_type).value;
}

void describe_static_field(const metadata::Image& image, uint32_t rid, uint32_t attributes, FieldDesc& field) {
    field.flags = field_flags::is_static;
    if (attributes & metadata::field_flags::kInitOnly) field.flags |= field_flags::is_init_only;
    if (attributes & metadata::field_flags::kLiteral) {
        field.flags |= field_flags::is_literal;
        return;
    }
    if (attributes & metadata::field_flags::kHasFieldRVA) {
        field.flags |= field_flags::has_rva;
        uint32_t rva_rid = image.field_rva_of(rid);
        field.offset = rva_rid == 0 ? 0 : image.field_rva(rva_rid).rva;
        return;
    }
    if (image.has_custom_attribute(metadata::Token(metadata::Table::Field, rid), "System", "ThreadStaticAttribute")) {
        field.flags |= field_flags::is_thread_static;
    }
}

void SeriesList::append(const GcLayout* layout, uint32_t shift) {
    if (layout == nullptr) return;
    for (uint32_t i = 0; i < layout->series_count; i++) {
        series_.push_back({layout->series[i].offset + shift, layout->series[i].slot_count});
    }
}

void SeriesList::append_from_boxed(const GcLayout* layout) {
    for (uint32_t i = 0; i < layout->series_count; i++) {
        series_.push_back({layout->series[i].offset - boxed_offset, layout->series[i].slot_count});
    }
}

GcLayout* SeriesList::build(uint32_t element_size, const void* entity) {
    if (series_.empty()) return nullptr;
    auto by_offset = [](const GcSeries& a, const GcSeries& b) { return a.offset < b.offset; };
    if (!std::is_sorted(series_.begin(), series_.end(), by_offset))
        std::sort(series_.begin(), series_.end(), by_offset);
    size_t last = 0;
    for (size_t i = 1; i < series_.size(); i++) {
        uint32_t end = series_[last].offset + series_[last].slot_count * 8;
        uint32_t own_end = series_[i].offset + series_[i].slot_count * 8;
        if (series_[i].offset > end) {
            series_[++last] = series_[i];
        } else if (own_end > end) {  // overlapping ones come from explicit layout
            series_[last].slot_count = (own_end - series_[last].offset) / 8;
        }
    }
    size_t count = last + 1;
    auto* layout = static_cast<GcLayout*>(
        heap_allocate(loader_heap_of(entity), Section::Types, sizeof(GcLayout) + (count - 1) * sizeof(GcSeries)));
    layout->series_count = static_cast<uint32_t>(count);
    layout->element_size = element_size;
    std::copy_n(series_.begin(), count, layout->series);
    return layout;
}

}  // namespace celer::layout
