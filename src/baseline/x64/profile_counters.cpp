#include "baseline/x64/profile_counters.h"

#include <algorithm>

#include "baseline/x64/assembler.h"
#include "baseline/x64/cursor.h"

namespace celer::x64 {

static bool has_unknown_target(const CallInfo& info) {
    return info.is_dispatched() || info.kind == CallKind::Delegate;
}

static bool may_be_put_in(const Inst& inst) {
    return inst.op == Op::Call || inst.op == Op::NewObject;
}

// Whether it matters to who decides about calls how often the block is run.
bool ProfileCounters::is_counted(const Block& block) const {
    std::span<const Inst> insts(cursor_.code().insts.data() + block.first_inst, block.inst_count);
    return std::ranges::any_of(insts, may_be_put_in) && insts.back().op != Op::Throw;
}

void ProfileCounters::plan_profile() {
    profile_ = nullptr;
    calls_profiled_ = blocks_profiled_ = 0;
    const CompileRequest& request = cursor_.request();
    if (!request.may_be_replaced || request.tier != CodeTier::Baseline || !cursor_.inline_nodes().empty()) return;
    uint32_t calls = 0;
    uint32_t blocks = 0;
    for (const Inst& inst : cursor_.code().insts) calls += inst.op == Op::Call && has_unknown_target(*inst.call);
    for (size_t i = 1; i < cursor_.code().blocks.size(); i++) blocks += is_counted(cursor_.code().blocks[i]);
    if (blocks != 0) blocks++;  // the method's start
    if (calls + blocks != 0) profile_ = new_profile(request.method, calls, blocks);
}

void ProfileCounters::count_block(uint32_t number) {
    const Block& block = cursor_.code().blocks[number];
    if (profile_ == nullptr || profile_->block_count == 0 || (number != 0 && !is_counted(block))) return;
    BlockCount& count = profile_->blocks()[blocks_profiled_++];
    count.il_offset = block.il_offset;
    a_.test_mi8(absolute(reinterpret_cast<uint8_t*>(&count.times) + most_times_log2 / 8), 1u << most_times_log2 % 8);
    uint32_t enough = a_.jump_short(Cc::Ne);
    a_.alu_mi(Alu::Add, 4, absolute(&count.times), 1);
    a_.bind_short(enough);
}

// r11 is free where targets are found.
void ProfileCounters::note_met(const CallInfo& info, Gpr met) {
    if (profile_ == nullptr || calls_profiled_ == profile_->call_count || !has_unknown_target(info)) return;
    CallSite& site = profile_->calls()[calls_profiled_++];
    site.il_offset = cursor_.il_offset();
    Label known;
    a_.alu_mr(Alu::Cmp, 4, absolute(&site.met[0]), met);
    a_.jump(Cc::E, known);
    for (size_t i = std::size(site.met) - 1; i > 0; i--) {
        a_.mov_rm(4, r11, absolute(&site.met[i - 1]));
        a_.mov_mr(4, absolute(&site.met[i]), r11);
    }
    a_.mov_mr(4, absolute(&site.met[0]), met);
    a_.bind(known);
}

}  // namespace celer::x64
