// The blocks of LLVM's that stand for those of the form, in each copy of a handler, and which of them are named but not
// translated yet. Owned by BodyTranslator.
#pragma once

#include <utility>
#include <vector>

#include "optimizer/translation/body.h"

namespace celer::optimizer {

class BlockQueue {
  public:
    explicit BlockQueue(Body& body) : body_(body) {}

    llvm::BasicBlock* at(uint32_t number) { return at(*body_.copy, number); }
    llvm::BasicBlock* at(Copy& copy, uint32_t number);

    bool is_empty() const { return waiting_.empty(); }
    uint32_t take();  // one that waits; Body::copy is where it belongs

  private:
    Body& body_;
    std::vector<std::pair<Copy*, uint32_t>> waiting_;
};

}  // namespace celer::optimizer
