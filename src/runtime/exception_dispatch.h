// Dispatch of a managed exception: internal to runtime/. throw_* of runtime/exceptions.h end here.
#pragma once

#include <vector>

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

// Where a dispatch ends.
struct DispatchTarget {
    enum class Kind : uint8_t { Clause, Boundary, Filter, Unhandled } kind;
    // Clause, Filter: of the method; Boundary: of the celer_managed_call frame; Unhandled: or 0
    uintptr_t frame_pointer;
    const MethodCode* code;   // Clause
    uint32_t clause;          // Clause: its index
    uintptr_t filter_resume;  // Filter
};

// Exceptions on their way through finally or fault handlers that pass 2 has landed in: where it ends, for
// continue_unwind. Frames below the innermost one that is still there leave theirs behind; the next landing finds that
// out, by address. Of one frame those are left that the handler landed in lies inside of (EhClause::open_unwinds).
struct OpenUnwind {
    uintptr_t frame_pointer;  // of the handler's method
    DispatchTarget target;
};
struct OpenUnwinds {
    std::vector<OpenUnwind> stack;  // innermost last
};
[[noreturn]] void continue_unwind(Object* exception);  // Helper::ContinueUnwind
void free_unwinds(Thread& thread);                     // of a thread that ends

// Finds the handler of the exception from the walk's first managed frame outwards, runs the finally and fault handlers
// on the way and continues there.
[[noreturn]] void dispatch_exception(Thread& thread, Object* exception, const StackWalk& from, ThrowKind kind);

// What the hardware found; the values are known to the fault handler only.
enum class FaultKind : uint8_t { NullReference, DivideByZero, Overflow };

}  // namespace celer
