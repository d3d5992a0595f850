#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <vector>

#include "runtime/objects.h"
#include "runtime/precompiled_frames.h"
#include "runtime/process_end.h"
#include "runtime/stack_trace.h"
#include "runtime/stack_walk.h"
#include "types/loader.h"

namespace celer {

namespace {

// The methods of a stack, innermost first. mmap, because the thread may have been stopped inside malloc.
struct MethodList {
    const MethodDesc** methods;
    size_t count;
    size_t capacity;
};

constexpr size_t most_frames = size_t{1} << 22;

MethodList collect(const MethodDesc* innermost, StackWalk walk) {
    void* memory = mmap(nullptr, most_frames * sizeof(void*), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return {};
    MethodList list = {static_cast<const MethodDesc**>(memory), 0, most_frames};
    if (innermost != nullptr) list.methods[list.count++] = innermost;
    StackFrame frame;
    while (list.count < list.capacity && walk.next(frame)) {
        if (frame.is_shown()) list.methods[list.count++] = frame.method();
    }
    return list;
}

struct Repetition {
    size_t length = 0;  // frames
    size_t times = 0;
};

// The sequence that the stack repeats at its innermost end: from the top, or from a later return to the top's method,
// whichever was seen last to come at least twice.
Repetition find_repetition(const MethodList& list) {
    Repetition found;
    size_t period = 0;  // 0: no sequence under way
    for (size_t i = 0; i < list.count; i++) {
        const MethodDesc* method = list.methods[i];
        if (period != 0 && list.methods[i - period] != method) {
            if (i / period >= 2) found = {period, i / period};
            period = 0;
        }
        if (period == 0 && i != 0 && method == list.methods[0]) period = i;
    }
    return found;
}

}  // namespace

void print_native_stack(StackWalk walk) {
    std::vector<TraceFrame> frames;
    StackFrame frame;
    while (walk.next(frame)) {
        if (frame.is_shown()) frames.push_back(trace_frame(frame));
    }
    hide_precompiled_frames(frames);
    for (const TraceFrame& shown : frames) {
        if (!shown.is_hidden) write_standard_error(native_frame_line(shown.method));
    }
}

void print_throw(Object* exception, StackWalk walk, uint32_t most_frames) {
    std::string text = "Celer: throw " + display_name(TypeHandle(exception->method_table));
    auto* message = static_cast<StringObject*>(exception->reference(exception_fields().message));
    if (message != nullptr) text += ": " + to_utf8(message);
    text += "\n";
    StackFrame frame;
    for (uint32_t i = 0; i < most_frames && walk.next(frame); i++) {
        if (frame.code->method != nullptr) text += native_frame_line(frame.method());
    }
    write_standard_error(text);
}

void report_stack_overflow(const MethodDesc* innermost, StackWalk walk) {
    // The thread may have been stopped inside malloc, which the report needs too: it must not wait for ever.
    constexpr unsigned longest_report_seconds = 10;
    signal(SIGALRM, [](int) { abort_process(); });
    alarm(longest_report_seconds);
    write_standard_error("Stack overflow.\n");
    MethodList list = collect(innermost, walk);
    Repetition repetition = find_repetition(list);
    if (repetition.times != 0) {
        constexpr const char* line = "--------------------------------\n";
        write_standard_error("Repeated " + std::to_string(repetition.times) + " times:\n" + line);
        for (size_t i = 0; i < repetition.length; i++) write_standard_error(native_frame_line(list.methods[i]));
        write_standard_error(line);
    }
    for (size_t i = repetition.length * repetition.times; i < list.count; i++) {
        write_standard_error(native_frame_line(list.methods[i]));
    }
    abort_process();
}

void report_access_violation(StackWalk walk) {
    write_standard_error(
        "Fatal error.\nSystem.AccessViolationException: Attempted to read or write protected memory. This is often an "
        "indication that other memory is corrupt.\n");
    print_native_stack(walk);
    abort_process();
}

}  // namespace celer
