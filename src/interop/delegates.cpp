#include "interop/delegates.h"

#include <pthread.h>

#include <unordered_map>

#include "code/compiler.h"
#include "gc/handles.h"
#include "interop/call_in.h"
#include "interop/call_out.h"
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

std::unordered_map<void*, gc::Handle>& delegates_by_code() {
    static auto* map = new std::unordered_map<void*, gc::Handle>;
    return *map;
}

// Invoke method -> body of delegates of that type that stand for a native function.
std::unordered_map<MethodDesc*, void*>& native_invokers() {
    static auto* map = new std::unordered_map<MethodDesc*, void*>;
    return *map;
}

struct DelegatePlan {
    MethodDesc* invoke;
    CallPlan calls;
};

Result<DelegatePlan> plan_delegate(const MethodTable* type) {
    MethodDesc* invoke = type->info->delegate_invoke;
    FunctionPointerOptions options = function_pointer_options(type);
    CallPlan plan = CELER_TRY(plan_call(invoke, options.context));
    plan.set_last_error = options.set_last_error;
    return DelegatePlan{invoke, std::move(plan)};
}

// What native code calls for a delegate, and the managed code behind it if that marshals.
Result<void*> make_entry(const DelegatePlan& plan, gc::Handle delegate) {
    if (plan.calls.is_plain()) {
        const MethodSignature* signature = CELER_TRY(method_signature(plan.invoke));
        return thunks().reverse_delegate_call(signature, delegate, nullptr);
    }
    CallIn code = CELER_TRY(make_call_in(plan.invoke, plan.calls));
    return thunks().reverse_delegate_call(code.signature, delegate, code.code);
}

Result<void*> make_invoker(const DelegatePlan& plan) {
    if (plan.calls.is_plain() && !plan.calls.set_last_error) {
        const MethodSignature* signature = CELER_TRY(method_signature(plan.invoke));
        return thunks().delegate_native(signature);
    }
    return const_cast<void*>(CELER_TRY(make_call_out(plan.invoke, plan.calls, nullptr)));
}

bool stands_for_native_function(Object* delegate) {
    auto known = native_invokers().find(delegate->method_table->info->delegate_invoke);
    return known != native_invokers().end() && known->second == delegate->field<void*>(delegate_method_pointer_offset);
}

}  // namespace

Result<void*> function_pointer_for(Object* delegate) {
    pthread_mutex_lock(&g_lock);
    void* code = nullptr;
    if (stands_for_native_function(delegate)) {
        code = delegate->field<void*>(delegate_method_pointer_aux_offset);
    } else if (auto known = entry_points().find(delegate);
               known != entry_points().end() && *known->second.delegate == delegate) {
        code = known->second.code;
    }
    pthread_mutex_unlock(&g_lock);
    if (code != nullptr) return code;

    DelegatePlan plan = CELER_TRY(plan_delegate(delegate->method_table));
    gc::Handle handle = gc::allocate_handle(gc::HandleKind::WeakLong, delegate);
    if (handle == nullptr) return fail(ErrorKind::OutOfMemory, "");
    code = CELER_TRY(make_entry(plan, handle));
    pthread_mutex_lock(&g_lock);
    NativeEntryPoint& entry = entry_points()[delegate];
    if (entry.delegate != nullptr && *entry.delegate == delegate) {
        code = entry.code;  // another thread was faster
    } else {
        entry = {handle, code};
        delegates_by_code()[code] = handle;
    }
    pthread_mutex_unlock(&g_lock);
    return code;
}

Object* delegate_behind(void* function) {
    pthread_mutex_lock(&g_lock);
    auto known = delegates_by_code().find(function);
    Object* delegate = known != delegates_by_code().end() ? *known->second : nullptr;
    pthread_mutex_unlock(&g_lock);
    return delegate;
}

Result<void> bind_to_native(Object* delegate, void* function) {
    MethodTable* type = delegate->method_table;
    MethodDesc* invoke = type->info->delegate_invoke;
    pthread_mutex_lock(&g_lock);
    auto known = native_invokers().find(invoke);
    void* invoker = known != native_invokers().end() ? known->second : nullptr;
    pthread_mutex_unlock(&g_lock);
    if (invoker == nullptr) {
        DelegatePlan plan = CELER_TRY(plan_delegate(type));
        invoker = CELER_TRY(make_invoker(plan));
        pthread_mutex_lock(&g_lock);
        invoker = native_invokers().emplace(invoke, invoker).first->second;
        pthread_mutex_unlock(&g_lock);
    }
    delegate->field<Object*>(delegate_target_offset) = delegate;
    delegate->field<void*>(delegate_method_pointer_offset) = invoker;
    delegate->field<void*>(delegate_method_pointer_aux_offset) = function;
    delegate->field<intptr_t>(delegate_invocation_count_offset) = -1;  // CoreLib's mark of such delegates
    return {};
}

}  // namespace celer
