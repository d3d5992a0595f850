// Reports at the end of the process, in the words of CoreCLR.
#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>

#include "base/computed_once.h"
#include "runtime/exceptions.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "runtime/process_end.h"
#include "runtime/stack_trace.h"
#include "types/dispatch.h"
#include "types/well_known.h"

namespace celer {

namespace {

std::atomic<Thread*> g_reporting;

// Only one thread reports; the same thread may come here again out of its own report.
bool claim_report(Thread& thread) {
    Thread* none = nullptr;
    if (g_reporting.compare_exchange_strong(none, &thread)) return true;
    if (none == &thread) return false;
    enter_native(thread);
    for (;;) pause();
}

// Exception.ToString() in UTF-8; false if it failed.
bool exception_text(Thread& thread, Object* exception, std::string& text) {
    MethodDesc* to_string = find_method(well_known(WellKnown::Object), "ToString");
    void* target = exception->method_table->vtable()[to_string->slot];
    CallResult result = call_managed(thread, target, {reinterpret_cast<uint64_t>(exception)});
    if (result.exception != nullptr || result.value == 0) return false;
    text = to_utf8(reinterpret_cast<StringObject*>(result.value));
    return true;
}

void raise_unhandled_event(Thread& thread, Object* exception) {
    Result<MethodTable*> context = find_type(corelib(), "System", "AppContext");
    MethodDesc* raise = context ? find_method(*context, "OnUnhandledException") : nullptr;
    if (raise != nullptr) call_managed(thread, raise, {reinterpret_cast<uint64_t>(exception)});
}

bool is_out_of_memory(const Object* exception) {
    auto* table = computed_once<[] { return find_type(corelib(), "System", "OutOfMemoryException").value(); }>();
    return exception->method_table == table;
}

[[noreturn]] void report_and_abort(Thread& thread, std::string_view heading, std::string_view message,
                                   Object* exception) {
    if (!claim_report(thread)) abort_process();
    std::string text = std::string(heading) + "\n" + std::string(message) + "\n";
    write_standard_error(text);
    print_native_stack(StackWalk(thread));
    if (exception != nullptr && exception_text(thread, exception, text)) write_standard_error(text);
    abort_process();
}

}  // namespace

void abort_process() {
    signal(SIGABRT, SIG_DFL);
    abort();
}

void write_standard_error(std::string_view text) {
    while (!text.empty()) {
        ssize_t written = write(STDERR_FILENO, text.data(), text.size());
        if (written <= 0) return;
        text.remove_prefix(static_cast<size_t>(written));
    }
}

void report_unhandled_exception(Thread& thread, Object* exception) {
    if (!claim_report(thread)) return;
    raise_unhandled_event(thread, exception);
    std::string text;
    if (is_out_of_memory(exception)) {
        write_standard_error("Out of memory.\n");
    } else if (exception_text(thread, exception, text)) {
        write_standard_error("Unhandled exception. " + text + "\n");
    } else {
        write_standard_error("\n   Cannot print exception string because Exception.ToString() failed.\n");
    }
}

void report_unhandled(Thread& thread, Object* exception) {
    report_unhandled_exception(thread, exception);
    abort_process();
}

void fail_fast(Thread& thread, std::string_view source, std::string_view message, Object* exception) {
    if (!source.empty()) {  // a failed assertion: its message tells the stack
        if (claim_report(thread)) write_standard_error(fmt::format("Process terminated.\n{}\n{}\n", source, message));
        abort_process();
    }
    report_and_abort(thread, "Process terminated.", message, exception);
}

void fatal_error(Thread& thread, std::string_view message) {
    report_and_abort(thread, "Fatal error.", message, nullptr);
}

}  // namespace celer
