// Dispatch of a managed exception: internal to runtime/. throw_* of runtime/exceptions.h end here.
#pragma once

#include "runtime/callee_saved.h"
#include "runtime/stack_walk.h"

namespace celer {

enum class ThrowKind : uint8_t {
    Throw,     // the stack trace starts anew
    Started,   // as Throw, of a helper that has started the trace
    Rethrow,   // IL rethrow: the trace goes on; its first frame was added when the exception was caught there
    Continue,  // C++ passes on what came out of a managed call: the trace goes on with the caller's frame
};

// One dispatch in progress; lives in the dispatcher's C++ frame, linked through Thread::exceptions, innermost first. A
// landing abandons the dispatchers below the stack pointer it lands with.
struct ExceptionState {
    ExceptionState* previous;
    Object* exception;
    uintptr_t filter_frame;   // frame pointer of the method whose filter is running now, or 0
    uint32_t filter_node;     // and which of that frame's methods it is
    uintptr_t filter_resume;  // for celer_leave_filter
    uintptr_t handler_frame;  // frame pointer of the method whose finally or fault handler pass 2 is running now, or 0
    const EhClause* handler;  // and which handler
    const StackWalk* from;    // the throw point
    CalleeSaved registers;    // at the throw point; if any handlers expect registers
};

// What IL rethrow means where it stands. As on CoreCLR that is the exception under way where a finally or fault handler
// inside the catch handler runs because of one.
Object* exception_to_rethrow(const Thread& thread, const StackWalk& from, Object* caught);

// Finds the handler of the exception from the walk's first managed frame outwards, runs the finally and fault handlers
// on the way and continues there.
[[noreturn]] void dispatch_exception(Thread& thread, Object* exception, const StackWalk& from, ThrowKind kind);

// What the hardware found; the values are known to the fault handler only.
enum class FaultKind : uint8_t { NullReference, DivideByZero, Overflow };

}  // namespace celer
