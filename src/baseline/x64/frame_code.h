// The code that makes and leaves the frame: the prologue, which is emitted last, when the frame is known, and placed
// before the body; and the ways out in the body. Knows how arguments get from where the caller put them to their
// homes. Owned by MethodCompiler.
#pragma once

#include "baseline/variable_plan.h"
#include "baseline/x64/assembler.h"
#include "code/abi.h"

namespace celer::x64 {

class Cursor;
class Frame;
class Homes;

class FrameCode {
  public:
    FrameCode(Assembler& a, const MethodPlan& plan, const Cursor& cursor, Frame& frame, const Homes& homes)
        : a_(a), plan_(plan), cursor_(cursor), frame_(frame), homes_(homes) {}

    const Assembler& prologue() const { return prologue_; }
    void emit_plain_prologue();  // of code that never returns
    void emit_prologue();
    void emit_epilogue();
    void emit_frame_exit();
    void restore_saved_registers();

  private:
    void emit_argument_homes();
    void store_arguments_in_frame(const abi::CallLayout& layout);
    void move_register_arguments(const abi::CallLayout& layout);
    void load_stack_arguments(const abi::CallLayout& layout);
    void emit_zeroing();
    void probe_pages(int32_t frame);

    Assembler& a_;
    const MethodPlan& plan_;
    const Cursor& cursor_;
    Frame& frame_;
    const Homes& homes_;
    Assembler prologue_;
};

}  // namespace celer::x64
