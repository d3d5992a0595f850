// One-dimensional arrays, and what is like them in strings and spans. Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

class CallEmitter;
class Checks;
class MemoryAccess;
class ObjectHeaders;
class OperandStack;
class Values;

class Arrays {
  public:
    Arrays(Body& body, Values& values, OperandStack& stack, CallEmitter& emitter, Checks& checks,
           ObjectHeaders& headers, MemoryAccess& memory)
        : body_(body),
          builder_(body.state.builder),
          values_(values),
          stack_(stack),
          emitter_(emitter),
          checks_(checks),
          headers_(headers),
          memory_(memory) {}

    void array_length(const Inst& inst);
    void string_length();
    void load_element(const Inst& inst);
    void store_element(const Inst& inst);
    void element_address(const Inst& inst);
    void string_char();
    void span_element(const Inst& inst);

  private:
    llvm::Value* element_address(const Operand& array, const Operand& index, uint32_t element_size);
    void store_reference_element(const Inst& inst, const Operand& array, const Operand& index, const Operand& value);
    void check_element_type(const Operand& array, const Operand& index, MethodTable* type);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    CallEmitter& emitter_;
    Checks& checks_;
    ObjectHeaders& headers_;
    MemoryAccess& memory_;
};

}  // namespace celer::optimizer
