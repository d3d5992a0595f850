// Which objects of the heap are marked, a bit for each granule, and which lines hold some of them, a byte each.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gc/geometry.h"

namespace celer::gc {

// Other threads may set bits meanwhile.
inline bool test_bit(const uint64_t* bits, size_t granule) {
    return __atomic_load_n(bits + granule / 64, __ATOMIC_RELAXED) >> (granule % 64) & 1;
}
inline void set_bit(uint64_t* bits, size_t granule) {
    bits[granule / 64] |= uint64_t{1} << (granule % 64);
}

class MarkTable {
  public:
    // Of the heap that begins there. False if the address space cannot be had; then nothing is held.
    bool initialize(uintptr_t heap_begin, size_t blocks);

    bool is_marked(const void* object) const { return test_bit(bits_, granule(object)); }
    bool set(const void* object) {  // true if it was not marked
        size_t index = granule(object);
        uint64_t bit = uint64_t{1} << (index % 64);
        uint64_t& word = bits_[index / 64];
        if (word & bit) return false;
        word |= bit;
        return true;
    }
    // The same while other threads set marks of the table.
    bool set_together(const void* object) {
        size_t index = granule(object);
        uint64_t bit = uint64_t{1} << (index % 64);
        uint64_t* word = bits_ + index / 64;
        if (__atomic_load_n(word, __ATOMIC_RELAXED) & bit) return false;
        return (__atomic_fetch_or(word, bit, __ATOMIC_RELAXED) & bit) == 0;
    }
    void mark_lines(uintptr_t from, uintptr_t last) {
        size_t end = (last - begin_) / line_size;
        for (size_t line = (from - begin_) / line_size; line <= end; line++)
            __atomic_store_n(lines_ + line, uint8_t{1}, __ATOMIC_RELAXED);
    }
    uint64_t* words(size_t block) { return bits_ + block * words_per_block; }
    uint8_t* lines(size_t block) { return lines_ + block * lines_per_block; }

    // For what comes soon.
    void prefetch_mark(const void* object) const { __builtin_prefetch(bits_ + granule(object) / 64); }
    void prefetch_line(const void* object) const {
        __builtin_prefetch(lines_ + (reinterpret_cast<uintptr_t>(object) - begin_) / line_size, 1);
    }

    void clear(size_t block, size_t count);
    void populate(size_t block, size_t count);  // takes memory for them
    void decommit(size_t block, size_t end);    // gives it back: they are clear
    void release(size_t blocks);

  private:
    size_t granule(const void* object) const { return (reinterpret_cast<uintptr_t>(object) - begin_) / granule_size; }

    uintptr_t begin_ = 0;
    uint64_t* bits_ = nullptr;
    uint8_t* lines_ = nullptr;
};

}  // namespace celer::gc
