// Object locks and identity hashes: the header word (object/object.h), and sync entries behind it.
#pragma once

#include <cstdint>

#include "runtime/thread.h"

namespace celer {

enum class MonitorResult : uint8_t { Entered, TimedOut, Interrupted };

bool monitor_try_enter_fast(Thread& thread, Object* object);  // without waiting or inflating; false: take the slow way
MonitorResult monitor_enter(Thread& thread, Object* object, int32_t timeout_ms);
bool monitor_exit(Thread& thread, Object* object);  // false: the thread does not own the lock
bool monitor_is_entered(Thread& thread, Object* object);

enum class MonitorWaitResult : uint8_t { Pulsed, TimedOut, Interrupted, NotOwner };
MonitorWaitResult monitor_wait(Thread& thread, Object* object, int32_t timeout_ms);
bool monitor_pulse(Thread& thread, Object* object, bool all);  // false: not the owner

int32_t identity_hash(Object* object);         // makes one if there is none; never 0
int32_t identity_hash_if_any(Object* object);  // 0: none yet
int64_t lock_contention_count();

void initialize_monitors();  // tells the collector about the sync entries

}  // namespace celer
