// What the collector must find of the objects that a loop works on.
#pragma once

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PassManager.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

// Roots are found conservatively: a word on the stack or in a register keeps an object only if it points into it or to
// its end. LLVM's back end makes of an array and an index a pointer that may lie anywhere (strength reduction), and the
// array's own address may be gone by then. This last pass makes the addresses of all objects that a loop reads or
// writes, and those that a moving pointer began at, live until the loop is left. In code without loops the address is
// there until the access.
class KeepObjectsPass : public llvm::PassInfoMixin<KeepObjectsPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

// GC.KeepAlive: an instruction without code that uses the object. With an object that has a finalizer other memory may
// die, so no access goes past the instruction; of objects that are only their own memory, loads do.
enum class MemoryOfObject : uint8_t { IsItsOwn, MayBeElsewhere };
llvm::CallInst* make_keep_alive(llvm::IRBuilder<>& builder, llvm::Value* object, MemoryOfObject memory);
bool is_keep_alive(const llvm::Instruction& instruction);

}  // namespace celer::optimizer
