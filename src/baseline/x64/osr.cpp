// On-stack replacement: loop heads that look whether better code is there to go on with.
#include "baseline/x64/compiler.h"

namespace celer::x64 {

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
