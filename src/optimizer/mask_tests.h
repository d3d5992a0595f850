// Tests of whether a vector of ones and zeros has any ones.
#pragma once

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

// The class libraries compare vectors, combine what came out, and ask whether that is a vector of zeros only, or take
// its sign bits for a number and compare that with zero. Vectors of 16 and 32 bytes are asked themselves (vptest):
// their bits come to a word register half as often in the same time (Zen 4), and are not moved there before the loop
// ends that wants to know which one it was. What compares vectors of 64 bytes gives a mask register already; LLVM makes
// a vector of it, compares that into another mask and asks this one.
class MaskTestsPass : public llvm::PassInfoMixin<MaskTestsPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace celer::optimizer
