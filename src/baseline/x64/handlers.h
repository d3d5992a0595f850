// Exception handlers: finally, fault and filter handlers are subroutines on the frame (funclets), catch handlers are
// blocks that landing jumps to. Describes the clauses by their native ranges. Owned by MethodCompiler.
#pragma once

#include <span>
#include <vector>

#include "code/method_code.h"
#include "import/code.h"

namespace celer::x64 {

class Assembler;
class BlockLabels;
class ControlFlow;
class Cursor;
class Frame;
class HelperCalls;
class OperandStack;
class ValueReader;

class Handlers {
  public:
    Handlers(Assembler& a, const Cursor& cursor, Frame& frame, BlockLabels& labels, ValueReader& reader,
             OperandStack& stack, HelperCalls& helpers, ControlFlow& control)
        : a_(a),
          cursor_(cursor),
          frame_(frame),
          labels_(labels),
          reader_(reader),
          stack_(stack),
          helpers_(helpers),
          control_(control) {}

    void start();          // for the clauses of the method at the cursor
    void reserve_slots();  // in the frame, for stack pointers
    void throw_op(const Inst& inst);
    void rethrow(const Inst& inst);
    void leave_op(const Inst& inst);
    void catch_entry(const Inst& inst);
    void end_filter();
    void funclet_exit();
    void begin_handlers(uint32_t block);
    // By native ranges, behind a prologue of so many bytes.
    std::span<const EhClause> describe_clauses(uint32_t prologue);

  private:
    void funclet_entry();
    uint32_t enclosing_stack_pointer_slot(uint32_t clause) const;

    Assembler& a_;
    const Cursor& cursor_;
    Frame& frame_;
    BlockLabels& labels_;
    ValueReader& reader_;
    OperandStack& stack_;
    HelperCalls& helpers_;
    ControlFlow& control_;
    std::vector<uint32_t> handler_of_;          // by block: clause * 4 + 1 catch, 2 filter, 3 finally or fault; 0 none
    std::vector<int32_t> funclet_stack_slots_;  // by clause: where its funclet keeps rsp, 0 if not needed
    std::vector<EhClause> native_clauses_;
};

}  // namespace celer::x64
