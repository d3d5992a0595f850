// The finalizer thread sleeps in native code until the collector has queued objects, then lets managed GC.RunFinalizers
// call their finalizers one by one. It starts the thread that looks for hot methods, when most programs have ended.
#include "runtime/finalizer.h"

#include <pthread.h>

#include "gc/finalization.h"
#include "platform/arena.h"
#include "platform/memory.h"
#include "runtime/exceptions.h"
#include "runtime/managed_call.h"
#include "runtime/managed_thread.h"
#include "runtime/tiering.h"
#include "types/loader.h"
#include "types/loader_allocator.h"

namespace celer {

namespace {

MethodDesc* find_run_finalizers() {
    Result<MethodTable*> type = find_type(corelib(), "System", "GC");
    if (!type || !ensure_loaded(*type)) return nullptr;
    return find_method(*type, "RunFinalizers");
}

// After many dynamic methods or assemblies, whose records lie all over the C heap, or many finalizers, whose queue
// does.
void trim_after_many() {
    constexpr uint64_t many_allocators = 1000;
    constexpr uint64_t many_finalizers = 100'000;
    static uint64_t allocators;
    static uint64_t finalizers;
    uint64_t freed = loader_allocators_freed();
    uint64_t queued = gc::finalizables_queued();
    if (freed - allocators < many_allocators && queued - finalizers < many_finalizers) return;
    allocators = freed;
    finalizers = queued;
    trim_malloc();
}

void finalizer_main(void*) {
    Thread& thread = current_thread();
    pthread_setname_np(thread.native_thread, ".NET Finalizer");  // System.Threading.Thread.Name stays null
    thread.flags |= thread_flags::is_finalizer | thread_flags::is_background;
    grow_past_limits();
    gc::wait_for_finalizable_until(monotonic_time_ns() + tiering_delay_ns());
    start_tiering();
    for (;;) {
        gc::wait_for_finalizable();
        gc::run_finalizer_work();
        leave_native(thread);
        if (MethodDesc* run = find_run_finalizers()) {
            CallResult result = call_managed(thread, run, {}, Boundary::Unhandled);
            if (result.exception != nullptr) report_unhandled(thread, result.exception);
        }
        enter_native(thread);
        trim_after_many();
        gc::finalizers_idle();
    }
}

}  // namespace

void start_finalizer_thread() {
    create_thread(finalizer_main, nullptr, 0);
}

bool is_finalizer_thread(const Thread& thread) {
    return (thread.flags & thread_flags::is_finalizer) != 0;
}

}  // namespace celer
