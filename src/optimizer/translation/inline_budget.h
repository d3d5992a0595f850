// How much may be put into a method in all.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "import/code.h"
#include "optimizer/block_heat.h"

namespace celer::optimizer {

class InlineBudget {
  public:
    InlineBudget() = default;

    InlineBudget(const ImportedCode& method, const BlockHeat& heat)
        : most_instructions_(std::max(most_of_method, static_cast<uint32_t>(method.insts.size()) + least_of_callees)),
          is_warm_(method.blocks.size()) {
        for (uint32_t b = 0; b < method.blocks.size(); b++) is_warm_[b] = heat.of(b) >= cold;
    }

    // Of all bodies in the function, the method's own too.
    uint32_t most_instructions() const { return most_instructions_; }
    // A block of the method: what is put in there must not want for room.
    bool is_warm(uint32_t block) const { return is_warm_[block]; }
    bool has_cold_blocks() const { return std::ranges::find(is_warm_, false) != is_warm_.end(); }

  private:
    static constexpr uint32_t most_of_method = 1500;
    static constexpr uint32_t least_of_callees = 750;  // however large the method itself is

    uint32_t most_instructions_ = 0;
    std::vector<bool> is_warm_;
};

}  // namespace celer::optimizer
