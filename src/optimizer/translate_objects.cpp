// Objects: headers, allocation, boxes, casts, class initialisation.
#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "gc/alloc_context.h"
#include "gc/space.h"
#include "object/object.h"
#include "optimizer/allocations.h"
#include "optimizer/translator.h"
#include "types/dispatch.h"
#include "types/loader.h"
#include "types/well_known.h"

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

uint32_t align8(uint32_t size) {
    return (size + 7) & ~7u;
}

}  // namespace

// Arrays of several dimensions may have more elements than an Int32 counts; who asks for their number checks that.
void BodyTranslator::array_length(const Inst& inst) {
    Value* array = pop_address();
    check_null(array);
    const Inst& next = *(&inst + 1);
    bool is_checked = next.op != Op::Convert || (next.flags & inst_flags::overflow);
    push(Kind::I8, array_length(array, is_checked ? ~0u : largest_array_length));
}

// As an I8.
Value* BodyTranslator::array_length(Value* array, uint32_t most) {
    llvm::LoadInst* length = builder_.CreateLoad(builder_.getInt32Ty(), offset(array, array_length_offset));
    mark_invariant(length);
    llvm::MDBuilder metadata(context_);
    bool is_bounded = most != ~0u;
    if (is_bounded)
        length->setMetadata(llvm::LLVMContext::MD_range,
                            metadata.createRange(llvm::APInt(32, 0), llvm::APInt(32, most + 1)));
    return builder_.CreateZExt(length, builder_.getInt64Ty(), "", is_bounded);
}

Value* BodyTranslator::string_length(Value* text) {
    llvm::LoadInst* length = builder_.CreateLoad(builder_.getInt32Ty(), offset(text, string_length_offset));
    mark_invariant(length);
    llvm::MDBuilder metadata(context_);
    length->setMetadata(llvm::LLVMContext::MD_range,
                        metadata.createRange(llvm::APInt(32, 0), llvm::APInt(32, 0x7fffffff)));
    return length;
}

Value* BodyTranslator::method_table(Value* object) {
    llvm::LoadInst* table = builder_.CreateLoad(builder_.getPtrTy(), object);
    mark_invariant(table);
    return table;
}

// From the thread's buffer where that can be (optimizer/allocations.h).
Value* BodyTranslator::allocate(MethodTable* type) {
    uint32_t size = align8(type->base_size);
    bool is_inline = has_inline_allocation() && !type->has_finalizer() && !type->has_component_size() &&
                     size <= gc::max_inline_size && size >= minimum_object_size;
    if (!is_inline) return call_helper(Helper::AllocateObject, Kind::Ref, {constant_type(type)});
    return allocate_inline(type, nullptr);
}

void BodyTranslator::new_array(const Inst& inst) {
    MethodTable* type = inst.type;
    Value* length = pop_as(Kind::I8);
    bool is_inline = has_inline_allocation() && type->component_size() != 0 && type->base_size == array_base_size;
    if (is_inline) return push(Kind::Ref, allocate_inline(type, length));
    push(Kind::Ref, call_helper(Helper::AllocateArray, Kind::Ref, {constant_type(type), length}));
}

// String.FastAllocateString. False: another call. The empty string is one object, which the method knows.
bool BodyTranslator::new_string(const CallInfo& info, std::span<const TypeHandle> types,
                                std::vector<Operand>& arguments, Kind return_kind, TypeHandle return_type) {
    if (info.kind != CallKind::Direct || info.method->kind != MethodKind::InternalCall) return false;
    MethodTable* type = well_known(WellKnown::String);
    if (info.method->owner != type || arguments.size() != 2 || !has_inline_allocation()) return false;
    if (method_name(info.method) != "FastAllocateString") return false;
    Value* length = as(arguments[1], Kind::I8);
    uint64_t most = (gc::max_inline_size - type->base_size) / type->component_size();
    Value* is_inline =
        builder_.CreateICmpULT(builder_.CreateSub(length, builder_.getInt64(1)), builder_.getInt64(most));
    BasicBlock* small = new_block("small");
    BasicBlock* done = new_block("string");
    branch_to_cold(builder_.CreateNot(is_inline), small, "other.string");
    emit_plain_call(info, types, arguments, return_kind, return_type, nullptr);
    Value* other_object = pop_address();
    BasicBlock* other = builder_.GetInsertBlock();
    builder_.CreateBr(done);
    builder_.SetInsertPoint(small);
    Value* small_object = allocate_inline(type, length);
    small = builder_.GetInsertBlock();
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
    push(Kind::Ref, either(builder_, other_object, other, small_object, small));
    return true;
}

