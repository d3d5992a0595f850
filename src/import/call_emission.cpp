#include "import/call_emission.h"

#include "import/code.h"
#include "import/evaluation_stack.h"
#include "import/import_state.h"
#include "import/type_facts.h"
#include "metadata/image.h"
#include "metadata/signature.h"

namespace celer {

namespace {

// What an argument of IL may be for a parameter: less than a store accepts (CoreCLR's importer checks no other place).
bool may_be_argument(Kind value, Kind parameter) {
    switch (parameter) {
        case Kind::I4:
            return value == Kind::I4 || value == Kind::I8;
        case Kind::I8:
            return value == Kind::I8 || value == Kind::I4 || value == Kind::ByRef;
        case Kind::F4:
        case Kind::F8:
            return value == Kind::F4 || value == Kind::F8;
        case Kind::ByRef:
            return is_word(value);
        case Kind::Ref:
            return value == parameter;
        case Kind::Struct:  // whether it is a vector shows when the type is laid out
        case Kind::Vector:
            return is_aggregate(value);
        case Kind::Void:
            return true;  // is told elsewhere
    }
    return true;
}

}  // namespace

CallInfo* CallEmission::call_info(CallKind kind, MethodDesc* target, const MethodSignature* signature) {
    CallInfo* call = code_.new_call();
    call->kind = kind;
    call->method = target;
    call->signature = signature;
    call->explicit_tail = state_.prefixes.has(prefixes::tail);
    return call;
}

// Methods with variable arguments exist on Windows only; one that deals with them is invalid as a whole.
bool CallEmission::check_convention(const MethodSignature* signature) {
    if (signature->calling_convention != static_cast<uint8_t>(metadata::SignatureKind::VarArg)) return true;
    state_.invalid({ErrorKind::InvalidProgram, "Vararg calling convention not supported.", {}});
    return false;
}

bool CallEmission::arguments_fit(const MethodSignature* signature, uint32_t above) {
    uint32_t count = signature->parameter_count;
    for (uint32_t i = 0; i < count; ++i) {
        Kind parameter = kind_of_element(signature->parameters[i].verification_type());
        if (!may_be_argument(stack_.top(count - 1 - i + above).kind, parameter)) return false;
    }
    return true;
}

// Who compiled an image ahead has checked the kinds.
bool CallEmission::check_arguments(const MethodSignature* signature, uint32_t above) {
    if (!stack_.require(signature->parameter_count + above) || !check_convention(signature)) return false;
    if (state_.supplied != nullptr || state_.image->is_ready_to_run()) return true;
    if (arguments_fit(signature, above)) return true;
    state_.invalid();
    return false;
}

// Converts and pops the arguments, `this` included, below `above` more values.
bool CallEmission::pop_arguments(CallInfo* call, bool has_this, TypeHandle this_type, uint32_t above) {
    const MethodSignature* signature = call->signature;
    uint32_t count = signature->parameter_count + (has_this ? 1 : 0);
    if (!stack_.require(count + above)) return false;
    if (!check_convention(signature)) return false;
    Shape shape;
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t depth = count - 1 - i + above;
        bool is_this = has_this && i == 0;
        TypeHandle type = is_this ? this_type : signature->parameters[i - (has_this ? 1 : 0)];
        if (is_this) {
            shape = {};
            shape.kind = type.is_value_type() ? Kind::ByRef : Kind::Ref;
            if (type.is_value_type()) type = byref_to(type);
        } else if (!types_.struct_shape(type, shape)) {
            return false;
        }
        if (!stack_.coerce_below(depth, shape.kind, shape.type)) {
            state_.invalid();
            return false;
        }
        stack_.retype(depth);
        if (is_aggregate(shape.kind)) bytes += shape.size_bytes;
        call->argument_kinds.push_back(shape.kind);
        call->argument_types.push_back(type);
    }
    if (signature->return_type.is_value_type() && signature->return_type.verification_type() != ElementType::Void) {
        if (!types_.struct_shape(signature->return_type, shape)) return false;
    }
    Shape result = shape_of(signature->return_type);
    passed_bytes_ = std::max(passed_bytes_, bytes);
    if (is_aggregate(result.kind)) result_bytes_ += result.size_bytes;
    call->return_kind = result.kind;
    call->return_type = signature->return_type;
    for (uint32_t i = 0; i < count + above; ++i) stack_.pop();
    return true;
}

void CallEmission::finish_call(CallInfo* call) {
    Inst& inst = stack_.emit(Op::Call, call->return_kind);
    inst.call = call;
    if (call->return_kind == Kind::Void) return;
    Shape shape = shape_of(call->return_type);
    inst.element = shape.element;
    stack_.push_shape(shape);
}

void CallEmission::emit_call(MethodDesc* target, const MethodSignature* signature, CallKind kind, bool null_check) {
    CallInfo* call = call_info(kind, target, signature);
    call->null_check_this = null_check;
    if (pop_arguments(call, signature->has_this, target->owner, 0)) finish_call(call);
}

void CallEmission::call_corelib(WellKnown type, std::string_view name, std::string_view signature_text) {
    MethodDesc* method = find_method(well_known(type), name, signature_text);
    if (method == nullptr)
        return throw_error({ErrorKind::MissingMethod, "Method not found: '" + std::string(name) + "'.", {}});
    Result<const MethodSignature*> signature = method_signature(method);
    if (state_.check(signature)) emit_call(method, *signature, CallKind::Direct, false);
}

void CallEmission::emit_helper(Helper helper, uint32_t operands, Kind result, TypeHandle result_type) {
    if (!stack_.require(operands)) return;
    CallInfo* call = code_.new_call();
    call->kind = CallKind::Helper;
    call->helper = static_cast<uint8_t>(helper);
    call->return_kind = result;
    call->return_type = result_type;
    for (uint32_t i = 0; i < operands; ++i) {
        const Value& value = stack_.top(operands - 1 - i);
        call->argument_kinds.push_back(value.made);
        TypeHandle type = value.type;
        switch (value.kind) {
            case Kind::I4:
                type = primitive_type(ElementType::I4);
                break;
            case Kind::F4:
                type = primitive_type(ElementType::R4);
                break;
            case Kind::F8:
                type = primitive_type(ElementType::R8);
                break;
            case Kind::Ref:
                type = well_known(WellKnown::Object);
                break;
            case Kind::I8:
            case Kind::ByRef:
                type = primitive_type(ElementType::I);
                break;
            case Kind::Struct:
            case Kind::Vector:
            case Kind::Void:
                break;
        }
        call->argument_types.push_back(type);
    }
    for (uint32_t i = 0; i < operands; ++i) stack_.pop();
    stack_.emit(Op::Call, result).call = call;
    if (result != Kind::Void) stack_.push(result, result == Kind::Ref ? result_type : TypeHandle());
}

void CallEmission::throw_error(const Error& error) {
    emit_throw(error);
    if (state_.is_invalid) return;
    code_.insts.back().call->returns_never = true;
    stack_.emit(Op::Unreachable);
    state_.end_block();
}

void CallEmission::emit_throw(const Error& error) {
    if (is_transient(error)) return state_.invalid(error);
    uint32_t index = register_error(error);
    stack_.emit(Op::ConstI4, Kind::I4).imm = index;
    CallInfo* call = code_.new_call();
    call->kind = CallKind::Helper;
    call->helper = static_cast<uint8_t>(Helper::ThrowError);
    call->argument_kinds.push_back(Kind::I4);
    call->argument_types.push_back(primitive_type(ElementType::I4));
    stack_.emit(Op::Call).call = call;
}

}  // namespace celer
