#include "optimizer/neighbours.h"

#include <algorithm>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

namespace {

constexpr std::ptrdiff_t least_operations = 4;  // two vectors of two

bool computes_with_floats(llvm::Function& function) {
    return std::ranges::count_if(llvm::instructions(function), [](const llvm::Instruction& inst) {
               return llvm::isa<llvm::BinaryOperator>(inst) && inst.getType()->isFloatingPointTy();
           }) >= least_operations;
}

}  // namespace

llvm::PreservedAnalyses NeighboursPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (!computes_with_floats(function)) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses kept = vectorizer_.run(function, analyses);
    if (!kept.areAllPreserved()) kept.intersect(clean_up_.run(function, analyses));
    return kept;
}

}  // namespace celer::optimizer
