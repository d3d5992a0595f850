// What the optimizer uses of LLVM's IR.
#pragma once

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
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

}  // namespace celer::optimizer
