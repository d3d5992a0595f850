// Tiering: which methods get code of the optimising tier, and when.
//
// Tier 0 counts nothing. A thread asks the others a thousand times a second where they are (thread.h); a method that
// was met often enough for its size is compiled again on another thread, the most frequent first, while its old code
// runs on. docs/decisions/0012-promotion-by-samples.md tells why.
//
// Invariants:
// - Neither thread runs managed code or is seen by programs: they have no Thread object and no managed id of their own.
// - What is imported in the background has been imported before, when its tier 0 code was made: every token is
// resolved, so
//   nothing is loaded and no handler of the program has to be asked.
// - What tiering remembers of methods is touched in Managed mode or with the world stopped.
#pragma once

namespace celer {

// Begins to look, some time from now. `library` is the optimiser's (compile/services.h); it is opened at the first
// promotion. Does nothing where the options say so, or if there is no such file.
void start_tiering(const char* library);

}  // namespace celer
