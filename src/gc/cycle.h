// A full collection beside the program. It begins and ends in pauses that are not longer than those of collections of
// young objects; between them a thread of its own marks while the program runs, and collections of young objects go on.
//
//   Idle       the next marks are clear
//   Preparing  the background thread gets memory for those of blocks that have none yet
//   Ready
//   Marking    begun by a collection of young objects. Old objects get their next marks: what its roots refer to, and
//              what is found from there by the background thread and by threads of the program that allocate
//   Settling   ended by a pause in which the next marks become the marks. The background thread sweeps, beside threads
//              that need memory; then it clears the next marks, which were the marks until then
//
// Why nothing is missed, although programs store to what was scanned already (incremental update). What an object
// refers to that was scanned has its next mark, or it was not there then, or young: then it was stored since the pause
// before, and its line's card is Logged. Each collection of young objects adds the logged lines to those that were
// stored to (card_table.h), which are scanned again before the end; the last pause looks at those that are logged by
// then, and at all roots. Collections of young objects give what roots refer to its next mark, so that little is left
// for that pause. What is kept by weak things (dependent handles, resurrection) gets no next mark from them: a pair
// that keeps itself would live for ever.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/lock.h"
#include "gc/mark_stack.h"
#include "gc/sparse_blocks.h"

namespace celer::gc {

class Marker;
class MarkingLimit;
struct Heap;

class Cycle {
  public:
    enum class Phase : uint8_t { Idle, Preparing, Ready, Marking, Settling };

    Cycle();
    ~Cycle();

    Phase phase() const { return phase_.load(std::memory_order_acquire); }
    // The marker of the one under way, or null. World stopped.
    Marker* marker() { return marker_.get(); }
    const Marker* marker() const { return marker_.get(); }

    // Who marks stands still between these; the marks are the caller's. By the collecting thread, which asks for it
    // before it stops the world.
    void ask_to_stand() { must_stand_.store(true, std::memory_order_relaxed); }
    void wait_until_it_stands() CELER_ACQUIRE(lock_) {
        lock_.lock();
        while (workers_ != 0) stands_.wait(lock_);
    }
    void go_on(const Heap& heap) CELER_RELEASE(lock_);

    // All with the world stopped and nobody marking.
    bool start_thread();  // false: no resources
    void prepare();
    void begin(Heap& heap);
    void choose_what_moves(Heap& heap);  // at the end of the pause that begins it
    std::unique_ptr<SparseBlocks> take_what_moves() { return std::move(sparse_blocks_); }
    void stored_to() { has_stored_to_ = true; }  // lines were logged: see card_table.h
    void end(Marker& last);                      // `last` marks what is left
    void abandon();                              // a full collection that stops the world comes first
    // Whether all is marked, but for what was stored since the last collection; and that is not much: the one before
    // has seen the same.
    bool is_due();
    bool is_near_end() const { return is_near_end_; }
    bool is_marked_out();                  // but for what was stored since the last pause; by any thread
    bool is_late(const Heap& heap) const;  // the heap has grown by twice what it should while it is marked
    // Marks for a while if the cycle is far behind what has survived, or near the end. Before handed-out bytes are
    // counted anew.
    void keep_pace(const Heap& heap);

    // By a thread that allocates, outside of pauses: whether so much was handed out since the last pause that the cycle
    // may be behind. Then it marks for a while.
    bool wants_help(uint64_t handed_out) const { return handed_out >= help_wanted_at_.load(std::memory_order_relaxed); }
    void help(Heap& heap);

  private:
    void settle();
    [[noreturn]] void run();
    bool has_work() const;  // for one more thread
    void wait_for_work() CELER_REQUIRES(lock_);
    void mark_alone(MarkingLimit& limit);
    void mark_beside(size_t due) CELER_REQUIRES(lock_);
    void mark_share(Marker& own, MarkingLimit& limit) CELER_REQUIRES(lock_);
    void help_out(const Heap& heap) CELER_REQUIRES(lock_);
    size_t due(const Heap& heap) const;
    void plan_help(const Heap& heap);
    void prepare_beside() CELER_REQUIRES(lock_);
    void settle_beside();

    // Marking beside the program: who marks takes a share of what the cycle's marker has to scan, and gives back what
    // is left of it. The lock is held for that, for lines that were stored to, and in pauses.
    Lock lock_{LockRank::Marking};
    WaitCondition work_;                                    // for the background thread
    WaitCondition stands_;                                  // nobody has a share
    uint32_t workers_ = 0;                                  // that have a share
    MarkStack kept_stack_{SIZE_MAX};                        // the marker's, between two cycles
    std::vector<std::unique_ptr<MarkStack>> spare_stacks_;  // of who had one
    std::atomic<bool> must_stand_ = false;
    std::atomic<Phase> phase_ = Phase::Idle;
    std::unique_ptr<Marker> marker_;
    std::unique_ptr<SparseBlocks> sparse_blocks_;  // that the end shall empty; or null
    bool has_thread_ = false;
    bool is_near_end_ = false;
    bool has_stored_to_ = false;
    bool has_given_back_ = false;  // free memory, and nothing was collected since
    size_t blocks_ = 0;            // of the heap at the last pause
    size_t prepared_ = 0;          // blocks whose next marks have memory
    size_t live_at_start_ = 0;     // bytes
    size_t room_ = 0;              // bytes that may survive while it marks

    // At the last pause: bytes that lived and that were marked; and how many are to be marked for each byte that is
    // handed out since.
    size_t live_at_pause_ = 0;
    size_t marked_at_pause_ = 0;
    double marked_per_byte_ = 0;
    std::atomic<uint64_t> help_wanted_at_ = UINT64_MAX;  // bytes handed out
};

}  // namespace celer::gc
