// What code has that better code may take the place of: calls and blocks that note what they meet and how often they
// are run, and loop heads that look whether the better code is there to go on with.
#include "baseline/x64/compiler.h"

namespace celer::x64 {

static bool has_unknown_target(const CallInfo& info) {
    return info.is_dispatched() || info.kind == CallKind::Delegate;
}

void MethodCompiler::plan_profile() {
    profile_ = nullptr;
    calls_profiled_ = blocks_profiled_ = 0;
    const CompileRequest& request = compilation_->request();
    if (!request.may_be_replaced || request.tier != CodeTier::Baseline || !form_.nodes.empty()) return;
    uint32_t calls = 0;
    for (const Inst& inst : code_->insts) calls += inst.op == Op::Call && has_unknown_target(*inst.call);
    profile_plan_.analyse(*code_, plan_);
    if (calls + profile_plan_.count() != 0) profile_ = new_profile(request.method, calls, profile_plan_.count());
}

void MethodCompiler::count_block(uint32_t number) {
    if (profile_ == nullptr || !profile_plan_.is_counted(number)) return;
    std::span<BlockCount> counts = profile_->blocks();
    BlockCount& count = counts[blocks_profiled_++];
    BlockCount& first = counts[profile_plan_.group(number)];
    count.il_offset = code_->blocks[number].il_offset;
    a_.test_mi8(absolute(&first.is_settled), 1);
    uint32_t settled = a_.jump_short(Cc::Ne);
    a_.alu_mi(Alu::Sub, 4, absolute(&count.missing), 1);
    bool is_outside = profile_plan_.group(number) == 0 && number != 0;  // the start is run as often
    if (!is_outside) {
        uint32_t goes_on = a_.jump_short(Cc::Ne);
        a_.mov_mi(4, absolute(&first.is_settled), 1);
        a_.bind_short(goes_on);
    }
    a_.bind_short(settled);
}

// r11 is free where targets are found.
void MethodCompiler::note_met(const CallInfo& info, Gpr met) {
    if (profile_ == nullptr || calls_profiled_ == profile_->call_count || !has_unknown_target(info)) return;
    CallSite& site = profile_->calls()[calls_profiled_++];
    site.il_offset = il_offset_;
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

void MethodCompiler::osr_point(uint32_t block) {
    void** cell = new_osr_cell(compilation_->request().method);
    osr_points_.push_back({code_->blocks[block].il_offset, cell});
    Label& exit = osr_exits_.emplace_back();
    a_.alu_mi(Alu::Cmp, 8, absolute(cell), 0);
    a_.jump(Cc::Ne, exit);
}

// Behind the body, so in no try region: what the other code does not catch is not caught here again.
void MethodCompiler::emit_osr_exits() {
    for (size_t i = 0; i < osr_exits_.size(); i++) {
        il_offset_ = osr_points_[i].il_offset;
        inline_node_ = 0;
        mark();
        a_.bind(osr_exits_[i]);
        a_.push_m(absolute(osr_points_[i].cell));
        emit_helper_call(Helper::EnterOsr);
        emit_epilogue();
    }
}

}  // namespace celer::x64
