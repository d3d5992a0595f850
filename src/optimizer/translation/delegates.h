// Delegates and the addresses of virtual methods. Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"

namespace celer {
struct MethodTable;
}  // namespace celer

namespace celer::optimizer {

class Allocation;
class CallEmitter;
class Checks;
class ObjectHeaders;
class OperandStack;
class Values;

class Delegates {
  public:
    Delegates(Body& body, Values& values, OperandStack& stack, CallEmitter& emitter, Checks& checks,
              ObjectHeaders& headers, Allocation& allocation)
        : body_(body),
          builder_(body.state.builder),
          values_(values),
          stack_(stack),
          emitter_(emitter),
          checks_(checks),
          headers_(headers),
          allocation_(allocation) {}

    void make_delegate(const Inst& inst);
    void load_virtual_function(const Inst& inst);

  private:
    bool is_closed_over_receiver(const MethodTable* delegate, const llvm::Value* function) const;

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    CallEmitter& emitter_;
    Checks& checks_;
    ObjectHeaders& headers_;
    Allocation& allocation_;
};

}  // namespace celer::optimizer
