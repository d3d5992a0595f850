// LoaderAllocator: the owner of what is unloaded as a whole: a dynamic method, a collectible assembly, a collectible
// load context.
//
// Invariants:
// - A managed object, the keeper, says how long it lives: the resolver of a dynamic method, or a
//   System.Reflection.LoaderAllocator. The allocator holds it weakly (tracking resurrection).
// - The keeper is marked by a word on a stack that lies in the allocator's memory (code, types, records), by an object
//   whose type lies there, by another live allocator that refers to this one, and by managed objects (RuntimeType,
//   delegates, stack traces ...) that have a field for it.
// - While the keeper is marked, so is what the allocator keeps (visit_kept). Nothing of that is a root.
// - Once the keeper is gone, managed code says so (destroy_loader_allocator). The memory is freed in the next
// collection
//   in which no stack names it, with the world stopped, after all that remembers addresses has forgotten them.
#pragma once

#include <deque>
#include <span>
#include <vector>

#include "gc/handles.h"
#include "gc/world.h"
#include "platform/loader_heap.h"

namespace celer {

struct TypeInfo;
struct TypeHandle;

struct ThreadStaticsRange {
    uint32_t offset;
    uint32_t size_bytes;
};

struct LoaderAllocator {
    explicit LoaderAllocator(gc::Handle keeper) : keeper(keeper), heap(this, reinterpret_cast<void* const*>(keeper)) {}

    gc::Handle keeper;  // WeakLong
    LoaderHeap heap;
    std::deque<Object*> objects;               // a deque: addresses of slots stay valid
    std::vector<LoaderAllocator*> references;  // what its code, types and records name of others: they outlive it
    TypeInfo* first_statics = nullptr;         // types with references in their statics; in thread statics (statics.h)
    TypeInfo* first_thread_statics = nullptr;
    std::vector<ThreadStaticsRange> thread_statics;
    std::vector<gc::Handle> handles;              // that end with it
    gc::Handle strong = nullptr;                  // holds the keeper until unloading begins; null for dynamic methods
    gc::Handle load_context = nullptr;            // holds the AssemblyLoadContext from then until it is destroyed
    void (*on_free)(LoaderAllocator&) = nullptr;  // the last words, with the world stopped
    uint64_t serial = 0;                          // in order of creation
    bool owns_types = false;                      // caches of types may name it
    void* context = nullptr;                      // of who made it
    bool is_destroyed = false;
    bool is_keeping = false;  // in the list of those that have something to visit
    bool is_visited = false;  // by the collection under way
};

void initialize_loader_allocators();
void install_unloading();  // what types/ remembers (loader.cpp)

// Managed mode; may collect: memory of loader heaps has a budget. Null: out of memory.
LoaderAllocator* create_loader_allocator(Object* keeper);
// The keeper is gone. The allocator is freed as soon as no stack names its memory.
void destroy_loader_allocator(LoaderAllocator* allocator);
// Null for what is never unloaded.
uint64_t loader_allocators_freed();  // since the process started

inline LoaderAllocator* loader_allocator_of(const void* address) {
    LoaderHeap* heap = loader_heap_of(address);
    return heap == nullptr ? nullptr : static_cast<LoaderAllocator*>(heap->owner);
}
// The object that keeps what lies at the address alive; null if it is never unloaded.
inline Object* keeper_of(const void* address) {
    LoaderAllocator* allocator = loader_allocator_of(address);
    return allocator == nullptr ? nullptr : *allocator->keeper;
}

// `from` names entities of `to`: that lives as long as `from` does. Null: whatever is never unloaded.
void refer_to(LoaderAllocator* from, LoaderAllocator* to);
// The heap for an entity made of others: that of the youngest of their allocators, which refers to the others.
LoaderHeap* youngest_heap(const void* entity, std::span<const TypeHandle> types);

// A handle that is freed with the allocator, unless it is taken back before.
void own_handle(LoaderAllocator* allocator, gc::Handle handle);
void disown_handle(LoaderAllocator* allocator, gc::Handle handle);

// The object lives as long as the allocator does. Returns its slot.
Object** keep_object(LoaderAllocator* allocator, Object* object);

void visit_statics_of(LoaderAllocator* allocator);  // types were added to its lists

// Everything forgets whatever can be unloaded, as if all of it were; nothing is freed. The world is stopped, and no
// thread runs managed code in this process again.
void forget_all_that_unloads();

// What remembers addresses of types, methods or code says here how to forget those that is_unloading(). Called with the
// world stopped, once for any number of allocators that die together; `each` for every one of them.
struct UnloadHooks {
    void (*all)() = nullptr;  // not called if only dynamic methods die
    void (*each)(LoaderAllocator&) = nullptr;
};
void on_unload(UnloadHooks hooks);
inline bool is_unloading(const void* address) {
    const LoaderHeap* heap = loader_heap_of(address);
    return heap != nullptr && heap->is_dying;
}

}  // namespace celer
