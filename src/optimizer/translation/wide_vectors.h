// Vectors: what AVX-512 added, as IR, and comparisons of floats, whose relations are those of its masks. LLVM makes
// masks of what is compared, and leaves out the vectors between them. Owned by BodyTranslator.
#pragma once

#include <span>

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

class Lanes;

class WideVectors {
  public:
    WideVectors(Body& body, Lanes& lanes) : builder_(body.state.builder), lanes_(lanes) {}

    // Null: not as IR.
    llvm::Value* translate(const Inst& inst, std::span<const Operand> operands);
    llvm::Value* compared_floats(const Inst& inst, std::span<const Operand> operands);
    llvm::Value* converted(const Inst& inst, llvm::Value* value);

  private:
    llvm::Value* compared_integers(const Inst& inst, std::span<const Operand> operands);
    llvm::Value* with_parts(const Inst& inst, std::span<const Operand> operands, uint32_t bits);
    llvm::Value* narrowed(const Inst& inst, llvm::Value* value);
    llvm::Value* ternary_logic(const Inst& inst, std::span<const Operand> operands);

    llvm::IRBuilder<>& builder_;
    Lanes& lanes_;
};

}  // namespace celer::optimizer
