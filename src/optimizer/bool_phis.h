// Answers of inlined calls that are asked at once.
#pragma once

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

// A bool is a number in .NET, so the result of an inlined call that has several returns is a number that meets others
// and is then compared with zero. This pass lets the answers themselves meet where nothing but comparisons is made of
// them; then LLVM asks each way's own question at its end (jump threading), and keeps no number in between.
class BoolPhisPass : public llvm::PassInfoMixin<BoolPhisPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace celer::optimizer
