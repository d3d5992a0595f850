#include "baseline/profile_plan.h"

#include <algorithm>

#include "baseline/variable_plan.h"
#include "import/successors.h"

namespace celer {

namespace {

constexpr uint32_t chosen = 0;               // until the groups are known
constexpr uint32_t least_instructions = 10;  // of a loop, for each of its branches

bool ends_with_branch(const ImportedCode& code, uint32_t block) {
    std::span<const Inst> insts = insts_of(code, block);
    return !insts.empty() && (insts.back().op == Op::Branch || insts.back().op == Op::BranchIf);
}

}  // namespace

bool ProfilePlan::has_unknown_target(const CallInfo& call) {
    return call.is_dispatched() || call.kind == CallKind::Delegate;
}

void ProfilePlan::analyse(const ImportedCode& code, const MethodPlan& plan) {
    count_ = call_count_ = 0;
    groups_.assign(code.blocks.size(), not_counted);
    choose_blocks(code);
    if (code.blocks.size() > 1) choose_ways(code, plan);
    if (std::ranges::all_of(groups_, [](uint32_t group) { return group == not_counted; })) return;
    groups_[0] = chosen;
    uint32_t group = not_counted;  // of the loop that the block is in
    for (uint32_t b = 0; b < groups_.size(); b++) {
        if (plan.loop_depth[b] == 0) group = not_counted;
        if (groups_[b] == not_counted) continue;
        if (plan.loop_depth[b] != 0 && group == not_counted) group = count_;
        groups_[b] = plan.loop_depth[b] == 0 ? 0 : group;
        count_++;
    }
}

void ProfilePlan::choose_blocks(const ImportedCode& code) {
    for (uint32_t b = 0; b < code.blocks.size(); b++) {
        for (const Inst& inst : insts_of(code, b)) {
            if (inst.op == Op::Call && has_unknown_target(*inst.call)) call_count_++;
        }
        if (b != 0 && has_calls(code, b) && !ends_by_throwing(code, b) && has_own_offset(code, b)) groups_[b] = chosen;
    }
}

void ProfilePlan::count_ways_in(const ImportedCode& code) {
    ways_in_.assign(code.blocks.size(), 0);
    ways_in_[0] = 1;
    for_each_handler_entry(code, [&](uint32_t entry) { ways_in_[entry]++; });
    for (uint32_t b = 0; b < code.blocks.size(); b++) for_each_successor(code, b, [&](uint32_t to) { ways_in_[to]++; });
}

// By stretches of blocks as deep in loops as each other: a small loop in a large one is judged by itself.
void ProfilePlan::find_sparse(const ImportedCode& code, const MethodPlan& plan) {
    is_sparse_.assign(code.blocks.size(), false);
    for (uint32_t b = 0, end = 0; b < code.blocks.size(); b = end) {
        uint32_t instructions = 0;
        uint32_t branches = 0;
        for (end = b; end < code.blocks.size() && plan.loop_depth[end] == plan.loop_depth[b]; end++) {
            instructions += code.blocks[end].inst_count;
            branches += ends_with_branch(code, end);
        }
        bool is_sparse = plan.loop_depth[b] != 0 && instructions >= branches * least_instructions;
        std::fill(is_sparse_.begin() + b, is_sparse_.begin() + end, is_sparse);
    }
}

// A block with one way in is run as often as that way is gone.
void ProfilePlan::choose_ways(const ImportedCode& code, const MethodPlan& plan) {
    count_ways_in(code);
    find_sparse(code, plan);
    for (uint32_t b = 0; b < code.blocks.size(); b++) {
        std::span<const Inst> insts = insts_of(code, b);
        if (!ends_with_branch(code, b)) continue;
        const uint32_t ways[] = {insts.back().target, static_cast<uint32_t>(insts.back().imm)};
        if (plan.loop_depth[b] != 0) {
            if (is_sparse_[b]) choose_ways_in_loop(code, plan, ways);
            continue;
        }
        auto is_known = [&](uint32_t way) {
            return ways_in_[way] == 1 && (groups_[way] != not_counted || ends_by_throwing(code, way));
        };
        if (std::ranges::any_of(ways, is_known)) continue;
        auto tells = [&](uint32_t way) {
            return ways_in_[way] == 1 && plan.loop_depth[way] == 0 && has_own_offset(code, way);
        };
        const uint32_t* way = std::ranges::find_if(ways, tells);
        if (way != std::end(ways)) groups_[*way] = chosen;
    }
}

// Nothing around them tells how often the branch is come to.
void ProfilePlan::choose_ways_in_loop(const ImportedCode& code, const MethodPlan& plan,
                                      std::span<const uint32_t> ways) {
    for (uint32_t way : ways) {
        bool tells = ways_in_[way] == 1 && plan.loop_depth[way] != 0 && has_own_offset(code, way);
        if (tells && !ends_by_throwing(code, way)) groups_[way] = chosen;
    }
}

}  // namespace celer
