// Conversions between numbers, checked and unchecked. Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"

namespace celer::optimizer {

class CallEmitter;
class Checks;
class OperandStack;
class Values;

class Conversions {
  public:
    Conversions(Body& body, Values& values, OperandStack& stack, CallEmitter& emitter, Checks& checks)
        : builder_(body.state.builder), values_(values), stack_(stack), emitter_(emitter), checks_(checks) {}

    void convert(const Inst& inst);

  private:
    void convert_checked(const Inst& inst);

    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    CallEmitter& emitter_;
    Checks& checks_;
};

}  // namespace celer::optimizer
