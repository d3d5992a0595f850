// Checks that throw, and other branches to code that is rarely run. Checks are explicit branches to blocks that call a
// helper, so that LLVM sees their order. Owned by BodyTranslator.
#pragma once

#include <initializer_list>

#include "code/helpers.h"
#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

class CallEmitter;
class LandingPads;
class Values;

class Checks {
  public:
    Checks(Body& body, Values& values, LandingPads& pads, CallEmitter& emitter)
        : body_(body), builder_(body.state.builder), values_(values), pads_(pads), emitter_(emitter) {}

    void throw_if(llvm::Value* condition, Helper helper, std::initializer_list<llvm::Value*> arguments = {});
    void check_null(llvm::Value* address);
    void check_pointer(const Operand& base);
    // Goes on in `likely` and leaves the builder in the other block.
    void branch_to_cold(llvm::Value* condition, llvm::BasicBlock* likely, const char* name);

  private:
    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    LandingPads& pads_;
    CallEmitter& emitter_;
};

}  // namespace celer::optimizer
