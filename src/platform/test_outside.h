// For tests: memory outside of the arena.
#pragma once

#include <cstddef>
#include <cstdint>

#include "platform/memory.h"

namespace celer {

// With an address in it whose lower half is no number that the arena holds (is_pair_of_numbers in arena_check.cpp).
class Outside {
  public:
    Outside() = default;
    Outside(const Outside&) = delete;
    ~Outside() { release_memory(memory_, bytes); }

    uintptr_t address() const {
        constexpr uintptr_t lower_half = 0xf0000000;
        auto begin = reinterpret_cast<uintptr_t>(memory_);
        return begin + (lower_half - begin & UINT32_MAX);
    }

  private:
    static constexpr size_t bytes = size_t{4} << 30;  // never touched
    void* memory_ = reserve_memory(bytes);
};

}  // namespace celer
