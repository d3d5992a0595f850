// Calls: which method runs, by what kind of call, with which conversions (III.3.19 to III.3.22, III.4.2).
#include <algorithm>

#include "base/hresults.h"
#include "import/importer.h"
#include "metadata/image.h"
#include "metadata/signature.h"

namespace celer {

CallInfo* Importer::call_info(CallKind kind, MethodDesc* target, const MethodSignature* signature) {
    CallInfo* call = code_.new_call();
    call->kind = kind;
    call->method = target;
    call->signature = signature;
    call->explicit_tail = prefixes_.has(prefixes::tail);
    return call;
}

// Methods with variable arguments exist on Windows only; one that deals with them is invalid as a whole.
bool Importer::check_convention(const MethodSignature* signature) {
    if (signature->calling_convention != static_cast<uint8_t>(metadata::SignatureKind::VarArg)) return true;
    invalid({ErrorKind::InvalidProgram, "Vararg calling convention not supported.", {}});
    return false;
}

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

// The kinds of the arguments on the stack, below `above` more values. Who compiled an image ahead has checked them.
bool Importer::check_arguments(const MethodSignature* signature, uint32_t above) {
    uint32_t count = signature->parameter_count;
    if (!require(count + above) || !check_convention(signature)) return false;
    if (supplied_ != nullptr || image_->is_ready_to_run()) return true;
    for (uint32_t i = 0; i < count; ++i) {
        Kind parameter = kind_of_element(signature->parameters[i].verification_type());
        if (may_be_argument(top(count - 1 - i + above).kind, parameter)) continue;
        invalid();
        return false;
    }
    return true;
}

// Converts and pops the arguments, `this` included, below `above` more values.
bool Importer::pop_arguments(CallInfo* call, bool has_this, TypeHandle this_type, uint32_t above) {
    const MethodSignature* signature = call->signature;
    uint32_t count = signature->parameter_count + (has_this ? 1 : 0);
    if (!require(count + above)) return false;
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
        } else if (!struct_shape(type, shape)) {
            return false;
        }
        if (!coerce_below(depth, shape.kind, shape.type)) {
            invalid();
            return false;
        }
        retype(depth);
        if (is_aggregate(shape.kind)) bytes += shape.size_bytes;
        call->argument_kinds.push_back(shape.kind);
        call->argument_types.push_back(type);
    }
    if (signature->return_type.is_value_type() && signature->return_type.verification_type() != ElementType::Void) {
        if (!struct_shape(signature->return_type, shape)) return false;
    }
    Shape result = shape_of(signature->return_type);
    passed_bytes_ = std::max(passed_bytes_, bytes);
    if (is_aggregate(result.kind)) result_bytes_ += result.size_bytes;
    call->return_kind = result.kind;
    call->return_type = signature->return_type;
    for (uint32_t i = 0; i < count + above; ++i) pop();
    return true;
}

void Importer::finish_call(CallInfo* call) {
    Inst& inst = emit(Op::Call, call->return_kind);
    inst.call = call;
    if (call->return_kind == Kind::Void) return;
    Shape shape = shape_of(call->return_type);
    inst.element = shape.element;
    push_shape(shape);
}

void Importer::emit_call(MethodDesc* target, const MethodSignature* signature, CallKind kind, bool null_check) {
    CallInfo* call = call_info(kind, target, signature);
    call->null_check_this = null_check;
    if (pop_arguments(call, signature->has_this, target->owner, 0)) finish_call(call);
}

void Importer::call_corelib(WellKnown type, std::string_view name, std::string_view signature_text) {
    MethodDesc* method = find_method(well_known(type), name, signature_text);
    if (method == nullptr)
        return throw_error({ErrorKind::MissingMethod, "Method not found: '" + std::string(name) + "'.", {}});
    Result<const MethodSignature*> signature = method_signature(method);
    if (check(signature)) emit_call(method, *signature, CallKind::Direct, false);
}

