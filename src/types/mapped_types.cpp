#include "types/mapped_types.h"

#include <algorithm>
#include <cstring>

#include "platform/arena.h"
#include "types/loader_state.h"

namespace celer {

namespace {

void fill(const TypeInfo& info) {
    MethodTableAuxiliaryData& cell = *info.table->auxiliary;
    cell.loader_module = info.table->module;
    cell.exposed_class_object = info.type_object;
    bool has_no_constructor = (info.table->flags2 & mt_flags2::has_cctor) == 0;
    if (info.has_statics_built && has_no_constructor) cell.flags = aux_flags::initialized;
}

// Of a RuntimeType only the type that it stands for is not of this process.
void reset_type_object(Object* object, uint32_t handle_offset) {
    uintptr_t handle = object->field<uintptr_t>(handle_offset);
    std::memset(object->field_base(), 0, object->method_table->base_size - 2 * sizeof(uintptr_t));
    object->field<uintptr_t>(handle_offset) = handle;
}

}  // namespace

void fill_type_cells() {
    for (const TypeInfo* info = g_loader->types; info != nullptr; info = info->next_type) fill(*info);
}

void reset_frozen_objects() {
    uint32_t handle_offset = find_field(well_known(WellKnown::RuntimeType), "m_handle")->offset;
    AddressRange used = section_used(Section::Frozen);
    for (uintptr_t address = used.begin; address < used.end;) {
        auto* object = reinterpret_cast<Object*>(address + sizeof(uintptr_t));
        if (object->method_table == well_known(WellKnown::RuntimeType)) reset_type_object(object, handle_offset);
        object->header() = object_header::frozen;
        address += std::max(object->size_bytes(), size_t{minimum_object_size});
    }
}

}  // namespace celer
