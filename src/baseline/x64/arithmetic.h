// Integer arithmetic. Owned by MethodCompiler.
#pragma once

#include "baseline/x64/assembler.h"
#include "baseline/x64/value.h"

namespace celer::x64 {

class ColdPaths;
class ControlFlow;
class Cursor;
class Homes;
class KnownFlags;
class OperandStack;
class RegisterBank;
class ValueReader;
class Variables;

class IntegerArithmetic {
  public:
    IntegerArithmetic(Assembler& a, RegisterBank& gprs, Cursor& cursor, const Homes& homes, KnownFlags& flags,
                      ValueReader& reader, OperandStack& stack, ColdPaths& cold, Variables& variables,
                      ControlFlow& control)
        : a_(a),
          gprs_(gprs),
          cursor_(cursor),
          homes_(homes),
          flags_(flags),
          reader_(reader),
          stack_(stack),
          cold_(cold),
          variables_(variables),
          control_(control) {}

    void binary(const Inst& inst, Alu op, bool commutative, Cc overflow);
    void alu(Alu op, int size, Gpr to, Value& right);
    void multiply(const Inst& inst);
    void multiply_checked(const Inst& inst);
    void divide(const Inst& inst);
    void shift(const Inst& inst);
    void negate_or_not(const Inst& inst);

  private:
    bool fold(const Inst& inst);
    bool add_displacement(const Inst& inst);
    bool update_in_frame(const Inst& inst, Alu op);
    bool divide_by_constant(const Inst& inst);
    bool branch_on_and(const Inst& inst);
    void finish_binary(const Inst& inst, Gpr result, Gpr fused);

    Assembler& a_;
    RegisterBank& gprs_;
    Cursor& cursor_;
    const Homes& homes_;
    KnownFlags& flags_;
    ValueReader& reader_;
    OperandStack& stack_;
    ColdPaths& cold_;
    Variables& variables_;
    ControlFlow& control_;
};

}  // namespace celer::x64
