// Marking: from roots to everything reachable. One Marker per collection, used by the collecting thread; another one
// for the whole of a full collection beside the program (gc/cycle.h), used by one thread at a time. In pauses others
// may help, each with a Marker of its own (gc/marking_team.h).
//
// Invariants:
// - An object's mark bit is set when it is found, before it is pushed; it is scanned once.
// - Scanning an object marks its lines. Large arrays of references are scanned in pieces, so the stack stays small.
// - If the stack cannot grow, objects are dropped from it (marked, not scanned) and drain() finds them again by walking
//   the marked objects of the heap.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "gc/evacuation.h"
#include "gc/heap_state.h"
#include "gc/mark_stack.h"
#include "gc/marking_team.h"
#include "gc/space.h"
#include "gc/sparse_blocks.h"
#include "platform/memory.h"

namespace celer::gc {

// When to stop marking although something is left.
class MarkingLimit {
  public:
    MarkingLimit() = default;  // never
    // When the time is there (monotonic_time_ns()), or so many bytes were found in all.
    explicit MarkingLimit(uint64_t deadline_ns, size_t total_bytes = SIZE_MAX)
        : deadline_ns_(deadline_ns), total_bytes_(total_bytes) {}

    // The same, or sooner: as soon as it is set.
    MarkingLimit or_when(const std::atomic<bool>& stop) const {
        MarkingLimit sooner = *this;
        sooner.stop_ = &stop;
        return sooner;
    }
    // Or after it was asked so often.
    MarkingLimit or_after(size_t looks) const {
        MarkingLimit sooner = *this;
        sooner.most_looks_ = looks;
        return sooner;
    }
    // What one of so many members may find in addition to what was found.
    size_t share_of_one(size_t found_bytes, uint32_t members) const {
        return total_bytes_ == SIZE_MAX ? SIZE_MAX : (total_bytes_ - std::min(total_bytes_, found_bytes)) / members;
    }
    MarkingLimit with_total(size_t total_bytes) const {
        MarkingLimit other = *this;
        other.total_bytes_ = total_bytes;
        return other;
    }

    bool is_reached(size_t found_bytes) {
        if (looks_ >= most_looks_ || (stop_ != nullptr && stop_->load(std::memory_order_relaxed))) return true;
        looks_++;
        if (deadline_ns_ == UINT64_MAX) return false;
        if (looks_ % looks_between_times == 0) was_reached_ |= monotonic_time_ns() >= deadline_ns_;
        was_reached_ |= found_bytes >= total_bytes_;
        return was_reached_;
    }
    bool was_reached() const { return was_reached_; }  // by time or bytes

  private:
    static constexpr size_t looks_between_times = 64;

    const std::atomic<bool>* stop_ = nullptr;
    uint64_t deadline_ns_ = UINT64_MAX;
    size_t total_bytes_ = SIZE_MAX;
    size_t most_looks_ = SIZE_MAX;
    size_t looks_ = 0;
    bool was_reached_ = false;
};

// By one marker.
struct Found {
    LiveSizes sizes;
    bool has_dropped = false;  // something did not fit the stack
};

// Objects on their way to be marked.
class SoonQueue {
  public:
    bool is_empty() const { return count_ == 0; }
    // Returns what has waited longest, once the queue is full; else null.
    [[gnu::always_inline]] Object* put(Object* object) {
        if (count_ < most) {
            objects_[count_++] = object;
            return nullptr;
        }
        Object* oldest = std::exchange(objects_[at_], object);
        at_ = (at_ + 1) % most;
        return oldest;
    }
    // Calls visit(object) for each.
    template <typename Visit>
    void take_all(Visit visit) {
        uint32_t count = std::exchange(count_, 0);
        at_ = 0;
        for (uint32_t i = 0; i < count; i++) visit(objects_[i]);
    }

  private:
    static constexpr uint32_t most = 32;

    Object* objects_[most];
    uint32_t count_ = 0;
    uint32_t at_ = 0;  // the oldest, if there are most
};

class Marker {
  public:
    // A collection with the world stopped; `sizes`: of what is marked already.
    Marker(Heap& heap, Scope scope, const LiveSizes& sizes)
        : Marker(heap, heap.space.marks(), sizes, scope == Scope::Young, false) {}
    // The marker of a full collection beside the program. It goes through old objects only, those that are marked, and
    // sets their next marks; programs may store to what it reads, and others may mark with it.
    struct Beside {};
    Marker(Heap& heap, Beside) : Marker(heap, heap.space.next_marks(), LiveSizes(), false, true) {}
    // Of a thread that helps `leader`, which shares its work: in a team, or beside the program.
    struct Member {};
    Marker(const Marker& leader, Member)
        : Marker(leader.heap_, leader.marks_, LiveSizes(), leader.is_young_, leader.is_beside_) {
        team_ = leader.team_;
        noted_ = leader.noted_;
    }

