// Threads as the engine sees them: mode, transitions, the thread's blocks.
//
// Invariants:
// - A thread in Managed mode may hold references anywhere on its stack and in its registers; it is stopped by a signal
// while its
//   ip is in managed code. A thread in Native mode touches no managed object; a collection does not wait for it, and it
//   parks when it wants to return to Managed mode during one. Its stack is still scanned (from stack_low, stored on
//   leaving Managed mode), because frames below hold references.
// - t_thread is set for every thread that ever ran managed code, until it detaches.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <vector>

#include "gc/alloc_context.h"
#include "object/object.h"
#include "runtime/cpu.h"

namespace celer {

inline constexpr size_t alternate_stack_size = 64 * 1024;

enum class ThreadMode : uint32_t { Native = 0, Managed = 1 };

// Left by P/Invoke thunks and by anything that goes from managed code into code without frame pointers, so that a stack
// walk can continue at the managed caller. Lives on the stack; linked through Thread::transition.
struct TransitionRecord {
    TransitionRecord* previous;
    uintptr_t frame_pointer;   // of the managed caller
    uintptr_t return_address;  // in the managed caller
    uintptr_t stack_pointer;
};

// Where a sampled thread was: in managed code, in what that had called (allocation, casts, internal calls; native code,
// begun since the thread was asked), or in work that it waited for (loading, compiling, collecting).
enum class SampledIn : uint8_t { Code, EngineCall, EngineWork };

struct Thread {
    std::atomic<ThreadMode> mode;                   // 0
    std::atomic<uint32_t> suspend_requested;        // 4: park at the next chance
    TransitionRecord* transition;                   // 8: innermost one, null if none
    uint8_t* thread_statics;                        // 16
    uint8_t* stack_low;                             // 24: scan from here upwards while not running managed code
    uint8_t* stack_high;                            // 32: base of the stack
    uint8_t* stack_limit;                           // 40: lowest usable address (guard below)
    gc::AllocContext* allocation;                   // 48: this thread's t_alloc
    Object* managed_thread;                         // 56: System.Threading.Thread object (a root), or null
    Object* current_exception;                      // 64: being dispatched (a root)
    uint32_t managed_id;                            // 72
    uint32_t os_id;                                 // 76
    pthread_t native_thread;                        // 80
    std::atomic<Thread*> next;                      // 88: list of all threads (thread.cpp)
    std::atomic<uint32_t> parked;                   // 96
    uint32_t flags;                                 // 100: thread_flags
    uint64_t saved_registers[kept_register_count];  // 104: when the thread left Managed mode
    struct ExceptionState* exceptions;              // stack of dispatches in progress
    struct OpenUnwinds* open_unwinds;               // runtime/exception_dispatch.h; null: none so far
    std::atomic<std::atomic<uint32_t>*> wait_word;  // futex word an interruptible wait sleeps on, or null
    std::atomic<bool> is_waiting;                   // asleep in a wait, interruptible or not
    std::atomic<bool> interrupt_requested;
    int32_t last_pinvoke_error;
    uint32_t hash_state;          // generator of identity hashes
    uint8_t* alternate_stack;     // signal stack, or null
    uint8_t* signal_frame_low;    // parked on the signal stack: the interrupted registers lie from here to its end
    uint8_t* interrupted_high;    // parked between two instructions of managed code, whose frame ends here
    void* owned_mutexes;          // list of WaitObject (runtime/waiting.h)
    struct ThreadRecord* record;  // runtime/managed_thread.h, or null; owns managed_id if there is one
    std::atomic<bool> sample_requested;      // at the next suspension signal
    std::atomic<bool> suspension_signalled;  // the signal was sent, and its handler has not begun
    std::atomic<uintptr_t> sample;           // an address in managed code that the thread was at; 0: none yet
    std::atomic<uintptr_t> sampled_call;     // the call of that method in its caller; 0: not known
    std::atomic<SampledIn> sampled_in;
};

namespace thread_flags {
inline constexpr uint32_t is_background = 1;
inline constexpr uint32_t is_finalizer = 2;
inline constexpr uint32_t attached = 4;                   // came from native code
inline constexpr uint32_t raising_foreign_exception = 8;  // the next throw continues the exception's stack trace
}  // namespace thread_flags

extern thread_local Thread* t_thread __attribute__((tls_model("initial-exec")));
extern thread_local uint8_t* t_thread_statics __attribute__((tls_model("initial-exec")));

inline Thread& current_thread() {
    return *t_thread;
}

// Before all else. True: compiled code may do as enter_native and leave_native, since suspensions have all threads of
// the process pass a barrier.
bool prepare_transitions();
void initialize_threads();                               // main thread becomes managed thread 1
Thread& attach_current_thread(uint32_t managed_id = 0);  // creates the record for a native thread; stays in Native mode
void detach_current_thread();
// Starts a native thread that runs entry(argument) attached, in Native mode. False: no resources.
// managed_id 0: the next free one. `attached` runs on the new thread before create_thread returns. Call in Native mode.
bool create_thread(void (*entry)(void*), void* argument, size_t stack_bytes, uint32_t managed_id = 0,
                   void (*attached)(Thread&, void*) = nullptr);
uint32_t allocate_managed_id();
void free_managed_id(uint32_t id);

// Managed -> Native. In assembly: the callee-saved registers may hold references of the callers.
extern "C" void celer_leave_managed_mode(Thread* thread);
inline void enter_native(Thread& thread) {
#if __has_feature(thread_sanitizer)
    thread.mode.store(ThreadMode::Managed, std::memory_order_release);  // it does not see the assembly's store
#endif
    celer_leave_managed_mode(&thread);
}
// Native -> Managed; parks while a suspension is pending. Keeps errno: marshalling code reads it afterwards.
void leave_native(Thread& thread);
inline void poll(Thread& thread) {
    if (thread.suspend_requested.load(std::memory_order_relaxed) != 0) [[unlikely]] {
        enter_native(thread);
        leave_native(thread);
    }
}

class NativeScope {  // around whatever may block
  public:
    explicit NativeScope(Thread& thread) : thread_(thread) { enter_native(thread); }
    ~NativeScope() { leave_native(thread_); }
    NativeScope(const NativeScope&) = delete;

  private:
    Thread& thread_;
};
class ManagedScope {  // in native code that must touch objects
  public:
    explicit ManagedScope(Thread& thread)
        : thread_(thread), was_native_(thread.mode.load(std::memory_order_relaxed) == ThreadMode::Native) {
        if (was_native_) leave_native(thread);
    }
    ~ManagedScope() {
        if (was_native_) enter_native(thread_);
    }
    ManagedScope(const ManagedScope&) = delete;

  private:
    Thread& thread_;
    bool was_native_;
};

void suspend_all_threads(Thread& by);  // all others stopped or in Native mode; takes the thread-list lock
void resume_all_threads(Thread& by);
void for_each_thread(void (*visit)(Thread&, void*), void* context);  // under the thread-list lock

// Where the time goes. Takes the samples that threads have left since the last call, and asks those that run managed
// code now, `most` at a time and each in its turn, for another: the instruction they are at or, in the engine and in
// native code, the return address in the innermost managed frame. Call in Native mode. Returns how many were asked.
struct Sample {
    uintptr_t address;
    uintptr_t call;  // in managed code too, of the method that the address is in; 0: not known
    SampledIn in;
};
uint32_t sample_threads(uint32_t most, std::vector<Sample>& samples);

}  // namespace celer
