// Returns: of the method, and of a body that is put in, which keeps its result in a slot and goes on behind the call.
// Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

class Frame;
class OperandStack;
class Signatures;
class StructCopier;
class Values;

class Returns {
  public:
    Returns(Body& body, Values& values, OperandStack& stack, Frame& frame, StructCopier& structs,
            Signatures& signatures)
        : body_(body),
          builder_(body.state.builder),
          values_(values),
          stack_(stack),
          frame_(frame),
          structs_(structs),
          signatures_(signatures) {}

    void return_op();

    // Of a body that is put in: where it returns to, and what.
    void expect(Kind kind, TypeHandle type);
    llvm::BasicBlock* continuation() const { return continuation_; }
    llvm::Value* result() const { return result_; }
    const ValueFact& fact() const { return fact_; }

  private:
    void return_to_caller();
    void return_word(const Operand& operand);
    void note_returned(const Operand& operand);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    Frame& frame_;
    StructCopier& structs_;
    Signatures& signatures_;
    llvm::BasicBlock* continuation_ = nullptr;
    llvm::Value* result_ = nullptr;
    ValueFact fact_;
};

}  // namespace celer::optimizer
