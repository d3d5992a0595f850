// Calls of code whose address is known: as an invoke where a handler may want the exception. Owned by BodyTranslator.
#pragma once

#include <vector>

#include "code/helpers.h"
#include "initializer_list"
#include "optimizer/translation/body.h"

namespace celer::optimizer {

class LandingPads;
class Values;

class CallEmitter {
  public:
    CallEmitter(Body& body, Values& values, LandingPads& pads)
        : body_(body), builder_(body.state.builder), values_(values), pads_(pads) {}

    llvm::CallBase* emit(llvm::FunctionType* type, llvm::Value* target, const std::vector<llvm::Value*>& arguments,
                         bool may_throw = true);
    llvm::CallBase* call_helper(Helper helper, Kind result, std::initializer_list<llvm::Value*> arguments);

  private:
    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    LandingPads& pads_;
};

}  // namespace celer::optimizer
