// Checks that throw, and other branches to code that is rarely run.
#include "optimizer/translator.h"

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::Value;

BasicBlock* BodyTranslator::new_block(const char* name) {
    return BasicBlock::Create(context_, name, function_);
}

void BodyTranslator::branch_to_cold(Value* condition, BasicBlock* likely, const char* name) {
    BasicBlock* cold = new_block(name);
    llvm::MDNode* weights = llvm::MDBuilder(context_).createUnlikelyBranchWeights();
    builder_.CreateCondBr(condition, cold, likely, weights);
    builder_.SetInsertPoint(cold);
}

// Every check has a call of its own: its address tells the place in the IL.
void BodyTranslator::throw_if(Value* condition, Helper helper) {
    if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(condition); constant != nullptr && constant->isZero())
        return;
    BasicBlock* next = new_block("checked");
    branch_to_cold(condition, next, "throw");
    call_helper(helper, Kind::Void, {});
    builder_.CreateUnreachable();
    builder_.SetInsertPoint(next);
}

// As tier 0 has it: the processor finds out, and the fault handler throws.
void BodyTranslator::fault_if(Value* condition, const char* instructions) {
    if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(condition); constant != nullptr && constant->isZero())
        return;
    BasicBlock* next = new_block("checked");
    branch_to_cold(condition, next, "fault");
    auto* type = llvm::FunctionType::get(builder_.getVoidTy(), {}, false);
    const char* clobbers = "~{eax},~{ecx},~{edx},~{flags},~{memory}";
    llvm::CallInst* call = builder_.CreateCall(llvm::InlineAsm::get(type, instructions, clobbers, true));
    call->addFnAttr(llvm::Attribute::NoMerge);
    call->addFnAttr(llvm::Attribute::NoUnwind);
    builder_.CreateUnreachable();
    builder_.SetInsertPoint(next);
}

void BodyTranslator::check_null(Value* address) {
    const Value* base = address->stripInBoundsOffsets();
    if (llvm::isa<llvm::AllocaInst>(base)) return;
    if (llvm::isa<llvm::Constant>(base) && !llvm::isa<llvm::ConstantPointerNull>(base)) return;
    fault_if(builder_.CreateIsNull(address), "cmpb $$0, 0");
}

}  // namespace celer::optimizer
