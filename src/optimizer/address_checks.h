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

// Whether the processor would fault at the address in a way that becomes a NullReferenceException. Only for a branch of
// Checks::throw_if. A by-ref that was not computed here is null or an address.
llvm::Value* is_no_address(llvm::IRBuilder<>& builder, llvm::Value* address, bool is_by_ref);

// Says of an address just computed from a checked object that it lies in that: checks need not ask, whatever variable
// it has gone through.
void note_in_object(llvm::Value* address);

struct AddressTest {
    llvm::Value* address =
        nullptr;  // or a number that is it, but for less than null_guard_bytes. Null: it is no such test
    bool fails_if_true = false;
};

// What a comparison, whatever LLVM has made of it, asks of an address that this pass has put a test for.
AddressTest address_test(const llvm::ICmpInst& test);

// Puts code in place of those calls; run after the promotion of variables.
struct AddressChecksPass : llvm::PassInfoMixin<AddressChecksPass> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace celer::optimizer
