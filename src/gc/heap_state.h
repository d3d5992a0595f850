// The collector's own state, private to gc/. One instance, made by initialize() and never destroyed.
//
// Locks, outermost first:
//   collect_lock   held for a whole collection; waited for in a safe region
//   lock           blocks, hole lists, the list of contexts, runs; held briefly by threads in managed mode, so that
//   nobody
//                  holds it while the world is stopped
// While the world is stopped the collecting thread uses everything without further locks.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/lock.h"
#include "gc/alloc_context.h"
#include "gc/block_set.h"
#include "gc/cycle.h"
#include "gc/handles.h"
#include "gc/heap.h"
#include "gc/mark_stack.h"
#include "gc/marking_team.h"
#include "gc/native_references.h"
#include "gc/space.h"
#include "gc/statistics.h"
#include "gc/store_check.h"
#include "gc/world.h"

namespace celer::gc {

class Evacuation;

struct Range {
    uint8_t* begin;
    uint8_t* end;
};

// Sizes found by a collection.
struct LiveSizes {
    size_t small_bytes = 0;
    size_t large_bytes = 0;
    size_t pinned_heap_bytes = 0;
    size_t object_count = 0;
    size_t total() const { return small_bytes + large_bytes + pinned_heap_bytes; }
    void add(const LiveSizes& other) {
        small_bytes += other.small_bytes;
        large_bytes += other.large_bytes;
        pinned_heap_bytes += other.pinned_heap_bytes;
        object_count += other.object_count;
    }
};

// What a collection looks at. In one of young objects, all that survived an earlier collection counts as live.
enum class Scope : uint8_t { Young, Full };

// What a pause is for: a collection of young objects, maybe the one that a full collection beside the program begins
// with; that one's end; or a full collection.
enum class Plan : uint8_t { Young, BeginCycle, EndCycle, Full };
constexpr Scope scope_of(Plan plan) {
    return plan >= Plan::EndCycle ? Scope::Full : Scope::Young;
}
// False: what was there at the last collection is taken to live, and nobody asks for it. (A cycle begins with all
// roots.)
constexpr bool wants_old(Plan plan) {
    return plan != Plan::Young;
}

// Where the time of a pause goes, for the trace.
enum class PausePart : uint8_t { Stopping, Roots, Marking, Weak, Moving, Sweeping, Pace, Count };

struct PauseParts {
    uint64_t last_ns = 0;
    uint64_t spent_ns[static_cast<size_t>(PausePart::Count)] = {};

    void begin(uint64_t now_ns) { *this = {.last_ns = now_ns}; }
    void ended(PausePart part, uint64_t now_ns) {
        spent_ns[static_cast<size_t>(part)] += now_ns - last_ns;
        last_ns = now_ns;
    }
};

// Blocks that have holes. A block is in one set at most, and in none from when it is taken to when it is swept.
struct Holes {
    static constexpr size_t classes = 5;

    // By the lines of a block's largest hole, in groups of eight: each but the first from 8 << its number on.
    BlockSet by_size[classes];
    BlockSet pinned;  // of all sizes: the pinned heap's

    BlockSet& of_lines(size_t lines) {
        return by_size[lines < 16 ? 0 : std::min<size_t>(static_cast<size_t>(std::bit_width(lines)) - 4, classes - 1)];
    }
    // The first of the classes that have room for so many lines in each block.
    static size_t class_for(size_t lines) {
        return lines <= 16 ? 1 : static_cast<size_t>(std::bit_width(lines - 1)) - 3;
    }
    void clear() {
        for (BlockSet& set : by_size) set.clear();
        pinned.clear();
    }
    void remove(size_t block) {
        for (BlockSet& set : by_size) set.remove(block);
        pinned.remove(block);
    }
};

struct Heap {
    Space space;
    WorldController* controller = nullptr;
    std::vector<RootSource*> root_sources;
    std::vector<Range> frozen_segments;

    Lock collect_lock{LockRank::Collection};
    Lock lock{LockRank::Heap};

    // Allocation.
    AllocContext* contexts = nullptr;
    AllocContext pinned;  // the pinned heap's buffers (overflow part only), under `lock`
    bool pinned_heap_used = false;
    Holes holes;
    size_t next_unswept = 0;  // blocks from here on may be unswept, up to
    size_t end_of_unswept = 0;
    std::vector<Range> carried_runs;  // retired buffers whose objects must be parsed at the next collection
    std::atomic<uint64_t> allocated_since_collection = 0;  // handed out, counted by buffer
    std::atomic<uint64_t> budget = 0;                      // collect when that exceeds this
    uint64_t detached_bytes = 0;                           // allocated by threads that are gone; under `lock`
    std::atomic<uint64_t> shared_bytes = 0;                // pinned heap
    uint64_t stress_interval = 0;
    std::atomic<uint64_t> stress_counter = 0;

