// Tests of whether a vector of ones and zeros has any ones.
#pragma once

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

// The class libraries compare vectors, combine what came out, and ask whether that is a vector of zeros only, or take
// its sign bits for a number and compare that with zero. Vectors of 16 and 32 bytes are asked themselves (vptest): a
// loop that does nothing else takes three fifths of the time so (Zen 4). One with shuffles took a tenth longer, and
// keeps the number. In functions with vectors of 64 bytes LLVM compares all vectors into mask registers: these are made
// by the instructions from before those, but for vectors of 64 bytes, of which the mask is asked instead of a vector
// that is made of it and compared into another mask.
class MaskTestsPass : public llvm::PassInfoMixin<MaskTestsPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace celer::optimizer
