// Throwing and dispatching managed exceptions, and walking stacks.
//
// throw_* never return and run no C++ destructors: call them only from the outermost function that managed code called
// (a helper, QCall or internal call), with no lock held and no RAII object alive.
#pragma once

#include <string_view>

#include "base/result.h"
#include "code/method_code.h"
#include "runtime/thread.h"

namespace celer {

[[noreturn]] void throw_exception(Object* exception);    // as IL `throw`: starts a fresh stack trace
[[noreturn]] void rethrow_exception(Object* exception);  // keeps the stack trace, as IL `rethrow`
[[noreturn]] void throw_error(const Error& error);       // makes the managed exception the Error stands for
[[noreturn]] void throw_error_owned(Error* error);            // the same for an Error on the C++ heap, which it deletes
[[noreturn]] void throw_well_known(std::string_view name_space, std::string_view name, std::string_view message = {});
[[noreturn]] void throw_null_reference();
[[noreturn]] void throw_out_of_memory();
[[noreturn]] void throw_argument_null(std::string_view parameter);
[[noreturn]] void throw_argument(std::string_view message, std::string_view parameter = {});
[[noreturn]] void throw_argument_out_of_range(std::string_view parameter);
[[noreturn]] void throw_invalid_cast(Object* object, TypeHandle target);

// Creates the exception without throwing it. Runs managed code (constructors); may return another exception (out of
// memory).
Object* make_exception(Thread& thread, const Error& error);
Object* make_exception(Thread& thread, std::string_view name_space, std::string_view name, std::string_view message);

template <typename T>
T value_or_throw(Result<T> result) {
    if (!result) {
        Error* error =
            new Error(std::move(result).error());  // outlives the abandoned frame; freed by throw_error_owned
        throw_error_owned(error);
    }
    return std::move(result).value();
}

// --- Stack walks
// -------------------------------------------------------------------------------------------------------
struct StackFrame {
    const MethodCode* code;
    uintptr_t ip;  // address in the method; for callers: the return address
    uintptr_t frame_pointer;
    bool is_fault;  // ip is the faulting instruction itself
};
// Walks managed frames from the innermost outwards. Start from the current C++ function or from a signal context.
class StackWalk {
  public:
    explicit StackWalk(Thread& thread);  // the caller's managed frames
    StackWalk(Thread& thread, uintptr_t ip, uintptr_t frame_pointer, uintptr_t stack_pointer);  // fault context
    bool next(StackFrame& frame);                                                               // false at the end
  private:
    Thread& thread_;
    uintptr_t ip_;
    uintptr_t frame_pointer_;
    TransitionRecord* transition_;
    bool first_;
};

void install_fault_handlers();  // SIGSEGV, SIGFPE, SIGBUS and the suspension signal; chains to earlier handlers
// Writes "Unhandled exception. <ToString>" to stderr as CoreCLR does and aborts (exit code 134).
[[noreturn]] void report_unhandled(Thread& thread, Object* exception);
[[noreturn]] void fail_fast(Thread& thread, std::string_view message, Object* exception);

}  // namespace celer
