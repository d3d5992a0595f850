// Barriers (gc/barrier.h) from translation to machine code.
//
// Translation calls a function that does not exist, (slot), before a store of a reference. It tells LLVM that the call
// reads the slot, so no store to it moves across, and changes nothing that the program sees. Barriers of slots that
// turn out to lie in the frame are dropped as soon as that is seen, so that variables stay values. The last passes drop
// those of objects that were allocated just before. Of the others, those that are run most become a look at the card in
// line, the rest calls.
#pragma once

#include "optimizer/llvm.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

// `in_heap`: the slot is known to lie in an object.
void emit_barrier(llvm::IRBuilder<>& builder, llvm::Value* slot, bool in_heap);
bool is_barrier(const llvm::Value* value);

// Whether there were any.
bool drop_barriers_of_frame(llvm::Function& function);

class DropFrameBarriersPass : public llvm::PassInfoMixin<DropFrameBarriersPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

// Before allocations are lowered.
class LowerBarriersPass : public llvm::PassInfoMixin<LowerBarriersPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace celer::optimizer
