// The start of a filter, a function that celer_call_handler calls: it gets the exception, and the address of the block
// with the variables that it shares with the method. Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"

namespace celer::optimizer {

class Frame;
class SharedVariables;
class Variables;

class FilterEntry {
  public:
    FilterEntry(Body& body, Frame& frame, SharedVariables& shared, Variables& variables)
        : body_(body), builder_(body.state.builder), frame_(frame), shared_(shared), variables_(variables) {}

    void declare();
    void receive();

  private:
    Body& body_;
    llvm::IRBuilder<>& builder_;
    Frame& frame_;
    SharedVariables& shared_;
    Variables& variables_;
};

}  // namespace celer::optimizer
