// What several passes need: numbers in metadata, what is worth large code, and what a pass says of its changes.
#pragma once

#include <cstdint>

#include "optimizer/llvm.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/IR/Analysis.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

// Of a pass that changes instructions, and neither blocks nor branches.
inline llvm::PreservedAnalyses preserved_if_instructions_changed(bool changed) {
    if (!changed) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses kept;
    kept.preserveSet<llvm::CFGAnalyses>();
    return kept;
}

// Run so much less often than the function is entered that its code is small rather than fast: a call of the engine
// instead of what the engine's function does first, in line.
inline bool is_seldom(const llvm::BlockFrequencyInfo& frequencies, const llvm::BasicBlock* block) {
    constexpr uint64_t share = 8;
    return frequencies.getBlockFreq(block).getFrequency() < frequencies.getEntryFreq().getFrequency() / share;
}

inline llvm::MDNode* number_node(llvm::LLVMContext& context, uint64_t number) {
    auto* constant = llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), number);
    return llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(constant));
}

inline uint64_t number_in(const llvm::MDNode& node) {
    return llvm::mdconst::extract<llvm::ConstantInt>(node.getOperand(0))->getZExtValue();
}

}  // namespace celer::optimizer
