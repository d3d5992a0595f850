// The variables of a body: allocas of their element's type, zero from the start; and what is known of those that one
// instruction stores to. Owned by BodyTranslator.
#pragma once

#include <span>
#include <vector>

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

class Frame;
class OperandStack;
class SharedVariables;
class StructCopier;
class Values;

class Variables {
  public:
    Variables(Body& body, Values& values, OperandStack& stack, Frame& frame, StructCopier& structs,
              SharedVariables& shared)
        : body_(body),
          builder_(body.state.builder),
          values_(values),
          stack_(stack),
          frame_(frame),
          structs_(structs),
          shared_(shared) {}

    void load(const Inst& inst);
    void store(const Inst& inst);
    void address(const Inst& inst);
    void clear(uint32_t number);

    llvm::Value* home(uint32_t number) const { return homes_[number]; }
    void set_home(uint32_t number, llvm::Value* home) { homes_[number] = home; }
    // A new place in the frame, or in the block that filters see.
    llvm::Value* new_home(uint32_t number);
    // Of a pinned variable: keeps what it refers to in the frame, too, until the next value.
    void pin(uint32_t number, llvm::Value* value);
    void count_stores();
    void receive_operands(std::span<const Operand> arguments);  // of a body that is put in
    void clear_locals();                                        // those that are not surely stored to first

  private:
    void note_stored(uint32_t variable, const Operand& operand);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    Frame& frame_;
    StructCopier& structs_;
    SharedVariables& shared_;
    std::vector<llvm::Value*> homes_;
    std::vector<ValueFact> facts_;
    llvm::SmallDenseMap<uint32_t, llvm::Value*> pins_;  // where, by variable
};

}  // namespace celer::optimizer
