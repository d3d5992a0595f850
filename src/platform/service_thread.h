// Threads of the engine that run no managed code and belong to no program: the collector's.
#pragma once

namespace celer {

// Runs `main(argument)` on a thread that nobody waits for, with signals blocked but for faults. False: no resources.
bool start_service_thread(const char* name, void* (*main)(void*), void* argument);

// The calling thread takes its share of a processor in pieces that are as short as the system allows (Linux 6.12), so
// that threads of the program wait for it only briefly, and it for them.
void take_short_turns();

// Who else wants the calling thread's processor has it first.
void give_way();

}  // namespace celer
