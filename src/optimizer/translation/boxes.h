// Boxes of values, and what is in them. Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"

namespace celer::optimizer {

class Allocation;
class CallEmitter;
class Checks;
class Frame;
class ObjectHeaders;
class OperandStack;
class StructCopier;
class Values;

class Boxes {
  public:
    Boxes(Body& body, Values& values, OperandStack& stack, Frame& frame, StructCopier& structs, CallEmitter& emitter,
          Checks& checks, ObjectHeaders& headers, Allocation& allocation)
        : body_(body),
          builder_(body.state.builder),
          values_(values),
          stack_(stack),
          frame_(frame),
          structs_(structs),
          emitter_(emitter),
          checks_(checks),
          headers_(headers),
          allocation_(allocation) {}

    void box(const Inst& inst);
    void unbox(const Inst& inst);
    void nullable(const Inst& inst);

  private:
    bool is_receiver_only(const Inst& box) const;

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    Frame& frame_;
    StructCopier& structs_;
    CallEmitter& emitter_;
    Checks& checks_;
    ObjectHeaders& headers_;
    Allocation& allocation_;
};

}  // namespace celer::optimizer
