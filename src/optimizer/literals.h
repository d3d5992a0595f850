// Strings that the program cannot change: lengths and characters of literals are constants, also where code that was
// put in meets them through a span or a reference into them.
#pragma once

#include "optimizer/llvm.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

// Code of the module holds the object's address, for as long as it exists. Nothing, if it is no string.
void note_literal(llvm::Module& module, const void* object);

// Calls through this entry cell compare characters without regard to case: (a, b, number of them), a boolean.
void note_comparison(llvm::Module& module, const void* entry);
// Calls through this one move memory: (to, from, bytes).
void note_move(llvm::Module& module, const void* entry);

// Such comparisons with few characters of a literal, and moves of few bytes, are made in line. Run it when what tests
// of lengths tell is known behind them: usually the other string has been found to be as long as the literal.
struct LiteralCallsPass : llvm::PassInfoMixin<LiteralCallsPass> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

// Loads from strings that were noted become what they read. Run it when variables have become values.
struct LiteralsPass : llvm::PassInfoMixin<LiteralsPass> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace celer::optimizer
