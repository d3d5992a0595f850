// Questions of CoreLib about types whose answers are known here: the RuntimeType of an object whose class is known,
// what an enum consists of, the element type in a MethodTable. Much generic code asks them and leaves the rest of
// itself to them. Owned by BodyTranslator.
#pragma once

#include <span>

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

class Checks;
class OperandStack;
class Values;

class KnownTypes {
  public:
    KnownTypes(Body& body, Values& values, OperandStack& stack, Checks& checks)
        : body_(body), builder_(body.state.builder), values_(values), stack_(stack), checks_(checks) {}

    void known_object(const Inst& inst);
    // False: another call.
    bool translate(const CallInfo& info, std::span<const Operand> arguments);

  private:
    bool object_get_type(const CallInfo& info, const Operand& object);
    bool enum_underlying_type(const CallInfo& info, const Operand& type);
    bool primitive_element_type(const CallInfo& info, const Operand& table);
    bool push_type_object(MethodTable* type);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    Checks& checks_;
};

}  // namespace celer::optimizer
