// Which blocks of a method tier 0's code counts (code/profile.h). In this order, which is that of the counts:
//
// - the start, if anything is counted;
// - blocks with calls, since how often they are run decides what a compiler does about the calls;
// - outside of loops one way out of each branch, so that the other is known too;
// - in loops both, since nothing around them tells how often the branch is come to; not in small loops with many
//   branches, where that would cost a fifth of tier 0's speed and more.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "import/code.h"

namespace celer {

struct MethodPlan;

class ProfilePlan {
  public:
    void analyse(const ImportedCode& code, const MethodPlan& plan);

    uint32_t count() const { return count_; }
    // Calls whose targets are noted.
    uint32_t call_count() const { return call_count_; }
    static bool has_unknown_target(const CallInfo& call);

    bool is_counted(uint32_t block) const { return groups_[block] != not_counted; }
    // The count that ends this one: that of the start for blocks outside of loops, for others of the first counted
    // block in the outermost loop.
    uint32_t group(uint32_t block) const { return groups_[block]; }

  private:
    static constexpr uint32_t not_counted = ~0u;
    void choose_blocks(const ImportedCode& code);
    void choose_ways(const ImportedCode& code, const MethodPlan& plan);
    void choose_ways_in_loop(const ImportedCode& code, const MethodPlan& plan, std::span<const uint32_t> ways);
    void find_sparse(const ImportedCode& code, const MethodPlan& plan);
    void count_ways_in(const ImportedCode& code);

    std::vector<uint32_t> groups_;  // by block
    std::vector<uint32_t> ways_in_;
    std::vector<bool> is_sparse_;  // by block: in a loop with few branches
    uint32_t count_ = 0;
    uint32_t call_count_ = 0;
};

}  // namespace celer
