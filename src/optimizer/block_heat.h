// How often the blocks of a body are run and ways between them are gone, as far as tier 0's code has counted it
// (code/profile.h) or it follows from that.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "import/code.h"

namespace celer::optimizer {

// Below that, calls stay calls.
inline constexpr double cold = 1.0 / 64;

class BlockHeat {
  public:
    // Of a body that is put in: how often its block is run for each time that the body is entered. Of a method: for
    // each time that the most frequent of its blocks is.
    BlockHeat(const ImportedCode& code, bool is_put_in);

    // 1 if it is not known. What is run each time the method is entered is not cold, however hot its loops are: objects
    // that are made before a loop are used in it. What only leads to a throw is cold, however often that happens: the
    // throw costs more than all calls on the way to it.
    double of(uint32_t block) const;
    bool only_throws(uint32_t block) const { return only_throws_[block]; }

    // Of a branch at the end of `block`: weights of its ways, if there is something to say.
    using Weights = std::pair<uint32_t, uint32_t>;
    std::optional<Weights> weights(uint32_t block, uint32_t first, uint32_t second) const;

  private:
    static constexpr uint32_t unknown = ~0u;
    struct Way {
        uint32_t from;
        uint32_t to;
        uint32_t times;
    };
    void find_ways(const ImportedCode& code);
    void find_throws(const ImportedCode& code);
    void complete(const ImportedCode& code);
    void balance(uint32_t block, const std::vector<uint32_t>& ways);
    void learn(uint32_t block, uint32_t times);
    uint32_t times_of_way(uint32_t from, uint32_t to) const;

    std::vector<uint32_t> times_;  // by block; empty: nothing is known
    // In loops and without calls: the count weighs branches, but is no heat. As heat it would let larger bodies be put
    // in, and others that matter more find no room then (docs/optimizer.md).
    std::vector<bool> is_for_branches_;
    std::vector<bool> only_throws_;
    std::vector<Way> ways_;
    std::vector<std::vector<uint32_t>> ways_in_;  // by block: numbers of ways
    std::vector<std::vector<uint32_t>> ways_out_;
    std::vector<bool> has_other_entries_;  // the start, and what exceptions lead to
    std::vector<uint32_t> waiting_;        // blocks that may tell more now
    uint32_t most_ = 0;                    // of all blocks
    uint32_t reference_ = 0;
    uint32_t start_ = 0;
};

}  // namespace celer::optimizer
