// At the end of a process: what it leaves to others.
#pragma once

namespace celer {

// Writes the arena's persistent sections where the option ArenaWrite says. Builds that verify check in every process
// that no word of them points out of the arena. Both in a child process, as which the process is copied while all its
// threads are stopped, background compilers too: there everything that belongs to this process is taken back first, in
// a way that nobody could run on with.
void persist_arena();

}  // namespace celer
