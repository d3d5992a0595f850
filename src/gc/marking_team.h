// Threads that mark with the collecting thread while the world stands.
//
// The collecting thread, the leader, begins alone. When it has found enough to do it calls the others, so that a short
// pause wakes nobody. Each member has a marker of its own, and marks are set atomically from then on. Who has nothing
// left says so, and who has something gives it the oldest part of its stack. Marking is over when nobody has anything,
// or when a member has reached its limit.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/lock.h"
#include "gc/mark_stack.h"

namespace celer::gc {

class Marker;
class MarkingLimit;

class MarkingTeam {
  public:
    static constexpr uint32_t most_members = 8;

    // Members beside the leader; their threads begin when they are called first.
    void set_helpers(uint32_t count) { helpers_ = count < most_members ? count : most_members - 1; }
    // Lines and objects that the leader looks at alone.
    void set_alone(size_t count) { alone_ = count; }

    // World stopped. Marks from all lines that are logged, and says whether there was one; then what is found from
    // there and was found before.
    bool mark_from_logged(Marker& leader);
    // Marks what is found from what was found. Whether all is marked.
    bool mark(Marker& leader, const MarkingLimit& limit);

    uint32_t members_of_last() const { return members_; }  // that took part in the last marking

    // ---- of a member's marker
    bool is_hungry() const { return is_hungry_.load(std::memory_order_relaxed); }
    void feed(MarkStack& from);  // gives to who has nothing, if it has enough

  private:
    struct Result;

    void call();
    void start_threads() CELER_REQUIRES(lock_);
    [[noreturn]] void run(uint32_t helper);
    void help(uint32_t helper) CELER_REQUIRES(lock_);
    void take_part(Marker& marker, const MarkingLimit& limit);
    void look_at_logged(Marker& marker, size_t& left);
    bool take_work(Marker& marker);
    bool has_news() const;
    void end(Marker& leader);

    uint32_t helpers_ = 0;
    size_t alone_ = 2048;

    // Of the marking under way. The leader writes these before it calls.
    Marker* leader_ = nullptr;
    const MarkingLimit* limit_ = nullptr;
    std::atomic<size_t> next_logged_ = 0;  // blocks from here on
    size_t end_of_logged_ = 0;
    std::atomic<bool> any_logged_ = false;

    std::atomic<bool> is_hungry_ = false;  // somebody waits, and there is nothing to take
    std::atomic<bool> is_over_ = true;

    Lock lock_{LockRank::MarkingTeam};
    WaitCondition called_;
    WaitCondition changed_;
    std::vector<MarkStack::Entry> offered_ CELER_GUARDED_BY(lock_);
    uint32_t threads_ CELER_GUARDED_BY(lock_) = 0;
    uint32_t idle_ CELER_GUARDED_BY(lock_) = 0;
    uint32_t calls_ CELER_GUARDED_BY(lock_) = 0;
    std::atomic<uint32_t> members_ = 1;  // that have come; written under the lock
    std::atomic<uint32_t> helping_ = 0;  // that have not left; written under the lock
    Result* results_ = nullptr;          // by helper
};

}  // namespace celer::gc
