// Conversions between numbers. Float to integer saturates (NaN becomes 0); checked conversions throw. Owned by
// MethodCompiler.
#pragma once

#include "baseline/x64/assembler.h"
#include "import/code.h"

namespace celer::x64 {

class ColdPaths;
class OperandStack;
class RegisterBank;
class ValueReader;

class Conversions {
  public:
    Conversions(Assembler& a, RegisterBank& gprs, ValueReader& reader, OperandStack& stack, ColdPaths& cold)
        : a_(a), gprs_(gprs), reader_(reader), stack_(stack), cold_(cold) {}

    void convert(const Inst& inst);

  private:
    void convert_to_float(const Inst& inst);
    void convert_from_float(const Inst& inst);
    void convert_from_float_checked(const Inst& inst);
    void convert_int(const Inst& inst);
    void convert_int_checked(const Inst& inst);
    void check_range(Gpr value, int source_size, bool source_unsigned, ElementType target);
    void narrow(Gpr to, Gpr from, ElementType target, int source_size, bool source_unsigned);

    Assembler& a_;
    RegisterBank& gprs_;
    ValueReader& reader_;
    OperandStack& stack_;
    ColdPaths& cold_;
};

}  // namespace celer::x64
