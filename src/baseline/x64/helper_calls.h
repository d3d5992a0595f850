// Calls of helpers (code/helpers.def) in line. Owned by MethodCompiler.
#pragma once

#include "baseline/x64/assembler.h"
#include "code/helpers.h"

namespace celer::x64 {

class ArgumentPlacement;
class OperandStack;

// With everything in place already.
inline void emit_helper_call(Assembler& a, Helper helper) {
    a.call_m(absolute(helper_slot(helper)));
}

// The barrier, out of line. All registers and the stack stay as they are.
inline void emit_before_store(Assembler& a, const Mem& to) {
    a.push(rdi);
    a.lea(8, rdi, to);
    emit_helper_call(a, Helper::BeforeStore);
    a.pop(rdi);
}

class HelperCalls {
  public:
    HelperCalls(Assembler& a, OperandStack& stack, ArgumentPlacement& arguments)
        : a_(a), stack_(stack), arguments_(arguments) {}

    // Helper call with the top `arguments` words in rdi, rsi, rdx, rcx (first pushed first); drops them.
    void call_helper(Helper helper, uint32_t arguments);

  private:
    Assembler& a_;
    OperandStack& stack_;
    ArgumentPlacement& arguments_;
};

}  // namespace celer::x64
