// Tests for null of addresses that lie a little behind what was just read or written, as pointers do that go through
// memory. LLVM keeps them since a program's additions may wrap around; what was accessed does not lie so far up.
#pragma once

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

class AccessedAddressesPass : public llvm::PassInfoMixin<AccessedAddressesPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace celer::optimizer
