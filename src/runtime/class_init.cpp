// One lock and one condition variable serve all classes: initialisation is rare, and a single lock makes the wait-for
// graph consistent. The lock is never held while managed code runs.
#include "runtime/class_init.h"

#include <pthread.h>

#include "base/lock.h"
#include "gc/handles.h"
#include "platform/activity.h"
#include "runtime/exception_objects.h"
#include "runtime/exceptions.h"
#include "runtime/objects.h"
#include "types/loader.h"
#include "types/loader_allocator.h"

namespace celer {

namespace {

constinit Lock g_lock(LockRank::ClassInit);
constinit WaitCondition g_changed;

struct Waiter {  // a thread waiting for a class, on its own stack
    uint32_t thread_id;
    InitState* waits_for;
    Waiter* next;
};
Waiter* g_waiters;

// Would the thread wait for itself: does the chain of owners and what they wait for lead back to it?
bool closes_cycle(const InitState* state, uint32_t thread_id) {
    for (;;) {
        uint32_t owner = state->thread_id;
        if (owner == thread_id) return true;
        Waiter* waiter = g_waiters;
        while (waiter != nullptr && waiter->thread_id != owner) waiter = waiter->next;
        if (waiter == nullptr) return false;
        state = waiter->waits_for;
    }
}

void wait_for_change(Thread& thread, InitState* state) CELER_REQUIRES(g_lock) {
    Waiter self{thread.managed_id, state, g_waiters};
    g_waiters = &self;
    g_changed.wait(g_lock);
    Waiter** link = &g_waiters;
    while (*link != &self) link = &(*link)->next;
    *link = self.next;
}

enum class Claim { Run, Done, Failed };

// In Native mode.
Claim claim(Thread& thread, MethodTable* table, InitState* state) CELER_REQUIRES(g_lock) {
    for (;;) {
        if (table->is_initialized()) return Claim::Done;
        if (state->exception_handle != 0) return Claim::Failed;
        if (state->thread_id == 0) {
            state->thread_id = thread.managed_id;
            return Claim::Run;
        }
        if (closes_cycle(state, thread.managed_id))
            return Claim::Done;  // sees the class half-initialised, as ECMA allows
        wait_for_change(thread, state);
    }
}

// As CoreCLR names it: namespace and own name, without enclosing types and type arguments.
std::string name_for_message(const MethodTable* table) {
    std::string name(type_namespace(table));
    if (!name.empty()) name += '.';
    return name += type_name(table);
}

Object* wrap_exception(Thread& thread, MethodTable* table, Object* inner) {
    Result<MethodTable*> type = find_type(corelib(), "System", "TypeInitializationException");
    if (!type || !ensure_loaded(*type)) return inner;
    MethodDesc* constructor = find_method(*type, ".ctor", "void (string, System.Exception)");
    Object* exception = allocate_object(*type);
    if (constructor == nullptr || exception == nullptr) return inner;
    StringObject* name = new_string(name_for_message(table));
    CallResult result = call_managed(
        thread, constructor,
        {reinterpret_cast<uint64_t>(exception), reinterpret_cast<uint64_t>(name), reinterpret_cast<uint64_t>(inner)});
    return result.exception != nullptr ? result.exception : exception;
}

Object* run_class_constructor(Thread& thread, MethodTable* table, Boundary boundary) {
    ActivityScope running(Activity::ClassInit);
    return call_managed(thread, table->info->class_constructor, {}, boundary).exception;
}

}  // namespace

Object* initialize_module(Thread& thread, Module* module, Boundary boundary) {
    if (module->has_initializer) {
        Result<MethodTable*> type = global_type(module);
        if (!type) return make_exception(thread, type.error());
    }
    MethodTable* table = pending_initializer(module);
    return table == nullptr ? nullptr : initialize_class(thread, table, boundary);
}

Object* initialize_class(Thread& thread, MethodTable* table, Boundary boundary) {
    if (table->is_initialized()) return nullptr;
    constexpr uint32_t global_type_token = 0x02000001;
    if (table->module->has_initializer && table->info->token != global_type_token) {
        if (Object* exception = initialize_module(thread, table->module)) return exception;
    }
    InitState* state = table->info->init;
    if (state == nullptr || table->info->class_constructor == nullptr) {
        table->set_initialized();
        return nullptr;
    }
    enter_native(thread);
    g_lock.lock();
    Claim claimed = claim(thread, table, state);
    g_lock.unlock();
    leave_native(thread);
    if (claimed == Claim::Done) return nullptr;
    if (claimed == Claim::Failed) return *reinterpret_cast<Object* const*>(state->exception_handle);

    Object* exception = run_class_constructor(thread, table, boundary);
    gc::Handle handle = nullptr;
    if (exception != nullptr) {
        exception = wrap_exception(thread, table, exception);
        LoaderAllocator* allocator = loader_allocator_of(table);
        handle = allocator == nullptr ? gc::allocate_handle(gc::HandleKind::Strong, exception)
                                      : keep_object(allocator, exception);
    }
    enter_native(thread);
    g_lock.lock();
    state->thread_id = 0;
    if (exception == nullptr) {
        table->set_initialized();
    } else {
        state->exception_handle = reinterpret_cast<uintptr_t>(handle);
    }
    g_changed.notify_all();
    g_lock.unlock();
    leave_native(thread);
    return exception;
}

}  // namespace celer