    // Policy (policy.cpp).
    uint64_t hard_limit = 0;  // 0: none
    uint64_t base_budget = 0;
    LiveSizes live;                 // after the last collection; old objects may have died since the last full one
    uint64_t live_bytes = 0;        // their total
    uint64_t full_threshold = 0;    // more live bytes than this: the next collection is a full one
    uint64_t in_use_bytes = 0;      // blocks that hold something, after the last collection
    uint64_t in_use_threshold = 0;  // the same for them
    uint64_t allocated_at_collection = 0;  // total_allocated() then
    std::atomic<uint64_t> memory_pressure = 0;
    uint64_t pressure_at_collection = 0;

    // References through native code; the pairs are those of the collection under way.
    std::vector<std::pair<Object*, Object*>> native_pairs;

    // Collections.
    std::atomic<uint32_t> collections = 0;
    Plan plan = Plan::Full;  // of the one under way or the last
    Cycle cycle;
    MarkingTeam team;
    std::optional<Plan> next_plan;  // tests set it
    bool poison = false;
    bool verify = false;
    StoreCheck* store_check = nullptr;  // null: off
    bool trace = false;
    PauseParts parts;
    size_t mark_stack_limit = SIZE_MAX;  // entries; tests lower it
    Evacuation* evacuation = nullptr;    // of the collection under way; null: nothing moves
    bool moves_all = false;              // not only what lies in sparse blocks; stress mode
    size_t moved_blocks = 0;             // whose objects the last collection moved
    MarkStack pause_stack{SIZE_MAX};     // empty; its memory is kept from one pause to the next

    uint64_t total_allocated();      // by all threads so far; they are stopped
    uint64_t published_allocated();  // the same without stopping them: short of what they bumped since; `lock` is held
};

extern Heap* g_heap;
inline Heap& heap() {
    return *g_heap;
}

// ---- allocation.cpp
// Ends the thread's buffers: what is left of them belongs to nobody. `lock` is held.
void retire_buffers(AllocContext& context);
// World stopped: gives start bits to what lies in buffers; ends the collecting thread's, and those that
// are used up.
void flush_contexts_for_collection();
// After marking: what threads still own counts as live.
void keep_carried_buffers();
// All of the heap gets start bits. World stopped or one thread.
void parse_everything();

// ---- sweep.cpp
void begin_marking(Scope scope);
void sweep(Scope scope);
// Instead, at the end of a full collection beside the program. From then on, under the heap's lock:
void leave_unswept();
bool has_unswept_blocks();
bool sweep_some();  // of them; whether there are more
void finish_sweep();

// ---- policy.cpp
struct PauseTimes {
    uint64_t start_ns;
    uint64_t end_ns;
    uint64_t work_ns;  // of a processor: what the collection took, whatever else the machine has to do
};
size_t policy_reserve_bytes();
// How much may survive collections of young objects where so much lived after the last full one. Marking takes time in
// proportion to what lives: a fixed share of it makes the cost of each surviving byte the same in heaps of all sizes.
// In large ones memory counts for more: there the share is smaller.
constexpr uint64_t growth_between_full_collections(uint64_t live_bytes) {
    constexpr uint64_t least = uint64_t{4} << 20;
    constexpr uint64_t large = uint64_t{64} << 20;
    return std::max({least, std::min(live_bytes / 4, large), live_bytes / 6});
}
void policy_initialize();
Plan policy_plan(CollectReason reason, int generation, CollectMode mode);
// For notifications: the plan is made when the world stands. As on CoreCLR nobody is told of what the program asks for.
bool policy_is_full_due(CollectReason reason);
// Does what lives in sparse blocks move together in the full collection that was planned.
bool policy_wants_evacuation(CollectReason reason, CollectMode mode);
// May what lives in sparse blocks move at the end of a collection beside the program.
bool policy_may_move_beside();
void policy_before_collection(CollectReason reason, int generation);
void policy_after_collection(CollectMode mode, PauseTimes pause);
void policy_give_back_when_idle();  // all free memory, a little at a time; the world goes on
// Is the collection that a program asks for worth while?
bool policy_budget_is_for_callback();  // of a no-GC region: it is queued, and no collection is due yet
bool policy_wants_collection(CollectMode mode);

// ---- notifications.cpp
void notify_full_collection_begins();
void notify_full_collection_complete();

// ---- collector.cpp
bool is_found(const Object* object);  // by the collection under way so far; null counts as found

// ---- handles.cpp, finalization.cpp: phases of a collection, world stopped
void mark_strong_handles(Marker& marker);
void mark_dependents(Marker& marker);  // to the fixpoint; drains
void clear_dead_handles(HandleKind kind);
void settle_handles();  // all that is left in them is old now
size_t count_pinned_objects();
void queue_dead_finalizables(Marker& marker);  // and marks them
void mark_finalization_queue(Marker& marker);
void wake_finalizer_if_pending();
// What handles refer to; those that hold nothing in place; and what finalizers wait for.
void visit_handle_targets(void (*visit)(void* context, const Object* target), void* context);
void visit_weak_slots(void (*visit)(void* context, Object** slot), void* context);
void visit_finalizables(void (*visit)(void* context, Object** slot), void* context);

}  // namespace celer::gc
