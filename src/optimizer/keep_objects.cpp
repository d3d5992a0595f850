#include "optimizer/keep_objects.h"

#include "optimizer/llvm.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::Loop;
using llvm::Value;

namespace {

using Objects = llvm::SmallSetVector<Value*, 8>;

// A pointer that goes on through one object from turn to turn; null: the value is another one.
llvm::PHINode* moving_pointer(Value* value, const llvm::LoopInfo& loops) {
    auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
    const Loop* loop = phi == nullptr ? nullptr : loops.getLoopFor(phi->getParent());
    if (loop == nullptr || loop->getHeader() != phi->getParent() || !loop->isLoopSimplifyForm()) return nullptr;
    return llvm::getUnderlyingObject(phi->getIncomingValueForBlock(loop->getLoopLatch()), 0) == phi ? phi : nullptr;
}

// What the address was made of, also where a pointer moves there.
Value* origin_of(const Value* address, const llvm::LoopInfo& loops) {
    auto* object = const_cast<Value*>(llvm::getUnderlyingObject(address, 0));
    while (llvm::PHINode* pointer = moving_pointer(object, loops)) {
        BasicBlock* before = loops.getLoopFor(pointer->getParent())->getLoopPreheader();
        object = const_cast<Value*>(llvm::getUnderlyingObject(pointer->getIncomingValueForBlock(before), 0));
    }
    return object;
}

// What the instruction reads or writes, as far as that is memory.
llvm::SmallVector<const Value*, 2> addresses_of(const llvm::Instruction& instruction) {
    if (const Value* address = llvm::getLoadStorePointerOperand(&instruction)) return {address};
    auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
    if (memory == nullptr) return {};
    auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(memory);
    if (transfer == nullptr) return {memory->getRawDest()};
    return {memory->getRawDest(), transfer->getRawSource()};
}

Objects objects_in(const Loop& loop, const llvm::LoopInfo& loops) {
    Objects objects;
    for (BasicBlock* block : loop.blocks()) {
        for (llvm::Instruction& instruction : *block) {
            for (const Value* address : addresses_of(instruction)) {
                Value* object = origin_of(address, loops);
                bool is_kept = llvm::isa<llvm::AllocaInst>(object) || llvm::isa<llvm::Constant>(object);
                bool is_of_thread = object->getType()->getPointerAddressSpace() != 0;
                if (!is_kept && !is_of_thread && loop.isLoopInvariant(object)) objects.insert(object);
            }
        }
    }
    return objects;
}

// At one exit: from there the whole loop can be reached backwards.
void use_after(const Loop& loop, const Objects& objects, const llvm::DominatorTree& dominators) {
    llvm::SmallVector<BasicBlock*, 8> exits;
    loop.getUniqueExitBlocks(exits);
    for (Value* object : objects) {
        auto* made = llvm::dyn_cast<llvm::Instruction>(object);
        for (BasicBlock* exit : exits) {
            if (exit->isEHPad() || (made != nullptr && !dominators.dominates(made, exit))) continue;
            llvm::IRBuilder<> builder(exit, exit->getFirstInsertionPt());
            // Where it lies in the frame it need not come into a register once more.
            builder.CreateCall(llvm::Intrinsic::getOrInsertDeclaration(exit->getModule(), llvm::Intrinsic::fake_use),
                               {object});
            break;
        }
    }
}

}  // namespace

llvm::PreservedAnalyses KeepObjectsPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    bool changed = false;
    for (Loop* loop : loops.getLoopsInPreorder()) {
        Objects objects = objects_in(*loop, loops);
        changed |= !objects.empty();
        use_after(*loop, objects, dominators);
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

llvm::CallInst* make_keep_alive(llvm::IRBuilder<>& builder, Value* object, MemoryOfObject memory) {
    auto* type = llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false);
    llvm::CallInst* use = builder.CreateCall(llvm::InlineAsm::get(type, "", "r", true), {object});
    if (memory == MemoryOfObject::IsItsOwn) {
        use->setMemoryEffects(llvm::MemoryEffects::readOnly() | llvm::MemoryEffects::inaccessibleMemOnly());
        use->addFnAttr(llvm::Attribute::WillReturn);
    }
    return use;
}

bool is_keep_alive(const llvm::Instruction& instruction) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    auto* code = call == nullptr ? nullptr : llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand());
    return code != nullptr && code->getAsmString().empty() && code->getConstraintString() == "r";
}

}  // namespace celer::optimizer
