// Comparisons of words and floats. Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

class OperandStack;
class Values;

class Comparisons {
  public:
    Comparisons(Body& body, Values& values, OperandStack& stack)
        : builder_(body.state.builder), values_(values), stack_(stack) {}

    void compare(const Inst& inst);
    llvm::Value* comparison(Condition condition, Kind kind, const Operand& left, const Operand& right);

  private:
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
};

}  // namespace celer::optimizer
