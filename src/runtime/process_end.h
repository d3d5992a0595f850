// How the process ends when the runtime cannot go on. (report_unhandled, fail_fast, fatal_error: runtime/exceptions.h.)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace celer {

struct MethodDesc;
struct Object;
struct Thread;
class StackWalk;

[[noreturn]] void abort_process();  // SIGABRT with the default action: exit code 134
void write_standard_error(std::string_view text);

// "   at Namespace.Type.Method(System.String)\n" as CoreCLR's native reports write a frame.
std::string native_frame_line(const MethodDesc* method);
// "Celer: throw Type: message" and the innermost frames, for CELER_ExceptionTrace.
void print_throw(Object* exception, StackWalk walk, uint32_t most_frames);
// Lines of the whole managed stack from the walk outwards.
void print_native_stack(StackWalk walk);
// "Stack overflow." and the stack, repetitions of the innermost frames folded; aborts. `innermost`: a method that has
// not set up its frame yet, or null.
[[noreturn]] void report_stack_overflow(const MethodDesc* innermost, StackWalk walk);
// A memory access of managed code that is not a null dereference; aborts.
[[noreturn]] void report_access_violation(StackWalk walk);

}  // namespace celer
