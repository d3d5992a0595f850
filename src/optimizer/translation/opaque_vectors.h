// Vectors: instructions that LLVM has no words for, as inline assembly that makes a result of its operands. Those whose
// row is named as the assembler names them leave the choice of registers to LLVM; all others are encoded here
// (VectorEncoder), with a register for each letter of the form. Owned by BodyTranslator.
#pragma once

#include <string>
#include <vector>

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer {
struct VectorInstruction;
}  // namespace celer

namespace celer::optimizer {

class Frame;
class Lanes;
class OperandStack;
class Values;

class OpaqueVectors {
  public:
    OpaqueVectors(Body& body, Values& values, OperandStack& stack, Frame& frame, Lanes& lanes)
        : body_(body), builder_(body.state.builder), values_(values), stack_(stack), frame_(frame), lanes_(lanes) {}

    void translate(const Inst& inst, const VectorInstruction& row, const std::vector<Operand>& operands);

  private:
    void assembled(const Inst& inst, const VectorInstruction& row, const std::string& name,
                   const std::vector<Operand>& operands);
    void encoded(const Inst& inst, const VectorInstruction& row, const std::vector<Operand>& operands);
    void push(const Inst& inst, const VectorInstruction& row, const std::string& text, const std::string& inputs,
              const std::vector<llvm::Type*>& types, const std::vector<llvm::Value*>& values);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    Frame& frame_;
    Lanes& lanes_;
};

}  // namespace celer::optimizer
