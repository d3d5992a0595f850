// The result of an operation that goes several ways, kept in a slot until they meet. Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"

namespace celer {
struct MethodTable;
}  // namespace celer

namespace celer::optimizer {

class Frame;
class OperandStack;
class StructCopier;
class Values;

class KeptResults {
  public:
    KeptResults(Body& body, Values& values, OperandStack& stack, Frame& frame, StructCopier& structs)
        : builder_(body.state.builder), values_(values), stack_(stack), frame_(frame), structs_(structs) {}

    // Of one of the ways; the first makes the slot.
    void keep(llvm::Value*& slot, Kind kind);
    // Where they meet. `type`: of structs and vectors.
    void push(llvm::Value* slot, Kind kind, MethodTable* type);

  private:
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    Frame& frame_;
    StructCopier& structs_;
};

}  // namespace celer::optimizer
