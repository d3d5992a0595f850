// Calls: signatures as LLVM sees them, targets, results.
#include <algorithm>

#include "base/assert.h"
#include "code/compiler.h"
#include "code/effects.h"
#include "import/never_returns.h"
#include "object/object.h"
#include "optimizer/translator.h"
#include "types/dispatch.h"
#include "types/loader.h"
#include "types/well_known.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations or elements

namespace celer::optimizer {

using llvm::Attribute;
using llvm::BasicBlock;
using llvm::Value;

namespace {

llvm::Type* piece_type(llvm::IRBuilder<>& builder, const abi::Piece& piece) {
    if (piece.size_bytes > 8) return llvm::FixedVectorType::get(builder.getInt64Ty(), piece.size_bytes / 8);
    if (piece.is_float) return piece.size_bytes > 4 ? builder.getDoubleTy() : builder.getFloatTy();
    return builder.getInt64Ty();
}

llvm::Type* result_type(llvm::IRBuilder<>& builder, const abi::Result& result) {
    const abi::Location& location = result.location;
    if (result.in_memory || location.size_bytes == 0) return builder.getVoidTy();
    llvm::Type* first = piece_type(builder, location.pieces[0]);
    if (location.piece_count == 1) return first;
    return llvm::StructType::get(first, piece_type(builder, location.pieces[1]));
}

}  // namespace

// Scalars of 32 bits travel as 64, since callers and callees of tier 0 want clean upper halves.
CallShape BodyTranslator::shape_of(const abi::CallLayout& layout, std::span<const Kind> kinds) {
    std::vector<llvm::Type*> types;
    std::vector<llvm::AttributeSet> attributes;
    CallShape shape;
    shape.result_in_memory = layout.result().in_memory;
    auto add = [&](llvm::Type* type, const llvm::AttrBuilder& set) {
        types.push_back(type);
        attributes.push_back(llvm::AttributeSet::get(context_, set));
    };
    if (shape.result_in_memory) {
        auto* type = llvm::ArrayType::get(builder_.getInt8Ty(), layout.result().location.size_bytes);
        add(builder_.getPtrTy(), llvm::AttrBuilder(context_).addStructRetAttr(type));
    }
    for (uint32_t i = 0; i < layout.count(); i++) {
        const abi::Location& location = layout.argument(i);
        llvm::AttrBuilder none(context_);
        if (kinds[i] == Kind::Vector && location.piece_count != 0) {
            add(vector_type(location.size_bytes), none);
        } else if (!is_aggregate(kinds[i])) {
            add(kinds[i] == Kind::I4 ? builder_.getInt64Ty() : type_of(kinds[i]), none);
        } else if (location.piece_count == 0) {
            auto* type = llvm::ArrayType::get(builder_.getInt8Ty(), location.size_bytes);
            add(builder_.getPtrTy(), llvm::AttrBuilder(context_).addByValAttr(type).addAlignmentAttr(llvm::Align(8)));
        } else {
            for (uint32_t k = 0; k < location.piece_count; k++) add(piece_type(builder_, location.pieces[k]), none);
        }
    }
    shape.type = llvm::FunctionType::get(result_type(builder_, layout.result()), types, false);
    shape.attributes = llvm::AttributeList::get(context_, {}, {}, attributes);
    return shape;
}

CallShape BodyTranslator::shape_of_self(const abi::CallLayout& layout) {
    std::vector<Kind> kinds;
    for (uint32_t i = 0; i < code_.argument_count; i++) kinds.push_back(code_.variables[i].kind);
    return shape_of(layout, kinds);
}

void BodyTranslator::lower_argument(const abi::Location& location, const Operand& operand,
                                    std::vector<Value*>& values) {
    if (operand.kind == Kind::Vector && location.piece_count == 0) {
        Value* whole = temporary(location.size_bytes);
        builder_.CreateAlignedStore(operand.value, whole, llvm::Align(8));
        values.push_back(whole);
    } else if (operand.kind != Kind::Struct) {
        Value* value = operand.value;
        values.push_back(operand.kind == Kind::I4 ? builder_.CreateZExt(value, builder_.getInt64Ty()) : value);
    } else if (location.piece_count == 0) {
        values.push_back(operand.value);
    } else {
        for (uint32_t k = 0; k < location.piece_count; k++) {
            const abi::Piece& piece = location.pieces[k];
            llvm::Type* type = piece_type(builder_, piece);
            Value* whole = temporary(8);
            builder_.CreateStore(builder_.getInt64(0), whole);
            copy(whole, offset(operand.value, 8 * k), piece.size_bytes);
            values.push_back(builder_.CreateLoad(type, whole));
        }
    }
}

llvm::CallBase* BodyTranslator::call_helper(Helper helper, Kind result, std::initializer_list<Value*> arguments) {
    std::vector<llvm::Type*> types;
    for (Value* argument : arguments) types.push_back(argument->getType());
    auto* type = llvm::FunctionType::get(type_of(result), types, false);
    Value* target = builder_.CreateLoad(builder_.getPtrTy(), address_of(helper_slot(helper)));
    bool may_throw = effects_of(helper) & (effects::throws | effects::calls);
    llvm::CallBase* call = emit(type, target, arguments, may_throw);
    if (effects_of(helper) & effects::ends) call->addFnAttr(Attribute::NoReturn);
    return call;
}

bool is_throw_helper(const CallInfo& info) {
    if (info.returns_never) return true;
    return info.kind == CallKind::Direct && !(info.method->flags & method_flags::is_constructor) &&
           never_returns(info.method);
}

// Where the code is. A receiver that is null is found here.
Value* BodyTranslator::call_target(const CallInfo& info, std::vector<Operand>& arguments) {
    llvm::Type* pointer = builder_.getPtrTy();
    auto receiver = [&] {
        Value* self = as(arguments[0], Kind::Ref);
        check_null(self);
        return self;
    };
    switch (info.kind) {
        case CallKind::Direct:
            if (info.null_check_this) receiver();
            method_stub(info.method);  // sets the entry cell
            return builder_.CreateLoad(pointer, address_of(&info.method->entry));
        case CallKind::Virtual: {
            auto at = static_cast<int64_t>(sizeof(MethodTable) + 8u * info.method->slot);
            return builder_.CreateLoad(pointer, offset(method_table(receiver()), at));
        }
        case CallKind::Interface: {
            Value* table = method_table(receiver());
            Value* dispatch = builder_.CreateLoad(pointer, offset(table, offsetof(MethodTable, interface_dispatch)));
            return builder_.CreateLoad(pointer, offset(dispatch, 8 * int64_t{info.method->dispatch_index}));
        }
        case CallKind::Delegate: {
            Value* delegate = receiver();
            arguments[0] = {Kind::Ref, builder_.CreateLoad(pointer, offset(delegate, delegate_target_offset)), nullptr};
            return builder_.CreateLoad(pointer, offset(delegate, delegate_method_pointer_offset));
        }
        case CallKind::Helper:
            return builder_.CreateLoad(pointer, address_of(helper_slot(static_cast<Helper>(info.helper))));
        case CallKind::GenericVirtual:
            return call_helper(Helper::ResolveVirtual, Kind::Ref,
                               {as(arguments[0], Kind::Ref), address_of(info.method)});
        default:
            refuse("a kind of call that has no translation yet");
            return nullptr;
    }
}

void BodyTranslator::emit_call(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                               Kind return_kind, TypeHandle return_type, Value* target) {
    if (info.explicit_tail) return refuse("an explicit tail call");
    if (target == nullptr && access_by_indexes(info, types, arguments, return_kind, return_type)) return;
    if (target == nullptr && new_string(info, types, arguments, return_kind, return_type)) return;
    if (target == nullptr && block_operation(info, arguments)) return;
    if (target == nullptr && compare_with_literal(info, arguments)) return;
    if (target == nullptr && keep_alive(info, arguments)) return;
    if (target == nullptr && put_in_target(info, types, arguments, return_kind, return_type)) return;
    if (target == nullptr && emit_known_call(info, types, arguments, return_kind, return_type)) return;
    emit_plain_call(info, types, arguments, return_kind, return_type, target);
}

// A virtual or interface call on an object whose class is known needs no dispatch. The methods of a value type get the
// address of the value in its box.
bool BodyTranslator::emit_known_call(const CallInfo& info, std::span<const TypeHandle> types,
                                     std::vector<Operand>& arguments, Kind return_kind, TypeHandle return_type) {
    if (!info.is_dispatched() || !inlining_->is_allowed || !arguments[0].exact) return false;
    MethodDesc* method = method_for(info, arguments[0].object_type.method_table());
    if (method == nullptr) return false;
    Value* receiver = as(arguments[0], Kind::Ref);
    if (!arguments[0].non_null) check_null(receiver);
    if (method->owner->is_value_type()) arguments[0] = {.kind = Kind::ByRef, .value = offset(receiver, 8)};
    CallInfo direct = info;
    direct.kind = CallKind::Direct;
    direct.method = method;
    direct.null_check_this = false;
    emit_plain_call(direct, types, arguments, return_kind, return_type, nullptr);
    return true;
}

void BodyTranslator::emit_plain_call(const CallInfo& info, std::span<const TypeHandle> types,
                                     std::vector<Operand>& arguments, Kind return_kind, TypeHandle return_type,
                                     Value* target) {
    if (target == nullptr) target = call_target(info, arguments);
    if (refusal_ != nullptr) return;
    abi::CallLayout layout(return_type, types);
    std::vector<Kind> kinds;
    for (const Operand& argument : arguments) kinds.push_back(argument.kind);
    CallShape shape = shape_of(layout, kinds);
    std::vector<Value*> values;
    Value* buffer = nullptr;
    if (shape.result_in_memory) {
        buffer = temporary(layout.result().location.size_bytes);
        values.push_back(buffer);
    }
    for (uint32_t i = 0; i < arguments.size(); i++) lower_argument(layout.argument(i), arguments[i], values);
    if (info.kind == CallKind::Interface) {  // `nest` travels in r10
        std::vector<llvm::Type*> parameters(shape.type->params().begin(), shape.type->params().end());
        parameters.push_back(builder_.getPtrTy());
        shape.type = llvm::FunctionType::get(shape.type->getReturnType(), parameters, false);
        shape.attributes =
            shape.attributes.addParamAttribute(context_, static_cast<unsigned>(values.size()), Attribute::Nest);
        values.push_back(address_of(info.method));
    }
    llvm::CallBase* call = emit(shape.type, target, values);
    for (unsigned i = 0; i < values.size(); i++) {
        for (Attribute attribute : shape.attributes.getParamAttrs(i)) call->addParamAttr(i, attribute);
    }
    if (is_throw_helper(info)) {
        call->addFnAttr(Attribute::NoReturn);
        call->addFnAttr(Attribute::Cold);
        builder_.CreateUnreachable();
        return;
    }
    push_result(call, layout.result(), buffer, return_kind, return_type);
}

void BodyTranslator::push_result(llvm::CallBase* call, const abi::Result& result, Value* buffer, Kind kind,
                                 TypeHandle type) {
    if (kind == Kind::Void) return;
    if (kind == Kind::Struct) {
        if (buffer == nullptr) {
            buffer = temporary(16);
            for (uint32_t k = 0; k < result.location.piece_count; k++) {
                Value* piece =
                    result.location.piece_count == 1 ? static_cast<Value*>(call) : builder_.CreateExtractValue(call, k);
                builder_.CreateStore(piece, offset(buffer, 8 * k));
            }
        }
        return push_struct(buffer, type.method_table());
    }
    if (kind == Kind::Vector && buffer != nullptr) return load_vector(buffer, type.method_table());
    if (kind == Kind::Vector) return push_vector(call, type.method_table());
    Value* value = call;
    if (kind == Kind::I4) {
        ElementType element = type.is_null() ? ElementType::I4 : type.verification_type();
        llvm::Type* memory = memory_type(element);
        value = builder_.CreateTrunc(value, memory->isIntegerTy() ? memory : builder_.getInt32Ty());
        value = from_memory(value, element, kind);
    } else {
        value = as({value->getType()->isPointerTy() ? Kind::Ref : Kind::I8, value, nullptr}, kind);
    }
    push(kind, value);
}

void BodyTranslator::call(const Inst& inst) {
    const CallInfo& info = *inst.call;
    Value* target = nullptr;
    bool is_native = info.kind == CallKind::UnmanagedIndirect;
    if (info.kind == CallKind::Indirect || is_native) target = pop_address();
    std::vector<Operand> arguments(info.argument_kinds.size());
    for (size_t i = arguments.size(); i-- > 0;) {
        Operand operand = pop();
        Kind kind = info.argument_kinds[i];
        if (!is_aggregate(kind)) operand.value = as(operand, kind);
        operand.kind = kind;
        arguments[i] = operand;
    }
    bool transition = is_native && !(info.signature != nullptr &&
                                     (info.signature->unmanaged_flags & signature_flags::suppress_gc_transition));
    Value* record = transition ? enter_native() : nullptr;
    emit_call(info, info.argument_types, arguments, info.return_kind, info.return_type, target);
    if (transition) call_helper(Helper::LeaveNative, Kind::Void, {record});
}

// Makes a TransitionRecord: previous, frame pointer, an address in this code, stack pointer.
Value* BodyTranslator::enter_native() {
    Value* record = temporary(32);
    auto* type = llvm::FunctionType::get(builder_.getInt64Ty(), {}, false);
    auto value_of = [&](const char* text) { return builder_.CreateCall(llvm::InlineAsm::get(type, text, "=r", true)); };
    builder_.CreateStore(value_of("movq %rbp, $0"), offset(record, 8));
    builder_.CreateStore(value_of("leaq 0(%rip), $0"), offset(record, 16));
    builder_.CreateStore(value_of("movq %rsp, $0"), offset(record, 24));
    call_helper(Helper::EnterNative, Kind::Void, {record});
    return record;
}

void BodyTranslator::new_object(const Inst& inst) {
    const CallInfo& info = *inst.call;
    MethodTable* type = info.type;
    std::vector<Operand> arguments(info.argument_kinds.size() + 1);
    for (size_t i = arguments.size(); i-- > 1;) {
        Operand operand = pop();
        Kind kind = info.argument_kinds[i - 1];
        if (!is_aggregate(kind)) operand.value = as(operand, kind);
        operand.kind = kind;
        arguments[i] = operand;
    }
    std::vector<TypeHandle> types(1);
    types.insert(types.end(), info.argument_types.begin(), info.argument_types.end());
    Value* self;
    if (type->is_value_type()) {
        self = temporary(type->instance_field_bytes);
        clear(self, type->instance_field_bytes);
    } else {
        self = allocate(type);
    }
    arguments[0] = {.kind = type->is_value_type() ? Kind::ByRef : Kind::Ref,
                    .value = self,
                    .object_type = type,
                    .exact = true,
                    .non_null = true};
    emit_call(info, types, arguments, Kind::Void, primitive_type(ElementType::Void), nullptr);
    if (!type->is_value_type()) return push(Kind::Ref, self);
    if (inst.kind == Kind::Struct || inst.kind == Kind::Void) return push_struct(self, type);
    if (inst.kind == Kind::Vector)
        return push_vector(builder_.CreateAlignedLoad(vector_type(type->instance_field_bytes), self, llvm::Align(8)),
                           type);
    ElementType element = type->element;
    push(inst.kind, from_memory(builder_.CreateLoad(memory_type(element), self), element, inst.kind));
}

void BodyTranslator::load_virtual_function(const Inst& inst) {
    const CallInfo& info = *inst.call;
    Value* object = pop_address();
    if (info.kind != CallKind::Virtual) {
        Value* code = call_helper(Helper::ResolveVirtual, Kind::Ref, {object, address_of(info.method)});
        return push(Kind::I8, as({Kind::Ref, code, nullptr}, Kind::I8));
    }
    check_null(object);
    auto at = static_cast<int64_t>(sizeof(MethodTable) + 8u * info.method->slot);
    push(Kind::I8, builder_.CreateLoad(builder_.getInt64Ty(), offset(method_table(object), at)));
}

// One that is closed over the receiver of an instance method is its target and the method's stub.
void BodyTranslator::make_delegate(const Inst& inst) {
    Value* function = pop_as(Kind::Ref);
    Operand target = pop();
    Value* receiver = as(target, Kind::Ref);
    Value* delegate = allocate(inst.type);
    push(Kind::Ref, delegate);
    auto bind = [&] {
        call_helper(Helper::MakeDelegate, Kind::Void, {delegate, receiver, function, address_of(inst.method)});
    };
    if (!is_closed_over_receiver(inst.type, function)) return bind();
    BasicBlock* bound = new_block("bound");
    if (!target.non_null) {
        BasicBlock* not_null = new_block("not.null");
        branch_to_cold(builder_.CreateIsNull(receiver), not_null, "bind");
        bind();
        builder_.CreateBr(bound);
        builder_.SetInsertPoint(not_null);
    }
    builder_.CreateStore(receiver, offset(delegate, delegate_target_offset));
    builder_.CreateStore(function, offset(delegate, delegate_method_pointer_offset));
    builder_.CreateBr(bound);
    builder_.SetInsertPoint(bound);
}

bool BodyTranslator::is_closed_over_receiver(const MethodTable* delegate, const Value* function) const {
    uint64_t stub = constant_address(function);
    if (stub == 0) return false;
    const MethodDesc* method = thunks().method_of(reinterpret_cast<const void*>(stub));
    if (method == nullptr || method->is_static() || method->owner->is_value_type()) return false;
    Result<const MethodSignature*> invoke = method_signature(delegate->info->delegate_invoke);
    Result<const MethodSignature*> own = method_signature(const_cast<MethodDesc*>(method));
    return invoke && own && (*invoke)->parameter_count == (*own)->parameter_count;
}

// --- Control

void BodyTranslator::return_op() {
    if (caller_ != nullptr) return return_to_caller();
    const abi::Result& result = layout_.result();
    if (stack_.empty() || result.location.size_bytes == 0) {
        builder_.CreateRetVoid();
        return;
    }
    Operand operand = pop();
    if (result.in_memory) {
        if (operand.kind == Kind::Vector) {
            builder_.CreateAlignedStore(operand.value, result_buffer_, llvm::Align(8));
        } else {
            copy(result_buffer_, operand.value, result.location.size_bytes);
        }
        osr_ == nullptr ? builder_.CreateRetVoid() : builder_.CreateRet(result_buffer_);
    } else if (operand.kind == Kind::Struct) {
        std::vector<Value*> pieces;
        lower_argument(result.location, operand, pieces);
        Value* whole = llvm::PoisonValue::get(function_->getReturnType());
        if (pieces.size() == 1) {
            whole = pieces[0];
        } else {
            for (unsigned k = 0; k < pieces.size(); k++) whole = builder_.CreateInsertValue(whole, pieces[k], k);
        }
        builder_.CreateRet(whole);
    } else {
        ElementType element = code_.signature->return_type.verification_type();
        Value* value = operand.value;
        llvm::Type* type = function_->getReturnType();
        if (value->getType()->isIntegerTy(32)) {
            llvm::Type* memory = memory_type(element);
            if (memory->isIntegerTy() && memory != value->getType() && !memory->isIntegerTy(64))
                value = from_memory(builder_.CreateTrunc(value, memory), element, Kind::I4);
            value = builder_.CreateZExt(value, type);
        } else if (value->getType()->isPointerTy() && type->isIntegerTy()) {
            value = builder_.CreatePtrToInt(value, type);
        }
        builder_.CreateRet(value);
    }
}

void BodyTranslator::branch_if(const Inst& inst) {
    Value* value = pop().value;
    Value* is_true = value->getType()->isPointerTy()
                         ? builder_.CreateIsNotNull(value)
                         : builder_.CreateICmpNE(value, llvm::Constant::getNullValue(value->getType()));
    auto otherwise = static_cast<uint32_t>(inst.imm);
    bool is_negated = inst.flags & inst_flags::negate;
    if (is_negated) is_true = builder_.CreateNot(is_true);
    branch_on(is_true, inst.target, otherwise);
}

void BodyTranslator::branch(const Inst& inst) {
    Operand right = pop();
    Operand left = pop();
    Value* is_true = comparison(static_cast<Condition>(inst.small), inst.kind, left, right);
    branch_on(is_true, inst.target, static_cast<uint32_t>(inst.imm));
}

void BodyTranslator::branch_on(Value* condition, uint32_t target, uint32_t otherwise) {
    std::optional<BlockHeat::Weights> counted = heat_.weights(block_, target, otherwise);
    llvm::MDNode* weights =
        counted ? llvm::MDBuilder(context_).createBranchWeights(counted->first, counted->second) : nullptr;
    llvm::BasicBlock* first = block(target);
    builder_.CreateCondBr(condition, first, block(otherwise), weights);
}

void BodyTranslator::switch_op(const Inst& inst) {
    Value* value = pop_as(Kind::I4);
    llvm::SwitchInst* cases = builder_.CreateSwitch(value, block(inst.target), inst.count);
    for (uint32_t i = 0; i < inst.count; i++)
        cases->addCase(builder_.getInt32(i), block(code_.switch_targets[static_cast<size_t>(inst.imm) + i]));
}

void BodyTranslator::throw_op() {
    call_helper(Helper::Throw, Kind::Void, {pop_address()});
    builder_.CreateUnreachable();
}

}  // namespace celer::optimizer
