#include "interop/delegates.h"

#include <pthread.h>

#include <unordered_map>

#include "code/compiler.h"
#include "gc/handles.h"
#include "interop/blittable.h"
#include "runtime/delegates.h"
#include "types/loader.h"

namespace celer {

namespace {

struct NativeEntryPoint {
    gc::Handle delegate;  // weak: the entry point does not keep the delegate alive
    void* code;
};

pthread_mutex_t g_lock = PTHREAD_MUTEX_INITIALIZER;

// By the delegate's address, which does not change; whether it is still the same delegate its handle tells.
std::unordered_map<Object*, NativeEntryPoint>& entry_points() {
    static auto* map = new std::unordered_map<Object*, NativeEntryPoint>;
    return *map;
}

// Invoke method -> body of delegates of that type that stand for a native function.
std::unordered_map<MethodDesc*, void*>& native_invokers() {
    static auto* map = new std::unordered_map<MethodDesc*, void*>;
    return *map;
}

Result<const MethodSignature*> blittable_invoke(MethodDesc* invoke) {
    const MethodSignature* signature = CELER_TRY(method_signature(invoke));
    CELER_TRY_VOID(check_blittable(signature, runtime_marshalling_disabled(invoke->owner->module), invoke));
    return signature;
}

bool stands_for_native_function(Object* delegate) {
    auto known = native_invokers().find(delegate->method_table->info->delegate_invoke);
    return known != native_invokers().end() && known->second == delegate->field<void*>(delegate_method_pointer_offset);
}

}  // namespace

Result<void*> function_pointer_for(Object* delegate) {
    MethodDesc* invoke = delegate->method_table->info->delegate_invoke;
    CELER_TRY(blittable_invoke(invoke));
    pthread_mutex_lock(&g_lock);
    void* code = nullptr;
    if (stands_for_native_function(delegate)) {
        code = delegate->field<void*>(delegate_method_pointer_aux_offset);
    } else {
        NativeEntryPoint& entry = entry_points()[delegate];
        if (entry.delegate == nullptr || *entry.delegate != delegate) {
            if (entry.delegate == nullptr) entry.delegate = gc::allocate_handle(gc::HandleKind::WeakLong, delegate);
            entry.code = thunks().reverse_delegate_call(invoke, entry.delegate);
            gc::set_handle(entry.delegate, delegate);
        }
        code = entry.code;
    }
    pthread_mutex_unlock(&g_lock);
    return code;
}

Result<void> bind_to_native(Object* delegate, void* function) {
    MethodDesc* invoke = delegate->method_table->info->delegate_invoke;
    const MethodSignature* signature = CELER_TRY(blittable_invoke(invoke));
    pthread_mutex_lock(&g_lock);
    void*& invoker = native_invokers()[invoke];
    if (invoker == nullptr) invoker = thunks().delegate_native(signature);
    pthread_mutex_unlock(&g_lock);
    delegate->field<Object*>(delegate_target_offset) = delegate;
    delegate->field<void*>(delegate_method_pointer_offset) = invoker;
    delegate->field<void*>(delegate_method_pointer_aux_offset) = function;
    return {};
}

}  // namespace celer
