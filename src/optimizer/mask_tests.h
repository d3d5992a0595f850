// Tests of whether a vector of ones and zeros has any ones, in functions that use AVX-512.
#pragma once

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

// The class libraries compare vectors, combine what came out, and ask whether that is a vector of zeros only. What came
// out is a mask register already, and can be asked itself; LLVM makes a vector of it, compares that into another mask
// and asks this one.
class MaskTestsPass : public llvm::PassInfoMixin<MaskTestsPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace celer::optimizer
