// What code has that better code may take the place of: calls that note what they meet, and loop heads that look
// whether the better code is there to go on with.
#include "baseline/x64/compiler.h"

namespace celer::x64 {

static bool has_unknown_target(const CallInfo& info) {
    return info.kind == CallKind::Virtual || info.kind == CallKind::Interface || info.kind == CallKind::Delegate;
}

void MethodCompiler::plan_call_profile() {
    call_profile_ = nullptr;
    calls_profiled_ = 0;
    const CompileRequest& request = compilation_->request();
    if (!request.may_be_replaced || request.tier != CodeTier::Baseline || !form_.nodes.empty()) return;
    uint32_t count = 0;
    for (const Inst& inst : code_->insts) count += inst.op == Op::Call && has_unknown_target(*inst.call);
    if (count != 0) call_profile_ = new_call_profile(request.method, count);
}

// r11 is free where targets are found.
void MethodCompiler::note_met(const CallInfo& info, Gpr met) {
    if (call_profile_ == nullptr || calls_profiled_ == call_profile_->count || !has_unknown_target(info)) return;
    CallSite& site = call_profile_->sites[calls_profiled_++];
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
