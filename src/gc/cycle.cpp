#include "gc/cycle.h"

#include <time.h>

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
constexpr uint64_t longest_in_pause_ns = 1'500'000;
constexpr uint64_t longest_turn_ns = 150'000;  // of who marks beside the program
constexpr long aside_ns = 2'000'000;           // of the background thread where others want all processors
constexpr uint64_t idle_ns = 5'000'000'000;    // without a collection
constexpr size_t share_while_marking = 2;      // of what may survive between two full collections: half
constexpr size_t least_left = 32;              // a share of what lived and of that: neither ends before the other
constexpr size_t share_behind = 32;            // of what lived: more is made up for in pauses
constexpr double least_survival = 1.0 / 16;
constexpr uint64_t least_between_helps = 64 * 1024;  // bytes handed out
constexpr uint64_t least_while_behind = 16 * 1024;   // the same
constexpr size_t largest_share = 512;                // entries of the stack
constexpr size_t looks_of_share = 512;               // before what is left of it is given back
constexpr uint32_t most_workers = MarkingTeam::most_members;

// The background thread marks a piece. Where others had its processor for a part of that, there is none to spare: then
// those who allocate mark, and it does not put itself in front of them.
class Turn {
  public:
    void end() {
        give_way();
        uint64_t own_ns = thread_time_ns() - began_own_ns_;
        uint64_t all_ns = monotonic_time_ns() - began_ns_;
        if (all_ns < own_ns + own_ns / 2) return;
        timespec aside{0, aside_ns};
        nanosleep(&aside, nullptr);
    }

  private:
    uint64_t began_ns_ = monotonic_time_ns();
    uint64_t began_own_ns_ = thread_time_ns();
};

}  // namespace

Cycle::Cycle() = default;
Cycle::~Cycle() = default;

bool Cycle::is_due() {
    bool is_marked_out = !has_work();
    return std::exchange(is_near_end_, is_near_end_ || is_marked_out) && is_marked_out;
}

bool Cycle::is_marked_out() {
    LockGuard guard(lock_);
    return phase() == Phase::Marking && workers_ == 0 && !has_work();
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
    marker_->exchange_stack(kept_stack_);
    live_at_start_ = heap.live_bytes;
    room_ = growth_between_full_collections(heap.live_bytes) / share_while_marking;
    phase_.store(Phase::Marking, std::memory_order_release);
}

void Cycle::choose_what_moves(Heap& heap) {
    if (!policy_may_move_beside()) return;
    sparse_blocks_ = SparseBlocks::choose(heap);
    marker_->note_references_to(sparse_blocks_.get());
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
    marker_->exchange_stack(kept_stack_);
    kept_stack_.drop_newest(kept_stack_.size());  // of a cycle that was given up
    kept_stack_.trim();
    marker_.reset();
    sparse_blocks_.reset();
    forget_stored_to();
    is_near_end_ = has_stored_to_ = false;
    phase_.store(Phase::Settling, std::memory_order_release);
}

bool Cycle::is_late(const Heap& heap) const {
    return heap.live_bytes > live_at_start_ + 2 * room_;
}

void Cycle::keep_pace(const Heap& heap) {
    if (phase() == Phase::Marking && heap.plan == Plan::Young) {
        size_t live = heap.live.total();
        auto grown = static_cast<double>(live - std::min(live, live_at_start_));
        auto due = static_cast<size_t>(grown / static_cast<double>(room_) * static_cast<double>(live_at_start_));
        bool is_behind = marker_->bytes_so_far() + live_at_start_ / share_behind < due;
        MarkingLimit limit(monotonic_time_ns() + longest_in_pause_ns, is_near_end_ ? SIZE_MAX : due);
        if ((is_behind || is_near_end_) && gc::heap().team.mark(*marker_, limit)) mark_alone(limit);
    }
    plan_help(heap);
}

// ---- threads that allocate

size_t Cycle::due(const Heap& heap) const {
    auto handed_out = static_cast<double>(heap.allocated_since_collection.load(std::memory_order_relaxed));
    return marked_at_pause_ + static_cast<size_t>(marked_per_byte_ * handed_out);
}

