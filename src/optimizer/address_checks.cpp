#include "optimizer/address_checks.h"

#include <vector>

#include "object/object.h"

namespace celer::optimizer {

using llvm::Value;

namespace {

constexpr const char* check_name = "is.no.address";

bool is_of_variable(const llvm::Function& function, Value* address) {
    llvm::APInt distance(64, 0);
    return llvm::isa<llvm::AllocaInst>(
        address->stripAndAccumulateConstantOffsets(function.getDataLayout(), distance, true));
}

Value* expanded(llvm::CallInst& check) {
    llvm::IRBuilder<> builder(&check);
    Value* address = check.getArgOperand(0);
    if (is_of_variable(*check.getFunction(), address)) return builder.getFalse();
    constexpr uint64_t lower_half = uint64_t{1} << 47;
    Value* bits = builder.CreatePtrToInt(address, builder.getInt64Ty());
    Value* near_null = builder.CreateICmpULT(bits, builder.getInt64(null_guard_bytes));
    Value* from_bottom = builder.CreateAdd(bits, builder.getInt64(lower_half));
    return builder.CreateOr(near_null, builder.CreateICmpUGE(from_bottom, builder.getInt64(2 * lower_half)));
}

}  // namespace

Value* is_no_address(llvm::IRBuilder<>& builder, Value* address) {
    llvm::Module& module = *builder.GetInsertBlock()->getModule();
    llvm::FunctionCallee check = module.getOrInsertFunction(check_name, builder.getInt1Ty(), builder.getPtrTy());
    llvm::CallInst* call = builder.CreateCall(check, {address});
    call->addFnAttr(llvm::Attribute::NoUnwind);
    return call;
}

llvm::PreservedAnalyses AddressChecksPass::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    llvm::Function* check = function.getParent()->getFunction(check_name);
    if (check == nullptr) return llvm::PreservedAnalyses::all();
    std::vector<llvm::CallInst*> calls;
    for (llvm::User* user : check->users()) calls.push_back(llvm::cast<llvm::CallInst>(user));
    for (llvm::CallInst* call : calls) {
        call->replaceAllUsesWith(expanded(*call));
        call->eraseFromParent();
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace celer::optimizer
