#include "optimizer/address_checks.h"

#include <vector>

#include "object/object.h"
#include "optimizer/pass_support.h"
#include "platform/cpu.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/PatternMatch.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

using llvm::Value;

namespace {

constexpr const char* check_name = "is.no.address";
constexpr const char* in_object = "celer.in.object";
constexpr uint64_t inside_bytes = lower_half_bytes - null_guard_bytes;

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

// All that programs have memory at lies inside.
Value* is_outside(llvm::IRBuilder<>& builder, Value* bits) {
    return builder.CreateICmpUGE(builder.CreateSub(bits, builder.getInt64(null_guard_bytes)),
                                 builder.getInt64(inside_bytes));
}

// An argument, a result, or what lay in memory, or little behind it.
bool is_given(const llvm::DataLayout& layout, const Value* address) {
    llvm::APInt distance(64, 0);
    const Value* from = address->stripAndAccumulateConstantOffsets(layout, distance, true);
    bool is_it = llvm::isa<llvm::Argument>(from) || llvm::isa<llvm::LoadInst>(from) ||
                 llvm::isa<llvm::CallBase>(from) || llvm::isa<llvm::ExtractValueInst>(from);
    return is_it && distance.abs().ult(null_guard_bytes);
}

// In place of the call that the branch asks.
void expand(llvm::CallInst& check) {
    llvm::IRBuilder<> builder(&check);
    Value* address = check.getArgOperand(0);
    bool is_by_ref = llvm::cast<llvm::ConstantInt>(check.getArgOperand(1))->isOne();
    auto& branch = *llvm::cast<llvm::BranchInst>(check.user_back());
    Value* answer = nullptr;
    if (is_surely_one(check.getDataLayout(), address)) {
        answer = builder.getFalse();
    } else if (is_by_ref && is_given(check.getDataLayout(), address)) {
        answer = builder.CreateIsNull(address);
        branch.setMetadata(llvm::LLVMContext::MD_make_implicit, llvm::MDNode::get(check.getContext(), {}));
    } else {
        answer = is_outside(builder, builder.CreatePtrToInt(address, builder.getInt64Ty()));
    }
    check.replaceAllUsesWith(answer);
    check.eraseFromParent();
}

}  // namespace

Value* is_no_address(llvm::IRBuilder<>& builder, Value* address, bool is_by_ref) {
    llvm::Module& module = *builder.GetInsertBlock()->getModule();
    llvm::FunctionCallee check =
        module.getOrInsertFunction(check_name, builder.getInt1Ty(), builder.getPtrTy(), builder.getInt1Ty());
    llvm::CallInst* call = builder.CreateCall(check, {address, builder.getInt1(is_by_ref)});
    call->addFnAttr(llvm::Attribute::NoUnwind);
    return call;
}

void note_in_object(Value* address) {
    if (auto* made = llvm::dyn_cast<llvm::GetElementPtrInst>(address))
        made->setMetadata(in_object, llvm::MDNode::get(made->getContext(), {}));
}

AddressTest address_test(const llvm::ICmpInst& test) {
    using namespace llvm::PatternMatch;
    Value* bits = nullptr;
    const llvm::APInt* added = nullptr;
    const llvm::APInt* limit = nullptr;
    if (!match(&test, m_ICmp(m_Add(m_Value(bits), m_APInt(added)), m_APInt(limit))) || added->getBitWidth() != 64)
        return {};
    auto range = llvm::ConstantRange::makeExactICmpRegion(test.getPredicate(), *limit).subtract(*added);
    for (bool fails_if_true : {false, true}) {
        llvm::ConstantRange inside = fails_if_true ? range.inverse() : range;
        bool is_near = (inside.getLower() - null_guard_bytes).abs().ult(null_guard_bytes);
        if (is_near && inside.getUpper() - inside.getLower() == inside_bytes) return {bits, fails_if_true};
    }
    return {};
}

llvm::PreservedAnalyses AddressChecksPass::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    llvm::Function* check = function.getParent()->getFunction(check_name);
    if (check == nullptr) return llvm::PreservedAnalyses::all();
    std::vector<llvm::CallInst*> calls;
    for (llvm::User* user : check->users()) calls.push_back(llvm::cast<llvm::CallInst>(user));
    for (llvm::CallInst* call : calls) expand(*call);
    return llvm::PreservedAnalyses::none();
}

}  // namespace celer::optimizer
