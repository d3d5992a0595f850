#include "gc/store_check.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "gc/barrier.h"
#include "gc/heap_state.h"
#include "platform/memory.h"

namespace celer::gc {

namespace {
constexpr size_t most_reports = 20;
}

bool g_records_stores;

void record_store(const void* address, size_t size_bytes) {
    heap().store_check->record(address, size_bytes);
}

StoreCheck* StoreCheck::make(Heap& heap) {
    size_t size = heap.space.size_bytes();
    auto* recorded = static_cast<uint8_t*>(reserve_memory(size / granule_size));
    auto* kept = static_cast<uint8_t*>(reserve_memory(size));
    if (recorded == nullptr || kept == nullptr) {
        if (recorded != nullptr) release_memory(recorded, size / granule_size);
        if (kept != nullptr) release_memory(kept, size);
        return nullptr;
    }
    auto* check = new StoreCheck(heap);
    check->recorded_ = recorded;
    check->kept_ = kept;
    return check;
}

size_t StoreCheck::offset(const void* address) const {
    return reinterpret_cast<uintptr_t>(address) - heap_.space.begin();
}

void StoreCheck::record(const void* address, size_t size_bytes) {
    if (!heap_.space.contains(address) || size_bytes == 0) return;
    size_t first = offset(address) / granule_size;
    size_t last = (offset(address) + size_bytes - 1) / granule_size;
    for (size_t granule = first; granule <= last; granule++) __atomic_store_n(recorded_ + granule, 1, __ATOMIC_RELAXED);
}

// Null is no reference: whoever clears needs no barrier.
void StoreCheck::compare_slots(Object* object, const uint8_t* base, const GcLayout* layout) {
    for (uint32_t i = 0; i < layout->series_count; i++) {
        auto* slots = reinterpret_cast<Object* const*>(base + layout->series[i].offset);
        for (uint32_t j = 0; j < layout->series[i].slot_count; j++) {
            Object* const* slot = slots + j;
            auto* kept = reinterpret_cast<Object* const*>(kept_ + offset(slot));
            if (*slot == *kept || *slot == nullptr || recorded_[offset(slot) / granule_size]) continue;
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

// A thread may have been stopped while it fills a new object, which needs no barrier (Destination::Fresh). So what
// frames have held at every collection since it was allocated is not old yet.
bool StoreCheck::may_be_unfinished(Object* object) const {
    return std::ranges::binary_search(held_, object) && !std::ranges::binary_search(was_old_, object);
}

size_t StoreCheck::after_collection() {
    faults_ = 0;
    for (Object* object : old_) {
        if (heap_.space.is_object(object)) compare(object);
    }
    was_old_.swap(old_);
    old_.clear();
    std::ranges::sort(was_old_);
    std::ranges::sort(held_);
    for_each_object(
        [](void* self, Object* object) {
            auto* check = static_cast<StoreCheck*>(self);
            if (object->method_table->contains_gc_pointers() && !check->may_be_unfinished(object)) check->keep(object);
        },
        this);
    held_.clear();
    decommit_memory(recorded_, heap_.space.block_count() * block_size / granule_size);
    return faults_;
}

}  // namespace celer::gc
