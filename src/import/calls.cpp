#include "import/calls.h"

#include <algorithm>

#include "base/hresults.h"
#include "base/upcalls.h"
#include "import/access.h"
#include "import/branches.h"
#include "import/call_emission.h"
#include "import/code.h"
#include "import/evaluation_stack.h"
#include "import/import_state.h"
#include "import/inlining.h"
#include "import/intrinsic_operations.h"
#include "import/objects.h"
#include "import/tokens.h"
#include "import/type_facts.h"
#include "metadata/image.h"
#include "metadata/signature.h"

namespace celer {

// The method that runs if the receiver's exact type is known, else null. Receivers that are boxes stay virtual: their
// methods want the address inside.
MethodDesc* CallInstructions::devirtualize(MethodDesc* target, const Value& receiver) {
    MethodTable* table = receiver.type.method_table();
    if (table == nullptr || !target->is_virtual() || table->is_value_type() || table->is_interface()) return nullptr;
    if (!receiver.exact && !is_sealed(table)) return nullptr;
    if (table->contains_generic_variables()) return nullptr;
    if (!table->info->has_reached(LoadLevel::Complete) && !ensure_loaded(table)) return nullptr;
    Result<MethodDesc*> found = resolve_virtual(table, target);
    if (!found || *found == nullptr || (*found)->is_abstract() || (*found)->owner->is_value_type()) return nullptr;
    types_.assume_layout(table);
    return *found;
}

// constrained. before call or callvirt: replaces target, or the receiver (III.2.1). False: the block has ended.
bool CallInstructions::constrained_receiver(MethodDesc*& target, const MethodSignature*& signature, bool& direct) {
    TypeHandle type = state_.prefixes.constrained;
    if (target->is_static()) {
        if (!target->is_virtual()) return true;
        Result<MethodDesc*> found = resolve_static_virtual(type, target);
        if (!found) {
            calls_.throw_error(found.error());
            return false;
        }
        target = *found;
        Result<const MethodSignature*> resolved = method_signature(target);
        if (!state_.check(resolved)) return false;
        signature = *resolved;
        return true;
    }
    uint32_t depth = signature->parameter_count;
    if (!stack_.require(depth + 1)) return false;
    if (type.is_reference()) return objects_.dereference_below(depth, type);
    MethodTable* table = type.method_table();
    if (table == nullptr) {
        state_.invalid();
        return false;
    }
    if (!state_.loaded(table, LoadLevel::Complete)) return false;
    Result<MethodDesc*> own = resolve_constrained(table, target);
    if (!state_.check(own)) return false;
    if (*own == nullptr) return objects_.dereference_below(depth, type);
    target = *own;
    Result<const MethodSignature*> resolved = method_signature(target);
    if (!state_.check(resolved)) return false;
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

void CallInstructions::import_call(uint32_t token, bool is_virtual) {
    Result<MethodDesc*> found = tokens_.resolve_method_token(token);
    if (!state_.check(found) || !access_.may_access(*found, token)) return;
    MethodDesc* target = *found;
    if (target->is_open()) return state_.invalid();
    // Who compiled an image ahead has loaded its types; there a type is loaded when its code is first called.
    bool may_be_damaged = !target->owner->module->image()->is_ready_to_run();
    if (may_be_damaged && !state_.loaded(target->owner, LoadLevel::Complete)) return;
    Result<const MethodSignature*> resolved = signature_of_callee(target);
    if (!state_.check(resolved)) return;
    const MethodSignature* signature = *resolved;
    if (state_.prefixes.has(prefixes::readonly) && target->kind == MethodKind::ArrayAddress)
        target = readonly_address(target);
    if (is_virtual && target->is_static()) return state_.invalid(no_such_virtual());
    bool is_plain = !is_virtual && !state_.prefixes.constrained && !target->is_static();
    if (is_plain && target->is_abstract()) return state_.invalid(bad_format());
    if (!stack_.require(signature->parameter_count + signature->has_this) || !calls_.check_arguments(signature)) return;
    if (state_.prefixes.constrained && !target->is_static()) is_virtual = true;
    bool direct = !is_virtual;
    if (state_.prefixes.constrained && !constrained_receiver(target, signature, direct)) return;
    if (target->is_static() && target->is_abstract()) {
        return calls_.throw_error({ErrorKind::EntryPointNotFound, "Entry point was not found.", {}});
    }
    if (target->kind == MethodKind::DelegateInvoke)
        return calls_.emit_call(target, signature, CallKind::Delegate, false);
    if (direct) {
        if (target->is_abstract()) return state_.invalid(bad_format());
        if (auto import = check_import(target); !import) return state_.invalid(import.error());
        return call_directly(target, signature);
    }
    if (MethodDesc* own = method_for_contents(target, stack_.top(signature->parameter_count)); own != nullptr) {
        resolved = method_signature(own);
        if (!state_.check(resolved)) return;
        stack_.leave_unboxed(signature->parameter_count);
        return call_directly(own, *resolved);
    }
    call_virtually(target, signature);
}

void CallInstructions::call_directly(MethodDesc* target, const MethodSignature* signature) {
    if (intrinsics_.expand_intrinsic(target, signature) || inlining_.try_inline(target, signature)) return;
    calls_.emit_call(target, signature, CallKind::Direct, false);
}

// Of a box that only the call will see: the method of its value type, which a copy of the contents is enough for. Null:
// the call needs the box.
MethodDesc* CallInstructions::method_for_contents(MethodDesc* target, const Value& receiver) const {
    if (receiver.kind != Kind::Ref || receiver.end == 0 || state_.prefixes.has(prefixes::tail)) return nullptr;
    const Inst& box = code_.insts[receiver.end - 1];
    bool is_duplicated = receiver.end < stack_.position() && code_.insts[receiver.end].op == Op::Dup;
    if (box.op != Op::Box || is_duplicated || box.type->is_by_ref_like()) return nullptr;
    Result<MethodDesc*> own = resolve_constrained(box.type, target);
    return own ? *own : nullptr;
}

// callvirt: to the method itself where it is known, else by table.
void CallInstructions::call_virtually(MethodDesc* target, const MethodSignature* signature) {
    bool direct = false;
    const Value& receiver = stack_.top(signature->parameter_count);
    bool check_null = !receiver.non_null && !receiver.is_this && receiver.kind == Kind::Ref;
    if (MethodDesc* exact = devirtualize(target, receiver); exact != nullptr) {
        target = exact;
        if (Result<const MethodSignature*> own = method_signature(exact); own) signature = *own;
        direct = true;
    } else {
        direct = !target->is_virtual() || (target->flags & method_flags::is_final) || is_sealed(target->owner);
    }
    if (direct) {
        if (intrinsics_.expand_intrinsic(target, signature) || inlining_.inline_small(target, signature)) return;
        return calls_.emit_call(target, signature, CallKind::Direct,
                                check_null || (receiver.kind != Kind::Ref && !receiver.non_null));
    }
    CallKind kind = target->is_generic() || target->owner->is_interface() ? CallKind::Interface : CallKind::Virtual;
    calls_.emit_call(target, signature, kind, false);
}

void CallInstructions::import_calli(uint32_t token) {
    Result<const MethodSignature*> resolved = tokens_.resolve_signature(token);
    if (!state_.check(resolved) || !stack_.require(1) || !stack_.coerce(Kind::I8)) return;
    stack_.retype(0);
    const MethodSignature* signature = *resolved;
    uint8_t convention = signature->calling_convention & 0x0f;
    if (convention == static_cast<uint8_t>(metadata::SignatureKind::FastCall))
        return calls_.throw_error({ErrorKind::TypeLoad, "Unsupported unmanaged calling convention.", {}});
    CallKind kind = convention == 0 || convention == 5 ? CallKind::Indirect : CallKind::UnmanagedIndirect;
    if (kind == CallKind::UnmanagedIndirect && state_.supplied == nullptr && g_upcalls.marshalled_call != nullptr) {
        Result<MarshalledCall> marshalled = g_upcalls.marshalled_call(state_.method, signature);
        if (!state_.check(marshalled)) return;
        if (marshalled->code != nullptr) return import_marshalled_calli(*marshalled);
    }
    if (!calls_.check_arguments(signature, 1)) return;
    CallInfo* call = calls_.call_info(kind, nullptr, signature);
    TypeHandle this_type = well_known(WellKnown::Object);
    if (signature->has_this && stack_.require(signature->parameter_count + 2u) &&
        stack_.top(signature->parameter_count + 1u).kind != Kind::Ref) {
        this_type = primitive_type(ElementType::I);  // `this` of a value type: an address
    }
    if (calls_.pop_arguments(call, signature->has_this, this_type, 1)) calls_.finish_call(call);
}

// The function on the stack becomes the last argument.
void CallInstructions::import_marshalled_calli(const MarshalledCall& marshalled) {
    stack_.push_integer(Kind::I8, static_cast<int64_t>(reinterpret_cast<uintptr_t>(marshalled.code)));
    CallInfo* call = calls_.call_info(CallKind::Indirect, nullptr, marshalled.signature);
    if (calls_.pop_arguments(call, false, {}, 1)) calls_.finish_call(call);
}

// jmp: a call with the current arguments whose result is returned (III.3.37).
void CallInstructions::import_jmp(uint32_t token) {
    if (!(stack_.size() == 0) || !scratch_.blocks[state_.current_block].region.is_none()) return state_.invalid();
    Result<MethodDesc*> found = tokens_.resolve_method_token(token);
    if (!state_.check(found)) return;
    Result<const MethodSignature*> resolved = method_signature(*found);
    if (!state_.check(resolved)) return;
    const MethodSignature* signature = *resolved;
    if ((*found)->is_open() || signature->parameter_count != state_.signature->parameter_count ||
        signature->has_this != state_.signature->has_this) {
        return state_.invalid();
    }
    for (uint32_t i = 0; i < code_.argument_count; ++i) stack_.push_variable(i);
    calls_.emit_call(*found, signature, CallKind::Direct, false);
    if (state_.ended) return;
    code_.insts.back().call->explicit_tail = true;
    branches_.import_return();
}

}  // namespace celer
