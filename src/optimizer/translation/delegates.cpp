#include "optimizer/translation/delegates.h"

#include "code/compiler.h"
#include "object/object.h"
#include "optimizer/translation/allocation.h"
#include "optimizer/translation/call_emitter.h"
#include "optimizer/translation/checks.h"
#include "optimizer/translation/object_headers.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/values.h"
#include "types/loader.h"

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::Value;

// One that is closed over the receiver of an instance method is its target and the method's stub.
void Delegates::make_delegate(const Inst& inst) {
    Value* function = stack_.pop_as(Kind::Ref);
    Operand target = stack_.pop();
    Value* receiver = values_.as(target, Kind::Ref);
    Value* delegate = allocation_.allocate(inst.type);
    stack_.push(Kind::Ref, delegate);
    auto bind = [&] {
        emitter_.call_helper(Helper::MakeDelegate, Kind::Void,
                             {delegate, receiver, function, values_.address_of(inst.method)});
    };
    if (!is_closed_over_receiver(inst.type, function)) return bind();
    BasicBlock* bound = body_.new_block("bound");
    if (!target.non_null) {
        BasicBlock* not_null = body_.new_block("not.null");
        checks_.branch_to_cold(builder_.CreateIsNull(receiver), not_null, "bind");
        bind();
        builder_.CreateBr(bound);
        builder_.SetInsertPoint(not_null);
    }
    builder_.CreateStore(receiver, values_.offset(delegate, delegate_target_offset));
    builder_.CreateStore(function, values_.offset(delegate, delegate_method_pointer_offset));
    builder_.CreateBr(bound);
    builder_.SetInsertPoint(bound);
}

bool Delegates::is_closed_over_receiver(const MethodTable* delegate, const Value* function) const {
    uint64_t stub = constant_address(function);
    if (stub == 0) return false;
    const MethodDesc* method = thunks().method_of(reinterpret_cast<const void*>(stub));
    if (method == nullptr || method->is_static() || method->owner->is_value_type()) return false;
    Result<const MethodSignature*> invoke = method_signature(delegate->info->delegate_invoke);
    Result<const MethodSignature*> own = method_signature(const_cast<MethodDesc*>(method));
    return invoke && own && (*invoke)->parameter_count == (*own)->parameter_count;
}

void Delegates::load_virtual_function(const Inst& inst) {
    const CallInfo& info = *inst.call;
    Value* object = stack_.pop_address();
    if (info.kind != CallKind::Virtual) {
        Value* code =
            emitter_.call_helper(Helper::ResolveVirtual, Kind::Ref, {object, values_.address_of(info.method)});
        return stack_.push(Kind::I8, values_.as({Kind::Ref, code, nullptr}, Kind::I8));
    }
    checks_.check_null(object);
    auto at = static_cast<int64_t>(sizeof(MethodTable) + 8u * info.method->slot);
    stack_.push(Kind::I8,
                builder_.CreateLoad(builder_.getInt64Ty(), values_.offset(headers_.method_table(object), at)));
}

}  // namespace celer::optimizer
