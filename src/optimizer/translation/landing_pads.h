// The landing pads of try regions: each leads to the handler that the engine has chosen, a catch handler or a copy of a
// finally or fault handler for exceptions (docs/decisions/0011). Owned by BodyTranslator.
#pragma once

#include <span>

#include "optimizer/translation/body.h"

namespace celer::optimizer {

class BlockQueue;
class Frame;

class LandingPads {
  public:
    LandingPads(Body& body, Frame& frame, BlockQueue& blocks)
        : body_(body), builder_(body.state.builder), frame_(frame), blocks_(blocks) {}

    const Pad* unwind_target();  // of the block that is translated; null outside of try regions
    const Pad* pad_of(uint32_t first_clause, const BlockRange& within);
    Copy& copy_of(Copy& home, uint32_t clause, bool by_exception);

  private:
    void make_pad(Pad& pad, std::span<const uint32_t> clauses);
    void enter_handler(uint32_t clause, llvm::Value* exception);
    Copy& home_of(uint32_t clause);
    uint16_t selector_of(uint32_t clause, Copy& home);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Frame& frame_;
    BlockQueue& blocks_;
};

}  // namespace celer::optimizer
