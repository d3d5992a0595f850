#include "runtime/engine.h"

#include <signal.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/assert.h"
#include "base/options.h"
#include "base/upcalls.h"
#include "code/code_roots.h"
#include "code/compiler.h"
#include "code/helpers.h"
#include "code/process_cells.h"
#include "code/profile.h"
#include "compile/compilation.h"
#include "compile/services.h"
#include "gc/alloc_context.h"
#include "platform/arena.h"
#include "platform/arena_file.h"
#include "runtime/arena_writer.h"
#include "runtime/exceptions.h"
#include "runtime/gc_bridge.h"
#include "runtime/managed_call.h"
#include "runtime/monitor.h"
#include "runtime/thread.h"
#include "types/dispatch.h"
#include "types/literals.h"
#include "types/loader.h"
#include "types/loader_allocator.h"
#include "types/loader_lock.h"
#include "types/well_known.h"

namespace celer {

namespace {

int32_t offset_from_thread_pointer(const void* thread_local_word) {
    intptr_t offset =
        reinterpret_cast<intptr_t>(thread_local_word) - reinterpret_cast<intptr_t>(__builtin_thread_pointer());
    CELER_ASSERT(offset == static_cast<int32_t>(offset), "a thread-local word is not in the static TLS block");
    return static_cast<int32_t>(offset);
}

void fill_helper_table() {
    take_helper_slots();
#define CELER_HELPER(name, function, effects, result, parameters) \
    *helper_slot(Helper::name) = reinterpret_cast<void*>(&function);
#include "code/helpers.def"
#undef CELER_HELPER
    TlsOffsets offsets = {
        offset_from_thread_pointer(&gc::t_alloc.pointer),
        offset_from_thread_pointer(&gc::t_alloc.limit),
        offset_from_thread_pointer(&t_thread),
        offset_from_thread_pointer(&t_thread_statics),
    };
    if (arena_is_mapped() && std::memcmp(&offsets, &code_roots().tls_offsets, sizeof offsets) != 0)
        refuse_arena_file("thread-local variables lay at other places in the process that wrote the file");
    g_tls_offsets = code_roots().tls_offsets = offsets;
    uint64_t in_line = prepare_transitions();
    if (arena_is_mapped() && in_line < code_roots().transitions_in_line)
        refuse_arena_file("the process that wrote the file could make others wait at a barrier (membarrier)");
    code_roots().transitions_in_line = in_line;
}

}  // namespace

bool is_in_managed_mode() {
    return t_thread != nullptr && t_thread->mode.load() == ThreadMode::Managed;
}

bool leave_managed_mode() {
    bool was_managed = is_in_managed_mode();
    if (was_managed) enter_native(*t_thread);
    return was_managed;
}

void return_to_managed_mode() {
    leave_native(*t_thread);
}

void initialize_runtime() {
    fill_helper_table();
    initialize_managed_calls();
    initialize_collector();
    initialize_literals();
    install_code_map();
    install_unloading();
    install_cast_caches();
    install_profiles();
    install_call_unloading();
    initialize_monitors();
    initialize_threads();
    install_fault_handlers();
    signal(SIGPIPE, SIG_IGN);  // the class library expects EPIPE
}

void finish_process_reports() {
    if (g_upcalls.report_at_end != nullptr) g_upcalls.report_at_end();
    if (options().JitTimes) {
        const CompileTimes& times = compile_times();
        double total_us = static_cast<double>(times.import_ns + times.compile_ns) / 1000;
        std::fprintf(stderr,
                     "celer: compiled %lu methods in %.0f us (avg %.1f us): %.0f us importing and loading types, %.0f "
                     "us making code; "
                     "%lu bytes of IL, %lu of code\nceler: phases: %s\n",
                     times.methods, total_us, total_us / static_cast<double>(std::max<uint64_t>(times.methods, 1)),
                     static_cast<double>(times.import_ns) / 1000, static_cast<double>(times.compile_ns) / 1000,
                     times.il_bytes, times.code_bytes, phase_times_text().c_str());
    }
    persist_arena();
}

}  // namespace celer
