// The form that is compiled, and the place in it: block, instruction, IL offset. Owned by MethodCompiler, which moves
// it; operations look ahead, and skip the next instruction where they do its work too.
#pragma once

#include <span>

#include "baseline/inlined_form.h"
#include "compile/compilation.h"

namespace celer::x64 {

class Cursor {
  public:
    void start(Compilation& compilation, const InlinedForm& form);
    void set_fuses(bool fuses) { fuses_ = fuses; }  // the Patterns phase runs

    const ImportedCode& code() const { return *code_; }
    const CompileRequest& request() const { return compilation_->request(); }
    std::span<const InlineNode> inline_nodes() const { return form_.nodes; }
    const ImportedCode& root() const { return *form_.root; }  // the method's own form, whose variables come first
    bool is_of_root(uint32_t block) const { return form_.nodes.empty() || form_.node_of_block[block] == 0; }

    void enter_block(uint32_t block);
    uint32_t block() const { return block_; }
    Region block_region() const { return code_->blocks[block_].region; }

    bool is_in_block() const { return current_ < block_end_; }
    const Inst& enter_inst() {
        const Inst& inst = code_->insts[current_];
        il_offset_ = inst.il_offset;
        inline_node_ = form_.nodes.empty() ? 0 : form_.node_of_inst[current_];
        return inst;
    }
    const Inst& inst() const { return code_->insts[current_]; }
    const Inst* next_inst() const;  // where it may be compiled together with the current one; else none
    const Inst* following_inst() const;
    bool next_is(Op op) const { return next_inst()->op == op; }
    bool previous_is(Op op) const {
        return current_ > code_->blocks[block_].first_inst && code_->insts[current_ - 1].op == op;
    }
    void skip_next() { current_++; }

    // What the code being emitted belongs to.
    uint32_t il_offset() const { return il_offset_; }
    uint32_t inline_node() const { return inline_node_; }
    void go_to(uint32_t il_offset, uint32_t inline_node) {
        il_offset_ = il_offset;
        inline_node_ = inline_node;
    }

  private:
    Compilation* compilation_ = nullptr;
    InlinedForm form_{};
    const ImportedCode* code_ = nullptr;
    bool fuses_ = false;
    uint32_t current_ = 0;  // index of the instruction being compiled
    uint32_t block_ = 0;
    uint32_t block_end_ = 0;
    uint32_t il_offset_ = 0;
    uint32_t inline_node_ = 0;
};

}  // namespace celer::x64