// A filter may look at variables when there is no memory, which LLVM does not expect of an allocation.
bool BodyTranslator::has_inline_allocation() const {
    return !inlining_->has_filters && g_tls_offsets.alloc_limit != g_tls_offsets.alloc_pointer;
}

// `length` is an I8, or null. The header is stored for LLVM to know; lowering does it again.
Value* BodyTranslator::allocate_inline(MethodTable* type, Value* length) {
    llvm::Function* function = allocation_function(module_);
    Value* count = length == nullptr ? builder_.getInt64(0) : length;
    llvm::CallBase* object = emit(function->getFunctionType(), function, {constant_type(type), count});
    object->addRetAttr(llvm::Attribute::getWithDereferenceableBytes(context_, type->base_size - gc::object_prefix));
    builder_.CreateStore(constant_type(type), object);
    if (length != nullptr)
        builder_.CreateStore(builder_.CreateTrunc(length, builder_.getInt32Ty()), offset(object, array_length_offset));
    return object;
}

// Whether the box is only the receiver of a call whose method, one of the value type itself, is known: that gets the
// address of the value and cannot tell a box from a place on the stack.
bool BodyTranslator::is_receiver_only(const Inst& box) const {
    const Block& block = code_.blocks[block_];
    const Inst* end = code_.insts.data() + block.first_inst + block.inst_count;
    size_t above = 0;  // values over the box
    for (const Inst* inst = &box + 1; inst != end; inst++) {
        if (inst->op == Op::Call) {
            const CallInfo& info = *inst->call;
            if (info.kind == CallKind::Indirect || info.kind == CallKind::UnmanagedIndirect) return false;
            size_t count = info.argument_kinds.size();
            if (count > above) {
                bool is_dispatched = info.kind == CallKind::Interface || info.kind == CallKind::Virtual;
                if (count != above + 1 || !is_dispatched || info.explicit_tail || may_keep_address(info)) return false;
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

void BodyTranslator::box(const Inst& inst) {
    Operand operand = pop();
    Value* object = nullptr;
    if ((inst.flags & inst_flags::exact) && inlining_->is_allowed && is_receiver_only(inst)) {
        object = temporary(8 + inst.type->instance_field_bytes);
        builder_.CreateStore(constant_type(inst.type), object);
    } else {
        object = allocate(inst.type);
    }
    Value* to = offset(object, 8);
    if (operand.kind == Kind::Struct) {
        copy(to, operand.value, inst.type->instance_field_bytes);
    } else {
        Value* value = operand.value;
        uint32_t bits = 8 * inst.type->instance_field_bytes;
        if (operand.kind != Kind::Vector && value->getType()->isIntegerTy())
            value = builder_.CreateZExtOrTrunc(value, builder_.getIntNTy(bits));
        builder_.CreateAlignedStore(value, to, llvm::Align(1));
    }
    push(Kind::Ref, object);
}

void BodyTranslator::unbox(const Inst& inst) {
    Value* object = pop_address();
    check_null(object);
    Value* differs = builder_.CreateICmpNE(method_table(object), constant_type(inst.type));
    BasicBlock* exact = new_block("exact");
    BasicBlock* done = new_block("unboxed");
    branch_to_cold(differs, exact, "unbox");
    Value* slow_value = call_helper(Helper::UnboxSlow, Kind::ByRef, {constant_type(inst.type), object});
    BasicBlock* slow = builder_.GetInsertBlock();
    builder_.CreateBr(done);
    builder_.SetInsertPoint(exact);
    Value* fast_value = offset(object, 8);
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
    push(Kind::ByRef, either(builder_, slow_value, slow, fast_value, exact));
    stack_.back().in_object = true;
}

void BodyTranslator::nullable(const Inst& inst) {
    Operand operand = pop();
    if (inst.op == Op::BoxNullable)
        return push(Kind::Ref, call_helper(Helper::BoxNullable, Kind::Ref, {constant_type(inst.type), operand.value}));
    Value* result = temporary(inst.type->instance_field_bytes);
    call_helper(Helper::UnboxNullable, Kind::Void, {constant_type(inst.type), result, as(operand, Kind::Ref)});
    push_struct(result, inst.type);
}

// Of an object whose class is known. False: it is left to a test.
bool BodyTranslator::cast_known(const Inst& inst, bool throws) {
    const Operand& operand = stack_.back();
    const MethodTable* known = operand.object_type.method_table();
    if (operand.kind != Kind::Ref || !operand.exact || known == nullptr) return false;
    if (known->flags2 & mt_flags2::is_dynamic_castable) return false;  // it is asked each time
    bool fits = can_cast(operand.object_type, TypeHandle(inst.type));
    if (!fits && throws) return false;
    if (!fits) {
        pop();
        push(Kind::Ref, llvm::ConstantPointerNull::get(builder_.getPtrTy()));
    }
    return true;
}

// Whatever takes more than to look at the class: each place keeps the class that it saw last (CastCache), one that fits
// and one that does not, and asks a helper about others.
Value* BodyTranslator::cast_cached(MethodTable* type, Value* object, bool throws) {
    CastCache* cache = new_cast_cache(outermost().code_.method);  // it lives as long as the code
    Value* identity = method_table(object);
    auto is_seen = [&](MethodTable*& word) {
        llvm::LoadInst* seen = builder_.CreateLoad(builder_.getPtrTy(), address_of(&word));
        seen->setAtomic(llvm::AtomicOrdering::Monotonic);
        return builder_.CreateICmpEQ(identity, seen);
    };
    BasicBlock* start = builder_.GetInsertBlock();
    BasicBlock* done = new_block("cast.answered");
    BasicBlock* other = new_block("cast.other");
    builder_.CreateCondBr(is_seen(cache->succeeded), done, other);
    builder_.SetInsertPoint(other);
    BasicBlock* fails = other;
    if (!throws) {
        BasicBlock* unseen = new_block("cast.unseen");
        builder_.CreateCondBr(is_seen(cache->failed), done, unseen);
        builder_.SetInsertPoint(unseen);
    }
    Value* place = known_address(builder_, cache);
    Helper helper = throws ? Helper::CastCached : Helper::IsInstanceCached;
    Value* answer = call_helper(helper, Kind::Ref, {constant_type(type), object, place});
    BasicBlock* asked = builder_.GetInsertBlock();
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
    llvm::PHINode* result = either(builder_, object, start, answer, asked);
    if (!throws) result->addIncoming(llvm::ConstantPointerNull::get(builder_.getPtrTy()), fails);
    return result;
}

// Null passes; classes are told by their identity or by the ancestor at their depth.
void BodyTranslator::cast(const Inst& inst, bool throws) {
    if (cast_known(inst, throws)) return;
    CastKind kind = static_cast<CastKind>(inst.small);
    MethodTable* type = inst.type;
    Value* object = pop_address();
    BasicBlock* start = builder_.GetInsertBlock();
    BasicBlock* not_null = new_block("cast");
    BasicBlock* done = new_block("cast.done");
    llvm::Type* pointer = builder_.getPtrTy();
    builder_.CreateCondBr(builder_.CreateIsNull(object), done, not_null);
    builder_.SetInsertPoint(not_null);
    Helper helper = throws ? Helper::CastClass : Helper::IsInstance;
    bool by_display = kind == CastKind::Class && type->depth < display_size;
    if (kind != CastKind::ExactClass && !by_display) {
        Value* answer = cast_cached(type, object, throws);
        BasicBlock* asked = builder_.GetInsertBlock();
        builder_.CreateBr(done);
        builder_.SetInsertPoint(done);
        return push(Kind::Ref, either(builder_, object, start, answer, asked));
    }
    Value* identity = method_table(object);
    if (by_display) {
        auto at = static_cast<int64_t>(offsetof(MethodTable, display) + 8u * type->depth);
        llvm::LoadInst* ancestor = builder_.CreateLoad(pointer, offset(identity, at));
        mark_invariant(ancestor);
        identity = ancestor;
    }
    Value* differs = builder_.CreateICmpNE(identity, constant_type(type));
    if (throws) {
        BasicBlock* fits = new_block("fits");
        branch_to_cold(differs, fits, "cast.fails");
        call_helper(helper, Kind::Ref, {constant_type(type), object});
        builder_.CreateBr(fits);  // an object that says so itself (IDynamicInterfaceCastable) may pass
        builder_.SetInsertPoint(fits);
        builder_.CreateBr(done);
        builder_.SetInsertPoint(done);
        return push(Kind::Ref, object);
    }
    Value* answer = builder_.CreateSelect(differs, llvm::ConstantPointerNull::get(builder_.getPtrTy()), object);
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
    push(Kind::Ref, either(builder_, object, start, answer, not_null));
}

// A class that is initialised by now needs no check.
void BodyTranslator::class_init(const Inst& inst) {
    if (inlining_->may_assume && inst.type->is_initialized()) return;
    const void* flags = &inst.type->auxiliary->flags;
    Value* word = builder_.CreateLoad(builder_.getInt32Ty(), address_of(flags), true);
    Value* is_initialized = builder_.CreateAnd(word, builder_.getInt32(aux_flags::initialized));
    BasicBlock* done = new_block("initialized");
    branch_to_cold(builder_.CreateICmpEQ(is_initialized, builder_.getInt32(0)), done, "initialize");
    call_helper(Helper::ClassInit, Kind::Void, {constant_type(inst.type)});
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
}

}  // namespace celer::optimizer
