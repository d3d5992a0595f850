#include "optimizer/translation/checks.h"

#include "optimizer/address_checks.h"
#include "optimizer/translation/call_emitter.h"
#include "optimizer/translation/landing_pads.h"
#include "optimizer/translation/values.h"

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::Value;

void Checks::branch_to_cold(Value* condition, BasicBlock* likely, const char* name) {
    BasicBlock* cold = body_.new_block(name);
    llvm::MDNode* weights = llvm::MDBuilder(body_.state.context).createUnlikelyBranchWeights();
    builder_.CreateCondBr(condition, cold, likely, weights);
    builder_.SetInsertPoint(cold);
}

// Every check has a call of its own: its address tells the place in the IL.
void Checks::throw_if(Value* condition, Helper helper, std::initializer_list<Value*> arguments) {
    if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(condition); constant != nullptr && constant->isZero())
        return;
    BasicBlock* next = body_.new_block("checked");
    branch_to_cold(condition, next, "throw");
    emitter_.call_helper(helper, Kind::Void, arguments);
    builder_.CreateUnreachable();
    builder_.SetInsertPoint(next);
}

void Checks::check_null(Value* address) {
    llvm::APInt distance(64, 0);
    const Value* base =
        address->stripAndAccumulateConstantOffsets(body_.state.function->getDataLayout(), distance, true);
    if (llvm::isa<llvm::AllocaInst>(base)) return;
    if (llvm::isa<llvm::Constant>(base) && !llvm::isa<llvm::ConstantPointerNull>(base)) return;
    BasicBlock* start = builder_.GetInsertBlock();
    throw_if(builder_.CreateIsNull(address), Helper::ThrowNullReference);
    // The back end leaves the comparison out where an access follows that faults (FaultEntry).
    if (start->getTerminator() != nullptr)
        start->getTerminator()->setMetadata(llvm::LLVMContext::MD_make_implicit,
                                            llvm::MDNode::get(body_.state.context, {}));
}

// By more than adding a constant: what comes out is null for no program that is not wrong in another way.
static bool is_computed(const Value* address) {
    const Value* base = address->stripInBoundsConstantOffsets();
    auto* made = llvm::dyn_cast<llvm::Operator>(base);
    if (made == nullptr) return false;
    if (auto* element = llvm::dyn_cast<llvm::GEPOperator>(made)) return !element->hasAllConstantIndices();
    return made->getOpcode() == llvm::Instruction::IntToPtr && llvm::isa<llvm::BinaryOperator>(made->getOperand(0));
}

// In a try region a handler must see the exception although no call throws it: there the check tells what the processor
// would. Elsewhere the fault becomes an exception.
void Checks::check_pointer(const Operand& base) {
    Value* address = values_.as(base, Kind::Ref);
    if (base.kind == Kind::Ref) return check_null(address);
    if (base.in_object) return;
    if (pads_.unwind_target() == nullptr) {
        if (!is_computed(address)) check_null(address);
        return;
    }
    throw_if(is_no_address(builder_, address, base.kind == Kind::ByRef), Helper::ThrowNoAddress,
             {values_.as(base, Kind::I8)});
}

}  // namespace celer::optimizer
