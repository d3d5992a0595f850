#include "gc/handles.h"

#include <algorithm>
#include <bit>

#include "base/lock.h"
#include "base/upcalls.h"
#include "gc/barrier.h"
#include "gc/heap_state.h"
#include "gc/marker.h"
#include "gc/world.h"
#include "platform/memory.h"

namespace celer::gc {

namespace {

constexpr size_t segment_bytes = 64 * 1024;
constexpr size_t run_handles = 64;

// A segment: this header, then the slots; in a dependent segment the second half of the slots are the secondaries. Free
// slots form a list through `next_free`, which has an entry for every handle (0: end; else index + 1).
struct HandleSegment {
    uint64_t stored[2];  // a bit for each run of handles: stored to since the last collection
    HandleSegment* next;
    HandleKind kind;
    uint16_t free_list;
    uint16_t fresh;  // slots from here on have never been used
    uint16_t used;
    uint16_t* next_free;
    Object** slots;
    Object** secondaries;  // null unless dependent
    HandleSegment* next_with_room;
    bool listed_with_room;
};

constexpr size_t slots_at = 128;
static_assert(sizeof(HandleSegment) <= slots_at);

size_t capacity(HandleKind kind) {
    size_t bytes_per_handle = (kind == HandleKind::Dependent ? 2 : 1) * sizeof(Object*) + sizeof(uint16_t);
    return (segment_bytes - slots_at) / bytes_per_handle;
}

static_assert((segment_bytes - slots_at) / (sizeof(Object*) + sizeof(uint16_t)) <= 2 * 64 * run_handles);

struct HandleTable {
    Lock lock{LockRank::Handles};
    HandleSegment* segments CELER_GUARDED_BY(lock) = nullptr;
    HandleSegment* with_room CELER_GUARDED_BY(lock) = nullptr;
    size_t count CELER_GUARDED_BY(lock) = 0;
};

constinit HandleTable g_tables[handle_kind_count];

HandleTable& table(HandleKind kind) {
    return g_tables[static_cast<int>(kind)];
}

HandleSegment* segment_of(Handle handle) {
    return reinterpret_cast<HandleSegment*>(reinterpret_cast<uintptr_t>(handle) & ~(segment_bytes - 1));
}

// Whoever stores an object to a handle tells so afterwards: collections of young objects look at no other handles,
// since what those refer to is old. Threads are never stopped in between.
void note_store(Handle handle) {
    HandleSegment* segment = segment_of(handle);
    size_t run = static_cast<size_t>(handle - segment->slots) / run_handles;
    uint64_t* word = &segment->stored[run / 64];
    uint64_t bit = uint64_t{1} << run % 64;
    if ((__atomic_load_n(word, __ATOMIC_RELAXED) & bit) == 0) __atomic_fetch_or(word, bit, __ATOMIC_RELAXED);
}

void store_to_handle(Handle handle, Object* target) {
    store_reference(handle, target);
    if (target != nullptr) note_store(handle);
}

HandleSegment* add_segment(HandleTable& table, HandleKind kind) CELER_REQUIRES(table.lock) {
    auto* memory = static_cast<uint8_t*>(reserve_memory(segment_bytes, segment_bytes));
    if (memory == nullptr) return nullptr;
    auto* segment = reinterpret_cast<HandleSegment*>(memory);
    size_t count = capacity(kind);
    segment->kind = kind;
    segment->slots = reinterpret_cast<Object**>(memory + slots_at);
    uint8_t* after = memory + slots_at + count * sizeof(Object*);
    if (kind == HandleKind::Dependent) {
        segment->secondaries = reinterpret_cast<Object**>(after);
        after += count * sizeof(Object*);
    }
    segment->next_free = reinterpret_cast<uint16_t*>(after);
    segment->next = table.segments;
    table.segments = segment;
    segment->next_with_room = table.with_room;
    segment->listed_with_room = true;
    table.with_room = segment;
    return segment;
}

Handle take_slot(HandleTable& table, HandleKind kind) CELER_REQUIRES(table.lock) {
    while (table.with_room != nullptr) {
        HandleSegment* segment = table.with_room;
        size_t index;
        if (segment->free_list != 0) {
            index = segment->free_list - size_t{1};
            segment->free_list = segment->next_free[index];
        } else if (segment->fresh < capacity(kind)) {
            index = segment->fresh++;
        } else {
            table.with_room = segment->next_with_room;
            segment->listed_with_room = false;
            continue;
        }
        table.count++;
        segment->used++;
        return segment->slots + index;
    }
    return add_segment(table, kind) == nullptr ? nullptr : take_slot(table, kind);
}

// Gives the memory of an empty segment back, but for the page of its header: the slots read as null for whoever still
// has a handle that was freed.
void empty(HandleSegment* segment) {
    constexpr uint16_t worthwhile = 1024;
    if (segment->fresh < worthwhile) return;
    segment->free_list = 0;
    segment->fresh = 0;
    decommit_memory(reinterpret_cast<uint8_t*>(segment) + page_size(), segment_bytes - page_size());
}

template <typename Visit>
void for_each_slot(HandleKind kind, Visit visit) {
    LockGuard guard(table(kind).lock);
    for (HandleSegment* segment = table(kind).segments; segment != nullptr; segment = segment->next) {
        for (size_t i = 0; i < segment->fresh; i++) {
            if (segment->slots[i] != nullptr) visit(segment, i);
        }
    }
}

// Those that the collection under way has to look at.
template <typename Visit>
void for_each_slot_of_collection(HandleKind kind, Visit visit) {
    if (wants_old(heap().plan)) return for_each_slot(kind, visit);
    LockGuard guard(table(kind).lock);
    for (HandleSegment* segment = table(kind).segments; segment != nullptr; segment = segment->next) {
        for (size_t word = 0; word < std::size(segment->stored); word++) {
            for (uint64_t runs = segment->stored[word]; runs != 0; runs &= runs - 1) {
                size_t first = (word * 64 + static_cast<size_t>(std::countr_zero(runs))) * run_handles;
                size_t end = std::min<size_t>(first + run_handles, segment->fresh);
                for (size_t i = first; i < end; i++) {
                    if (segment->slots[i] != nullptr) visit(segment, i);
                }
            }
        }
    }
}

Object*& secondary_of(Handle handle) {
    HandleSegment* segment = segment_of(handle);
    CELER_ASSERT(segment->kind == HandleKind::Dependent, "not a dependent handle");
    return segment->secondaries[handle - segment->slots];
}

}  // namespace

Handle allocate_handle(HandleKind kind, Object* target) {
    HandleTable& table = gc::table(kind);
    LockGuard guard(table.lock);
    Handle handle = take_slot(table, kind);
    if (handle != nullptr) store_to_handle(handle, target);
    return handle;
}

void free_handle(Handle handle) {
    HandleSegment* segment = segment_of(handle);
    HandleTable& table = gc::table(segment->kind);
    LockGuard guard(table.lock);
    auto index = static_cast<size_t>(handle - segment->slots);
    store_reference(handle, nullptr);
    if (segment->secondaries != nullptr) store_reference(segment->secondaries + index, nullptr);
    segment->next_free[index] = segment->free_list;
    segment->free_list = static_cast<uint16_t>(index + 1);
    table.count--;
    if (--segment->used == 0) empty(segment);
    if (segment->listed_with_room) return;
    segment->listed_with_room = true;
    segment->next_with_room = table.with_room;
    table.with_room = segment;
}

HandleKind handle_kind(Handle handle) {
    return segment_of(handle)->kind;
}

void set_handle(Handle handle, Object* target) {
    store_to_handle(handle, target);
}

Object* compare_exchange_handle(Handle handle, Object* target, Object* expected) {
    __atomic_compare_exchange_n(handle, &expected, target, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    note_store(handle);
    return expected;
}

Handle allocate_dependent_handle(Object* primary, Object* secondary) {
    HandleTable& table = gc::table(HandleKind::Dependent);
    LockGuard guard(table.lock);
    Handle handle = take_slot(table, HandleKind::Dependent);
    if (handle == nullptr) return nullptr;
    store_reference(&secondary_of(handle), secondary);
    store_to_handle(handle, primary);
    return handle;
}

// Read in this order: a secondary is never cleared before its primary, and whoever sees the primary gone wants neither.
Object* dependent_primary(Handle handle, Object*& secondary) {
    secondary = __atomic_load_n(&secondary_of(handle), __ATOMIC_ACQUIRE);
    Object* primary = __atomic_load_n(handle, __ATOMIC_ACQUIRE);
    if (primary == nullptr) secondary = nullptr;
    return primary;
}

Object* dependent_secondary(Handle handle) {
    Object* secondary;
    dependent_primary(handle, secondary);
    return secondary;
}

void set_dependent_secondary(Handle handle, Object* secondary) {
    store_reference(&secondary_of(handle), secondary);
    note_store(handle);
}

size_t handle_count(HandleKind kind) {
    LockGuard guard(table(kind).lock);
    return table(kind).count;
}

// ---- collection phases

void mark_strong_handles(Marker& marker) {
    if (NativeReferences* references = g_upcalls.native_references) {
        for_each_slot_of_collection(HandleKind::RefCounted, [&](HandleSegment* segment, size_t i) {
            if (references->is_rooted(segment->slots[i])) marker.mark(segment->slots[i]);
        });
    }
    for (HandleKind kind : {HandleKind::Strong, HandleKind::Pinned}) {
        for_each_slot_of_collection(kind, [&](HandleSegment* segment, size_t i) { marker.mark(segment->slots[i]); });
    }
}

// Each round looks only at pairs whose primary was not live in the round before.
void mark_dependents(Marker& marker) {
    std::vector<Handle> waiting;
    for_each_slot_of_collection(HandleKind::Dependent,
                                [&](HandleSegment* segment, size_t i) { waiting.push_back(segment->slots + i); });
    auto native = heap().native_pairs;
    RootVisitor visitor(marker, nullptr);
    bool progress = true;
    while (progress) {
        progress = false;
        std::erase_if(native, [&](const std::pair<Object*, Object*>& pair) {
            if (!marker.is_live(pair.first)) return false;
            progress |= !marker.is_live(pair.second);
            marker.mark(pair.second);
            return true;
        });
        for (RootSource* source : heap().root_sources) progress |= source->visit_kept(visitor);
        marker.drain();
        std::erase_if(waiting, [&](Handle handle) {
            if (!marker.is_live(*handle)) return false;
            Object* secondary = secondary_of(handle);
            if (secondary != nullptr && !marker.is_live(secondary)) {
                marker.mark_slots(&secondary, 1);
                progress = true;
            }
            return true;
        });
        marker.drain();
    }
}

void clear_dead_handles(HandleKind kind) {
    for_each_slot_of_collection(kind, [&](HandleSegment* segment, size_t i) {
        if (is_found(segment->slots[i])) return;
        segment->slots[i] = nullptr;
        if (segment->secondaries != nullptr) segment->secondaries[i] = nullptr;
    });
}

void settle_handles() {
    for (HandleTable& table : g_tables) {
        LockGuard guard(table.lock);
        for (HandleSegment* segment = table.segments; segment != nullptr; segment = segment->next)
            segment->stored[0] = segment->stored[1] = 0;
    }
}

void visit_handle_targets(void (*visit)(void* context, const Object* target), void* context) {
    for (int kind = 0; kind < handle_kind_count; kind++) {
        for_each_slot(static_cast<HandleKind>(kind), [&](HandleSegment* segment, size_t i) {
            visit(context, segment->slots[i]);
            if (segment->secondaries != nullptr) visit(context, segment->secondaries[i]);
        });
    }
}

void visit_weak_slots(void (*visit)(void* context, Object** slot), void* context) {
    for (HandleKind kind :
         {HandleKind::WeakShort, HandleKind::WeakLong, HandleKind::RefCounted, HandleKind::Dependent}) {
        for_each_slot(kind, [&](HandleSegment* segment, size_t i) {
            visit(context, segment->slots + i);
            if (segment->secondaries != nullptr) visit(context, segment->secondaries + i);
        });
    }
}

size_t count_pinned_objects() {
    size_t count = 0;
    for_each_slot(HandleKind::Pinned, [&](HandleSegment*, size_t) { count++; });
    return count;
}

}  // namespace celer::gc
