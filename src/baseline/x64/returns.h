// Returning: the result to where the caller expects it. Owned by MethodCompiler.
#pragma once

#include "baseline/variable_plan.h"
#include "baseline/x64/small_integers.h"
#include "baseline/x64/value.h"

namespace celer::x64 {

class Cursor;
class Frame;
class FrameCode;
class OperandStack;
class StructCopier;
class ValueReader;

class Returns {
  public:
    Returns(Assembler& a, const MethodPlan& plan, const Cursor& cursor, Frame& frame, FrameCode& frame_code,
            ValueReader& reader, OperandStack& stack, StructCopier& structs)
        : a_(a),
          plan_(plan),
          cursor_(cursor),
          frame_(frame),
          frame_code_(frame_code),
          reader_(reader),
          stack_(stack),
          structs_(structs) {}

    void return_op(const Inst& inst);

  private:
    void return_struct(Value& value);
    void return_wide_vector(Value& value);
    bool is_extended(SmallInteger small) const;

    Assembler& a_;
    const MethodPlan& plan_;
    const Cursor& cursor_;
    Frame& frame_;
    FrameCode& frame_code_;
    ValueReader& reader_;
    OperandStack& stack_;
    StructCopier& structs_;
};

}  // namespace celer::x64
