#include "gc/cycle.h"

#include <algorithm>
#include <utility>

#include "gc/cards.h"
#include "gc/heap_state.h"
#include "gc/marker.h"
#include "platform/activity.h"
#include "platform/memory.h"
#include "platform/service_thread.h"

namespace celer::gc {

namespace {
constexpr uint64_t longest_help_ns = 1'500'000;  // in a pause
constexpr size_t share_while_marking = 2;        // of what may survive between two full collections: half
constexpr uint64_t idle_ns = 5'000'000'000;      // without a collection
}  // namespace

Cycle::Cycle() = default;
Cycle::~Cycle() = default;

bool Cycle::is_due() {
    bool is_marked_out = !has_work();
    return std::exchange(is_near_end_, is_near_end_ || is_marked_out) && is_marked_out;
}

bool Cycle::is_marked_out() {
    LockGuard guard(lock_);
    return phase() == Phase::Marking && !has_work();
}

bool Cycle::start_thread() {
    if (has_thread_) return true;
    auto main = [](void* cycle) -> void* { static_cast<Cycle*>(cycle)->run(); };
    return has_thread_ = start_service_thread(".NET BGC", main, this);
}

void Cycle::go_on(const Heap& heap) {
    must_stand_.store(false, std::memory_order_relaxed);
    blocks_ = heap.space.block_count();
    bool is_wanted = has_work() || std::exchange(has_given_back_, false);
    lock_.unlock();
    if (is_wanted) work_.notify_all();
}

void Cycle::prepare() {
    phase_.store(Phase::Preparing, std::memory_order_release);
}

void Cycle::begin(Heap& heap) {
    CELER_ASSERT(phase() != Phase::Marking && phase() != Phase::Settling,
                 "a cycle begins before the last one has ended");
    marker_ = std::make_unique<Marker>(heap, Marker::Beside{});
    live_at_start_ = heap.live_bytes;
    room_ = growth_between_full_collections(heap.live_bytes) / share_while_marking;
    phase_.store(Phase::Marking, std::memory_order_release);
}

void Cycle::end(Marker& last) {
    heap().space.exchange_marks();
    last.take_over(*marker_);
    MarkingLimit none;
    heap().team.mark(last, none);
    mark_from_stored_to(last, heap().space.block_count(), none);
    settle();
}

void Cycle::abandon() {
    if (phase() == Phase::Marking) settle();
}

void Cycle::settle() {
    marker_.reset();
    forget_stored_to();
    is_near_end_ = has_stored_to_ = false;
    phase_.store(Phase::Settling, std::memory_order_release);
}

bool Cycle::is_late(const Heap& heap) const {
    return heap.live_bytes > live_at_start_ + 2 * room_;
}

void Cycle::keep_pace(const Heap& heap) {
    if (phase() != Phase::Marking) return;
    size_t live = heap.live.total();
    size_t grown = live > live_at_start_ ? live - live_at_start_ : 0;
    double used = static_cast<double>(grown) / static_cast<double>(room_);
    auto due = static_cast<size_t>(used * static_cast<double>(live_at_start_));
    if (!is_near_end_ && marker_->bytes_so_far() >= due) return;
    MarkingLimit limit(monotonic_time_ns() + longest_help_ns, is_near_end_ ? SIZE_MAX : due);
    if (gc::heap().team.mark(*marker_, limit)) mark(limit);
}

// ---- the background thread

bool Cycle::has_work() const {
    switch (phase()) {
        case Phase::Idle:
        case Phase::Ready:
            return false;
        case Phase::Marking:
            return !marker_->is_done() || has_stored_to_;
        case Phase::Preparing:
        case Phase::Settling:
            return true;
    }
}

void Cycle::run() {
    take_short_turns();
    for (;;) {
        lock_.lock();
        while (must_stand_.load(std::memory_order_relaxed) || !has_work()) wait_for_work();
        ActivityScope collecting(Activity::Collecting);
        Phase phase = this->phase();
        MarkingLimit limit(must_stand_);
        if (phase == Phase::Marking) mark(limit);
        if (phase == Phase::Preparing) prepare_beside();
        lock_.unlock();
        if (phase == Phase::Settling) settle_beside();
    }
}

// A program that does nothing for a while gets along with less memory.
void Cycle::wait_for_work() {
    if (has_given_back_) return work_.wait(lock_);
    uint32_t collection = heap().collections.load();
    if (work_.wait_until(lock_, monotonic_time_ns() + idle_ns) || heap().collections.load() != collection) return;
    has_given_back_ = true;
    lock_.unlock();
    policy_give_back_when_idle();
    lock_.lock();
}

// Lines that were stored to come last: until then some are stored to again.
void Cycle::mark(MarkingLimit& limit) {
    if (!marker_->drain_until(limit) || !has_stored_to_) return;
    has_stored_to_ = !mark_from_stored_to(*marker_, blocks_, limit);
}

// Little at a time: page faults of other threads may wait meanwhile.
void Cycle::prepare_beside() {
    constexpr size_t at_once = 32;
    for (; prepared_ < blocks_; prepared_ += at_once) {
        if (must_stand_.load(std::memory_order_relaxed)) return;
        heap().space.next_marks().populate(prepared_, at_once);
    }
    phase_.store(Phase::Ready, std::memory_order_release);
}

// The phase stays: who begins a cycle or stops the world for a full collection waits for it, or sweeps itself.
void Cycle::settle_beside() {
    Heap& heap = gc::heap();
    size_t blocks = 0;
    for (bool is_more = true; is_more; give_way()) {
        LockGuard guard(heap.lock);
        blocks = heap.space.most_blocks();
        is_more = sweep_some();
    }
    heap.space.next_marks().clear(0, blocks);
    phase_.store(Phase::Idle, std::memory_order_release);
}

}  // namespace celer::gc
