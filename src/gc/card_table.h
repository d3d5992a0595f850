// The tables beside the heap that generations need (gc/barrier.h): a card for each line, and for each block whether
// some card of it may be Logged, and what a collection of young objects has to do with it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "gc/barrier.h"

namespace celer::gc {

inline constexpr size_t cards_per_block = size_t{1} << (block_shift - card_shift);

// What a collection of young objects has to do with a block.
namespace block_age {
inline constexpr uint8_t young = 1;    // memory of it was handed out since the last collection
inline constexpr uint8_t middle = 2;   // it has objects that survived one collection, and not two
inline constexpr uint8_t carried = 4;  // it has lines that are marked as a whole, for a thread that fills them
}  // namespace block_age

// Calls visit(block) for each block whose byte is not 0.
template <typename Visit>
void for_each_flagged(const uint8_t* flags, size_t count, Visit visit) {
    constexpr size_t at_once = sizeof(uint64_t);
    for (size_t block = 0; block < count; block += at_once) {
        uint64_t eight = 0;
        std::memcpy(&eight, flags + block, std::min(at_once, count - block));
        if (eight == 0) continue;
        for (size_t i = block; i < block + at_once && i < count; i++) {
            if (flags[i] != 0) visit(i);
        }
    }
}

class CardTable {
  public:
    // Of the heap that begins there. False if the address space cannot be had; then nothing is held.
    bool initialize(uintptr_t heap_begin, size_t blocks);

    uint8_t* ages() { return ages_; }      // a byte a block: block_age
    uint8_t* logged() { return logged_; }  // a byte a block: some card of it may be Card::Logged
    // During a full collection beside the program: lines that were logged since it began, a byte each, and for each
    // block whether it has such lines. They are looked at when all else is marked, and so but a few times.
    uint8_t* stored_to() { return stored_to_; }
    uint8_t* has_stored_to() { return has_stored_to_; }
    uint8_t* of_block(size_t block) { return cards_ + block * cards_per_block; }
    uint8_t* of(const void* address) {
        return cards_ + ((reinterpret_cast<uintptr_t>(address) - begin_) >> card_shift);
    }
    size_t block_of(const uint8_t* card) const { return static_cast<size_t>(card - cards_) / cards_per_block; }

    // Gives the memory of cards back: they read as if nothing had been stored.
    void decommit(size_t block, size_t end);

    // Lines of the block are handed out. Other threads may fill others of its lines, and say the same.
    void make_young(size_t block, size_t first_line, size_t line_count);

    BarrierCells cells(size_t heap_bytes) const;

  private:
    uintptr_t begin_ = 0;
    uint8_t* cards_ = nullptr;
    uint8_t* logged_ = nullptr;
    uint8_t* ages_ = nullptr;
    uint8_t* stored_to_ = nullptr;
    uint8_t* has_stored_to_ = nullptr;
};

}  // namespace celer::gc
