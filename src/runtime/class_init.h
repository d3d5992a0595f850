// Class initialisation, II.10.5.3: exactly once, recursive requests of the same thread return at once, waits across
// threads without deadlock (a cycle of waiting threads lets one pass, as ECMA allows).
#pragma once

#include "object/object.h"
#include "runtime/managed_call.h"
#include "runtime/thread.h"

namespace celer {

// Runs the .cctor if it has not run. Returns null, or the TypeInitializationException (also when an earlier run
// failed).
Object* initialize_class(Thread& thread, MethodTable* table, Boundary boundary = Boundary::CatchAll);

// Runs the module's initialiser, the .cctor of <Module> (II.10.5.3.1), if it has one that has not run. CoreCLR runs it
// before the first method of the module; so does the prestub here. The result is that of initialize_class. What it
// throws before Main is unhandled as it is, not wrapped: that is what the boundary says.
Object* initialize_module(Thread& thread, Module* module, Boundary boundary = Boundary::CatchAll);

}  // namespace celer
