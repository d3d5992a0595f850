// Vectors: the instructions that LLVM has words for, as IR, so that they can be moved, combined and get any register.
// Owned by BodyTranslator.
#pragma once

#include <span>

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

class Checks;
class Lanes;
class OperandStack;
class Values;
class WideVectors;

class VectorIr {
  public:
    VectorIr(Body& body, Values& values, OperandStack& stack, Checks& checks, Lanes& lanes, WideVectors& wide_vectors)
        : builder_(body.state.builder),
          values_(values),
          stack_(stack),
          checks_(checks),
          lanes_(lanes),
          wide_vectors_(wide_vectors) {}

    // False: not an operation of LLVM's, and the operands are still there.
    bool translate(const Inst& inst);

  private:
    bool access(const Inst& inst);
    llvm::Value* computed(const Inst& inst, std::span<const Operand> operands);
    llvm::Type* type_of_load(const Inst& inst);
    llvm::Value* spread_load(const Inst& inst, llvm::Value* value);
    llvm::Value* vector_from_vectors(const Inst& inst, std::span<const Operand> operands);
    llvm::Value* rearranged(const Inst& inst, std::span<const Operand> operands);
    llvm::Value* vector_from_word(const Inst& inst, std::span<const Operand> operands);
    llvm::Value* word_from_vectors(const Inst& inst, std::span<const Operand> operands);
    llvm::Value* word_from_words(const Inst& inst, std::span<const Operand> operands);

    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    Checks& checks_;
    Lanes& lanes_;
    WideVectors& wide_vectors_;
};

}  // namespace celer::optimizer
