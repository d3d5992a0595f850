// Places in the function's frame for values, which SSA construction takes out again where it can. Owned by
// BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"

namespace celer::optimizer {

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
