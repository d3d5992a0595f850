#include "optimizer/math_calls.h"

#include <algorithm>

#include "code/native_code.h"
#include "import/code.h"
#include "optimizer/pass_support.h"
#include "types/member.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

using llvm::Constant;

namespace {

constexpr const char* function_cell = "celer.mathematics";  // metadata of a call: the address of the function's cell

// Null: not yet known, since the method was never called.
void** bound_cell(const MethodDesc* method) {
    const NativeCode* native = method->native;
    return native == nullptr || __atomic_load_n(native->cell, __ATOMIC_ACQUIRE) == nullptr ? nullptr : native->cell;
}

template <typename F>
F compute(void* function, const F* arguments, size_t count) {
    if (count == 1) return reinterpret_cast<F (*)(F)>(function)(arguments[0]);
    if (count == 2) return reinterpret_cast<F (*)(F, F)>(function)(arguments[0], arguments[1]);
    return reinterpret_cast<F (*)(F, F, F)>(function)(arguments[0], arguments[1], arguments[2]);
}

// Null: cannot be computed.
Constant* result_of(const llvm::CallBase& call) {
    llvm::MDNode* mark = call.getMetadata(function_cell);
    if (mark == nullptr) return nullptr;
    double wide[3];
    float narrow[3];
    for (unsigned i = 0; i < call.arg_size(); i++) {
        auto* argument = llvm::dyn_cast<llvm::ConstantFP>(call.getArgOperand(i));
        if (argument == nullptr) return nullptr;
        if (argument->getType()->isDoubleTy()) {
            wide[i] = argument->getValueAPF().convertToDouble();
        } else {
            narrow[i] = argument->getValueAPF().convertToFloat();
        }
    }
    void* function = __atomic_load_n(reinterpret_cast<void**>(number_in(*mark)), __ATOMIC_ACQUIRE);
    llvm::LLVMContext& context = call.getContext();
    if (call.getType()->isDoubleTy())
        return llvm::ConstantFP::get(context, llvm::APFloat(compute(function, wide, call.arg_size())));
    return llvm::ConstantFP::get(context, llvm::APFloat(compute(function, narrow, call.arg_size())));
}

}  // namespace

// CoreLib's only internal calls from numbers of floating point to one of them.
bool is_mathematics(const CallInfo& info) {
    if (info.kind != CallKind::Direct || info.method->kind != MethodKind::InternalCall || !info.method->is_static())
        return false;
    size_t count = info.argument_kinds.size();
    return is_float(info.return_kind) && count >= 1 && count <= 3 &&
           std::ranges::all_of(info.argument_kinds, [&](Kind kind) { return kind == info.return_kind; });
}

void mark_mathematics(llvm::CallBase& call, MethodDesc* method, bool may_compute) {
    call.setDoesNotAccessMemory();
    call.setDoesNotThrow();
    call.addFnAttr(llvm::Attribute::WillReturn);
    void** cell = bound_cell(method);
    if (cell == nullptr) return;  // where the code lies will change
    if (auto* entry = llvm::dyn_cast<llvm::LoadInst>(call.getCalledOperand())) mark_invariant(entry);
    if (may_compute) call.setMetadata(function_cell, number_node(call.getContext(), reinterpret_cast<uintptr_t>(cell)));
}

llvm::PreservedAnalyses ComputeMathematicsPass::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    const llvm::DataLayout& layout = function.getDataLayout();
    bool has_results = false;
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) {
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(*block)) {
            auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            Constant* result = call != nullptr ? result_of(*call) : nullptr;
            if (result == nullptr && has_results && instruction.getType()->isFloatingPointTy())
                result = llvm::ConstantFoldInstruction(&instruction, layout);
            if (result == nullptr) continue;
            has_results |= call != nullptr;
            instruction.replaceAllUsesWith(result);
            instruction.eraseFromParent();
        }
    }
    return preserved_if_instructions_changed(has_results);
}

}  // namespace celer::optimizer
