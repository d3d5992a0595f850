#include "optimizer/translation/block_queue.h"

#include <string>

namespace celer::optimizer {

llvm::BasicBlock* BlockQueue::at(Copy& copy, uint32_t number) {
    llvm::BasicBlock*& block = copy.blocks[number];
    if (block == nullptr) {
        block = llvm::BasicBlock::Create(body_.state.context, "b" + std::to_string(number), body_.state.function);
        waiting_.emplace_back(&copy, number);
    }
    return block;
}

uint32_t BlockQueue::take() {
    auto [copy, number] = waiting_.back();
    waiting_.pop_back();
    body_.copy = copy;
    return number;
}

}  // namespace celer::optimizer
