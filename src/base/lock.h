// The engine's lock, with clang's thread-safety annotations, and the order in which locks are taken.
#pragma once

#include <pthread.h>
#include <time.h>

#include <cstdint>
#include <iterator>
#include <mutex>

#include "base/assert.h"

#define CELER_CAPABILITY(what) [[clang::capability(what)]]
#define CELER_SCOPED_CAPABILITY [[clang::scoped_lockable]]
#define CELER_GUARDED_BY(lock) __attribute__((guarded_by(lock)))
#define CELER_REQUIRES(...) __attribute__((requires_capability(__VA_ARGS__)))
#define CELER_ACQUIRE(...) __attribute__((acquire_capability(__VA_ARGS__)))
#define CELER_TRY_ACQUIRE(...) __attribute__((try_acquire_capability(__VA_ARGS__)))
#define CELER_RELEASE(...) __attribute__((release_capability(__VA_ARGS__)))
#define CELER_NO_LOCK_ANALYSIS __attribute__((no_thread_safety_analysis))

namespace celer {

enum class LockRank : uint8_t {
#define CELER_LOCK(rank, guards) rank,
#include "base/lock_order.def"
#undef CELER_LOCK
};

// Which ranks the thread holds; in builds that verify.
class LockOrder {
  public:
#ifdef CELER_VERIFY
    static void take(LockRank rank) {
        CELER_ASSERT(t_held >> static_cast<unsigned>(rank) == 0, "lock %s is taken under lock %s", name(rank),
                     name(static_cast<LockRank>(63 - __builtin_clzll(t_held))));
        t_held |= uint64_t{1} << static_cast<unsigned>(rank);
    }
    static void let_go(LockRank rank) { t_held &= ~(uint64_t{1} << static_cast<unsigned>(rank)); }

  private:
    static const char* name(LockRank rank) {
        static constexpr const char* names[] = {
#define CELER_LOCK(rank, guards) #rank,
#include "base/lock_order.def"
#undef CELER_LOCK
        };
        static_assert(std::size(names) <= 64);
        return names[static_cast<unsigned>(rank)];
    }

    static inline thread_local uint64_t t_held = 0;  // a bit for each rank
#else
    static void take(LockRank) {}
    static void let_go(LockRank) {}
#endif
};

class CELER_CAPABILITY("lock") Lock {
  public:
    explicit constexpr Lock(LockRank rank) : rank_(rank) {}
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

    void lock() CELER_ACQUIRE() {
        LockOrder::take(rank_);
        mutex_.lock();
    }
    bool try_lock() CELER_TRY_ACQUIRE(true) {
        if (!mutex_.try_lock()) return false;
        LockOrder::take(rank_);
        return true;
    }
    void unlock() CELER_RELEASE() {
        mutex_.unlock();
        LockOrder::let_go(rank_);
    }

  private:
    friend class WaitCondition;

    std::mutex mutex_;
    LockRank rank_;
};

class CELER_SCOPED_CAPABILITY LockGuard {
  public:
    explicit LockGuard(Lock& lock) CELER_ACQUIRE(lock) : lock_(lock) { lock.lock(); }
    ~LockGuard() CELER_RELEASE() { lock_.unlock(); }
    LockGuard(const LockGuard&) = delete;
    LockGuard& operator=(const LockGuard&) = delete;

  private:
    Lock& lock_;
};

// What threads wait for under a lock, which is free meanwhile. Waits end without a reason, too.
class WaitCondition {
  public:
    void wait(Lock& held) CELER_REQUIRES(held) { pthread_cond_wait(&changed_, held.mutex_.native_handle()); }
    // False: the time has passed (monotonic_time_ns() in platform/memory.h).
    bool wait_until(Lock& held, uint64_t time_ns) CELER_REQUIRES(held) {
        constexpr uint64_t second_ns = 1'000'000'000;
        timespec time{static_cast<time_t>(time_ns / second_ns), static_cast<long>(time_ns % second_ns)};
        return pthread_cond_clockwait(&changed_, held.mutex_.native_handle(), CLOCK_MONOTONIC, &time) == 0;
    }
    void notify_all() { pthread_cond_broadcast(&changed_); }

  private:
    pthread_cond_t changed_ = PTHREAD_COND_INITIALIZER;
};

}  // namespace celer
