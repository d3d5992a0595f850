// Operations on bits, and those on floats that LLVM has intrinsics for. Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"

namespace celer::optimizer {

class OperandStack;
class Values;

class BitOperations {
  public:
    BitOperations(Body& body, Values& values, OperandStack& stack)
        : body_(body), builder_(body.state.builder), values_(values), stack_(stack) {}

    void bits(const Inst& inst);

  private:
    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
};

}  // namespace celer::optimizer
