// Loops that add different amounts on different ways (letters++; or: letters += 100;): the amount is chosen and added
// once, so that the sum waits for one addition per turn and not for the choice. LLVM's own passes do so for one
// condition and amounts of 0 and 1.
#pragma once

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

class AccumulatorsPass : public llvm::PassInfoMixin<AccumulatorsPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace celer::optimizer
