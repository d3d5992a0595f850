// Checks whether an address is one at all, which stand in try regions (Checks::check_pointer).
//
// They are calls at first, since arithmetic on the address of a variable would keep it in memory: which addresses are
// those of variables is known only when the variables that hold addresses have become values.
#pragma once

#include "optimizer/llvm.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

// Whether the processor would fault at the address in a way that becomes a NullReferenceException.
llvm::Value* is_no_address(llvm::IRBuilder<>& builder, llvm::Value* address);

// Says of an address just computed from a checked object that it lies in that: checks need not ask, whatever variable
// it has gone through.
void note_in_object(llvm::Value* address);

// Puts code in place of those calls; run after the promotion of variables.
struct AddressChecksPass : llvm::PassInfoMixin<AddressChecksPass> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace celer::optimizer
