// Loads of what never changes, in front of loops.
#pragma once

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

// The address of data in a mapped file lies in a cell of the arena, and so does a reference that a static readonly
// field of an initialised class holds: tables that loops look characters up in. LLVM does not move such a load in front
// of the loop if something may throw or branch before it, since it does not know that it can be read at any time: what
// lies in the arena can.
class CellLoadsPass : public llvm::PassInfoMixin<CellLoadsPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace celer::optimizer
