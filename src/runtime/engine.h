// Bringing the runtime up, and what it does for lower parts.
#pragma once

#include "base/result.h"
#include "types/member.h"

namespace celer {

struct Thread;

// After the arena, the binding properties and the compilers are in place: threads, collector, helpers, well-known
// types.
void initialize_runtime();

bool is_in_managed_mode();  // the calling thread; false for one that is not attached
// Around what takes long and touches no object: whether the thread was in Managed mode, and so has to return.
bool leave_managed_mode();
void return_to_managed_mode();

Error open_method_error();  // a method of an open type, or an open generic method, cannot run

// Makes the method callable and returns the address that its entry cell now holds. Errors become managed exceptions in
// the caller (prestub).
Result<void*> prepare_method(MethodDesc* method);

// Runs what must have run before the method is prepared: its module's initialiser and, for a P/Invoke, that of a
// precise class (code made from IL does the latter itself). Returns null or what they threw.
Object* run_initializers(Thread& thread, MethodDesc* method);

// Compiles a body that the engine supplies (import/supplied_body.h). The code is registered under `method`, which keeps
// its entry.
struct SuppliedBody;
Result<MethodCode*> compile_supplied(MethodDesc* method, const SuppliedBody& body, uint8_t flags = 0);  // code_flags

// The stub to put into a vtable, delegate or dispatch table for a method called on a boxed or reference receiver: the
// unboxing stub for instance methods of value types, the method's own stub otherwise.
void* callable_stub(MethodDesc* method);

// Code that jumps to a native function through the method's process cell (code/native_code.h), which gets the function.
struct NativeCallOptions;
void* call_through_cell(MethodDesc* method, void* function, NativeCallOptions options);

// The dispatch table that types share until their first interface call: every entry resolves.
void** shared_interface_dispatch();

// What is unloaded leaves the dispatch tables, the cast cache and the table of unboxing stubs.
void install_call_unloading();
void install_dispatch_unloading();
void forget_cast_answers();

// At the end of a run: what options ask for (JitTimes, what was added), and in verifying builds the arena rule.
void finish_process_reports();

}  // namespace celer
