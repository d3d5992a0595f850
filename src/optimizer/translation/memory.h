// Loads and stores at addresses: fields and what pointers lead to. Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

class Checks;
class Frame;
class OperandStack;
class Statics;
class StructCopier;
class Values;

class MemoryAccess {
  public:
    MemoryAccess(Body& body, Values& values, OperandStack& stack, Frame& frame, StructCopier& structs, Checks& checks,
                 Statics& statics)
        : body_(body),
          builder_(body.state.builder),
          values_(values),
          stack_(stack),
          frame_(frame),
          structs_(structs),
          checks_(checks),
          statics_(statics) {}

    void load(const Inst& inst);
    void store(const Inst& inst);
    void load_struct_field(const Inst& inst);
    void add_offset(const Inst& inst);
    void clear_struct(const Inst& inst);

    void load_from(llvm::Value* address, const Inst& inst, const MemoryPlace& place);
    // With the barriers that references need; of what surely lies in the frame or is static, they are dropped later.
    void store_to(llvm::Value* address, const Inst& inst, const Operand& value, const MemoryPlace& place);

  private:
    MemoryPlace place_of(const Inst& inst, const Operand& base) const;
    void before_store(llvm::Value* address, const Inst& inst, const Operand& value, const MemoryPlace& place);
    llvm::MDNode* alias_tag(const Inst& inst, const MemoryPlace& place);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    Frame& frame_;
    StructCopier& structs_;
    Checks& checks_;
    Statics& statics_;
};

}  // namespace celer::optimizer
