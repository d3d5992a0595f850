// Casts, and the class of an object. Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"

namespace celer {
struct MethodTable;
}  // namespace celer

namespace celer::optimizer {

class CallEmitter;
class Checks;
class ObjectHeaders;
class OperandStack;
class Values;

class Casts {
  public:
    Casts(Body& body, Values& values, OperandStack& stack, CallEmitter& emitter, Checks& checks, ObjectHeaders& headers)
        : body_(body),
          builder_(body.state.builder),
          values_(values),
          stack_(stack),
          emitter_(emitter),
          checks_(checks),
          headers_(headers) {}

    void cast(const Inst& inst, bool throws);
    void object_type();

  private:
    bool cast_known(const Inst& inst, bool throws);
    llvm::Value* cast_cached(MethodTable* type, llvm::Value* object, bool throws);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    CallEmitter& emitter_;
    Checks& checks_;
    ObjectHeaders& headers_;
};

}  // namespace celer::optimizer
