// Allocations from translation to machine code.
//
// Translation calls a function that does not exist, allocation_name: (MethodTable, length) -> object. It tells LLVM
// that nothing else knows the object yet, that no memory of the program changes, and nothing of how memory is found.
// The header is stored behind the call, so that LLVM knows the class and the length. The last passes put in the
// sequence that takes memory from the thread's buffer.
#pragma once

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer {
struct MethodTable;
}

namespace celer::optimizer {

// Declares the function. Its length is an i64, 0 for objects of one size; what the helpers refuse, they throw.
llvm::Function* allocation_function(llvm::Module& module);
bool is_allocation(const llvm::Value* value);
MethodTable* allocated_type(const llvm::CallBase& allocation);

// Among the last passes.
class LowerAllocationsPass : public llvm::PassInfoMixin<LowerAllocationsPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace celer::optimizer
