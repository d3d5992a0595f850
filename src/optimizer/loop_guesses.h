// Loops without their guesses: the class of a receiver, the target of a delegate.
#pragma once

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

// The load reads what never changes in an object once it is made: its MethodTable, a delegate's target and code. A
// delegate's is not said to be invariant, because LLVM could then move it above the stores that make the delegate.
void mark_guess(llvm::LoadInst& load);

// Moves such loads of objects that stay the same while a loop runs, and are known not to be null, in front of the loop.
// LLVM's unswitching then makes a version of the loop for where the guess is right. Where the loop asks first of what
// class the object is, the load may now read a few bytes behind a smaller one: they are mapped, and what they say is
// not used.
class LoopGuessesPass : public llvm::PassInfoMixin<LoopGuessesPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace celer::optimizer
