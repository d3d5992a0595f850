// How often the blocks of a body are run, as far as tier 0's code has counted it (code/profile.h).
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "import/code.h"

namespace celer::optimizer {

class BlockHeat {
  public:
    // Of a body that is put in: how often its block is run for each time that the body is entered. Of a method: for
    // each time that the most frequent of its blocks is.
    BlockHeat(const ImportedCode& code, bool is_put_in);
    BlockHeat() = default;  // nothing is known

    double of(uint32_t block) const;  // 1 if it is not known

    // Of a branch at the end of `block`: weights of its ways, if there is something to say.
    using Weights = std::pair<uint32_t, uint32_t>;
    std::optional<Weights> weights(uint32_t block, uint32_t first, uint32_t second) const;

  private:
    static constexpr uint32_t unknown = ~0u;
    std::vector<uint32_t> times_;  // by block; empty: nothing is known
    uint32_t reference_ = 0;
};

}  // namespace celer::optimizer
