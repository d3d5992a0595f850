// Neighbouring fields, elements and variables as vectors (x, y and z of a point): LLVM's superword-level parallelism,
// in functions that compute with floating-point numbers. Elsewhere what is made a vector of is counts and positions of
// an object, each of which is soon loaded alone or was just stored alone; then the processor waits for its cache (Queue
// and Stack took twice as long).
#pragma once

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/Vectorize/SLPVectorizer.h>
#include <llvm/Transforms/Vectorize/VectorCombine.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

class NeighboursPass : public llvm::PassInfoMixin<NeighboursPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

  private:
    llvm::SLPVectorizerPass vectorizer_;
    llvm::VectorCombinePass clean_up_;
};

}  // namespace celer::optimizer
