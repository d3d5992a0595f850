// The stack trace that an exception carries: what Exception._stackTrace holds. Managed code only tests it for null and
// hands it back to the engine, so its content is ours.
//
// Invariants:
// - It is a long[]: [0] number of entries, [1] 1 if frozen, then two words an entry: MethodDesc*, and the address that
//   tells the IL offset, with the method's inline node and a flag (stack_trace_entry). With methods that can be
//   unloaded it is an object[]: that long[], and what keeps them.
// - A frozen array (ExceptionDispatchInfo holds it) never changes again: appending copies it.
#pragma once

#include <cstdint>

#include "object/object.h"
#include "runtime/stack_walk.h"

namespace celer {

struct StackTraceEntry {
    MethodDesc* method;
    uintptr_t lookup_ip;      // lies in the instruction that threw or called; 0: the method has no code
    uint32_t inline_node;     // the method's, in the code at lookup_ip
    bool ends_foreign_trace;  // the last frame before an ExceptionDispatchInfo threw it on
};

// Offsets of the fields of System.Exception that the engine reads or writes, found by name.
struct ExceptionFields {
    uint32_t message;
    uint32_t inner_exception;
    uint32_t stack_trace;
    uint32_t stack_trace_string;
    uint32_t remote_stack_trace_string;
    uint32_t hresult;
    uint32_t code;
};
const ExceptionFields& exception_fields();

bool is_exception(const Object* object);

// `throw`: forgets the trace, unless the thread raises a foreign exception (ExceptionDispatchInfo.Throw): then the
// trace stays and its last entry is marked.
void start_stack_trace(Thread& thread, Object* exception);
// Adds a frame; when memory is short the trace stays as it is.
void append_stack_frame(Object* exception, const StackFrame& frame);

// A frame of a method that has no code.
void append_stack_frame(Object* exception, MethodDesc* method);

uint32_t stack_trace_length(Object* trace);  // trace: value of _stackTrace, or null
StackTraceEntry stack_trace_entry(Object* trace, uint32_t index);
// Freezes the exception's trace and returns it (null if it has none).
Object* freeze_stack_trace(Object* exception);

}  // namespace celer
