// Tests for null, and in try regions for what is no address, of addresses that lie a little behind what was just read
// or written, as pointers do that go through memory. LLVM keeps them since a program's additions may wrap around; what
// was accessed does not lie so far up.
#pragma once

#include <cstdint>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

enum class AccessedIn : uint8_t {
    CountedLoops,  // and outside of loops: the others' checks tell LoopChecks what makes them counted ones
    AllLoops,
};

class AccessedAddressesPass : public llvm::PassInfoMixin<AccessedAddressesPass> {
  public:
    explicit AccessedAddressesPass(AccessedIn where) : where_(where) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }

  private:
    AccessedIn where_;
};

}  // namespace celer::optimizer
