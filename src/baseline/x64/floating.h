// Floating-point arithmetic: IEEE as it stands, no contraction. Owned by MethodCompiler.
#pragma once

#include "import/code.h"

namespace celer::x64 {

class Assembler;
class ColdPaths;
class Cursor;
class Homes;
class OperandStack;
class ValueReader;

class FloatArithmetic {
  public:
    FloatArithmetic(Assembler& a, Cursor& cursor, const Homes& homes, ValueReader& reader, OperandStack& stack,
                    ColdPaths& cold)
        : a_(a), cursor_(cursor), homes_(homes), reader_(reader), stack_(stack), cold_(cold) {}

    void float_binary(const Inst& inst);
    void float_remainder(const Inst& inst);
    void float_negate(const Inst& inst);
    void check_finite(const Inst& inst);

  private:
    Assembler& a_;
    Cursor& cursor_;
    const Homes& homes_;
    ValueReader& reader_;
    OperandStack& stack_;
    ColdPaths& cold_;
};

}  // namespace celer::x64
