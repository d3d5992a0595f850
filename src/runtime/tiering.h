// Tiering: which methods get code of the optimising tier, and when.
//
// No count leads to it: a thread asks the others a thousand times a second where they are (thread.h); a method that
// was met often enough for its size is compiled again on another thread, the most frequent first, while its old code
// runs on. Methods that programs want optimised from the first call on (`AggressiveOptimization`, options) are compiled
// there without having been met. docs/decisions/0012-promotion-by-samples.md tells why.
//
// Invariants:
// - Neither thread runs managed code or is seen by programs: they have no Thread object and no managed id of their own.
// - What is imported in the background has been imported before, when its tier 0 code was made: every token is
//   resolved, nothing is loaded, no handler of the program has to be asked.
// - Of methods that are unloaded nothing is kept (`Tiering::forget`).
#pragma once

#include "code/code_tables.h"

namespace celer {

class Compiler;

// Before any method is compiled. `library` is the optimiser's (compile/services.h); it is opened at the first
// promotion. There is no tiering where the options say so, or if there is no such file.
void initialize_tiering(const char* library);
// Begins to look, when the process has used up the delay; so it need not be called before.
void start_tiering();
uint64_t tiering_delay_ns();

// Whether better code may take the place of the method's tier 0 code.
bool may_promote(const MethodDesc* method);
// After the first compilation of a method: where the program or the options do not want to wait until it is known to be
// hot, better code is asked for now.
void promote_if_asked_for(const MethodCode& code);
// Compiles for a point of tier 0's code, and opens it. Whatever cannot be compiled stays as it is.
void replace_on_stack(Compiler& compiler, const MethodCode& from, const OsrPoint& point);

}  // namespace celer