// What is left is to be marked while what is left of the room is used up, if as much survives as did last.
void Cycle::plan_help(const Heap& heap) {
    size_t lived_before = std::exchange(live_at_pause_, heap.live.total());
    help_wanted_at_.store(phase() == Phase::Marking ? least_between_helps : UINT64_MAX, std::memory_order_relaxed);
    if (phase() != Phase::Marking) return;
    auto handed_out = static_cast<double>(heap.allocated_since_collection.load(std::memory_order_relaxed));
    auto survived = static_cast<double>(live_at_pause_ - std::min(live_at_pause_, lived_before));
    double survival = std::clamp(survived / std::max(handed_out, 1.0), least_survival, 1.0);
    size_t room = live_at_start_ + room_ - std::min(live_at_start_ + room_, live_at_pause_);
    marked_at_pause_ = marker_->bytes_so_far();
    size_t left = live_at_pause_ - std::min(live_at_pause_, marked_at_pause_);
    // In stress cycles begin in empty heaps, too.
    marked_per_byte_ = static_cast<double>(std::max({left, live_at_pause_ / least_left, size_t{1}})) /
                       static_cast<double>(std::max({room, room_ / least_left, size_t{1}})) * survival;
}

// Who holds the lock for long looks at lines that were stored to: nobody waits for that.
void Cycle::help(Heap& heap) {
    bool token = heap.controller->enter_safe_region();
    if (lock_.try_lock()) {
        if (phase() == Phase::Marking && !must_stand_.load(std::memory_order_relaxed)) help_out(heap);
        lock_.unlock();
    }
    heap.controller->leave_safe_region(token);
}

void Cycle::help_out(const Heap& heap) {
    ActivityScope collecting(Activity::Collecting);
    size_t due = this->due(heap);
    mark_beside(due);
    size_t marked = marker_->bytes_so_far();
    auto ahead = static_cast<uint64_t>(static_cast<double>(marked - std::min(marked, due)) / marked_per_byte_);
    uint64_t handed_out = heap.allocated_since_collection.load(std::memory_order_relaxed);
    uint64_t next = marked < due ? least_while_behind : std::max(ahead, least_between_helps);
    help_wanted_at_.store(handed_out + next, std::memory_order_relaxed);
}

// ---- marking beside the program

// While less than `due` is marked, for one turn.
void Cycle::mark_beside(size_t due) {
    if (spare_stacks_.empty()) spare_stacks_.push_back(std::make_unique<MarkStack>(heap().mark_stack_limit));
    std::unique_ptr<MarkStack> stack = std::move(spare_stacks_.back());
    spare_stacks_.pop_back();
    {
        Marker own(*marker_, Marker::Member{});
        own.exchange_stack(*stack);
        uint64_t end_ns = monotonic_time_ns() + longest_turn_ns;
        MarkingLimit limit = MarkingLimit(end_ns).or_when(must_stand_);
        while (marker_->bytes_so_far() < due && has_work() && !must_stand_.load(std::memory_order_relaxed) &&
               monotonic_time_ns() < end_ns)
            mark_share(own, limit);
        own.exchange_stack(*stack);
    }
    stack->trim();
    spare_stacks_.push_back(std::move(stack));
}

void Cycle::mark_share(Marker& own, MarkingLimit& limit) {
    size_t count = marker_->stack().size();
    if (count == 0) return mark_alone(limit);
    own.take_newest(marker_->stack(), std::min((count + 1) / 2, largest_share));
    workers_++;
    lock_.unlock();
    MarkingLimit of_share = limit.or_after(looks_of_share);
    own.drain_until(of_share);
    lock_.lock();
    marker_->take_newest(own.stack(), own.stack().size());
    marker_->add(own.take_found());
    workers_--;
    stands_.notify_all();
    work_.notify_all();
}

// Lines that were stored to come last: until then some are stored to again.
void Cycle::mark_alone(MarkingLimit& limit) {
    if (!marker_->drain_until(limit) || !has_stored_to_) return;
    has_stored_to_ = !mark_from_stored_to(*marker_, blocks_, limit);
}

// ---- the background thread

bool Cycle::has_work() const {
    switch (phase()) {
        case Phase::Idle:
        case Phase::Ready:
            return false;
        case Phase::Marking:
            return workers_ == 0 ? !marker_->is_done() || has_stored_to_
                                 : !marker_->stack().empty() && workers_ < most_workers;
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
        Turn turn;
        if (phase == Phase::Marking) mark_beside(SIZE_MAX);
        if (phase == Phase::Preparing) prepare_beside();
        lock_.unlock();
        if (phase == Phase::Settling) settle_beside();
        if (phase == Phase::Marking) turn.end();
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
