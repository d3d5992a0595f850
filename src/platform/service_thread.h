// Threads of the engine that run no managed code and belong to no program: the collector's.
#pragma once

namespace celer {

// Runs `main(argument)` on a thread that nobody waits for, with signals blocked but for faults. False: no resources.
bool start_service_thread(const char* name, void* (*main)(void*), void* argument);

// The calling thread gets little of a processor that threads of the program want, and in pieces that are as short as
// the system allows (Linux 6.12), so that they wait for it only briefly.
void stay_in_the_background();

}  // namespace celer
