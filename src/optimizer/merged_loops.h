// Loops that go on where the loop around them was.
#pragma once

#include "optimizer/llvm.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

// `foreach` over a dictionary runs MoveNext, a loop that looks for the next entry in use, which mostly is the first one
// that it sees. Put in, that is a loop at the beginning of another; what both of them carry moves from register to
// register at each turn of the outer one. Where the outer loop begins with nothing but the inner one, and the inner one
// resets no variable, they become one loop with two ways back, which meet in a block of their own (else strength
// reduction makes two loops of it again).
struct MergedLoopsPass : llvm::PassInfoMixin<MergedLoopsPass> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace celer::optimizer
