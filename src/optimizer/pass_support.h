// What several passes need: numbers in metadata, and what a pass says of its changes.
#pragma once

#include <cstdint>

#include "optimizer/llvm.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
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

inline llvm::MDNode* number_node(llvm::LLVMContext& context, uint64_t number) {
    auto* constant = llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), number);
    return llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(constant));
}

inline uint64_t number_in(const llvm::MDNode& node) {
    return llvm::mdconst::extract<llvm::ConstantInt>(node.getOperand(0))->getZExtValue();
}

}  // namespace celer::optimizer
