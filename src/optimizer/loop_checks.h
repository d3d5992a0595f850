// Loops without their checks. LLVM vectorises a loop only if nothing leaves it in the middle.
#pragma once

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

// Makes a second version of innermost loops that call nothing: for the case that no array in them is null, that native
// pointers that go up begin at an address, and that all indexes are in range from the first turn to the last. What
// decides stands before the loop; the other version is the loop as it was, so exceptions come where they came.
class LoopChecksPass : public llvm::PassInfoMixin<LoopChecksPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace celer::optimizer
