// The references that an object holds, one by one. (The marker has its own ways through them.)
#pragma once

#include <cstddef>
#include <cstdint>

#include "object/object.h"

namespace celer::gc {

template <typename Visit>
void for_each_slot_of_layout(uint8_t* base, const GcLayout* layout, Visit visit) {
    for (uint32_t i = 0; i < layout->series_count; i++) {
        auto* slots = reinterpret_cast<Object**>(base + layout->series[i].offset);
        for (uint32_t j = 0; j < layout->series[i].slot_count; j++) visit(slots + j);
    }
}

template <typename Visit>
void for_each_slot(Object* object, Visit visit) {
    const MethodTable* method_table = object->method_table;
    if (!method_table->contains_gc_pointers()) return;
    const GcLayout* layout = method_table->gc_layout;
    if (!method_table->has_component_size())
        return for_each_slot_of_layout(reinterpret_cast<uint8_t*>(object), layout, visit);
    auto* array = static_cast<ArrayObject*>(object);
    for (size_t i = 0; i < array->length; i++)
        for_each_slot_of_layout(array->data() + i * layout->element_size, layout, visit);
}

}  // namespace celer::gc
