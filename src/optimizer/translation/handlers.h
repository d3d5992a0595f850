// Exception handlers: how control gets to them and out of them again. A copy of a finally or fault handler for
// exceptions ends with a call of Helper::ContinueUnwind, an invoke too if the try region lies in another one. Owned by
// BodyTranslator.
#pragma once

#include <span>

#include "optimizer/translation/body.h"

namespace celer::optimizer {

class BlockQueue;
class CallEmitter;
class Frame;
class LandingPads;
class OperandStack;
class Values;
class Variables;

class Handlers {
  public:
    Handlers(Body& body, Values& values, OperandStack& stack, Frame& frame, BlockQueue& blocks, LandingPads& pads,
             CallEmitter& emitter, Variables& variables)
        : body_(body),
          builder_(body.state.builder),
          values_(values),
          stack_(stack),
          frame_(frame),
          blocks_(blocks),
          pads_(pads),
          emitter_(emitter),
          variables_(variables) {}

    void leave(const Inst& inst);
    void end_finally();
    void end_filter();
    void catch_entry(const Inst& inst);
    void throw_op();
    void rethrow(const Inst& inst);

    void connect_continuations(Copy& copy);

  private:
    llvm::BasicBlock* after_finally(std::span<const uint32_t> chain, llvm::BasicBlock* target);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    Frame& frame_;
    BlockQueue& blocks_;
    LandingPads& pads_;
    CallEmitter& emitter_;
    Variables& variables_;
};

}  // namespace celer::optimizer
