// Chunks come from a buddy allocator per section: regions of 1 MiB from the arena, halved down to a granule. What is
// larger than a region is kept whole and used again for chunks of its size. Regions that are free as a whole give their
// pages back to the system.
#include "platform/loader_heap.h"

#include <sys/mman.h>

#include <atomic>
#include <bit>
#include <cstring>

#include "base/assert.h"
#include "base/lock.h"
#include "platform/cpu.h"
#include "platform/memory.h"

namespace celer {

namespace {

constexpr size_t region_bytes = size_t{1} << 20;
constexpr uint32_t region_order = 12;  // heap_granule << region_order == region_bytes
static_assert(heap_granule << region_order == region_bytes);
constexpr size_t largest_next_chunk = 64 * 1024;
constexpr uint32_t maximum_heaps = 1 << 22;

// Of a free block, at its start.
struct FreeBlock {
    uintptr_t next;
    uintptr_t previous;
};

enum class GranuleState : uint8_t { NotPooled, InUse, Free, FirstOfFree };  // the last one plus the block's order

struct SectionPool {
    uintptr_t free_blocks[region_order + 1];  // heads of lists
    size_t bytes_taken;                       // of the arena, for good
};

// Tables by granule of the arena: memory appears when touched.
struct Pool {
    Lock lock{LockRank::LoaderHeapPool};
    SectionPool sections[section_count] = {};
    std::vector<AddressRange> large_free[section_count];
    std::atomic<uint32_t>* heap_index = nullptr;
    uint8_t* states = nullptr;
    std::atomic<LoaderHeap*>* heaps = nullptr;
    uint32_t heap_count = 0;
    std::vector<uint32_t> free_indexes;
    std::atomic<uint64_t> bytes_allocated = 0;
    std::atomic<uint64_t> bytes_in_use = 0;
};

std::atomic<Pool*> g_pool;
std::once_flag g_pool_once;

template <typename T>
T* reserve_table(size_t count) {
    void* memory = reserve_memory(count * sizeof(T));
    if (memory == nullptr) CELER_PANIC("no address space for the tables of %zu loader heap granules", count);
    return static_cast<T*>(memory);
}

void make_pool() {
    auto* pool = new Pool;
    AddressRange range = arena_range();
    size_t granules = (range.end - range.begin) / heap_granule;
    pool->heap_index = reserve_table<std::atomic<uint32_t>>(granules);
    pool->states = reserve_table<uint8_t>(granules);
    pool->heaps = reserve_table<std::atomic<LoaderHeap*>>(maximum_heaps);
    pool->heap_count = 1;  // index 0: no heap
    g_pool.store(pool, std::memory_order_release);
}

Pool& pool() {
    std::call_once(g_pool_once, make_pool);
    return *g_pool.load(std::memory_order_acquire);
}

size_t granule_of(uintptr_t address) {
    return (address - arena_range().begin) / heap_granule;
}

uint8_t* writable(Section section, uintptr_t address) {
    auto* memory = reinterpret_cast<uint8_t*>(address);
    return section == Section::Code ? static_cast<uint8_t*>(code_alias(memory)) : memory;
}

FreeBlock& free_block(Section section, uintptr_t address) {
    return *reinterpret_cast<FreeBlock*>(writable(section, address));
}

uint8_t head_state(uint32_t order) {
    return static_cast<uint8_t>(static_cast<uint32_t>(GranuleState::FirstOfFree) + order);
}

void set_states(Pool& pool, uintptr_t address, size_t size_bytes, GranuleState state) {
    std::memset(pool.states + granule_of(address), static_cast<int>(state), size_bytes / heap_granule);
}

void push_free(Pool& pool, Section section, uintptr_t address, uint32_t order) {
    uintptr_t& head = pool.sections[static_cast<int>(section)].free_blocks[order];
    free_block(section, address) = {head, 0};
    if (head != 0) free_block(section, head).previous = address;
    head = address;
    pool.states[granule_of(address)] = head_state(order);
}

void unlink_free(Pool& pool, Section section, uintptr_t address, uint32_t order) {
    FreeBlock block = free_block(section, address);
    if (block.previous != 0) {
        free_block(section, block.previous).next = block.next;
    } else {
        pool.sections[static_cast<int>(section)].free_blocks[order] = block.next;
    }
    if (block.next != 0) free_block(section, block.next).previous = block.previous;
    pool.states[granule_of(address)] = static_cast<uint8_t>(GranuleState::Free);
}

uintptr_t take_block(Pool& pool, Section section, uint32_t order) {
    SectionPool& lists = pool.sections[static_cast<int>(section)];
    uint32_t found = order;
    while (found <= region_order && lists.free_blocks[found] == 0) found++;
    uintptr_t address = 0;
    if (found > region_order) {
        address = reinterpret_cast<uintptr_t>(arena_allocate(section, region_bytes, region_bytes));
        lists.bytes_taken += region_bytes;
        set_states(pool, address, region_bytes, GranuleState::Free);
        found = region_order;
    } else {
        address = lists.free_blocks[found];
        unlink_free(pool, section, address, found);
    }
    while (found > order) {
        found--;
        push_free(pool, section, address + (heap_granule << found), found);
    }
    set_states(pool, address, heap_granule << order, GranuleState::InUse);
    return address;
}

uintptr_t take_large(Pool& pool, Section section, size_t size_bytes) {
    std::vector<AddressRange>& ranges = pool.large_free[static_cast<int>(section)];
    uintptr_t address = 0;
    for (size_t i = 0; i < ranges.size() && address == 0; i++) {
        if (ranges[i].end - ranges[i].begin != size_bytes) continue;
        address = ranges[i].begin;
        ranges[i] = ranges.back();
        ranges.pop_back();
    }
    if (address == 0) {
        address = reinterpret_cast<uintptr_t>(arena_allocate(section, size_bytes, region_bytes));
        pool.sections[static_cast<int>(section)].bytes_taken += size_bytes;
    }
    set_states(pool, address, size_bytes, GranuleState::InUse);
    return address;
}

void release_pages(Section section, uintptr_t address, size_t size_bytes) {
    int advice = section == Section::Code ? MADV_REMOVE : MADV_DONTNEED;  // code is a shared mapping of a file
    madvise(writable(section, address), size_bytes, advice);
}

void give_back(Pool& pool, Section section, uintptr_t address, size_t size_bytes) {
    set_states(pool, address, size_bytes, GranuleState::Free);
    if (size_bytes > region_bytes) {
        release_pages(section, address, size_bytes);
        pool.large_free[static_cast<int>(section)].push_back({address, address + size_bytes});
        return;
    }
    constexpr int no_value = 0xdd;
    std::memset(writable(section, address), section == Section::Code ? trap_byte : no_value, size_bytes);
    auto order = static_cast<uint32_t>(std::countr_zero(size_bytes / heap_granule));
    for (; order < region_order; order++) {
        uintptr_t buddy = address ^ (heap_granule << order);
        if (pool.states[granule_of(buddy)] != head_state(order)) break;
        unlink_free(pool, section, buddy, order);
        address = address < buddy ? address : buddy;
    }
    if (order == region_order) release_pages(section, address, region_bytes);
    push_free(pool, section, address, order);
}

size_t chunk_size(size_t least_bytes) {
    size_t size = std::bit_ceil(least_bytes < heap_granule ? heap_granule : least_bytes);
    return size <= region_bytes ? size : (least_bytes + region_bytes - 1) / region_bytes * region_bytes;
}

uint32_t take_index(Pool& pool, LoaderHeap* heap) {
    uint32_t index = 0;
    if (!pool.free_indexes.empty()) {
        index = pool.free_indexes.back();
        pool.free_indexes.pop_back();
    } else {
        if (pool.heap_count == maximum_heaps) CELER_PANIC("more than %u loader heaps", maximum_heaps - 1);
        index = pool.heap_count++;
    }
    pool.heaps[index].store(heap, std::memory_order_release);
    return index;
}

}  // namespace

void LoaderHeap::add_chunk(Section section, size_t least_bytes) {
    size_t& next = next_chunk_bytes_[static_cast<size_t>(section)];
    size_t size = chunk_size(least_bytes > next ? least_bytes : next);
    next = size < largest_next_chunk ? size * 2 : largest_next_chunk;
    Pool& pool = celer::pool();
    LockGuard guard(pool.lock);
    if (index_ == 0) index_ = take_index(pool, this);
    uintptr_t address = size > region_bytes
                            ? take_large(pool, section, size)
                            : take_block(pool, section, static_cast<uint32_t>(std::countr_zero(size / heap_granule)));
    std::memset(writable(section, address), 0, size);
    for (size_t granule = granule_of(address); granule < granule_of(address) + size / heap_granule; granule++) {
        pool.heap_index[granule].store(index_, std::memory_order_release);
    }
    chunks_.push_back({address, size, section});
    size_bytes_ += size;
    pool.bytes_allocated += size;
    pool.bytes_in_use += size;
    free_[static_cast<size_t>(section)] = {address, address + size};
}

void* LoaderHeap::allocate(Section section, size_t size_bytes, size_t alignment) {
    LockGuard guard(lock_);
    Free& free = free_[static_cast<size_t>(section)];
    uintptr_t aligned = (free.next + alignment - 1) & ~(alignment - 1);
    if (free.next == 0 || aligned + size_bytes > free.end) {
        add_chunk(section, size_bytes + (alignment > heap_granule ? alignment : 0));
        aligned = (free.next + alignment - 1) & ~(alignment - 1);
    }
    free.next = aligned + size_bytes;
    return reinterpret_cast<void*>(aligned);
}

LoaderHeap::~LoaderHeap() {
    if (index_ == 0) return;
    Pool& pool = celer::pool();
    LockGuard guard(pool.lock);
    for (const Chunk& chunk : chunks_) {
        size_t first = granule_of(chunk.begin);
        for (size_t granule = first; granule < first + chunk.size_bytes / heap_granule; granule++) {
            pool.heap_index[granule].store(0, std::memory_order_relaxed);
        }
        give_back(pool, chunk.section, chunk.begin, chunk.size_bytes);
    }
    pool.bytes_in_use -= size_bytes_;
    pool.heaps[index_].store(nullptr, std::memory_order_release);
    pool.free_indexes.push_back(index_);
}

LoaderHeap* loader_heap_of(uintptr_t address) {
    const Pool* pool = g_pool.load(std::memory_order_acquire);
    if (pool == nullptr || !arena_range().contains(address)) return nullptr;
    uint32_t index = pool->heap_index[granule_of(address)].load(std::memory_order_acquire);
    return index == 0 ? nullptr : pool->heaps[index].load(std::memory_order_acquire);
}

void for_each_heap_owner(void (*visit)(void* owner)) {
    const Pool* pool = g_pool.load(std::memory_order_acquire);
    for (uint32_t i = 1; pool != nullptr && i < pool->heap_count; i++) {
        const LoaderHeap* heap = pool->heaps[i].load(std::memory_order_acquire);
        if (heap != nullptr) visit(heap->owner);
    }
}

uint64_t loader_heap_bytes_allocated() {
    const Pool* pool = g_pool.load(std::memory_order_acquire);
    return pool == nullptr ? 0 : pool->bytes_allocated.load(std::memory_order_relaxed);
}

uint64_t loader_heap_bytes_in_use() {
    const Pool* pool = g_pool.load(std::memory_order_acquire);
    return pool == nullptr ? 0 : pool->bytes_in_use.load(std::memory_order_relaxed);
}

bool loader_heaps_have_room() {
    Pool& pool = celer::pool();
    LockGuard guard(pool.lock);
    for (int i = 0; i < section_count; i++) {
        AddressRange section = section_range(static_cast<Section>(i));
        if (pool.sections[i].bytes_taken < (section.end - section.begin) / 2) continue;
        bool has_region = false;
        for (uint32_t order = region_order - 1; order <= region_order; order++) {
            has_region = has_region || pool.sections[i].free_blocks[order] != 0;
        }
        if (!has_region) return false;
    }
    return true;
}

bool is_heap_memory(uintptr_t address) {
    const Pool* pool = g_pool.load(std::memory_order_acquire);
    if (pool == nullptr || !arena_range().contains(address)) return false;
    return pool->states[granule_of(address)] != static_cast<uint8_t>(GranuleState::NotPooled);
}

bool is_freed_heap_memory(uintptr_t address) {
    const Pool* pool = g_pool.load(std::memory_order_acquire);
    if (pool == nullptr || !arena_range().contains(address)) return false;
    return pool->states[granule_of(address)] >= static_cast<uint8_t>(GranuleState::Free);
}

}  // namespace celer
