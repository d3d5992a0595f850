// Memory of the arena that is given back: a LoaderHeap holds all that belongs to one dynamic method, one collectible
// assembly or one collectible load context, and frees it as a whole.
//
// Invariants:
// - A heap takes chunks of the arena's sections: powers of two of `heap_granule` bytes. Every granule is one heap's, or
//   nobody's; so each address tells its heap in two loads (loader_heap_of). Memory that is never freed has none.
// - Memory is handed out zeroed. Freed memory is filled (code with int3), so that whoever still uses it fails soon.
// - A heap is destroyed while the world is stopped and nothing names its memory (types/loader_allocator.h).
#pragma once

#include <array>
#include <vector>

#include "base/lock.h"
#include "platform/arena.h"

namespace celer {

inline constexpr size_t heap_granule = 256;

class LoaderHeap {
  public:
    LoaderHeap(void* owner, void* const* keeper) : owner(owner), keeper(keeper) {}
    LoaderHeap(const LoaderHeap&) = delete;
    ~LoaderHeap();

    void* allocate(Section section, size_t size_bytes, size_t alignment = 8);
    size_t size_bytes() const { return size_bytes_; }

    template <typename Visit>
    void for_each_chunk(Section section, Visit visit) const {  // visit(AddressRange)
        for (const Chunk& chunk : chunks_) {
            if (chunk.section == section) visit(AddressRange{chunk.begin, chunk.begin + chunk.size_bytes});
        }
    }

    void* const owner;  // the LoaderAllocator
    // Slot with the managed object that keeps the heap alive (a weak handle), for the collector: what marks any address
    // of the heap marks that object.
    void* const* const keeper;
    // The last collection that saw an address of the heap on a stack.
    uint32_t named_in_collection = 0;
    // It is about to be destroyed: whoever remembers addresses of it must forget them now.
    bool is_dying = false;

  private:
    struct Chunk {
        uintptr_t begin;
        size_t size_bytes;
        Section section;
    };
    struct Free {
        uintptr_t next;
        uintptr_t end;
    };
    void add_chunk(Section section, size_t least_bytes);

    Lock lock_{LockRank::LoaderHeap};
    std::array<Free, section_count> free_{};
    std::array<size_t, section_count> next_chunk_bytes_{};
    std::vector<Chunk> chunks_;
    uint32_t index_ = 0;
    size_t size_bytes_ = 0;
};

// The heap that an address of the arena belongs to; null for all others. Any value will do.
LoaderHeap* loader_heap_of(uintptr_t address);
inline LoaderHeap* loader_heap_of(const void* address) {
    return loader_heap_of(reinterpret_cast<uintptr_t>(address));
}

// Zeroed memory that lives as long as a heap; null: for ever.
inline void* heap_allocate(LoaderHeap* heap, Section section, size_t size_bytes, size_t alignment = 8) {
    return heap == nullptr ? arena_allocate(section, size_bytes, alignment)
                           : heap->allocate(section, size_bytes, alignment);
}
// T has no padding: see arena_new.
template <typename T>
    requires std::has_unique_object_representations_v<T>
T* heap_new(LoaderHeap* heap, Section section, size_t count = 1) {
    return static_cast<T*>(heap_allocate(heap, section, sizeof(T) * count, alignof(T) < 8 ? 8 : alignof(T)));
}
// As long as the entity at `address` lives.
template <typename T>
T* new_beside(const void* address, Section section, size_t count = 1) {
    return heap_new<T>(loader_heap_of(address), section, count);
}

// Whether code and data of an entity may be used by another process (arena_will_be_written()): what can be unloaded is
// never.
inline bool outlives_process(const void* entity) {
    return arena_will_be_written() && loader_heap_of(entity) == nullptr;
}

// Visits the owner of every heap there is. While no heap is made or destroyed.
void for_each_heap_owner(void (*visit)(void* owner));

// Bytes in heaps, handed out since the start (for deciding when to collect).
uint64_t loader_heap_bytes_allocated();
uint64_t loader_heap_bytes_in_use();

// Heaps take at most half of a section, so that what is never freed finds room whatever they held at their peak. False:
// that half is in use.
bool loader_heaps_have_room();

// An address in a heap's memory or in freed memory.
bool is_heap_memory(uintptr_t address);
// An address in memory that heaps have given back and nobody has taken again.
bool is_freed_heap_memory(uintptr_t address);

}  // namespace celer
