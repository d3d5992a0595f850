// The evaluation stack while a block is translated. It is empty between blocks. Structs are on it as addresses of
// temporaries that nothing else writes. Owned by BodyTranslator.
#pragma once

#include <span>
#include <vector>

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

class Values;

class OperandStack {
  public:
    OperandStack(Body& body, Values& values) : body_(body), builder_(body.state.builder), values_(values) {}

    void push(Kind kind, llvm::Value* value) { operands_.push_back({kind, value, nullptr}); }
    void push(const Operand& operand) { operands_.push_back(operand); }
    void push_struct(llvm::Value* address, MethodTable* type) { operands_.push_back({Kind::Struct, address, type}); }
    void push_vector(llvm::Value* value, MethodTable* type);
    void load_vector(llvm::Value* from, MethodTable* type);
    void duplicate() { operands_.push_back(operands_.back()); }
    void retype(const Inst& inst);
    void note_facts(const Inst& inst);  // what the importer knows of the instruction's result

    Operand pop();
    llvm::Value* pop_as(Kind kind);
    llvm::Value* pop_address() { return pop_as(Kind::Ref); }
    void drop(size_t count) { operands_.resize(operands_.size() - count); }
    void clear() { operands_.clear(); }

    bool is_empty() const { return operands_.empty(); }
    Operand& top() { return operands_.back(); }
    std::span<const Operand> top(size_t count) const { return std::span(operands_).last(count); }
    const std::vector<Operand>& all() const { return operands_; }
    void restore(const std::vector<Operand>& operands) { operands_ = operands; }

  private:
    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    std::vector<Operand> operands_;
};

}  // namespace celer::optimizer
