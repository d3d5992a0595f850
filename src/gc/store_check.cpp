#include "gc/store_check.h"

#include <cstdio>
#include <cstring>

#include "gc/barrier.h"
#include "gc/heap_state.h"
#include "platform/memory.h"

namespace celer::gc {

namespace {
constexpr size_t most_reports = 20;
}

StoreCheck* StoreCheck::make(Heap& heap) {
    auto* kept = static_cast<uint8_t*>(reserve_memory(heap.space.size_bytes()));
    if (kept == nullptr) return nullptr;
    auto* check = new StoreCheck(heap);
    check->kept_ = kept;
    return check;
}

size_t StoreCheck::offset(const void* address) const {
    return reinterpret_cast<uintptr_t>(address) - heap_.space.begin();
}

// What is not in the heap needs no barrier.
void StoreCheck::compare_slots(Object* object, const uint8_t* base, const GcLayout* layout) {
    for (uint32_t i = 0; i < layout->series_count; i++) {
        auto* slots = reinterpret_cast<Object* const*>(base + layout->series[i].offset);
        for (uint32_t j = 0; j < layout->series[i].slot_count; j++) {
            Object* const* slot = slots + j;
            auto* kept = reinterpret_cast<Object* const*>(kept_ + offset(slot));
            bool is_clean = *heap_.space.cards().of(slot) == static_cast<uint8_t>(Card::Clean);
            if (*slot == *kept || !heap_.space.contains(*slot) || !is_clean) continue;
            if (++faults_ > most_reports) continue;
            size_t within = offset(slot) - offset(object);
            std::fprintf(stderr,
                         "celer: heap: %p of type %s: the reference at offset %zu was stored without a barrier\n",
                         static_cast<void*>(object), heap_.controller->type_name(object->method_table).c_str(), within);
        }
    }
}

void StoreCheck::compare(Object* object) {
    const MethodTable* table = object->method_table;
    if (!table->has_component_size())
        return compare_slots(object, reinterpret_cast<const uint8_t*>(object), table->gc_layout);
    auto* array = static_cast<ArrayObject*>(object);
    for (size_t i = 0; i < array->length; i++)
        compare_slots(object, array->data() + i * table->gc_layout->element_size, table->gc_layout);
}

void StoreCheck::keep(Object* object) {
    std::memcpy(kept_ + offset(object), object, object->size_bytes() - object_prefix);
    old_.push_back(object);
}

size_t StoreCheck::before_collection() {
    faults_ = 0;
    for (Object* object : old_) compare(object);
    old_.clear();
    return faults_;
}

size_t StoreCheck::after_collection() {
    for_each_object(
        [](void* self, Object* object) {
            if (object->method_table->contains_gc_pointers()) static_cast<StoreCheck*>(self)->keep(object);
        },
        this);
    return faults_;
}

}  // namespace celer::gc
