#include "baseline/x64/cursor.h"

namespace celer::x64 {

namespace {

const Inst g_no_inst{.op = Op::Unreachable};

}  // namespace

void Cursor::start(Compilation& compilation, const InlinedForm& form) {
    compilation_ = &compilation;
    form_ = form;
    code_ = form.code;
    go_to(0, 0);
}

void Cursor::enter_block(uint32_t number) {
    const Block& block = code_->blocks[number];
    block_ = number;
    current_ = block.first_inst;
    block_end_ = block.first_inst + block.inst_count;
    inline_node_ = form_.nodes.empty() ? 0 : form_.node_of_block[number];
}

const Inst* Cursor::next_inst() const {
    return fuses_ ? following_inst() : &g_no_inst;
}

const Inst* Cursor::following_inst() const {
    uint32_t next = current_ + 1;
    return next < block_end_ ? &code_->insts[next] : &g_no_inst;
}

}  // namespace celer::x64
