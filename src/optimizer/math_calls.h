// Calls of the C library's mathematics: Math.Pow, Math.Sin and their like, which are internal calls.
//
// Only their arguments decide what they give, and they have no effects: translation tells LLVM so, which then makes
// equal calls one and moves them out of loops. Calls whose arguments are constants are computed here, by the same
// functions that the code would call.
#pragma once

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer {
struct CallInfo;
struct MethodDesc;
}  // namespace celer

namespace celer::optimizer {

bool is_mathematics(const CallInfo& info);
// `may_compute`: for this process only.
void mark_mathematics(llvm::CallBase& call, MethodDesc* method, bool may_compute);

// After variables became values. What follows from a result is computed too: it may be the argument of another call.
class ComputeMathematicsPass : public llvm::PassInfoMixin<ComputeMathematicsPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace celer::optimizer
