// Jumps, branches and switches between blocks. Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"

namespace celer::optimizer {

class BlockQueue;
class Comparisons;
class OperandStack;

class ControlFlow {
  public:
    ControlFlow(Body& body, OperandStack& stack, BlockQueue& blocks, Comparisons& comparisons)
        : body_(body), builder_(body.state.builder), stack_(stack), blocks_(blocks), comparisons_(comparisons) {}

    void jump(const Inst& inst);
    void branch(const Inst& inst);
    void branch_if(const Inst& inst);
    void switch_op(const Inst& inst);

  private:
    void branch_on(llvm::Value* condition, uint32_t target, uint32_t otherwise);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    OperandStack& stack_;
    BlockQueue& blocks_;
    Comparisons& comparisons_;
};

}  // namespace celer::optimizer
