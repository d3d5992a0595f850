// The one door for stores of references into memory that the collector knows: objects, statics, handles. A store looks
// at the address only, so it may be an interior pointer of unknown origin; what lies in a frame needs no door.
//
// The barrier. A collection of young objects does not look into old ones, but for where references were stored to since
// the last collection. Each 128-byte line of the heap has a card, a byte. Before a reference is stored to a line whose
// card is Clean, the card becomes Logged, and so does the flag of the line's block:
//
//   card = cells.cards + (address >> card_shift)
//   if (*card == Clean) { *card = Logged; cells.logged[address >> block_shift] = 1; }
//
// Lines of young objects are Young, and need nothing. Null and objects outside the heap (literals and others that are
// frozen) are never collected: who stores them needs no barrier.
//
// A thread may be stopped between the barrier and the store, or between the barrier's own two stores. So a collection
// leaves the cards of the objects that an interrupted frame holds Logged (RootVisitor::interrupted_range), whatever
// else it does. What is stored existed at that collection, or the line is looked at in the next one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "object/object.h"

namespace celer::gc {

inline constexpr int card_shift = 7;    // a line
inline constexpr int block_shift = 15;  // a block

enum class Card : uint8_t {
    Clean = 0,   // old objects without references to young ones
    Young = 1,   // handed out since the last collection
    Logged = 2,  // old objects that may have been stored to
    Kept = 3,    // during a collection: will be Logged
};

// What compiled code reads of the barrier. An address in the heap has its card at cards + (address >> card_shift), its
// block's flag at logged + (address >> block_shift).
struct BarrierCells {
    uintptr_t heap_begin;
    uintptr_t heap_bytes;
    uintptr_t cards;
    uintptr_t logged;

    bool is_in_heap(uintptr_t address) const { return address - heap_begin < heap_bytes; }
};

// Slots of a value that stand for all of its slots, in barriers before it is stored as a whole: they lie in all the
// lines that the others lie in. Offsets from the value's begin; `bias` is what the layout counts more.
template <typename Visit>
void for_each_barrier_point(const GcLayout& layout, uint32_t bias, Visit visit) {
    constexpr uint32_t reach = 1u << card_shift;
    constexpr uint32_t none = UINT32_MAX;
    uint32_t point = none;  // the last that was visited
    uint32_t last = none;   // slot
    auto take = [&](uint32_t slot) { visit(point = slot); };
    for (uint32_t i = 0; i < layout.series_count; i++) {
        for (uint32_t j = 0; j < layout.series[i].slot_count; j++) {
            uint32_t slot = layout.series[i].offset - bias + j * static_cast<uint32_t>(sizeof(Object*));
            if (point == none) take(slot);
            if (slot - point > reach && last != point) take(last);
            if (slot - point > reach) take(slot);
            last = slot;
        }
    }
    if (last != point) take(last);
}

extern BarrierCells g_barrier;  // set by initialize()

// What a compiler knows of the memory that it stores to.
enum class Destination : uint8_t {
    Frame,    // a variable or temporary of the method itself, or a return buffer, which callers have in their frames
    Fresh,    // an object that was allocated just before, with no call in between
    Heap,     // an object
    Unknown,  // behind a managed or native pointer: in the heap or not
};
constexpr bool needs_barrier(Destination destination) {
    return destination >= Destination::Heap;
}

// Before a reference is stored to the slot; by the engine, which is never stopped in between.
inline void before_store(const void* slot) {
    auto address = reinterpret_cast<uintptr_t>(slot);
    if (!g_barrier.is_in_heap(address)) return;
    auto* card = reinterpret_cast<uint8_t*>(g_barrier.cards + (address >> card_shift));
    if (__atomic_load_n(card, __ATOMIC_RELAXED) != static_cast<uint8_t>(Card::Clean)) return;
    __atomic_store_n(card, static_cast<uint8_t>(Card::Logged), __ATOMIC_RELAXED);
    __atomic_store_n(reinterpret_cast<uint8_t*>(g_barrier.logged + (address >> block_shift)), 1, __ATOMIC_RELAXED);
}
void before_stores(const void* begin, size_t size_bytes);  // to any slots of the range

inline void store_reference(Object** slot, Object* value) {
    if (value != nullptr) before_store(slot);
    __atomic_store_n(slot, value, __ATOMIC_RELEASE);
}
inline void store_field(Object* object, uint32_t offset_in_object, Object* value) {
    store_reference(reinterpret_cast<Object**>(reinterpret_cast<uint8_t*>(object) + offset_in_object), value);
}
inline void store_element(ArrayObject* array, size_t index, Object* value) {
    store_reference(const_cast<Object**>(array->references() + index), value);
}
// Both are sequentially consistent and return what was there.
inline Object* exchange_reference(Object** slot, Object* value) {
    before_store(slot);
    return __atomic_exchange_n(slot, value, __ATOMIC_SEQ_CST);
}
inline Object* compare_exchange_reference(Object** slot, Object* value, Object* comparand) {
    before_store(slot);
    __atomic_compare_exchange_n(slot, &comparand, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return comparand;
}

// As memmove, for values that may hold references while other threads read them: every reference is read and written
// whole, so who reads the destination meanwhile sees each slot as it was or as it becomes.
void move_values(void* destination, const void* source, size_t size_bytes);
// The same for zeros.
void clear_values(void* destination, size_t size_bytes);

}  // namespace celer::gc
