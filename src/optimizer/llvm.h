// What the optimizer uses of LLVM's IR.
#pragma once

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

// The number in an address that is known; 0: it is not.
inline uint64_t constant_address(const llvm::Value* value) {
    while (auto* cast = llvm::dyn_cast<llvm::ConstantExpr>(value)) {
        bool keeps_bits =
            cast->getOpcode() == llvm::Instruction::IntToPtr || cast->getOpcode() == llvm::Instruction::PtrToInt;
        if (!keeps_bits) return 0;
        value = cast->getOperand(0);
    }
    auto* number = llvm::dyn_cast<llvm::ConstantInt>(value);
    return number == nullptr || number->getBitWidth() != 64 ? 0 : number->getZExtValue();
}

inline llvm::Constant* known_address(llvm::IRBuilder<>& builder, const void* pointer) {
    return llvm::ConstantExpr::getIntToPtr(builder.getInt64(reinterpret_cast<uintptr_t>(pointer)), builder.getPtrTy());
}

// The fs segment is address space 257.
inline llvm::Constant* thread_local_address(llvm::IRBuilder<>& builder, int32_t offset) {
    return llvm::ConstantExpr::getIntToPtr(builder.getInt64(static_cast<uint64_t>(int64_t{offset})),
                                           builder.getPtrTy(257));
}

// Of a call: no handler waits for its exceptions, since it has none. (NoUnwind says only that no handler is there.)
inline constexpr const char* never_throws = "celer-never-throws";

// Memory that does not change while it can be read.
inline void mark_invariant(llvm::LoadInst* load) {
    load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(load->getContext(), {}));
}

// Of one of two values, by where control comes from.
inline llvm::PHINode* either(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::BasicBlock* from_a, llvm::Value* b,
                             llvm::BasicBlock* from_b) {
    llvm::PHINode* value = builder.CreatePHI(a->getType(), 2);
    value->addIncoming(a, from_a);
    value->addIncoming(b, from_b);
    return value;
}

}  // namespace celer::optimizer
