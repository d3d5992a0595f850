// The finalizer thread.
#pragma once

#include "runtime/thread.h"

namespace celer {

void start_finalizer_thread();  // runs managed GC.RunFinalizers in a loop
bool is_finalizer_thread(const Thread& thread);

}  // namespace celer
