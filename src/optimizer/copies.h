// Copies of structs in the pieces that code works on.
//
// A load that needs what two stores just before it have written waits for the cache, some twelve cycles: a struct whose
// fields were stored one by one, often by a callee, and is copied as a vector. So copies carry where the fields of
// their struct begin and end, and what LLVM has left of them in the end moves field by field, if those are few.
#pragma once

#include <cstdint>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer {
struct MethodTable;
}

namespace celer::optimizer {

void mark_fields(llvm::CallInst& copy, const MethodTable* type);

// Among the last passes.
class LowerCopiesPass : public llvm::PassInfoMixin<LowerCopiesPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace celer::optimizer
