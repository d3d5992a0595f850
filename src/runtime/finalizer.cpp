// The finalizer thread sleeps in native code until the collector has queued objects, then lets managed GC.RunFinalizers
// call their finalizers one by one.
#include "runtime/finalizer.h"

#include <pthread.h>

#include "gc/finalization.h"
#include "platform/memory.h"
#include "runtime/exceptions.h"
#include "runtime/managed_call.h"
#include "runtime/managed_thread.h"
#include "types/loader.h"
#include "types/loader_allocator.h"

namespace celer {

namespace {

MethodDesc* find_run_finalizers() {
    Result<MethodTable*> type = find_type(corelib(), "System", "GC");
    if (!type || !ensure_loaded(*type)) return nullptr;
    return find_method(*type, "RunFinalizers");
}

// After many dynamic methods or assemblies, whose records lie all over the C heap.
void trim_after_unloading() {
    constexpr uint64_t many = 1000;
    static uint64_t seen;
    if (loader_allocators_freed() - seen < many) return;
    seen = loader_allocators_freed();
    trim_malloc();
}

void finalizer_main(void*) {
    Thread& thread = current_thread();
    pthread_setname_np(thread.native_thread, ".NET Finalizer");  // System.Threading.Thread.Name stays null
    thread.flags |= thread_flags::is_finalizer | thread_flags::is_background;
    for (;;) {
        gc::wait_for_finalizable();
        gc::run_finalizer_work();
        trim_after_unloading();
        leave_native(thread);
        if (MethodDesc* run = find_run_finalizers()) {
            CallResult result = call_managed(thread, run, {}, Boundary::Unhandled);
            if (result.exception != nullptr) report_unhandled(thread, result.exception);
        }
        gc::finalizers_idle();
        enter_native(thread);
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
