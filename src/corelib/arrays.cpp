// System.Array and System.Enum: making arrays by reflection, the members of an enum.
#include <cstring>
#include <memory>
#include <span>

#include "base/hresults.h"
#include "code/helpers.h"
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "gc/barrier.h"
#include "gc/heap.h"
#include "metadata/image.h"
#include "reflection/exposed_objects.h"
#include "runtime/exceptions.h"
#include "runtime/objects.h"
#include "types/dispatch.h"
#include "types/loader.h"
#include "types/type_desc.h"
#include "types/type_info.h"

namespace celer {

namespace {

int32_t element_type_of_elements(ArrayObject* array) {
    TypeHandle element = TypeHandle::from_raw(array->method_table->element_type);
    return static_cast<int32_t>(element.verification_type());
}

MethodTable* array_type_for(TypeHandle element, uint32_t rank, const int32_t* lower_bounds) {
    const char* refusal = nullptr;
    if (element.element_type() == ElementType::Void)
        refusal = "Arrays of System.Void are not supported.";
    else if (element.is_byref() || (element.is_type_desc() && is_variable(element.type_desc())))
        refusal = "Type is not supported.";
    else if (element.contains_variables())
        refusal = "Cannot create arrays of open type.";
    else if (element.is_value_type() && element.method_table()->is_by_ref_like())
        refusal = "Cannot create arrays of ByRef-like values.";
    if (refusal != nullptr) throw_well_known("System", "NotSupportedException", refusal);
    bool vector = rank == 1 && (lower_bounds == nullptr || lower_bounds[0] == 0);
    return value_or_throw(vector ? sz_array_of(element) : array_of(element, rank));
}

void create_instance(QCallTypeHandle type, int32_t rank, const int32_t* lengths, const int32_t* lower_bounds,
                     QBool from_array_type, ObjectHandleOnStack result) {
    MethodTable* array = from_array_type != 0 ? type.type().method_table()
                                              : array_type_for(type.type(), static_cast<uint32_t>(rank), lower_bounds);
    success_or_throw(ensure_loaded(array));
    if (!array->is_sz_array()) return result.set(new_dimensions_or_throw(array, lengths, lower_bounds));
    result.set(new_vector_or_throw(array, lengths[0]));
}

// What newobj of a multi-dimensional array comes down to: lengths, or pairs of lower bound and length.
void create_instance_md_array(uintptr_t type, uint32_t count, const int32_t* arguments, ObjectHandleOnStack result) {
    MethodTable* array = TypeHandle::from_raw(type).method_table();
    success_or_throw(ensure_loaded(array));
    result.set(celer_allocate_arrays(array, count, arguments));
}

void* element_constructor(QCallTypeHandle array) {
    TypeHandle element = TypeHandle::from_raw(array.type().method_table()->element_type);
    MethodTable* table = element.method_table();
    if (table == nullptr) return nullptr;
    success_or_throw(ensure_loaded(table));
    return table->info->constructor == nullptr ? nullptr : method_stub(table->info->constructor);
}

// --- Enum ------------------------------------------------------------------------------------------------------------

// The literal fields of an enum in metadata order.
std::vector<uint32_t> enum_literals(const metadata::Image& image, uint32_t type_rid) {
    std::vector<uint32_t> rids;
    for (uint32_t rid : image.fields_of(type_rid)) {
        if (image.field_def(rid).flags & 0x40) rids.push_back(rid);
    }
    return rids;
}

uint64_t constant_bits(const metadata::Image& image, uint32_t field_rid) {
    uint32_t constant = image.constant_of({metadata::Table::Field, field_rid});
    Bytes value = image.blob(image.constant(constant).value);
    uint64_t bits = 0;
    std::memcpy(&bits, value.data(), value.size() < sizeof bits ? value.size() : sizeof bits);
    return bits;
}

// Whether the values of literals are as long as their types say.
bool have_whole_constants(const metadata::Image& image, std::span<const uint32_t> field_rids) {
    for (uint32_t rid : field_rids) {
        uint32_t constant = image.constant_of({metadata::Table::Field, rid});
        if (constant == 0) continue;
        auto type = static_cast<ElementType>(image.constant(constant).type);
        if (type > ElementType::R8 || !image.is_whole(image.constant(constant))) return false;
    }
    return true;
}

// The array type that EnumInfo<TStorage> wants: unsigned for the integers.
ElementType storage_type(ElementType underlying) {
    using enum ElementType;
    if (underlying == I1 || underlying == Boolean) return U1;
    if (underlying == I2) return U2;
    if (underlying == I4) return U4;
    if (underlying == I8) return U8;
    return underlying == I ? U : underlying;
}

void fill_enum(const metadata::Image& image, std::span<const uint32_t> rids, MethodTable* storage, ArrayObject*& values,
               ArrayObject** names) {
    values = new_array(storage, static_cast<uint32_t>(rids.size()));
    uint32_t size = storage->instance_field_bytes;
    for (size_t i = 0; i < rids.size(); i++) {
        uint64_t bits = constant_bits(image, rids[i]);
        std::memcpy(values->elements<uint8_t>() + i * size, &bits, size);
    }
    if (names == nullptr) return;
    *names = new_array(well_known(WellKnown::String), static_cast<uint32_t>(rids.size()));
    for (size_t i = 0; i < rids.size(); i++) {
        metadata::StringIndex index = image.field_def(rids[i]).name;
        if (!image.has(index)) throw_error(error_of_result(hresult::index_not_found));
        StringObject* name = new_string_or_throw(image.string(index));
        gc::store_element(*names, i, name);
    }
}

void enum_values_and_names(QCallTypeHandle type, ObjectHandleOnStack values, ObjectHandleOnStack names,
                           QBool get_names) {
    MethodTable* table = type.type().method_table();
    success_or_throw(ensure_loaded(table));
    const metadata::Image& image = *table->module->image();
    auto* rids = new std::vector<uint32_t>(enum_literals(image, metadata::Token(table->info->token).rid()));
    if (!have_whole_constants(image, *rids)) {
        delete rids;
        throw_well_known("System", "BadImageFormatException", "File is corrupt. (0x8013110E)");
    }
    ArrayObject* value_array = nullptr;
    ArrayObject* name_array = nullptr;
    fill_enum(image, *rids, primitive_type(storage_type(table->element)), value_array,
              get_names ? &name_array : nullptr);
    delete rids;
    values.set(value_array);
    if (get_names != 0) names.set(name_array);
}

const NativeEntry entries[] = {
    CELER_INTERNAL_CALL("System.Array", "GetCorElementTypeOfElementType", element_type_of_elements),
    CELER_QCALL("Array_CreateInstance", create_instance),
    CELER_QCALL("Array_CreateInstanceMDArray", create_instance_md_array),
    CELER_QCALL("Array_GetElementConstructorEntrypoint", element_constructor),
    CELER_QCALL("Enum_GetValuesAndNames", enum_values_and_names),
};

}  // namespace

NativeTable arrays_contract() {
    return entries;
}

}  // namespace celer