    // What lies outside the heap names an object: null, frozen or in the heap. It does not move in this collection.
    void mark(Object* object) {
        if (!space_.contains(object)) return;
        if (heap_.evacuation != nullptr) heap_.evacuation->hold(object);
        mark_now(object);
    }
    // What fields name, or handles that change if their objects move. Marked by the end of the next drain.
    [[gnu::always_inline]] void mark_slots(Object* const* slots, size_t count) {
        for (size_t i = 0; i < count; i++) {
            Object* object = __atomic_load_n(slots + i, __ATOMIC_ACQUIRE);
            if (!space_.contains(object)) continue;
            // Other slots hold what they name, or are looked at when it has moved; they need not last as long.
            if (noted_ != nullptr && space_.contains(slots)) noted_->note(slots + i, space_.block_of(object));
            mark_soon(object);
        }
    }
    void mark_conservative(uintptr_t word);
    // As that; it lies in a frame that was interrupted between two instructions, maybe behind a barrier.
    void mark_interrupted(uintptr_t word);
    // What marked objects refer to from a line.
    void mark_from_line(const uint8_t* line);
    void mark_keeper(uintptr_t address);
    void drain();
    bool drain_until(MarkingLimit& limit);                               // whether nothing is left
    bool is_done() const { return stack_.empty() && soon_.is_empty(); }  // but for what did not fit the stack
    void mark_all_soon();
    // To be scanned: its mark is set.
    void push(MarkStack::Entry entry) {
        if (!stack_.push(entry)) [[unlikely]]
            overflowed_ = true;
    }

    // From now on others may mark beside it; null: nobody does.
    void share_with(MarkingTeam* team) {
        CELER_ASSERT(beside_ == nullptr);
        team_ = team;
    }
    void exchange_stack(MarkStack& other) { stack_.swap(other); }
    // So many of the newest entries become this one's, in their order: the rest of a large array stays below those of
    // its elements that were found, or more and more of them would wait.
    void take_newest(MarkStack& from, size_t count) {
        for (size_t i = from.size() - count; i < from.size(); i++) push(from.at(i));
        from.drop_newest(count);
    }
    bool has_dropped() const { return overflowed_; }
    // What was found since the last time is somebody else's.
    Found take_found() { return {std::exchange(sizes_, {}), std::exchange(overflowed_, false)}; }
    void add(const Found& found);

    // A collection of young objects while one marks beside the program: it marks what this one finds of old objects,
    // too, until it is null again.
    void set_beside(Marker* beside);
    // Notes references to these blocks from now on; null: to none.
    void note_references_to(SparseBlocks* blocks) { noted_ = blocks; }
    // Goes on where that one stopped. The marks have been exchanged.
    void take_over(Marker& beside);
    MarkStack& stack() { return stack_; }

    bool is_live(const Object* object) const { return !space_.contains(object) || marks_.is_marked(object); }
    LiveSizes live_sizes();  // when all is marked
    size_t bytes_so_far() const { return sizes_.total(); }

  private:
    Marker(Heap& heap, MarkTable& marks, const LiveSizes& sizes, bool is_young, bool is_beside)
        : heap_(heap),
          space_(heap.space),
          marks_(marks),
          stack_(heap.mark_stack_limit),
          sizes_(sizes),
          ages_(heap.space.cards().ages()),
          is_young_(is_young),
          is_beside_(is_beside) {}

    template <typename Visit>
    void visit_held(uintptr_t word, Visit visit);
    bool set_mark(Object* object) {
        return team_ == nullptr && !is_beside_ ? marks_.set(object) : marks_.set_together(object);
    }
    void mark_beside(Object* object) {
        if (set_mark(object)) push({object, 0});
    }
    // Most references of old objects are to old objects, and few blocks have young ones.
    bool is_known_old(const Object* object) const {
        return (__atomic_load_n(ages_ + space_.block_of(object), __ATOMIC_RELAXED) & block_age::young) == 0;
    }
    void mark_now(Object* object) {
        if (is_beside_) {
            if (is_known_old(object) || space_.is_marked(object)) mark_beside(object);
        } else if (set_mark(object)) {
            push({object, 0});
        } else if (beside_ != nullptr) {
            beside_->mark_beside(object);
        }
    }
    // What was found goes through a short queue before its mark is looked at, so that the mark is in the cache by then.
    [[gnu::always_inline]] void mark_soon(Object* object) {
        if (is_young_ && is_known_old(object)) {
            if (beside_ != nullptr) beside_->mark_soon(object);
            return;
        }
        marks_.prefetch_mark(object);
        if (Object* oldest = soon_.put(object)) mark_now(oldest);
    }
    void mark_from_small(size_t block, const uint8_t* low, const uint8_t* high);
    // What the slots of [low, high) refer to, of a marked object that reaches into it.
    void mark_between(Object* object, const uint8_t* low, const uint8_t* high);
    void mark_layout(const uint8_t* base, const GcLayout* layout);
    void mark_layout_between(uint8_t* base, const GcLayout* layout, const uint8_t* low, const uint8_t* high);
    void scan(MarkStack::Entry entry);
    void scan_array(ArrayObject* array, const GcLayout* layout, size_t from);
    void account(Object* object);
    template <typename Visit>
    void for_each_marked(Visit visit);
    template <typename Stop>
    void drain_stack(Stop stop);

    Heap& heap_;
    Space& space_;
    MarkTable& marks_;  // that it sets
    MarkStack stack_;
    bool overflowed_ = false;
    bool ever_overflowed_ = false;
    LiveSizes sizes_;
    Marker* beside_ = nullptr;
    MarkingTeam* team_ = nullptr;  // null: marks alone
    SparseBlocks* noted_ = nullptr;
    const uint8_t* ages_;  // of blocks
    bool is_young_;
    bool is_beside_;

    SoonQueue soon_;
};

}  // namespace celer::gc
