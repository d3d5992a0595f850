// Comparisons. A branch that follows takes its answer from the flags. Owned by MethodCompiler.
#pragma once

#include "baseline/x64/flags.h"
#include "baseline/x64/value.h"
#include "import/code.h"

namespace celer::x64 {

class ControlFlow;
class Cursor;
class IntegerArithmetic;
class KnownFlags;
class OperandStack;
class RegisterBank;
class ValueReader;

class Comparisons {
  public:
    Comparisons(Assembler& a, RegisterBank& gprs, Cursor& cursor, KnownFlags& flags, ValueReader& reader,
                OperandStack& stack, IntegerArithmetic& arithmetic, ControlFlow& control)
        : a_(a),
          gprs_(gprs),
          cursor_(cursor),
          flags_(flags),
          reader_(reader),
          stack_(stack),
          arithmetic_(arithmetic),
          control_(control) {}

    Flags compare(Kind kind, Condition condition);  // drops both operands
    Flags test_top(Kind kind, bool negate);         // top != 0 (or == 0); drops it
    void push_flags(Flags flags);
    void compare_op(const Inst& inst);

  private:
    Flags compare_float(Kind kind, Condition condition);
    Flags compare_int(Kind kind, Condition condition);

    Assembler& a_;
    RegisterBank& gprs_;
    Cursor& cursor_;
    KnownFlags& flags_;
    ValueReader& reader_;
    OperandStack& stack_;
    IntegerArithmetic& arithmetic_;
    ControlFlow& control_;
};

}  // namespace celer::x64
