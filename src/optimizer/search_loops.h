// Loops that end in a test of their own.
#pragma once

#include "optimizer/llvm.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

// LLVM moves the test at the head of a loop to its end (rotation), so that what must be known in front of the loop is
// tested once there; ranges and checks are found from that form. It takes a loop whose last block leaves it for one
// that has been rotated. So is a search, `for (...; i++) if (found(i)) return i;`, when nothing is left of its `i++`
// (the sum was needed before, or was drawn into the head). This pass gives such loops an empty last block, and rotates
// them.
struct SearchLoopsPass : llvm::PassInfoMixin<SearchLoopsPass> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace celer::optimizer
