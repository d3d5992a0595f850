// Interlocked operations and barriers. Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"

namespace celer::optimizer {

class Checks;
class OperandStack;
class Values;

class Atomics {
  public:
    Atomics(Body& body, Values& values, OperandStack& stack, Checks& checks)
        : body_(body), builder_(body.state.builder), values_(values), stack_(stack), checks_(checks) {}

    void intrinsic(const Inst& inst);

  private:
    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    Checks& checks_;
};

}  // namespace celer::optimizer
