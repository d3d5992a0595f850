// The finalizer thread, and what ending the process waits for.
#pragma once

#include "runtime/thread.h"

namespace celer {

void start_finalizer_thread();  // runs managed GC.RunFinalizers in a loop
bool is_finalizer_thread(const Thread& thread);
void finish_process_reports();  // what options ask for at the end: CELER_JitTimes, arena check, heap check

}  // namespace celer
