#include "runtime/delegates.h"

#include "code/compiler.h"
#include "gc/barrier.h"
#include "gc/heap.h"
#include "platform/arena.h"
#include "runtime/engine.h"
#include "types/dispatch.h"
#include "types/loader.h"
#include "types/loader_allocator.h"

namespace celer {

namespace {

// Number of arguments Invoke takes against those the target takes tells an open delegate from a closed one.
bool is_open(const MethodSignature* invoke, const MethodSignature* target, bool target_is_static) {
    uint32_t supplied = invoke->parameter_count;
    uint32_t wanted = target->parameter_count + (target_is_static ? 0u : 1u);
    return supplied == wanted;
}

void set_pointers(Object* delegate, Object* target, void* pointer, void* auxiliary) {
    gc::store_field(delegate, delegate_target_offset, target);
    delegate->field<void*>(delegate_method_pointer_offset) = pointer;
    delegate->field<void*>(delegate_method_pointer_aux_offset) = auxiliary;
    const void* code = auxiliary != nullptr ? auxiliary : pointer;
    if (Object* keeper = keeper_of(code)) gc::store_field(delegate, delegate_method_base_offset, keeper);
}

DelegateThunk open_thunk_for(const MethodDesc* method) {
    bool dispatches = method->is_virtual() && !method->is_static() && !method->owner->is_value_type();
    if (!dispatches) return DelegateThunk::OpenDirect;
    return method->owner->is_interface() ? DelegateThunk::OpenInterface : DelegateThunk::OpenVirtual;
}

// The table of an Invoke; two threads may make it at the same time.
void** thunk_table(MethodDesc* invoke) {
    void** known = __atomic_load_n(&invoke->delegate_thunks, __ATOMIC_ACQUIRE);
    if (known != nullptr) return known;
    void** fresh = new_beside<void*>(invoke, Section::CodeData, delegate_thunk_count);
    bool was_first =
        __atomic_compare_exchange_n(&invoke->delegate_thunks, &known, fresh, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return was_first ? fresh : known;
}

}  // namespace

Result<void*> delegate_thunk(MethodDesc* invoke, DelegateThunk kind) {
    void*& known = thunk_table(invoke)[static_cast<int>(kind)];
    if (void* thunk = __atomic_load_n(&known, __ATOMIC_ACQUIRE)) return thunk;
    void* thunk = thunks().delegate_thunk(kind, CELER_TRY(method_signature(invoke)));
    __atomic_store_n(&known, thunk, __ATOMIC_RELEASE);
    return thunk;
}

MethodDesc* method_of_stub(const void* stub) {
    return thunks().method_of(stub);
}

Result<void> bind_delegate(Object* delegate, Object* target, void* function, MethodDesc* method) {
    if (function == nullptr) return fail(ErrorKind::ArgumentNull, "method");
    if (MethodDesc* actual = method_of_stub(function))
        method = actual;      // ldvirtftn: the implementation, not the declaration
    if (method == nullptr) {  // a bare code address: closed over the target
        set_pointers(delegate, target, function, nullptr);
        return {};
    }
    MethodDesc* invoke = delegate->method_table->info->delegate_invoke;
    const MethodSignature* invoke_signature = CELER_TRY(method_signature(invoke));
    const MethodSignature* target_signature = CELER_TRY(method_signature(method));
    if (!is_open(invoke_signature, target_signature, method->is_static())) {
        if (target == nullptr && !method->is_static()) {
            return fail(ErrorKind::Argument, "Delegate to an instance method cannot have null 'this'.");
        }
        set_pointers(delegate, target, callable_stub(method), nullptr);
        return {};
    }
    DelegateThunk kind = open_thunk_for(method);
    if (kind != DelegateThunk::OpenDirect && method->is_generic())
        return fail(ErrorKind::NotSupported, "Specified method is not supported.");
    void* shuffle = CELER_TRY(delegate_thunk(invoke, kind));
    set_pointers(delegate, delegate, shuffle,
                 method_stub(method));  // an open value type receiver is a byref: no unboxing
    return {};
}

}  // namespace celer
