// Objects that need no memory of the heap.
#pragma once

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

// An object whose address goes nowhere (no call, no memory, no result gets it) lies on the stack, where it becomes
// values. If it goes only to a place where control flow brings it together with other objects, the code behind that
// place is copied for it first. Where it goes somewhere else, seldom and for the last time, the object of the heap is
// made only there. Tests of the object's class are known, and so is what they keep from running.
class StackObjectsPass : public llvm::PassInfoMixin<StackObjectsPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace celer::optimizer
