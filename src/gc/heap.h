// The heap: allocation and collection.
//
// Invariants:
// - An object moves only in pauses that end a full collection, and only if nothing but other objects refers to it
//   (gc/evacuation.h). An address that anyone has on a stack stays the object's.
// - Memory of a new object is zero apart from its MethodTable and length.
// - Every function that takes or returns an Object* is called in managed (cooperative) mode by an attached thread;
// those that
//   may collect say so. The caller keeps objects reachable by having them on its stack.
// - References into the heap are object addresses; interior pointers may exist on stacks only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gc/alloc_context.h"
#include "object/object.h"

namespace celer::gc {

class RootSource;
class WorldController;

enum class AllocFlags : uint8_t {
    None = 0,
    Pinned = 1,            // pinned object heap: stays where it is
    ZeroingOptional = 2,   // contents may be anything; honoured for large arrays without references
    NoFinalizerEntry = 4,  // the caller registers the object for finalization itself
};
constexpr AllocFlags operator|(AllocFlags a, AllocFlags b) {
    return AllocFlags(uint8_t(a) | uint8_t(b));
}
constexpr bool has(AllocFlags set, AllocFlags flag) {
    return (uint8_t(set) & uint8_t(flag)) != 0;
}

// Once, after options_initialize() and arena_initialize(), before any allocation. Aborts with a message if not even a
// small address range can be reserved.
void initialize(WorldController& controller);
void add_root_source(RootSource& source);

// Every thread that allocates attaches its t_alloc first and detaches it before it ends.
void attach_thread();
void detach_thread();

// May collect. Null: out of memory (the caller throws OutOfMemoryException). A finalizable object is registered.
// size_bytes is rounded up to 8 and at least 24; for types without a component size it is normally base_size.
Object* allocate(MethodTable* method_table, size_t size_bytes, AllocFlags flags = AllocFlags::None);
inline Object* allocate(MethodTable* method_table) {
    return allocate(method_table, method_table->base_size);
}
// Any array type; a multi-dimensional array's bounds are the caller's to fill in.
Object* allocate_array(MethodTable* method_table, uint32_t length, AllocFlags flags = AllocFlags::None);
Object* allocate_string(MethodTable* method_table, uint32_t length);

enum class CollectReason : uint8_t { Budget, Induced, LowMemory, Stress, OutOfMemory, MemoryPressure, NoGcRegion };
enum class CollectMode : uint8_t { Default, NonBlocking, Optimized, Compacting, Aggressive };

// Collects on the calling thread. If another thread's collection is under way when a collection is asked for by budget,
// waits for that one instead. Generation 0 asks for a collection of young objects only, -1 means the oldest; the
// counters record it. Optimized may decide that it is not worth while. A full collection that is NonBlocking only
// begins here if the heap is large enough for one beside the program; a later pause ends it. Compacting and Aggressive
// move what lives in sparse blocks together.
void collect(int generation, CollectReason reason, CollectMode mode = CollectMode::Default);

// ---- Questions about addresses
// The object an address falls on (its header, its fields, its padding), or null. Only while the world is stopped.
Object* find_object(uintptr_t address);

// Is this an object: in the heap, frozen, or in a registered frozen segment; with a valid MethodTable. For verifiers.
bool is_valid_object(const Object* object);

// Memory outside the heap that holds frozen objects (GC.RegisterFrozenSegment). Null handle on failure.
void* register_frozen_segment(void* address, size_t size_bytes);
void unregister_frozen_segment(void* handle);

// Visits every allocated object; world stopped. For heap dumps and verifiers.
void for_each_object(void (*visit)(void* context, Object* object), void* context);

// Heap check, as HeapVerify runs it after each collection: prints what is wrong to stderr; returns the number of
// faults. World stopped or one thread.
size_t verify_heap();

}  // namespace celer::gc
