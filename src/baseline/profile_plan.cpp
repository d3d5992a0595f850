#include "baseline/profile_plan.h"

#include <algorithm>

#include "baseline/variable_plan.h"
#include "import/successors.h"

namespace celer {

namespace {

constexpr uint32_t chosen = 0;  // until the groups are known

std::span<const Inst> insts_of(const ImportedCode& code, uint32_t block) {
    return {code.insts.data() + code.blocks[block].first_inst, code.blocks[block].inst_count};
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
        bool has_calls = false;  // which may be put in
        for (const Inst& inst : insts_of(code, b)) {
            if (inst.op == Op::Call && has_unknown_target(*inst.call)) call_count_++;
            if (inst.op == Op::Call || inst.op == Op::NewObject) has_calls = true;
        }
        if (b != 0 && has_calls && !ends_by_throwing(code, b) && has_own_offset(code, b)) groups_[b] = chosen;
    }
}

void ProfilePlan::count_ways_in(const ImportedCode& code) {
    ways_in_.assign(code.blocks.size(), 0);
    ways_in_[0] = 1;
    for_each_handler_entry(code, [&](uint32_t entry) { ways_in_[entry]++; });
    for (uint32_t b = 0; b < code.blocks.size(); b++) for_each_successor(code, b, [&](uint32_t to) { ways_in_[to]++; });
}

// A block with one way in is run as often as that way is gone.
void ProfilePlan::choose_ways(const ImportedCode& code, const MethodPlan& plan) {
    count_ways_in(code);
    for (uint32_t b = 0; b < code.blocks.size(); b++) {
        std::span<const Inst> insts = insts_of(code, b);
        if (insts.empty() || (insts.back().op != Op::Branch && insts.back().op != Op::BranchIf)) continue;
        if (plan.loop_depth[b] != 0) continue;
        const uint32_t ways[] = {insts.back().target, static_cast<uint32_t>(insts.back().imm)};
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

}  // namespace celer
