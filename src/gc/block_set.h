// A set of blocks of the heap, by number; the lowest is taken first.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace celer::gc {

class BlockSet {
  public:
    void add(size_t block) {
        size_t index = block / 64;
        if (index >= words_.size()) words_.resize(index + 1);
        words_[index] |= uint64_t{1} << (block % 64);
        first_ = std::min(first_, index);
    }
    void remove(size_t block) {
        if (block / 64 < words_.size()) words_[block / 64] &= ~(uint64_t{1} << (block % 64));
    }
    void clear() { words_.clear(); }

    std::optional<size_t> take_lowest() {
        for (; first_ < words_.size(); first_++) {
            uint64_t& word = words_[first_];
            if (word == 0) continue;
            auto bit = static_cast<size_t>(std::countr_zero(word));
            word &= word - 1;
            return first_ * 64 + bit;
        }
        return std::nullopt;
    }

    template <typename Visit>
    void for_each(Visit visit) const {
        for (size_t index = 0; index < words_.size(); index++) {
            for (uint64_t word = words_[index]; word != 0; word &= word - 1)
                visit(index * 64 + static_cast<size_t>(std::countr_zero(word)));
        }
    }

  private:
    std::vector<uint64_t> words_;  // a bit a block
    size_t first_ = 0;             // words before it are 0
};

}  // namespace celer::gc
