// Finalization: which objects have a finalizer yet to run, and the queue of those found unreachable.
//
// The runtime's finalizer thread loops: wait_for_finalizable() and run_finalizer_work(), in safe (native) mode; then,
// in managed mode, runs the finalizer of each next_finalizable() and ends with finalizers_idle().
#pragma once

#include <cstddef>
#include <cstdint>

#include "gc/statistics.h"
#include "object/object.h"

namespace celer::gc {

// The object's finalizer will run once it is unreachable. Allocation does this for types that have a finalizer.
void register_for_finalization(Object* object);
void suppress_finalize(Object* object);
// GC.ReRegisterForFinalize: takes back a suppression, or registers anew after the finalizer has run.
void reregister_for_finalization(Object* object);

// Next object whose finalizer shall run, or null. The object is not in any list after; it is held by the caller's stack
// only.
Object* next_finalizable();

// Both block until there is work, in safe mode; the second one until that time at most (monotonic_time_ns()).
void wait_for_finalizable();
void wait_for_finalizable_until(uint64_t time_ns);
void run_finalizer_work();  // in safe mode
void queue_finalizer_work(FinalizerWork* work);
uint64_t finalizables_queued();  // so far: objects whose finalizers were due
// The finalizer thread has emptied the queue.
void finalizers_idle();
// Blocks until every object that was in the queue has been finalized. Call in safe mode, not on the finalizer thread
// (which returns at once by the runtime's check).
void wait_for_pending_finalizers();

size_t finalization_pending_count();

}  // namespace celer::gc
