// Waiting: deadlines, interruptible waits, and the wait handles behind EventWaitHandle, Semaphore and Mutex.
//
// All wait objects share one lock; a wait registers with every object it names and sleeps on its own futex word, and
// whoever makes an object available hands it over directly (no thread wakes to find it taken). Waiters are served in
// order of arrival; a prioritized waiter goes to the front.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "runtime/thread.h"

namespace celer {

inline constexpr int32_t wait_forever = -1;

struct Deadline {  // CLOCK_MONOTONIC; never passes if made from wait_forever
    bool forever;
    uint64_t at_ns;
    explicit Deadline(int32_t timeout_ms);
    bool passed() const;
};

enum class WakeReason : uint8_t { Woken, TimedOut };
// Sleeps while word == expected. Native mode. May return early for no reason.
WakeReason futex_sleep(std::atomic<uint32_t>& word, uint32_t expected, const Deadline& deadline);
void futex_wake(std::atomic<uint32_t>& word, uint32_t count);

// Around a sleep: shows that the thread waits, and the word by which an interrupt wakes it (null: none may).
class SleepScope {
  public:
    SleepScope(Thread& thread, std::atomic<uint32_t>* interruptible_word) : thread_(thread) {
        thread.wait_word.store(interruptible_word);
        thread.is_waiting.store(true);
    }
    ~SleepScope() {
        thread_.is_waiting.store(false);
        thread_.wait_word.store(nullptr);
    }
    SleepScope(const SleepScope&) = delete;

  private:
    Thread& thread_;
};

enum class WaitKind : uint8_t { AutoResetEvent, ManualResetEvent, Semaphore, Mutex };

struct WaitNode;
struct WaitObject {
    WaitKind kind;
    int32_t count;       // events: 0 or 1; semaphores: what is left
    int32_t maximum;     // semaphores
    uint32_t owner_id;   // mutexes: managed id, 0 free
    uint32_t recursion;  // mutexes
    bool abandoned;      // mutexes: the owner ended without release
    std::atomic<uint32_t> references;
    WaitNode* first;
    WaitNode* last;
    std::u16string name;  // named ones; empty otherwise
    WaitObject* next_named;
    WaitObject* next_owned;  // mutexes held by a thread (abandonment)
};

// A name finds the object of that name and kind made before (created = false); a name of another kind gives null.
WaitObject* create_event(bool manual_reset, bool signaled, const char16_t* name, bool& created);
WaitObject* create_semaphore(int32_t initial, int32_t maximum, const char16_t* name, bool& created);
WaitObject* create_mutex(Thread& thread, bool owned, const char16_t* name, bool& created);
WaitObject* open_mutex(const char16_t* name);
void release_reference(WaitObject* object);

void set_event(WaitObject* object);
void reset_event(WaitObject* object);
bool release_semaphore(WaitObject* object, int32_t count, int32_t* previous);  // false: would exceed the maximum
bool release_mutex(Thread& thread, WaitObject* object);                        // false: not the owner
void abandon_mutexes(Thread& thread);                                          // the thread ends

inline constexpr int32_t wait_timed_out = 0x102;
inline constexpr int32_t wait_abandoned = 0x80;
inline constexpr int32_t wait_interrupted = 0xC0;
// Index of the object that ended the wait (0 for wait-all), wait_abandoned + index, wait_timed_out or wait_interrupted.
// Called in Managed mode; waits in Native mode.
int32_t wait_for_objects(Thread& thread, WaitObject* const* objects, int32_t count, bool all, int32_t timeout_ms,
                         bool prioritized = false);

// Takes a pending interrupt of the calling thread.
bool take_interrupt(Thread& thread);

// Sleeps for the time given; false if interrupted.
bool sleep_interruptible(Thread& thread, int32_t timeout_ms);

}  // namespace celer
