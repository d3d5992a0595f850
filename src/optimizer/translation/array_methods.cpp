#include "optimizer/translation/array_methods.h"

#include "object/object.h"
#include "optimizer/translation/checks.h"
#include "optimizer/translation/memory.h"
#include "optimizer/translation/object_headers.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/plain_calls.h"
#include "optimizer/translation/values.h"

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::Value;

bool ArrayMethods::access(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                          Kind return_kind, TypeHandle return_type) {
    if (info.kind != CallKind::Direct) return false;
    MethodKind kind = info.method->kind;
    bool is_address = kind == MethodKind::ArrayAddress || kind == MethodKind::ArrayReadonlyAddress;
    if (kind != MethodKind::ArrayGet && kind != MethodKind::ArraySet && !is_address) return false;
    MethodTable* type = info.method->owner;
    TypeHandle element = TypeHandle::from_raw(type->element_type);
    bool is_reference = !element.is_value_type() && !element.is_type_desc();
    if (type->component_size() == 0) return false;  // not laid out yet
    if (type->is_sz_array() || (is_reference && (kind == MethodKind::ArraySet || kind == MethodKind::ArrayAddress)))
        return false;
    Value* array = values_.as(arguments[0], Kind::Ref);
    checks_.check_null(array);
    Value* distance = builder_.getInt64(0);
    llvm::BasicBlock* outside = body_.new_block("outside");
    for (uint32_t i = 0; i < type->rank; i++) {
        uint32_t at = array_data_offset + 4 * i;
        Value* bound = headers_.header_word(array, at + 4u * type->rank);
        Value* index = builder_.CreateSub(arguments[1 + i].value, bound);
        Value* length = headers_.header_word(array, at);
        llvm::BasicBlock* inside = body_.new_block("checked");
        builder_.CreateCondBr(builder_.CreateICmpUGE(index, length), outside, inside,
                              llvm::MDBuilder(body_.state.context).createUnlikelyBranchWeights());
        builder_.SetInsertPoint(inside);
        llvm::Type* wide = builder_.getInt64Ty();
        if (i != 0) distance = builder_.CreateMul(distance, builder_.CreateZExt(length, wide), "", true, true);
        distance = builder_.CreateAdd(distance, builder_.CreateZExt(index, wide), "", true, true);
    }
    {  // the method itself throws, as it does in tier 0
        llvm::IRBuilder<>::InsertPointGuard guard(builder_);
        builder_.SetInsertPoint(outside);
        CallInfo throwing = info;
        throwing.returns_never = true;
        plain_calls_.emit(throwing, types, arguments, return_kind, return_type, nullptr);
    }
    distance = builder_.CreateMul(distance, builder_.getInt64(type->component_size()), "", true, true);
    Value* address = builder_.CreateInBoundsPtrAdd(values_.inside(array, type->base_size - 8), distance);
    MemoryPlace place = element_place(type->component_size());
    if (is_address) {
        stack_.push(Kind::ByRef, address);
        stack_.top().place = place;
        return true;
    }
    Inst access{.op = Op::LoadElement, .kind = return_kind, .element = element.verification_type()};
    const Operand& value = arguments.back();
    if (kind == MethodKind::ArraySet) access.kind = value.kind;
    if (is_aggregate(access.kind)) access.type = element.method_table();
    if (kind == MethodKind::ArraySet) {
        memory_.store_to(address, access, value, place);
    } else {
        memory_.load_from(address, access, place);
        if (is_reference) stack_.top().object_type = return_type;
    }
    return true;
}

}  // namespace celer::optimizer