void Importer::emit_helper(Helper helper, uint32_t operands, Kind result, TypeHandle result_type) {
    if (!require(operands)) return;
    CallInfo* call = code_.new_call();
    call->kind = CallKind::Helper;
    call->helper = static_cast<uint8_t>(helper);
    call->return_kind = result;
    call->return_type = result_type;
    for (uint32_t i = 0; i < operands; ++i) {
        const Value& value = top(operands - 1 - i);
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
    for (uint32_t i = 0; i < operands; ++i) pop();
    emit(Op::Call, result).call = call;
    if (result != Kind::Void) push(result, result == Kind::Ref ? result_type : TypeHandle());
}

// The method that runs if the receiver's exact type is known, else null. Receivers that are boxes stay virtual: their
// methods want the address inside.
MethodDesc* Importer::devirtualize(MethodDesc* target, const Value& receiver) {
    MethodTable* table = receiver.type.method_table();
    if (table == nullptr || !target->is_virtual() || table->is_value_type() || table->is_interface()) return nullptr;
    if (!receiver.exact && !is_sealed(table)) return nullptr;
    if (table->contains_generic_variables()) return nullptr;
    if (!table->info->has_reached(LoadLevel::Complete) && !ensure_loaded(table)) return nullptr;
    Result<MethodDesc*> found = resolve_virtual(table, target);
    if (!found || *found == nullptr || (*found)->is_abstract() || (*found)->owner->is_value_type()) return nullptr;
    assume_layout(table);
    return *found;
}

bool Importer::try_inline(MethodDesc* target, const MethodSignature* signature) {
    // `call Object::.ctor` at the head of every constructor does nothing.
    if (target->owner == well_known(WellKnown::Object) && (target->flags & method_flags::is_constructor) &&
        signature->parameter_count == 0) {
        if (!require(1)) return true;
        drop();
        return true;
    }
    return inline_small(target, signature) || inline_path(target, signature);
}

// constrained. before call or callvirt: replaces target, or the receiver (III.2.1). False: the block has ended.
bool Importer::constrained_receiver(MethodDesc*& target, const MethodSignature*& signature, bool& direct) {
    TypeHandle type = prefixes_.constrained;
    if (target->is_static()) {
        if (!target->is_virtual()) return true;
        Result<MethodDesc*> found = resolve_static_virtual(type, target);
        if (!found) {
            throw_error(found.error());
            return false;
        }
        target = *found;
        Result<const MethodSignature*> resolved = method_signature(target);
        if (!check(resolved)) return false;
        signature = *resolved;
        return true;
    }
    uint32_t depth = signature->parameter_count;
    if (!require(depth + 1)) return false;
    if (type.is_reference()) return dereference_below(depth, type);
    MethodTable* table = type.method_table();
    if (table == nullptr) {
        invalid();
        return false;
    }
    if (!loaded(table, LoadLevel::Complete)) return false;
    Result<MethodDesc*> own = resolve_constrained(table, target);
    if (!check(own)) return false;
    if (*own == nullptr) return dereference_below(depth, type);
    target = *own;
    Result<const MethodSignature*> resolved = method_signature(target);
    if (!check(resolved)) return false;
    signature = *resolved;
    direct = true;
    return true;
}

// What a P/Invoke imports is read when a call of it is compiled.
static Result<void> check_import(const MethodDesc* target) {
    const metadata::Image& image = *target->owner->module->image();
    if (target->kind != MethodKind::PInvoke || image.is_ready_to_run()) return {};
    uint32_t row = image.impl_map_of(metadata::Token(target->token));
    if (row == 0 || !image.has(image.impl_map(row).import_name)) return {};  // found out when it is called
    metadata::Token library(metadata::Table::ModuleRef, image.impl_map(row).import_scope);
    if (image.is_valid(library) && image.has(image.module_ref(library.rid()).name)) return {};
    return fail(ErrorKind::TypeLoad, "Could not load type '' from assembly '' because the format is invalid.");
}

static Result<const MethodSignature*> signature_of_callee(MethodDesc* target) {
    Result<const MethodSignature*> signature = method_signature(target);
    if (!signature && signature.error().hresult == hresult::bad_signature)
        return fail(ErrorKind::BadImageFormat, "Illegal or unimplemented ELEM_TYPE in signature.");
    return signature;
}

void Importer::import_call(uint32_t token, bool is_virtual) {
    Result<MethodDesc*> found = resolve_method_token(token);
    if (!check(found) || !may_access(*found, token)) return;
    MethodDesc* target = *found;
    if (target->is_open()) return invalid();
    // Who compiled an image ahead has loaded its types; there a type is loaded when its code is first called.
    bool may_be_damaged = !target->owner->module->image()->is_ready_to_run();
    if (may_be_damaged && !loaded(target->owner, LoadLevel::Complete)) return;
    Result<const MethodSignature*> resolved = signature_of_callee(target);
    if (!check(resolved)) return;
    const MethodSignature* signature = *resolved;
    if (prefixes_.has(prefixes::readonly) && target->kind == MethodKind::ArrayAddress)
        target = readonly_address(target);
    if (is_virtual && target->is_static()) return invalid(no_such_virtual());
    bool is_plain = !is_virtual && !prefixes_.constrained && !target->is_static();
    if (is_plain && target->is_abstract()) return invalid(bad_format());
    if (!require(signature->parameter_count + signature->has_this) || !check_arguments(signature)) return;
    if (prefixes_.constrained && !target->is_static()) is_virtual = true;
    bool direct = !is_virtual;
    if (prefixes_.constrained && !constrained_receiver(target, signature, direct)) return;
    if (target->is_static() && target->is_abstract()) {
        return throw_error({ErrorKind::EntryPointNotFound, "Entry point was not found.", {}});
    }
    if (target->kind == MethodKind::DelegateInvoke) return emit_call(target, signature, CallKind::Delegate, false);
    if (direct) {
        if (target->is_abstract()) return invalid(bad_format());
        if (auto import = check_import(target); !import) return invalid(import.error());
        if (expand_intrinsic(target, signature) || try_inline(target, signature)) return;
        return emit_call(target, signature, CallKind::Direct, false);
    }
    call_virtually(target, signature);
}

// callvirt: to the method itself where it is known, else by table.
void Importer::call_virtually(MethodDesc* target, const MethodSignature* signature) {
    bool direct = false;
    const Value& receiver = top(signature->parameter_count);
    bool check_null = !receiver.non_null && !receiver.is_this && receiver.kind == Kind::Ref;
    if (MethodDesc* exact = devirtualize(target, receiver); exact != nullptr) {
        target = exact;
        if (Result<const MethodSignature*> own = method_signature(exact); own) signature = *own;
        direct = true;
    } else {
        direct = !target->is_virtual() || (target->flags & method_flags::is_final) || is_sealed(target->owner);
    }
    if (direct) {
        if (expand_intrinsic(target, signature) || inline_small(target, signature)) return;
        return emit_call(target, signature, CallKind::Direct,
                         check_null || (receiver.kind != Kind::Ref && !receiver.non_null));
    }
    CallKind kind = target->is_generic()            ? CallKind::GenericVirtual
                    : target->owner->is_interface() ? CallKind::Interface
                                                    : CallKind::Virtual;
    emit_call(target, signature, kind, false);
}

void Importer::import_calli(uint32_t token) {
    Result<const MethodSignature*> resolved = resolve_signature(token);
    if (!check(resolved) || !require(1) || !coerce(Kind::I8)) return;
    retype(0);
    const MethodSignature* signature = *resolved;
    uint8_t convention = signature->calling_convention & 0x0f;
    if (convention == static_cast<uint8_t>(metadata::SignatureKind::FastCall))
        return throw_error({ErrorKind::TypeLoad, "Unsupported unmanaged calling convention.", {}});
    CallKind kind = convention == 0 || convention == 5 ? CallKind::Indirect : CallKind::UnmanagedIndirect;
    if (kind == CallKind::UnmanagedIndirect && supplied_ == nullptr && import_hooks().marshalled_call != nullptr) {
        Result<MarshalledCall> marshalled = import_hooks().marshalled_call(method_, signature);
        if (!check(marshalled)) return;
        if (marshalled->code != nullptr) return import_marshalled_calli(*marshalled);
    }
    if (!check_arguments(signature, 1)) return;
    CallInfo* call = call_info(kind, nullptr, signature);
    TypeHandle this_type = well_known(WellKnown::Object);
    if (signature->has_this && require(signature->parameter_count + 2u) &&
        top(signature->parameter_count + 1u).kind != Kind::Ref) {
        this_type = primitive_type(ElementType::I);  // `this` of a value type: an address
    }
    if (pop_arguments(call, signature->has_this, this_type, 1)) finish_call(call);
}

// The function on the stack becomes the last argument.
void Importer::import_marshalled_calli(const MarshalledCall& marshalled) {
    push_integer(Kind::I8, static_cast<int64_t>(reinterpret_cast<uintptr_t>(marshalled.code)));
    CallInfo* call = call_info(CallKind::Indirect, nullptr, marshalled.signature);
    if (pop_arguments(call, false, {}, 1)) finish_call(call);
}

// jmp: a call with the current arguments whose result is returned (III.3.37).
void Importer::import_jmp(uint32_t token) {
    if (!stack_.empty() || !scratch_.blocks[current_block_].region.is_none()) return invalid();
    Result<MethodDesc*> found = resolve_method_token(token);
    if (!check(found)) return;
    Result<const MethodSignature*> resolved = method_signature(*found);
    if (!check(resolved)) return;
    const MethodSignature* signature = *resolved;
    if ((*found)->is_open() || signature->parameter_count != signature_->parameter_count ||
        signature->has_this != signature_->has_this) {
        return invalid();
    }
    for (uint32_t i = 0; i < code_.argument_count; ++i) push_variable(i);
    emit_call(*found, signature, CallKind::Direct, false);
    if (ended_) return;
    code_.insts.back().call->explicit_tail = true;
    import_return();
}

}  // namespace celer
