// Throwing managed exceptions.
//
// throw_* never return and run no C++ destructors: call them only from the outermost function that managed code called
// (a helper, QCall or internal call), with no lock held and no RAII object alive.
#pragma once

#include <string_view>
#include <utility>

#include "base/result.h"
#include "runtime/stack_walk.h"
#include "runtime/thread.h"

namespace celer {

[[noreturn]] void throw_exception(Object* exception);  // as IL `throw`: starts a fresh stack trace
// Passes on an exception that came out of a managed call (CallResult::exception): its stack trace goes on.
[[noreturn]] void rethrow_exception(Object* exception);
// IL rethrow, in the method that caught the exception.
[[noreturn]] void rethrow_caught_exception(Object* exception);
[[noreturn]] void throw_error(const Error& error);  // makes the managed exception the Error stands for
[[noreturn]] void throw_error_owned(Error* error);  // the same for an Error on the C++ heap, which it deletes
// The same, as out of a method that could not be entered: the stack trace shows it `frames` times, then the caller.
[[noreturn]] void throw_error_owned_in(MethodDesc* method, uint32_t frames, Error* error);
[[noreturn]] void throw_well_known(std::string_view name_space, std::string_view name, std::string_view message = {});
[[noreturn]] void throw_null_reference();
[[noreturn]] void throw_out_of_memory();  // the one made beforehand: it needs no memory
[[noreturn]] void throw_argument_null(std::string_view parameter);
[[noreturn]] void throw_argument(std::string_view message, std::string_view parameter = {});
[[noreturn]] void throw_out_of_range(std::string_view message);  // ArgumentOutOfRangeException of no parameter
[[noreturn]] void throw_invalid_cast(Object* object, TypeHandle target);
[[noreturn]] void throw_invalid_cast(TypeHandle from, TypeHandle to);

// Creates the exception without throwing it. Runs managed code (constructors); may return another exception (out of
// memory).
Object* make_exception(Thread& thread, const Error& error);
Object* make_exception(Thread& thread, uint32_t hresult);  // the one that Marshal.GetExceptionForHR makes
Object* make_exception(Thread& thread, std::string_view name_space, std::string_view name, std::string_view message);
Object* make_argument_exception(Thread& thread, std::string_view message, std::string_view parameter);  // may be empty

[[noreturn]] void throw_error_owned(Error* error);  // frees it: nothing else outlives the abandoned frame
template <typename T>
T value_or_throw(Result<T> result) {
    if (!result) {
        throw_error_owned(new Error(std::move(result).error()));
    }
    return std::move(result).value();
}

uint32_t exception_count();  // throws and rethrows so far, of all threads

void install_fault_handlers();  // SIGSEGV, SIGFPE, SIGBUS; other faults go to the handlers that were there before

// --- The end of the process (unhandled.cpp) --------------------------------------------------------------------------
// Raises AppContext.UnhandledException and writes "Unhandled exception. <ToString>" to standard error. Once per
// process: a second thread that gets here waits for the end.
void report_unhandled_exception(Thread& thread, Object* exception);
// The same, then aborts (exit code 134).
[[noreturn]] void report_unhandled(Thread& thread, Object* exception);
// "Process terminated." with message, managed stack and exception, as Environment.FailFast prints it; aborts. With a
// source (Debug.Assert) only that and the message.
[[noreturn]] void fail_fast(Thread& thread, std::string_view source, std::string_view message, Object* exception);
// "Fatal error.", the message, the managed stack; aborts.
[[noreturn]] void fatal_error(Thread& thread, std::string_view message);

}  // namespace celer
