// Memory for objects: from the thread's buffer where that can be (optimizer/allocations.h). Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"

namespace celer {
struct MethodTable;
}  // namespace celer

namespace celer::optimizer {

class CallEmitter;
class OperandStack;
class Values;

class Allocation {
  public:
    Allocation(Body& body, Values& values, OperandStack& stack, CallEmitter& emitter)
        : body_(body), builder_(body.state.builder), values_(values), stack_(stack), emitter_(emitter) {}

    llvm::Value* allocate(MethodTable* type);
    void new_array(const Inst& inst);
    bool has_inline_allocation() const;
    // `length` is an I8, or null.
    llvm::Value* allocate_inline(MethodTable* type, llvm::Value* length);

  private:
    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    CallEmitter& emitter_;
};

}  // namespace celer::optimizer
