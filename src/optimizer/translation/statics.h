// Static data: class initialisation, addresses of thread statics and of data in a file, and what static readonly fields
// hold for ever. Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"

namespace celer::optimizer {

class CallEmitter;
class Checks;
class ObjectHeaders;
class OperandStack;
class Values;

class Statics {
  public:
    Statics(Body& body, Values& values, OperandStack& stack, ObjectHeaders& headers, CallEmitter& emitter,
            Checks& checks)
        : body_(body),
          builder_(body.state.builder),
          values_(values),
          stack_(stack),
          headers_(headers),
          emitter_(emitter),
          checks_(checks) {}

    void class_init(const Inst& inst);
    void rva_address(const Inst& inst);
    void thread_static_address(const Inst& inst);
    // The value of a load, if it cannot change any more. False: nothing has been done.
    bool load_settled(const Inst& inst, llvm::Value* address);

  private:
    void assume_lengths(llvm::Value* reference, const Object* object);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    ObjectHeaders& headers_;
    CallEmitter& emitter_;
    Checks& checks_;
};

}  // namespace celer::optimizer
