#include "optimizer/address_checks.h"

#include <vector>

#include "object/object.h"
#include "optimizer/pass_support.h"

namespace celer::optimizer {

using llvm::Value;

namespace {

constexpr const char* check_name = "is.no.address";
constexpr const char* in_object = "celer.in.object";

bool is_noted(const llvm::Value* address) {
    auto* made = llvm::dyn_cast<llvm::GetElementPtrInst>(address);
    return made != nullptr && made->getMetadata(in_object) != nullptr;
}

// In a variable, or in an object or its parts: a little on by constants from such an address.
bool is_surely_one(const llvm::DataLayout& layout, const Value* address) {
    llvm::APInt distance(64, 0);
    while (!is_noted(address)) {
        auto* made = llvm::dyn_cast<llvm::GEPOperator>(address);
        if (made == nullptr || !made->accumulateConstantOffset(layout, distance)) break;
        address = made->getPointerOperand();
    }
    return (is_noted(address) || llvm::isa<llvm::AllocaInst>(address)) && distance.abs().ult(null_guard_bytes);
}

Value* expanded(llvm::CallInst& check) {
    llvm::IRBuilder<> builder(&check);
    Value* address = check.getArgOperand(0);
    if (is_surely_one(check.getDataLayout(), address)) return builder.getFalse();
    Value* bits = builder.CreatePtrToInt(address, builder.getInt64Ty());
    Value* near_null = builder.CreateICmpULT(bits, builder.getInt64(null_guard_bytes));
    Value* from_bottom = builder.CreateAdd(bits, builder.getInt64(lower_half_bytes));
    return builder.CreateOr(near_null, builder.CreateICmpUGE(from_bottom, builder.getInt64(2 * lower_half_bytes)));
}

}  // namespace

Value* is_no_address(llvm::IRBuilder<>& builder, Value* address) {
    llvm::Module& module = *builder.GetInsertBlock()->getModule();
    llvm::FunctionCallee check = module.getOrInsertFunction(check_name, builder.getInt1Ty(), builder.getPtrTy());
    llvm::CallInst* call = builder.CreateCall(check, {address});
    call->addFnAttr(llvm::Attribute::NoUnwind);
    return call;
}

void note_in_object(Value* address) {
    if (auto* made = llvm::dyn_cast<llvm::GetElementPtrInst>(address))
        made->setMetadata(in_object, llvm::MDNode::get(made->getContext(), {}));
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
