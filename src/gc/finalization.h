// Finalization: which objects have a finalizer yet to run, and the queue of those found unreachable.
//
// The runtime's finalizer thread loops:   while (wait_for_finalizable()) { while (Object* o = next_finalizable())
// run(o);
//                                                                         finalizers_idle(); }
// in safe (native) mode while it waits, in managed mode otherwise.
#pragma once

#include <cstddef>
#include <cstdint>

#include "object/object.h"

namespace celer::gc {

// The object's finalizer will run once it is unreachable. Allocation does this for types that have a finalizer.
// False: out of memory.
bool register_for_finalization(Object* object);
void suppress_finalize(Object* object);
// GC.ReRegisterForFinalize: takes back a suppression, or registers anew after the finalizer has run. False: out of
// memory.
bool reregister_for_finalization(Object* object);

// Next object whose finalizer shall run, or null. The object is not in any list after; it is held by the caller's stack
// only.
Object* next_finalizable();

// Blocks until there is work (true) or stop_finalizer_thread() was called (false). Call in safe mode.
bool wait_for_finalizable();
// The finalizer thread has emptied the queue.
void finalizers_idle();
// Blocks until every object that was in the queue has been finalized. timeout_ms < 0: for ever. Call in safe mode, not
// on the finalizer thread (which returns at once by the runtime's check). False on timeout.
bool wait_for_pending_finalizers(int timeout_ms = -1);
void stop_finalizer_thread();
// Wakes the finalizer thread although no object is queued (work items of its own).
void wake_finalizer_thread();

size_t finalization_pending_count();

}  // namespace celer::gc
