// Bit and math operations of the intrinsics. Owned by MethodCompiler.
#pragma once

#include "baseline/x64/assembler.h"
#include "import/code.h"

namespace celer::x64 {

class OperandStack;
class ValueReader;

class BitOperations {
  public:
    BitOperations(Assembler& a, ValueReader& reader, OperandStack& stack) : a_(a), reader_(reader), stack_(stack) {}

    void bits(const Inst& inst);

  private:
    void count_zeros(int size, bool leading);
    void rotate(int size, Shift shift);
    void bits_float(const Inst& inst, BitsOp op);
    void multiply_high(const Inst& inst);

    Assembler& a_;
    ValueReader& reader_;
    OperandStack& stack_;
};

}  // namespace celer::x64
