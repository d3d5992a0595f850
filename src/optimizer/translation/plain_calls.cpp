#include "optimizer/translation/plain_calls.h"

#include "code/compiler.h"
#include "object/object.h"
#include "optimizer/math_calls.h"
#include "optimizer/translation/call_emitter.h"
#include "optimizer/translation/call_facts.h"
#include "optimizer/translation/checks.h"
#include "optimizer/translation/frame.h"
#include "optimizer/translation/object_headers.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/signatures.h"
#include "optimizer/translation/values.h"
#include "types/dispatch.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // a switch over most kinds of calls

namespace celer::optimizer {

using llvm::Attribute;
using llvm::Value;

// Where the code is. A receiver that is null is found here.
Value* PlainCalls::find_target(const CallInfo& info, std::vector<Operand>& arguments) {
    llvm::Type* pointer = builder_.getPtrTy();
    auto receiver = [&] {
        Value* self = values_.as(arguments[0], Kind::Ref);
        checks_.check_null(self);
        return self;
    };
    switch (info.kind) {
        case CallKind::Direct:
            if (info.null_check_this) receiver();
            method_stub(info.method);  // sets the entry cell
            return builder_.CreateLoad(pointer, values_.address_of(&info.method->entry));
        case CallKind::Virtual: {
            auto at = static_cast<int64_t>(sizeof(MethodTable) + 8u * info.method->slot);
            return builder_.CreateLoad(pointer, values_.offset(headers_.method_table(receiver()), at));
        }
        case CallKind::Interface: {
            Value* table = headers_.method_table(receiver());
            Value* dispatch =
                builder_.CreateLoad(pointer, values_.offset(table, offsetof(MethodTable, interface_dispatch)));
            return builder_.CreateLoad(pointer, values_.offset(dispatch, 8 * int64_t{info.method->dispatch_index}));
        }
        case CallKind::Delegate: {
            Value* delegate = receiver();
            arguments[0] = {Kind::Ref, builder_.CreateLoad(pointer, values_.offset(delegate, delegate_target_offset)),
                            nullptr};
            return builder_.CreateLoad(pointer, values_.offset(delegate, delegate_method_pointer_offset));
        }
        case CallKind::Helper:
            return builder_.CreateLoad(pointer, values_.address_of(helper_slot(static_cast<Helper>(info.helper))));
        default:
            body_.refuse("a kind of call that has no translation yet");
            return nullptr;
    }
}

void PlainCalls::emit(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                      Kind return_kind, TypeHandle return_type, Value* target) {
    if (target == nullptr) target = find_target(info, arguments);
    if (body_.refusal != nullptr) return;
    abi::CallLayout layout(return_type, types);
    std::vector<Kind> kinds;
    for (const Operand& argument : arguments) kinds.push_back(argument.kind);
    CallShape shape = signatures_.shape_of_call(layout, kinds, return_kind);
    std::vector<Value*> values;
    Value* buffer = nullptr;
    if (shape.result_in_memory) {
        buffer = frame_.temporary(layout.result().location.size_bytes);
        values.push_back(buffer);
    }
    for (uint32_t i = 0; i < arguments.size(); i++)
        signatures_.lower_argument(layout.argument(i), arguments[i], values);
    if (info.kind == CallKind::Interface) {  // `nest` travels in r10
        std::vector<llvm::Type*> parameters(shape.type->params().begin(), shape.type->params().end());
        parameters.push_back(builder_.getPtrTy());
        shape.type = llvm::FunctionType::get(shape.type->getReturnType(), parameters, false);
        shape.attributes = shape.attributes.addParamAttribute(body_.state.context, static_cast<unsigned>(values.size()),
                                                              Attribute::Nest);
        values.push_back(values_.address_of(info.method));
    }
    llvm::CallBase* call = emitter_.emit(shape.type, target, values);
    for (unsigned i = 0; i < values.size(); i++) {
        for (Attribute attribute : shape.attributes.getParamAttrs(i)) call->addParamAttr(i, attribute);
    }
    if (is_mathematics(info)) mark_mathematics(*call, info.method, body_.state.may_assume);
    if (is_throw_helper(info)) {
        call->addFnAttr(Attribute::NoReturn);
        call->addFnAttr(Attribute::Cold);
        builder_.CreateUnreachable();
        return;
    }
    push_result(call, layout.result(), buffer, return_kind, return_type);
}

void PlainCalls::push_result(llvm::CallBase* call, const abi::Result& result, Value* buffer, Kind kind,
                             TypeHandle type) {
    if (kind == Kind::Void) return;
    if (kind == Kind::Struct) {
        if (buffer == nullptr) {
            buffer = frame_.temporary(16);
            for (uint32_t k = 0; k < result.location.piece_count; k++) {
                Value* piece =
                    result.location.piece_count == 1 ? static_cast<Value*>(call) : builder_.CreateExtractValue(call, k);
                builder_.CreateStore(signatures_.known_piece(type.method_table(), k, piece),
                                     values_.offset(buffer, 8 * k));
            }
        }
        return stack_.push_struct(buffer, type.method_table());
    }
    if (kind == Kind::Vector && buffer != nullptr) return stack_.load_vector(buffer, type.method_table());
    if (kind == Kind::Vector) return stack_.push_vector(call, type.method_table());
    Value* value = call;
    if (kind == Kind::I4) {
        ElementType element = type.is_null() ? ElementType::I4 : type.verification_type();
        llvm::Type* memory = values_.memory_type(element);
        if (memory->isIntegerTy() && memory != value->getType()) value = builder_.CreateTrunc(value, memory);
        value = values_.from_memory(value, element, kind);
    } else {
        value = values_.as({value->getType()->isPointerTy() ? Kind::Ref : Kind::I8, value, nullptr}, kind);
    }
    stack_.push(kind, value);
}

}  // namespace celer::optimizer
