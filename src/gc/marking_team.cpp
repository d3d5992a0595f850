#include "gc/marking_team.h"

#include <pthread.h>

#include <algorithm>
#include <utility>

#include "gc/cards.h"
#include "gc/heap_state.h"
#include "gc/marker.h"
#include "platform/activity.h"
#include "platform/cpu.h"
#include "platform/service_thread.h"

namespace celer::gc {

namespace {

constexpr size_t blocks_at_once = 64;  // whose logged lines a member looks at
constexpr size_t least_to_give = 16;   // entries
constexpr size_t most_at_once = 512;   // entries that change hands
constexpr uint32_t spins = 2000;       // before a member sleeps: some 30 µs, about what it takes to wake one

}  // namespace

// What a helper leaves to the leader.
struct MarkingTeam::Result {
    MarkStack stack{SIZE_MAX};  // kept from one marking to the next
    Found found;
    SleepingPlace place;  // under the lock
};

bool MarkingTeam::mark_from_logged(Marker& leader) {
    next_logged_ = 0;
    end_of_logged_ = heap().space.block_count();
    any_logged_ = false;
    mark(leader, MarkingLimit());
    return any_logged_;
}

bool MarkingTeam::mark(Marker& leader, const MarkingLimit& limit) {
    members_ = 1;
    size_t alone = helpers_ == 0 ? SIZE_MAX : alone_;
    look_at_logged(leader, alone);
    MarkingLimit both = limit.or_after(alone);
    bool is_done = leader.drain_until(both) && next_logged_ >= end_of_logged_;
    if (is_done || both.was_reached()) return is_done;
    leader_ = &leader;
    leader.share_with(this);
    size_t found = leader.bytes_so_far();
    size_t share = limit.share_of_one(found, helpers_ + 1);
    MarkingLimit of_helper = limit.with_total(share);
    limit_ = &of_helper;
    call();
    take_part(leader, limit.with_total(share == SIZE_MAX ? share : found + share));
    end(leader);
    return leader.is_done();
}

// Looks at lines while `left` of them, or more blocks, are left to be looked at.
void MarkingTeam::look_at_logged(Marker& marker, size_t& left) {
    while (left > 0) {
        size_t first = next_logged_.fetch_add(blocks_at_once, std::memory_order_relaxed);
        if (first >= end_of_logged_) return;
        size_t lines = gc::mark_from_logged(marker, first, std::min(first + blocks_at_once, end_of_logged_));
        if (lines != 0) any_logged_.store(true, std::memory_order_relaxed);
        left -= std::min(left, lines);
    }
}

void MarkingTeam::call() {
    LockGuard guard(lock_);
    if (threads_ < helpers_) start_threads();
    idle_ = 0;
    calls_++;
    offered_.reserve(most_at_once);
    is_hungry_.store(false, std::memory_order_relaxed);
    is_over_.store(false, std::memory_order_relaxed);
    for (uint32_t i = 0; i < threads_; i++) results_[i].place.leave_to_caller();
    called_.notify_all();
}

void MarkingTeam::start_threads() {
    struct Start {
        MarkingTeam* team;
        uint32_t helper;
    };
    if (results_ == nullptr) results_ = new Result[most_members - 1];
    for (; threads_ < helpers_; threads_++) {
        auto main = [](void* argument) -> void* {
            Start start = *static_cast<Start*>(argument);
            delete static_cast<Start*>(argument);
            start.team->run(start.helper);
        };
        auto* start = new Start{this, threads_};
        if (start_service_thread(".NET GC", main, start)) continue;
        delete start;
        return;  // those that there are do the work
    }
}

void MarkingTeam::run(uint32_t helper) {
    LockGuard guard(lock_);
    SleepingPlace& place = results_[helper].place;
    for (uint32_t seen = 0;;) {
        place.note();
        while (calls_ == seen) called_.wait(lock_);
        seen = calls_;
        if (!is_over_.load(std::memory_order_relaxed)) help(helper);
    }
}

void MarkingTeam::help(uint32_t helper) {
    members_.fetch_add(1, std::memory_order_relaxed);
    helping_.fetch_add(1, std::memory_order_relaxed);
    lock_.unlock();
    Result& result = results_[helper];
    {
        ActivityScope collecting(Activity::Collecting);
        Marker marker(*leader_, Marker::Member{});
        marker.exchange_stack(result.stack);
        take_part(marker, *limit_);
        marker.exchange_stack(result.stack);
        result.found = marker.take_found();
    }
    lock_.lock();
    helping_.fetch_sub(1, std::memory_order_release);
    changed_.notify_all();
}

void MarkingTeam::take_part(Marker& marker, const MarkingLimit& limit) {
    MarkingLimit own = limit;
    size_t all = SIZE_MAX;
    look_at_logged(marker, all);
    do {
        if (marker.drain_until(own)) continue;
        LockGuard guard(lock_);
        is_over_.store(true, std::memory_order_relaxed);
        changed_.notify_all();
        return;
    } while (take_work(marker));
}

bool MarkingTeam::has_news() const {
    return is_over_.load(std::memory_order_relaxed) || !is_hungry();
}

// False: marking is over.
bool MarkingTeam::take_work(Marker& marker) {
    LockGuard guard(lock_);
    idle_++;
    for (bool has_spun = false; offered_.empty();) {
        if (idle_ == members_.load(std::memory_order_relaxed)) is_over_.store(true, std::memory_order_relaxed);
        if (is_over_.load(std::memory_order_relaxed)) {
            changed_.notify_all();
            return false;
        }
        is_hungry_.store(true, std::memory_order_relaxed);
        if (has_spun) {
            changed_.wait(lock_);
            continue;
        }
        lock_.unlock();
        for (uint32_t i = 0; i < spins && !has_news(); i++) pause_spinning();
        lock_.lock();
        has_spun = true;
    }
    idle_--;
    size_t share = (offered_.size() + idle_) / (idle_ + 1);  // others wait, too
    for (size_t i = 0; i < share; i++) {
        marker.push(offered_.back());
        offered_.pop_back();
    }
    return true;
}

void MarkingTeam::feed(MarkStack& from) {
    if (from.size() < least_to_give) return;
    LockGuard guard(lock_);
    if (!is_hungry()) return;  // somebody else was first
    from.take_oldest(std::min(from.size() / 2, most_at_once), offered_);
    is_hungry_.store(false, std::memory_order_relaxed);
    changed_.notify_all();
}

// All that the members found and did not look at is the leader's again.
void MarkingTeam::end(Marker& leader) {
    for (uint32_t i = 0; i < spins && helping_.load(std::memory_order_acquire) != 0; i++) pause_spinning();
    LockGuard guard(lock_);
    while (helping_.load(std::memory_order_acquire) != 0) changed_.wait(lock_);
    leader.share_with(nullptr);
    for (const MarkStack::Entry& entry : offered_) leader.push(entry);
    offered_.clear();
    for (uint32_t i = 0; i < threads_; i++) {
        Result& result = results_[i];
        leader.add(std::exchange(result.found, {}));
        leader.take_newest(result.stack, result.stack.size());
        result.stack.trim();
    }
}

}  // namespace celer::gc
