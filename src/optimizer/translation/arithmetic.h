// Arithmetic: ECMA-335's operations as CoreCLR defines what the standard leaves open. Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"

namespace celer::optimizer {

class CallEmitter;
class Checks;
class OperandStack;
class Values;

class Arithmetic {
  public:
    Arithmetic(Body& body, Values& values, OperandStack& stack, CallEmitter& emitter, Checks& checks)
        : body_(body),
          builder_(body.state.builder),
          values_(values),
          stack_(stack),
          emitter_(emitter),
          checks_(checks) {}

    void binary(const Inst& inst);
    void divide(const Inst& inst);
    void with_overflow(const Inst& inst);
    void shift(const Inst& inst);
    void negate(const Inst& inst);
    void complement(const Inst& inst);
    void check_finite(const Inst& inst);

  private:
    llvm::Value* opaque(llvm::Value* value);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    CallEmitter& emitter_;
    Checks& checks_;
};

}  // namespace celer::optimizer
