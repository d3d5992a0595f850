// System.Delegate: binding by reflection, the method of a delegate, multicast thunks.
#include "runtime/delegates.h"

#include "corelib/contract.h"
#include "corelib/tables.h"
#include "gc/barrier.h"
#include "metadata/image.h"
#include "reflection/exposed_objects.h"
#include "runtime/dynamic_castable.h"
#include "runtime/engine.h"
#include "runtime/exceptions.h"
#include "types/dispatch.h"
#include "types/loader.h"
#include "types/type_info.h"

namespace celer {

namespace {

namespace binding_flags {  // System.DelegateBindingFlags
constexpr uint32_t static_method_only = 1;
constexpr uint32_t instance_method_only = 2;
constexpr uint32_t open_only = 4;
constexpr uint32_t closed_only = 8;
constexpr uint32_t never_close_over_null = 0x10;
constexpr uint32_t caseless = 0x20;
constexpr uint32_t relaxed = 0x40;
}  // namespace binding_flags

// May a value of type `from` be passed where `to` is expected, without any conversion?
bool is_assignable(TypeHandle from, TypeHandle to, bool relaxed) {
    if (from == to) return true;
    if (!relaxed || from.is_type_desc() || to.is_type_desc()) return false;
    if (from.is_value_type() || to.is_value_type()) {
        bool simple = from.is_value_type() && to.is_value_type() && from.element_type() != ElementType::Void &&
                      from.verification_type() != ElementType::ValueType;
        return simple && from.verification_type() == to.verification_type();  // an enum and its underlying type
    }
    return can_cast(from, to);
}

// The type of `this` as a parameter: a byref for value types.
TypeHandle this_type(const MethodDesc* method) {
    return method->owner->is_value_type() ? TypeHandle(byref_to(TypeHandle(method->owner))) : TypeHandle(method->owner);
}

TypeHandle parameter_at(const MethodDesc* method, const MethodSignature* signature, uint32_t index) {
    if (method->is_static()) return signature->parameters[index];
    return index == 0 ? this_type(method) : signature->parameters[index - 1];
}

bool accepts_first_argument(const MethodDesc* method, const MethodSignature* signature, Object* target) {
    TypeHandle expected = method->is_static() ? signature->parameters[0] : TypeHandle(method->owner);
    if (method->is_static() && !expected.is_reference()) return false;
    return target == nullptr || is_instance_of(target, expected);
}

Result<bool> is_compatible(MethodTable* delegate_type, MethodDesc* method, Object* target, uint32_t flags) {
    if ((flags & binding_flags::static_method_only) && !method->is_static()) return false;
    if ((flags & binding_flags::instance_method_only) && method->is_static()) return false;
    const MethodSignature* invoke = CELER_TRY(method_signature(delegate_type->info->delegate_invoke));
    const MethodSignature* signature = CELER_TRY(method_signature(method));
    if (signature->calling_convention != invoke->calling_convention) return false;
    if (method->is_generic() && method->is_open()) return false;  // its convention is another: that of generic methods
    uint32_t wanted = signature->parameter_count + (method->is_static() ? 0u : 1u);
    bool open = wanted == invoke->parameter_count;
    if (!open && wanted != invoke->parameter_count + 1u) return false;
    if (open ? (flags & binding_flags::closed_only) != 0 : (flags & binding_flags::open_only) != 0) return false;
    if (open && target != nullptr) return false;
    if (!open) {
        if (target == nullptr && (flags & binding_flags::never_close_over_null)) return false;
        if (!accepts_first_argument(method, signature, target)) return false;
    }
    bool relaxed = (flags & binding_flags::relaxed) != 0;
    for (uint32_t i = 0; i < invoke->parameter_count; i++) {
        TypeHandle parameter = parameter_at(method, signature, i + (open ? 0 : 1));
        if (!is_assignable(invoke->parameters[i], parameter, relaxed)) return false;
    }
    return is_assignable(signature->return_type, invoke->return_type, relaxed);
}

Result<void> bind(Object* delegate, Object* target, MethodDesc* method) {
    if (method->is_open()) return std::unexpected(open_method_error());
    if (target != nullptr && method->is_virtual() && !method->is_static()) {
        method = CELER_TRY(resolve_for_object(target, method)).method;
    }
    const MethodSignature* invoke = CELER_TRY(method_signature(delegate->method_table->info->delegate_invoke));
    const MethodSignature* signature = CELER_TRY(method_signature(method));
    bool closed_over_null =
        target == nullptr && !method->is_static() && signature->parameter_count == invoke->parameter_count;
    if (closed_over_null) {  // a program may ask for it, unlike IL's newobj
        gc::store_field(delegate, delegate_target_offset, nullptr);
        delegate->field<void*>(delegate_method_pointer_offset) = callable_stub(method);
        return {};
    }
    return bind_delegate(delegate, target, method_stub(method), method);
}

Result<bool> bind_if_compatible(Object* delegate, Object* target, MethodDesc* method, uint32_t flags) {
    CELER_TRY_VOID(ensure_loaded(delegate->method_table));
    CELER_TRY_VOID(ensure_loaded(method->owner));
    if (!CELER_TRY(is_compatible(delegate->method_table, method, target, flags))) return false;
    CELER_TRY_VOID(bind(delegate, target, method));
    return true;
}

QBool bind_to_method_info(ObjectHandleOnStack delegate, ObjectHandleOnStack target, MethodDesc* method, QCallTypeHandle,
                          uint32_t flags) {
    return value_or_throw(bind_if_compatible(delegate.get(), target.get(), method, flags));
}

char fold(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool same_name(std::string_view a, std::string_view b, bool caseless) {
    if (!caseless) return a == b;
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); i++) {
        if (fold(a[i]) != fold(b[i])) return false;
    }
    return true;
}

Result<bool> bind_by_name(Object* delegate, Object* target, MethodTable* type, std::string_view name, uint32_t flags) {
    for (MethodTable* table = type; table != nullptr; table = table->parent) {
        CELER_TRY_VOID(ensure_loaded(table));
        for (uint32_t i = 0; i < table->info->method_count; i++) {
            MethodDesc* method = declared_method(table, i);
            if (method->is_generic() || !same_name(method_name(method), name, (flags & binding_flags::caseless) != 0))
                continue;
            if (CELER_TRY(bind_if_compatible(delegate, target, method, flags))) return true;
        }
    }
    return false;
}

QBool bind_to_method_name(ObjectHandleOnStack delegate, ObjectHandleOnStack target, QCallTypeHandle type,
                          const char* name, uint32_t flags) {
    return value_or_throw(bind_by_name(delegate.get(), target.get(), type.type().method_table(), name, flags));
}

void construct(ObjectHandleOnStack delegate, ObjectHandleOnStack target, void* function) {
    success_or_throw(bind_delegate(delegate.get(), target.get(), function, nullptr));
}

void* multicast_invoke(MethodTable* table) {
    return value_or_throw(delegate_thunk(table->info->delegate_invoke, DelegateThunk::Multicast));
}

MethodDesc* invoke_method(MethodTable* table) {
    return table->info->delegate_invoke;
}

MethodDesc* target_method(Object* delegate) {
    void* open_target = delegate->field<void*>(delegate_method_pointer_aux_offset);
    void* function = open_target != nullptr ? open_target : delegate->field<void*>(delegate_method_pointer_offset);
    MethodDesc* method = method_of_stub(function);
    return method != nullptr ? method : delegate->method_table->info->delegate_invoke.get();
}

void find_method_handle(ObjectHandleOnStack delegate, ObjectHandleOnStack result) {
    result.set(method_stub_object(target_method(delegate.get())));
}

QBool equal_method_handles(ObjectHandleOnStack left, ObjectHandleOnStack right) {
    return target_method(left.get()) == target_method(right.get());
}

const NativeEntry entries[] = {
    CELER_QCALL("Delegate_BindToMethodInfo", bind_to_method_info),
    CELER_QCALL("Delegate_BindToMethodName", bind_to_method_name),
    CELER_QCALL("Delegate_Construct", construct),
    CELER_INTERNAL_CALL("System.Delegate", "GetMulticastInvoke", multicast_invoke),
    CELER_QCALL("Delegate_GetMulticastInvokeSlow", multicast_invoke),
    CELER_INTERNAL_CALL("System.Delegate", "GetInvokeMethod", invoke_method),
    CELER_QCALL("Delegate_FindMethodHandle", find_method_handle),
    CELER_QCALL("Delegate_InternalEqualMethodHandles", equal_method_handles),
};

}  // namespace

NativeTable delegates_contract() {
    return entries;
}

}  // namespace celer
