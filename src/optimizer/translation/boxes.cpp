#include "optimizer/translation/boxes.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "import/inlining_rules.h"
#include "optimizer/translation/allocation.h"
#include "optimizer/translation/call_emitter.h"
#include "optimizer/translation/call_facts.h"
#include "optimizer/translation/checks.h"
#include "optimizer/translation/frame.h"
#include "optimizer/translation/object_headers.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/struct_copier.h"
#include "optimizer/translation/values.h"

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::Value;

namespace {

struct StackEffect {
    size_t popped;
    size_t pushed;
};

// Whether the callee might leave its receiver's address with the caller: in a ref struct that it returns or fills.
bool may_keep_address(const CallInfo& info) {
    if (info.return_kind == Kind::Struct || info.return_kind == Kind::ByRef) return true;
    return std::ranges::any_of(std::span(info.argument_types).subspan(1), [](TypeHandle type) {
        return type.is_byref() &&
               TypeHandle::from_raw(type.type_desc()->parameter).element_type() == ElementType::ValueType;
    });
}

// Of operations that always have the same; null: of others.
std::optional<StackEffect> stack_effect(const Inst& inst) {
    if (inst.op == Op::LoadVar || inst.op == Op::VarAddress) return StackEffect{0, 1};
    if (inst.op == Op::StoreVar) return StackEffect{1, 0};
    std::string_view text = operands_of(inst.op);
    size_t arrow = text.find('>');
    if (arrow == std::string_view::npos || text.find('?') != std::string_view::npos) return std::nullopt;
    return StackEffect{arrow, text.size() - arrow - 1};
}

}  // namespace

// Whether the box is only the receiver of a call whose method, one of the value type itself, is known: that gets the
// address of the value and cannot tell a box from a place on the stack.
bool Boxes::is_receiver_only(const Inst& box) const {
    const Block& block = body_.code.blocks[body_.block];
    const Inst* end = body_.code.insts.data() + block.first_inst + block.inst_count;
    size_t above = 0;  // values over the box
    for (const Inst* inst = &box + 1; inst != end; inst++) {
        if (inst->op == Op::Call) {
            const CallInfo& info = *inst->call;
            if (info.kind == CallKind::Indirect || info.kind == CallKind::UnmanagedIndirect) return false;
            size_t count = info.argument_kinds.size();
            if (count > above) {
                bool is_receiver = count == above + 1 && info.is_dispatched();
                if (!is_receiver || info.explicit_tail || may_keep_address(info)) return false;
                MethodDesc* method = method_for(info, box.type);
                return method != nullptr && method->owner == box.type;
            }
            above -= count;
            above += info.return_kind != Kind::Void;
            continue;
        }
        std::optional<StackEffect> effect = stack_effect(*inst);
        if (!effect || effect->popped > above) return false;
        above += effect->pushed - effect->popped;
    }
    return false;
}

void Boxes::box(const Inst& inst) {
    Operand operand = stack_.pop();
    Value* object = nullptr;
    if ((inst.flags & inst_flags::exact) && body_.state.may_inline && is_receiver_only(inst)) {
        object = frame_.temporary(8 + inst.type->instance_field_bytes);
        builder_.CreateStore(values_.constant_type(inst.type), object);
    } else {
        object = allocation_.allocate(inst.type);
    }
    Value* to = values_.offset(object, 8);
    if (operand.kind == Kind::Struct) {
        structs_.copy(to, operand.value, inst.type->instance_field_bytes, inst.type);
    } else {
        Value* value = operand.value;
        uint32_t bits = 8 * inst.type->instance_field_bytes;
        if (operand.kind != Kind::Vector && value->getType()->isIntegerTy())
            value = builder_.CreateZExtOrTrunc(value, builder_.getIntNTy(bits));
        builder_.CreateAlignedStore(value, to, llvm::Align(1));
    }
    stack_.push(Kind::Ref, object);
}

void Boxes::unbox(const Inst& inst) {
    Value* object = stack_.pop_address();
    checks_.check_null(object);
    Value* differs = builder_.CreateICmpNE(headers_.method_table(object), values_.constant_type(inst.type));
    BasicBlock* exact = body_.new_block("exact");
    BasicBlock* done = body_.new_block("unboxed");
    checks_.branch_to_cold(differs, exact, "unbox");
    Value* slow_value =
        emitter_.call_helper(Helper::UnboxSlow, Kind::ByRef, {values_.constant_type(inst.type), object});
    BasicBlock* slow = builder_.GetInsertBlock();
    builder_.CreateBr(done);
    builder_.SetInsertPoint(exact);
    Value* fast_value = values_.offset(object, 8);
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
    stack_.push(Kind::ByRef, either(builder_, slow_value, slow, fast_value, exact));
    stack_.top().in_object = true;
}

void Boxes::nullable(const Inst& inst) {
    Operand operand = stack_.pop();
    if (inst.op == Op::BoxNullable)
        return stack_.push(Kind::Ref, emitter_.call_helper(Helper::BoxNullable, Kind::Ref,
                                                           {values_.constant_type(inst.type), operand.value}));
    Value* result = frame_.temporary(inst.type->instance_field_bytes);
    emitter_.call_helper(Helper::UnboxNullable, Kind::Void,
                         {values_.constant_type(inst.type), result, values_.as(operand, Kind::Ref)});
    stack_.push_struct(result, inst.type);
}

}  // namespace celer::optimizer
