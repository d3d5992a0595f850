#include "optimizer/translation/combined_delegates.h"

#include <algorithm>

#include "code/compiler.h"
#include "code/profile.h"
#include "object/object.h"
#include "optimizer/translation/checks.h"
#include "optimizer/translation/inliner.h"
#include "optimizer/translation/kept_results.h"
#include "optimizer/translation/plain_calls.h"
#include "optimizer/translation/values.h"
#include "types/loader.h"

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::Value;

bool CombinedDelegates::call(const CallInfo& info, std::span<const TypeHandle> types,
                             const std::vector<Operand>& arguments, Kind return_kind, TypeHandle return_type) {
    if (info.kind != CallKind::Delegate || !body_.state.may_inline || body_.current_heat() < cold) return false;
    const void* thunk = met_thunk(info);
    if (thunk == nullptr) return false;
    Value* delegate = values_.as(arguments[0], Kind::Ref);
    checks_.check_null(delegate);
    Value* code = builder_.CreateLoad(builder_.getPtrTy(), values_.offset(delegate, delegate_method_pointer_offset));
    BasicBlock* combined = body_.new_block("combined");
    BasicBlock* single = body_.new_block("single");
    BasicBlock* done = body_.new_block("all.called");
    builder_.CreateCondBr(builder_.CreateICmpEQ(code, values_.address_of(thunk)), combined, single);
    Value* result = nullptr;
    builder_.SetInsertPoint(combined);
    call_all(info, types, arguments, return_kind, return_type, result);
    if (body_.refusal != nullptr) return true;
    builder_.CreateBr(done);
    builder_.SetInsertPoint(single);
    call_single(info, types, arguments, return_kind, return_type);
    if (body_.refusal != nullptr) return true;
    kept_.keep(result, return_kind);
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
    kept_.push(result, return_kind, return_type.method_table());
    return true;
}

// What combined delegates of the type call, if the place has met it.
const void* CombinedDelegates::met_thunk(const CallInfo& info) const {
    auto is_of_no_method = [](uint32_t met) {
        return met != 0 && thunks().method_of(reinterpret_cast<const void*>(uintptr_t{met})) == nullptr;
    };
    Met met = met_at(body_.code.method, body_.il_offset);
    if (std::ranges::none_of(met.classes, is_of_no_method)) return nullptr;
    Result<const MethodSignature*> invoke = method_signature(info.method);
    void* thunk = invoke ? thunks().delegate_thunk(DelegateThunk::Multicast, *invoke) : nullptr;
    auto address = reinterpret_cast<uintptr_t>(thunk);
    bool was_met = std::ranges::any_of(met.classes, [&](uint32_t one) { return one != 0 && one == address; });
    return was_met ? thunk : nullptr;
}

// In their order, each with the same arguments; the last result is the result. The list does not change, and has an
// element.
void CombinedDelegates::call_all(const CallInfo& info, std::span<const TypeHandle> types,
                                 std::vector<Operand> arguments, Kind return_kind, TypeHandle return_type,
                                 Value*& result) {
    llvm::Type* pointer = builder_.getPtrTy();
    Value* delegate = values_.as(arguments[0], Kind::Ref);
    Value* list = builder_.CreateLoad(pointer, values_.offset(delegate, delegate_invocation_list_offset));
    Value* count =
        builder_.CreateLoad(builder_.getInt64Ty(), values_.offset(delegate, delegate_invocation_count_offset));
    Value* first = values_.offset(list, array_data_offset);
    BasicBlock* before = builder_.GetInsertBlock();
    BasicBlock* each = body_.new_block("each");
    builder_.CreateBr(each);
    builder_.SetInsertPoint(each);
    llvm::PHINode* index = builder_.CreatePHI(builder_.getInt64Ty(), 2);
    index->addIncoming(builder_.getInt64(0), before);
    Value* one = builder_.CreateLoad(pointer, builder_.CreateGEP(pointer, first, index));
    Value* target = builder_.CreateLoad(pointer, values_.offset(one, delegate_target_offset));
    Value* code = builder_.CreateLoad(pointer, values_.offset(one, delegate_method_pointer_offset));
    arguments[0] = {.kind = Kind::Ref, .value = target};
    plain_calls_.emit(info, types, arguments, return_kind, return_type, code);
    if (body_.refusal != nullptr) return;
    kept_.keep(result, return_kind);
    Value* next = builder_.CreateAdd(index, builder_.getInt64(1));
    index->addIncoming(next, builder_.GetInsertBlock());
    BasicBlock* last = body_.new_block("last");
    builder_.CreateCondBr(builder_.CreateICmpSLT(next, count), each, last);
    builder_.SetInsertPoint(last);
}

void CombinedDelegates::call_single(const CallInfo& info, std::span<const TypeHandle> types,
                                    std::vector<Operand> arguments, Kind return_kind, TypeHandle return_type) {
    if (inliner_.put_in_target(info, types, arguments, return_kind, return_type)) return;
    plain_calls_.emit(info, types, arguments, return_kind, return_type, nullptr);
}

}  // namespace celer::optimizer
