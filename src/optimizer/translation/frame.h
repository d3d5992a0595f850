// Places in the function's frame for values, which SSA construction takes out again where it can. Owned by
// BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"

namespace celer::optimizer {

// The function's stack map tells of one place in its frame (object_code.cpp): LLVM leaves it there, and expects every
// call to read and write it.
void put_into_stack_map(llvm::IRBuilder<>& builder, llvm::Value* place);

class Frame {
  public:
    explicit Frame(Body& body) : body_(body), builder_(body.state.builder) {}

    llvm::AllocaInst* slot(llvm::Type* type);
    llvm::Value* temporary(uint32_t size_bytes);

  private:
    Body& body_;
    llvm::IRBuilder<>& builder_;
};

}  // namespace celer::optimizer
