#include "optimizer/translation/calls.h"

#include "import/inlining_rules.h"
#include "optimizer/translation/allocation.h"
#include "optimizer/translation/array_methods.h"
#include "optimizer/translation/call_emitter.h"
#include "optimizer/translation/call_facts.h"
#include "optimizer/translation/checks.h"
#include "optimizer/translation/combined_delegates.h"
#include "optimizer/translation/frame.h"
#include "optimizer/translation/inliner.h"
#include "optimizer/translation/known_calls.h"
#include "optimizer/translation/known_types.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/plain_calls.h"
#include "optimizer/translation/struct_copier.h"
#include "optimizer/translation/values.h"
#include "types/well_known.h"

namespace celer::optimizer {

using llvm::Value;

void Calls::pop_arguments(const CallInfo& info, std::span<Operand> arguments) {
    for (size_t i = arguments.size(); i-- > 0;) {
        Operand operand = stack_.pop();
        Kind kind = info.argument_kinds[i];
        if (!is_aggregate(kind)) operand.value = values_.as(operand, kind);
        operand.kind = kind;
        arguments[i] = operand;
    }
}

void Calls::call(const Inst& inst) {
    const CallInfo& info = *inst.call;
    Value* target = nullptr;
    bool is_native = info.kind == CallKind::UnmanagedIndirect;
    if (info.kind == CallKind::Indirect || is_native) target = stack_.pop_address();
    std::vector<Operand> arguments(info.argument_kinds.size());
    pop_arguments(info, arguments);
    bool transition = is_native && !(info.signature != nullptr &&
                                     (info.signature->unmanaged_flags & signature_flags::suppress_gc_transition));
    Value* record = transition ? enter_native() : nullptr;
    emit(info, info.argument_types, arguments, info.return_kind, info.return_type, target);
    if (transition) emitter_.call_helper(Helper::LeaveNative, Kind::Void, {record});
}

// Makes a TransitionRecord: previous, frame pointer, an address in this code, stack pointer.
Value* Calls::enter_native() {
    Value* record = frame_.temporary(32);
    auto* type = llvm::FunctionType::get(builder_.getInt64Ty(), {}, false);
    auto value_of = [&](const char* text) { return builder_.CreateCall(llvm::InlineAsm::get(type, text, "=r", true)); };
    builder_.CreateStore(value_of("movq %rbp, $0"), values_.offset(record, 8));
    builder_.CreateStore(value_of("leaq 0(%rip), $0"), values_.offset(record, 16));
    builder_.CreateStore(value_of("movq %rsp, $0"), values_.offset(record, 24));
    emitter_.call_helper(Helper::EnterNative, Kind::Void, {record});
    return record;
}

void Calls::new_object(const Inst& inst) {
    const CallInfo& info = *inst.call;
    MethodTable* type = info.type;
    std::vector<Operand> arguments(info.argument_kinds.size() + 1);
    pop_arguments(info, std::span(arguments).subspan(1));
    std::vector<TypeHandle> types(1);
    types.insert(types.end(), info.argument_types.begin(), info.argument_types.end());
    Value* self;
    if (type->is_value_type()) {
        self = frame_.temporary(type->instance_field_bytes);
        structs_.clear(self, type->instance_field_bytes);
    } else {
        self = allocation_.allocate(type);
    }
    arguments[0] = {.kind = type->is_value_type() ? Kind::ByRef : Kind::Ref,
                    .value = self,
                    .object_type = type,
                    .exact = true,
                    .non_null = true};
    emit(info, types, arguments, Kind::Void, primitive_type(ElementType::Void), nullptr);
    if (!type->is_value_type()) return stack_.push(Kind::Ref, self);
    if (inst.kind == Kind::Struct || inst.kind == Kind::Void) return stack_.push_struct(self, type);
    if (inst.kind == Kind::Vector) return stack_.load_vector(self, type);
    ElementType element = type->element;
    stack_.push(inst.kind,
                values_.from_memory(builder_.CreateLoad(values_.memory_type(element), self), element, inst.kind));
}

void Calls::emit(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                 Kind return_kind, TypeHandle return_type, Value* target) {
    if (info.explicit_tail) return body_.refuse("an explicit tail call");
    bool is_done = target == nullptr && (array_methods_.access(info, types, arguments, return_kind, return_type) ||
                                         known_calls_.translate(info, types, arguments, return_kind, return_type) ||
                                         known_types_.translate(info, arguments) ||
                                         combined_.call(info, types, arguments, return_kind, return_type) ||
                                         inliner_.put_in_target(info, types, arguments, return_kind, return_type) ||
                                         emit_known(info, types, arguments, return_kind, return_type));
    if (is_done) return;
    plain_calls_.emit(info, types, arguments, return_kind, return_type, target);
}

// A virtual or interface call on an object whose class is known needs no dispatch. The methods of a value type get the
// address of the value in its box.
bool Calls::emit_known(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                       Kind return_kind, TypeHandle return_type) {
    if (!info.is_dispatched() || !body_.state.may_inline || !arguments[0].exact) return false;
    MethodDesc* method = method_for(info, arguments[0].object_type.method_table());
    if (method == nullptr) return false;
    Value* receiver = values_.as(arguments[0], Kind::Ref);
    if (!arguments[0].non_null) checks_.check_null(receiver);
    if (method->owner->is_value_type()) arguments[0] = {.kind = Kind::ByRef, .value = values_.offset(receiver, 8)};
    CallInfo direct = info;
    direct.kind = CallKind::Direct;
    direct.method = method;
    direct.null_check_this = false;
    plain_calls_.emit(direct, types, arguments, return_kind, return_type, nullptr);
    return true;
}

}  // namespace celer::optimizer
