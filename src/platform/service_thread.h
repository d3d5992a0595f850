// Threads of the engine that run no managed code and belong to no program: the collector's.
#pragma once

#include <sched.h>

namespace celer {

// Runs `main(argument)` on a thread that nobody waits for, with signals blocked but for faults. False: no resources.
bool start_service_thread(const char* name, void* (*main)(void*), void* argument);

// The calling thread takes its share of a processor in pieces that are as short as the system allows (Linux 6.12), so
// that threads of the program wait for it only briefly, and it for them.
void take_short_turns();

// On which processor a service thread sleeps. Where all processors are busy Linux wakes a thread on the one that it
// slept on, though another may just have become idle: there it takes turns with who has called it.
class SleepingPlace {
  public:
    void note();  // the thread itself, before it sleeps
    // Another thread, while it sleeps: it is not woken on the caller's processor, but on another that the caller may
    // use, too.
    void leave_to_caller();
    // The same, of a caller that runs on `processor` and may use `allowed`.
    void leave(int processor, cpu_set_t allowed);

  private:
    pid_t thread_ = 0;  // not noted yet
    int processor_ = 0;
};

// Who else wants the calling thread's processor has it first.
void give_way();

}  // namespace celer
