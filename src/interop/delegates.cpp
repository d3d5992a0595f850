#include "interop/delegates.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "base/lock.h"
#include "code/compiler.h"
#include "code/method_code.h"
#include "gc/barrier.h"
#include "gc/handles.h"
#include "gc/heap.h"
#include "gc/statistics.h"
#include "interop/call_in.h"
#include "interop/call_out.h"
#include "interop/il_writer.h"
#include "platform/arena.h"
#include "runtime/delegates.h"
#include "runtime/engine.h"
#include "runtime/exceptions.h"
#include "types/loader.h"
#include "types/loader_allocator.h"
#include "types/well_known.h"

namespace celer {

namespace {

// What native code calls for one delegate. It does not keep the delegate alive; once that has died it serves another
// delegate of the type.
struct EntryPoint {
    gc::Handle delegate;  // weak
    void* code;
    Object* address;  // of the delegate, by which it is found
};

// Of a delegate type whose delegates went to native code.
struct EntryCode {
    const MethodSignature* signature;  // the native one, with `this`
    const void* code;                  // null: nothing to marshal
    std::vector<EntryPoint*> entries;
    size_t hand = 0;             // where to look for a dead one next
    size_t collect_at = 10'000;  // so many entries are worth a collection, to find dead ones, before there are more
};

constinit Lock g_lock(LockRank::ReverseThunks);

// By the delegate's address, which does not change; whether it is still the same delegate its handle tells.
std::unordered_map<Object*, EntryPoint*>& entries_by_delegate() {
    static auto* map = new std::unordered_map<Object*, EntryPoint*>;
    return *map;
}

std::unordered_map<void*, EntryPoint*>& entries_by_code() {
    static auto* map = new std::unordered_map<void*, EntryPoint*>;
    return *map;
}

std::unordered_map<MethodDesc*, EntryCode>& entry_codes() {
    static auto* map = new std::unordered_map<MethodDesc*, EntryCode>;
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

// What cannot be called from native code fails when it is called.
Result<EntryCode> failing_entry_code(MethodDesc* invoke, Error error) {
    TypeHandle number = primitive_type(ElementType::I4);
    TypeHandle nothing = well_known(WellKnown::Void);
    IlWriter il;
    il.constant(static_cast<int32_t>(register_error(std::move(error))));
    il.pointer(helper_slot(Helper::ThrowError));
    il.op(il::Opcode::LdindI);
    il.call_indirect(make_signature(nothing, {number}, false));
    il.op(il::Opcode::Ret);
    const MethodSignature* signature = make_signature(nothing, {}, true);
    MethodCode* code = CELER_TRY(compile_supplied(invoke, il.finish(signature), code_flags::hides_from_stack_trace));
    return EntryCode{signature, code->start, {}};
}

Result<EntryCode> make_entry_code(const MethodTable* type) {
    DelegatePlan plan = CELER_TRY(plan_delegate(type));
    if (plan.calls.is_plain()) return EntryCode{CELER_TRY(method_signature(plan.invoke)), nullptr, {}};
    CallIn in = CELER_TRY(make_call_in(plan.invoke, plan.calls));
    return EntryCode{in.signature, in.code, {}};
}

// Null: make a new one.
EntryPoint* recycle(EntryCode& code) CELER_REQUIRES(g_lock) {
    constexpr size_t enough_to_look = 64;
    constexpr size_t looks = 8;
    if (code.entries.size() < enough_to_look) return nullptr;
    for (size_t i = 0; i < looks; i++) {
        code.hand = (code.hand + 1) % code.entries.size();
        EntryPoint* entry = code.entries[code.hand];
        if (*entry->delegate != nullptr) continue;
        auto known = entries_by_delegate().find(entry->address);
        if (known != entries_by_delegate().end() && known->second == entry) entries_by_delegate().erase(known);
        return entry;
    }
    return nullptr;
}

// The lock is let go for a collection, because many delegates may die between two that only allocation asks for.
void look_for_dead_delegates(EntryCode& code) CELER_REQUIRES(g_lock) {
    if (code.entries.size() < code.collect_at) return;
    g_lock.unlock();
    gc::collect(gc::max_generation, gc::CollectReason::MemoryPressure);
    g_lock.lock();
    auto live = std::ranges::count_if(code.entries, [](EntryPoint* entry) { return *entry->delegate != nullptr; });
    if (static_cast<size_t>(live) > code.entries.size() / 2) code.collect_at = code.entries.size() * 2;
}

void* known_entry(Object* delegate) CELER_REQUIRES(g_lock) {
    auto known = entries_by_delegate().find(delegate);
    if (known == entries_by_delegate().end() || *known->second->delegate != delegate) return nullptr;
    return known->second->code;
}

Result<void*> make_invoker(const DelegatePlan& plan) {
    if (plan.calls.is_plain() && !plan.calls.set_last_error) {
        return delegate_thunk(plan.invoke, DelegateThunk::Native);
    }
    return const_cast<void*>(CELER_TRY(make_call_out(plan.invoke, plan.calls, CallTarget::Delegate, nullptr)));
}

bool stands_for_native_function(Object* delegate) {
    auto known = native_invokers().find(delegate->method_table->info->delegate_invoke);
    return known != native_invokers().end() && known->second == delegate->field<void*>(delegate_method_pointer_offset);
}

// Native code may still hold the address of an entry: its handle stays, empty.
void forget_entries(const EntryCode& code) {
    for (EntryPoint* entry : code.entries) {
        gc::set_handle(entry->delegate, nullptr);
        entries_by_code().erase(entry->code);
        auto known = entries_by_delegate().find(entry->address);
        if (known != entries_by_delegate().end() && known->second == entry) entries_by_delegate().erase(known);
        delete entry;
    }
}

}  // namespace

void forget_unloading_delegates() {
    std::erase_if(entry_codes(), [](const auto& known) {
        if (!is_unloading(known.first)) return false;
        forget_entries(known.second);
        return true;
    });
    std::erase_if(native_invokers(), [](const auto& known) { return is_unloading(known.first); });
}

Result<void*> function_pointer_for(Object* delegate) {
    MethodDesc* invoke = delegate->method_table->info->delegate_invoke;
    g_lock.lock();
    void* code = stands_for_native_function(delegate) ? delegate->field<void*>(delegate_method_pointer_aux_offset)
                                                      : known_entry(delegate);
    bool has_code = entry_codes().contains(invoke);
    g_lock.unlock();
    if (code != nullptr) return code;

    // Nothing that may collect happens under the lock.
    CELER_TRY_VOID(admit_growth());
    EntryCode made{};
    if (!has_code) {
        Result<EntryCode> result = make_entry_code(delegate->method_table);
        if (!result) result = failing_entry_code(invoke, std::move(result).error());
        made = CELER_TRY(std::move(result));
    }
    gc::Handle spare = gc::allocate_handle(gc::HandleKind::WeakLong, nullptr);
    if (spare == nullptr) return fail(ErrorKind::OutOfMemory, "");
    g_lock.lock();
    EntryCode& type = entry_codes().try_emplace(invoke, std::move(made)).first->second;
    EntryPoint* entry = recycle(type);
    if (entry == nullptr) {
        look_for_dead_delegates(type);
        entry = recycle(type);
    }
    code = known_entry(delegate);  // another thread may have been faster
    if (code == nullptr) {
        if (entry == nullptr) {
            entry = new EntryPoint{spare, thunks().reverse_delegate_call(invoke, type.signature, spare, type.code),
                                   nullptr};
            type.entries.push_back(entry);
            entries_by_code()[entry->code] = entry;
            spare = nullptr;
        }
        gc::set_handle(entry->delegate, delegate);
        entry->address = delegate;
        entries_by_delegate()[delegate] = entry;
        code = entry->code;
    }
    g_lock.unlock();
    if (spare != nullptr) gc::free_handle(spare);
    return code;
}

Object* delegate_behind(void* function) {
    g_lock.lock();
    auto known = entries_by_code().find(function);
    Object* delegate = known != entries_by_code().end() ? *known->second->delegate : nullptr;
    g_lock.unlock();
    return delegate;
}

Result<void> bind_to_native(Object* delegate, void* function) {
    MethodTable* type = delegate->method_table;
    MethodDesc* invoke = type->info->delegate_invoke;
    g_lock.lock();
    auto known = native_invokers().find(invoke);
    void* invoker = known != native_invokers().end() ? known->second : nullptr;
    g_lock.unlock();
    if (invoker == nullptr) {
        DelegatePlan plan = CELER_TRY(plan_delegate(type));
        invoker = CELER_TRY(make_invoker(plan));
        g_lock.lock();
        invoker = native_invokers().emplace(invoke, invoker).first->second;
        g_lock.unlock();
    }
    gc::store_field(delegate, delegate_target_offset, delegate);
    delegate->field<void*>(delegate_method_pointer_offset) = invoker;
    delegate->field<void*>(delegate_method_pointer_aux_offset) = function;
    delegate->field<intptr_t>(delegate_invocation_count_offset) = -1;  // CoreLib's mark of such delegates
    return {};
}

}  // namespace celer
