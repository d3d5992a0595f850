// System.Threading.Thread objects and the native threads behind them.
//
// A ThreadRecord is what Thread._DONT_USE_InternalThread points to. It outlives both the managed object and the native
// thread: each holds a reference. It owns the managed id: no other thread gets the id while the object exists.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "gc/handles.h"
#include "runtime/thread.h"
#include "runtime/waiting.h"

namespace celer {

namespace thread_state {  // System.Threading.ThreadState
inline constexpr int32_t background = 4;
inline constexpr int32_t unstarted = 8;
inline constexpr int32_t stopped = 16;
inline constexpr int32_t wait_sleep_join = 32;
}  // namespace thread_state

struct ThreadRecord {
    std::atomic<uint32_t> references;
    uint32_t managed_id;
    Thread* thread;  // while it runs; under the lock of managed_thread.cpp
    std::atomic<bool> started;
    std::atomic<bool> stopped;
    std::atomic<bool> background;
    bool interrupted_early;     // by Thread.Interrupt before the start
    WaitObject* exited;         // manual-reset event
    gc::Handle managed_thread;  // weak: the Thread object
};

Object* managed_thread_object(Thread& thread);           // made on demand
void initialize_managed_thread(Object* managed_thread);  // a new Thread object: gives it a record
void release_record(ThreadRecord* record);               // the object is finalized
ThreadRecord* record_of(Object* managed_thread);
// Starts the native thread that runs Thread.StartCallback. `name` (may be null) is what the system shows. False: no
// resources.
bool start_managed_thread(Thread& starter, ThreadRecord* record, uint32_t stack_bytes, const char16_t* name);
// The calling thread detaches: its Thread object is dead, its mutexes are abandoned. Managed mode. What joiners wait
// for: the caller sets it and releases its reference when the thread is gone; null: the thread had no Thread object.
WaitObject* end_managed_thread(Thread& thread);
// Thread.Interrupt: the thread's current or next interruptible wait ends with wait_interrupted.
void interrupt(ThreadRecord* record);
void set_native_name(ThreadRecord* record, std::u16string_view name);
void set_background(ThreadRecord* record, bool background);
int32_t state_of(ThreadRecord* record);
void wait_for_foreground_threads(Thread& thread);  // until no other foreground thread runs

}  // namespace celer
