// When to collect, how much memory to keep, and the figures that say so. Everything here is policy: correct for any
// answer.
//
// The budget (bytes handed out between two collections) is the larger of the live size and a base. The base starts
// small, so that small programs stay small and in the cache, and grows while collections take more than their share of
// the time.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "base/lock.h"
#include "base/options.h"
#include "gc/barrier.h"
#include "gc/finalization.h"
#include "gc/heap_state.h"
#include "gc/old_garbage.h"
#include "gc/pause_costs.h"
#include "platform/memory.h"

namespace celer::gc {

namespace {

constexpr uint64_t mebibyte = uint64_t{1} << 20;
constexpr uint64_t first_base_budget = 8 * mebibyte;  // what is handed out again may still lie in caches
constexpr uint64_t least_base_budget = mebibyte / 4;
constexpr uint64_t largest_usual_base = 16 * mebibyte;
constexpr uint64_t largest_base_budget = 32 * mebibyte;  // where pauses stay short
constexpr uint64_t usual_young_pause_ns = 2'000'000;     // at most; longer: the base shrinks
constexpr uint64_t short_young_pause_ns = 1'000'000;     // where low latency is asked for
constexpr uint64_t longest_marking_ns = 8'000'000;       // not even what saves much is worth more
constexpr uint64_t short_marking_ns = 4'000'000;         // nor, with more than the largest usual base, this
constexpr uint32_t most_cycle_halvings = 3;
constexpr uint64_t share_at_end = 16;       // of the budget, while a collection beside the program waits for its end
constexpr uint64_t gc_share_permille = 40;  // more than this share of the time: the base grows
constexpr uint64_t most_permille = 500;     // with more than this, shorter pauses would be too dear: the base grows
constexpr uint64_t worth_permille = 10;     // of the time: what saves as much is worth longer pauses
constexpr uint64_t much_permille = 50;      // and this much of it a base beyond the largest usual one
constexpr uint64_t dear_permille = 100;     // the same where low latency is asked for; a large share of the time
constexpr uint64_t trial_permille = 20;     // with more than this, it is tried whether a larger base saves something
constexpr uint64_t decommit_after = 3;      // collections that a block stays free
constexpr uint64_t most_decommitted = 8 * mebibyte;  // in a pause that nobody asked for
constexpr uint64_t least_pressure = 16 * mebibyte;
constexpr size_t alone_in_stress = 64;                   // objects: small heaps, too, are marked by several threads
constexpr uint64_t least_marked_beside = 16 * mebibyte;  // live bytes; less is marked in a short pause

constexpr int compact_once = 2;  // GCLargeObjectHeapCompactionMode

struct Record {
    MemoryInfo info;
    bool valid;
};

struct Figures {
    Record last[memory_info_kinds];  // by MemoryInfoKind
    uint64_t cycle_begin_ns;         // the pause that began the last cycle
    int64_t counts[max_generation + 1];
    int64_t background_count;
    uint64_t total_pause_ns;
    uint64_t last_end_ns;
    uint64_t start_ns;  // of the heap
    uint64_t size_before;
    uint64_t fragmented_before;
    uint64_t most_in_use;         // size_before, the most since the last full collection
    uint64_t most_in_use_before;  // and between the two before
    int generation;
    CollectReason reason;
    uint64_t last_percent;
    LatencyMode latency;
    int loh_compaction;
    bool has_unmoved_holes;  // the last full collection was one beside the program
    PhysicalMemory memory;
    PauseCosts costs;  // by the base; not of shorter budgets in cycles
    OldGarbage old_garbage;
    uint32_t cycle_halvings;  // of the budget, while a cycle takes its part of pauses, which would be too long
};
Figures g_figures;

std::atomic<bool> g_in_no_gc_region;

struct NoGcRequest {
    uint64_t total_bytes;
    StartNoGcStatus status;
};

struct NoGcRegion {
    uint64_t budget;          // until a collection ends the region
    FinalizerWork* callback;  // due when Heap::budget is used up, which is less then
    NoGcRequest* request;     // of who waits for the collection that begins the region
};
NoGcRegion g_region;  // under the heap's lock, or with the world stopped

// The callback that is due, which the caller queues; or null.
FinalizerWork* take_callback() {
    heap().budget = g_region.budget;
    return std::exchange(g_region.callback, nullptr);
}

// In the collection that makes room for it: another thread's, which was due before, would end it.
void begin_region(Heap& heap, NoGcRequest& request) {
    uint64_t most = heap.hard_limit != 0 ? heap.hard_limit : g_figures.memory.total_bytes;
    if (request.total_bytes > most - std::min(most, heap.live_bytes)) {
        request.status = StartNoGcStatus::NotEnoughMemory;
        return;
    }
    // Buffers are charged as a whole: some slack, so that the program gets what it asked for.
    heap.budget = g_region.budget = request.total_bytes + request.total_bytes / 4 + 64 * block_size;
    g_in_no_gc_region = true;
}

// A tenth, or less on machines with much memory and many processors, as CoreCLR has it.
int64_t free_percent_wanted() {
    constexpr uint64_t large_machine = uint64_t{80} << 30;
    constexpr int64_t usual = 10;
    if (g_figures.memory.total_bytes < large_machine) return usual;
    return std::min<int64_t>(usual, 3 + 47 / static_cast<int64_t>(processor_count()));
}

int64_t high_memory_threshold(const PhysicalMemory& memory) {
    return static_cast<int64_t>(static_cast<double>(high_memory_percent()) / 100 *
                                static_cast<double>(memory.total_bytes));
}

uint64_t fragmentation() {
    Heap& heap = gc::heap();
    uint64_t in_blocks = heap.space.in_use_bytes();
    return in_blocks > heap.live_bytes ? in_blocks - heap.live_bytes : 0;
}

uint64_t hard_limit_from_options(const PhysicalMemory& memory) {
    if (options().GCHeapHardLimit > 0) return static_cast<uint64_t>(options().GCHeapHardLimit);
    int64_t percent = options().GCHeapHardLimitPercent;
    if (percent > 0 && percent <= 100) return memory.total_bytes * static_cast<uint64_t>(percent) / 100;
    return memory.limited ? std::max(20 * mebibyte, memory.total_bytes / 4 * 3) : 0;
}

// Threads that mark in a pause.
uint32_t members_of_team() {
    int64_t wanted = options().GCThreads;
    return static_cast<uint32_t>(std::clamp<int64_t>(wanted != 0 ? wanted : static_cast<int64_t>(processor_count()), 1,
                                                     MarkingTeam::most_members));
}

void set_hard_limit(uint64_t bytes) {
    Heap& heap = gc::heap();
    heap.hard_limit = bytes;
    // Without a limit of its own the heap stops at physical memory: an OutOfMemoryException is better than to be
    // killed.
    heap.space.set_commit_limit(bytes == 0 ? g_figures.memory.total_bytes : bytes);
}

uint64_t conserved_tenths() {
    return static_cast<uint64_t>(std::clamp<int64_t>(options().GCConserveMemory, 0, 9));
}

// Of `bytes` that may be used on top of what is live: what the settings leave of them.
uint64_t restrained(uint64_t bytes) {
    const Heap& heap = gc::heap();
    bytes -= bytes / 10 * conserved_tenths();
    if (heap.hard_limit == 0) return bytes;
    uint64_t room = heap.hard_limit > heap.live_bytes ? heap.hard_limit - heap.live_bytes : 0;
    return std::min(bytes, std::max(room / 2, uint64_t{block_size}));
}

void choose_budget() {
    Heap& heap = gc::heap();
    uint64_t wanted = heap.base_budget;
    if (!options().GCGenerations) wanted = std::max(wanted, heap.live_bytes);
    wanted = std::max(wanted >> g_figures.cycle_halvings, std::min(wanted, least_base_budget));
    if (heap.cycle.is_near_end()) wanted = std::max(wanted / share_at_end, least_base_budget / share_at_end);
    heap.budget = restrained(wanted);
}

// After a full collection: so much may survive collections of young objects before the next. Or it takes so many more
// blocks: few objects that survive can take many, and others in those have died meanwhile.
void choose_full_threshold() {
    Heap& heap = gc::heap();
    uint64_t growth = growth_between_full_collections(heap.live_bytes);
    heap.full_threshold = heap.live_bytes + restrained(growth);
    heap.in_use_threshold = heap.in_use_bytes + restrained(largest_usual_base + 2 * growth);
}

bool wants_cycles() {
    return options().gcConcurrent && g_figures.latency != LatencyMode::Batch;
}

bool may_mark_beside(Heap& heap) {
    return wants_cycles() && heap.cycle.start_thread();
}

bool has_grown(const Heap& heap) {
    return heap.live_bytes > heap.full_threshold || heap.in_use_bytes > heap.in_use_threshold;
}

bool is_full_due(const Heap& heap) {
    return has_grown(heap) || (wants_cycles() && g_figures.old_garbage.may_be_much(heap.live_bytes));
}

// Free memory that the program will soon need again, if it goes on as it did since the last full collection but one.
uint64_t memory_to_keep() {
    Heap& heap = gc::heap();
    uint64_t in_use = heap.space.in_use_bytes();
    uint64_t most = std::max(g_figures.most_in_use, g_figures.most_in_use_before);
    return restrained(std::max(heap.budget.load(), most > in_use ? most - in_use : 0));
}

void give_back_memory(CollectMode mode) {
    Heap& heap = gc::heap();
    uint32_t collection = heap.collections.load();
    if (mode == CollectMode::Aggressive || g_figures.reason == CollectReason::OutOfMemory) {
        heap.space.decommit_free(0, collection, SIZE_MAX);
    } else if (!options().GCRetainVM && collection > decommit_after) {
        bool is_asked_for = g_figures.reason != CollectReason::Budget;
        heap.space.decommit_free(is_asked_for ? heap.budget.load() : memory_to_keep(), collection - decommit_after,
                                 is_asked_for ? SIZE_MAX : most_decommitted);
    }
}

uint64_t longest_young_pause_ns() {
    if (!options().gcConcurrent || g_figures.latency == LatencyMode::Batch) return UINT64_MAX;
    return g_figures.latency == LatencyMode::Interactive ? usual_young_pause_ns : short_young_pause_ns;
}

// What a collection for young objects took of the program's time: since the one before.
struct YoungCosts {
    uint64_t handed_out;
    uint64_t period_ns;
    uint64_t work_ns;

    uint64_t permille() const { return work_ns * 1000 / period_ns; }
    uint64_t marking_ns() const {
        return std::min(heap().parts.spent_ns[static_cast<size_t>(PausePart::Marking)], work_ns);
    }
    // What survives is marked again by full collections: it is paid for three times.
    uint64_t lasting_ns() const { return work_ns + 2 * marking_ns(); }
};

// With so many times the budget. Stacks take as long with any, so only what is marked counts.
bool would_mark_too_long(uint64_t times, const YoungCosts& costs) {
    uint64_t longest_ns = times * heap().base_budget > largest_usual_base ? short_marking_ns : longest_marking_ns;
    return times * costs.marking_ns() > longest_ns && longest_young_pause_ns() < UINT64_MAX;
}

// Not much beside what lives anyway; or, up to the largest usual one, collections take so much of the time that memory
// may be spent.
bool may_take(uint64_t budget, const YoungCosts& costs) {
    if (budget > largest_usual_base) return budget / 2 <= heap().live_bytes;
    return budget <= std::max(first_base_budget, heap().live_bytes) || costs.permille() > dear_permille;
}

// The budget saves so much of the time beside half of it that its pauses may be longer.
bool pays(uint64_t budget, const YoungCosts& costs) {
    if (!may_take(budget, costs)) return false;
    bool asks_for_latency = longest_young_pause_ns() < usual_young_pause_ns;
    uint64_t worth = budget > largest_usual_base ? much_permille : worth_permille;
    uint64_t saved_ns = g_figures.costs.saved_by(budget) * costs.handed_out / mebibyte;
    return saved_ns * 1000 >= costs.period_ns * (asks_for_latency ? dear_permille : worth);
}

bool wants_larger_base(const YoungCosts& costs) {
    uint64_t base = heap().base_budget;
    if (base >= largest_base_budget || would_mark_too_long(2, costs)) return false;
    if (base >= largest_usual_base && !may_take(base * 2, costs)) return false;
    if (costs.permille() > most_permille || pays(base * 2, costs)) return true;
    // What the last doubling saved nothing of, the next one hardly will.
    bool may_try = may_take(base * 2, costs) && costs.permille() >= trial_permille &&
                   costs.work_ns > usual_young_pause_ns / 2 && longest_young_pause_ns() >= usual_young_pause_ns &&
                   g_figures.costs.saved_by(base) != 0;
    if (may_try && !g_figures.costs.is_known(base * 2)) return true;
    g_figures.costs.refuse(base * 2);
    return false;
}

// Not before it is known what the base costs, nor where half of it is known to cost too much more; but where pauses are
// too long for what they mark.
bool may_shrink_base(const YoungCosts& costs) {
    uint64_t base = heap().base_budget;
    if (base <= least_base_budget) return false;
    if (would_mark_too_long(1, costs)) return true;
    if (!g_figures.costs.is_known(base)) return false;
    if (!pays(base, costs)) return true;
    g_figures.costs.refuse(base / 2);
    return false;
}

void adapt_base(PauseTimes pause, uint64_t handed_out) {
    Heap& heap = gc::heap();
    uint64_t period_ns = std::max<uint64_t>(pause.end_ns - g_figures.last_end_ns, 1);
    g_figures.last_percent = (pause.end_ns - pause.start_ns) * 10000 / period_ns;
    if (g_figures.reason != CollectReason::Budget || options().GCgen0size != 0) return;
    if (heap.plan == Plan::BeginCycle || heap.plan == Plan::EndCycle || heap.cycle.is_near_end()) return;
    bool is_young = heap.plan == Plan::Young;
    uint64_t longest_ns = is_young ? longest_young_pause_ns() : UINT64_MAX;
    uint64_t marked_for_cycle_ns = heap.parts.spent_ns[static_cast<size_t>(PausePart::Pace)];
    if (marked_for_cycle_ns > pause.work_ns / 8) {
        g_figures.cycle_halvings += pause.work_ns > longest_ns && g_figures.cycle_halvings < most_cycle_halvings;
        return;
    }
    bool was_shorter = std::exchange(g_figures.cycle_halvings, 0) != 0;
    YoungCosts costs{handed_out, period_ns, pause.work_ns};
    if (is_young && !was_shorter) g_figures.costs.note(heap.base_budget, handed_out, costs.lasting_ns());
    if (wants_larger_base(costs)) {
        heap.base_budget *= 2;
    } else if (pause.work_ns > longest_ns || heap.base_budget > first_base_budget) {
        if (may_shrink_base(costs)) heap.base_budget /= 2;
    } else if (pause.work_ns < longest_ns / 2 && costs.permille() > gc_share_permille) {
        heap.base_budget = std::max(heap.base_budget, std::min(heap.base_budget * 2, first_base_budget));
    }
}

MemoryInfoKind kind_of_last_collection() {
    if (heap().plan == Plan::EndCycle) return MemoryInfoKind::Background;
    return g_figures.generation == max_generation ? MemoryInfoKind::FullBlocking : MemoryInfoKind::Ephemeral;
}

void fill_record(PauseTimes pause) {
    Heap& heap = gc::heap();
    Figures& figures = g_figures;
    MemoryInfo info{};
    uint64_t total = heap.hard_limit != 0 ? heap.hard_limit : figures.memory.total_bytes;
    info.high_memory_load_threshold_bytes = high_memory_threshold(figures.memory);
    info.total_available_memory_bytes = static_cast<int64_t>(total);
    // Asking the system takes longer than a small collection: done when the figures are asked for.
    info.heap_size_bytes = static_cast<int64_t>(heap.live_bytes + fragmentation());
    info.fragmented_bytes = static_cast<int64_t>(fragmentation());
    info.total_committed_bytes = static_cast<int64_t>(heap.space.committed_bytes());
    info.promoted_bytes = static_cast<int64_t>(heap.live_bytes);
    info.pinned_objects_count = static_cast<int64_t>(count_pinned_objects());
    info.finalization_pending_count = static_cast<int64_t>(finalization_pending_count());
    info.index = heap.collections.load();
    info.compacted = heap.plan == Plan::Full && heap.evacuation != nullptr;  // CoreCLR's background ones never do
    info.generation = figures.generation;
    info.pause_time_percentage =
        static_cast<int32_t>(figures.total_pause_ns * 10000 / std::max<uint64_t>(pause.end_ns - figures.start_ns, 1));
    info.pause_durations_100ns[0] = static_cast<int64_t>((pause.end_ns - pause.start_ns) / 100);
    info.generations[2] = {static_cast<int64_t>(figures.size_before), static_cast<int64_t>(figures.fragmented_before),
                           static_cast<int64_t>(heap.live.small_bytes + fragmentation()),
                           static_cast<int64_t>(fragmentation())};
    info.generations[3].size_after_bytes = static_cast<int64_t>(heap.live.large_bytes);
    info.generations[4].size_after_bytes = static_cast<int64_t>(heap.live.pinned_heap_bytes);
    if (heap.plan == Plan::BeginCycle) figures.cycle_begin_ns = pause.end_ns - pause.start_ns;
    if (heap.plan == Plan::EndCycle) {
        info.concurrent = true;
        info.pause_durations_100ns[1] = info.pause_durations_100ns[0];
        info.pause_durations_100ns[0] = static_cast<int64_t>(figures.cycle_begin_ns / 100);
    }
    Record record{info, true};
    figures.last[static_cast<size_t>(MemoryInfoKind::Any)] = record;
    figures.last[static_cast<size_t>(kind_of_last_collection())] = record;
}

void trace(PauseTimes pause) {
    Heap& heap = gc::heap();
    const LiveSizes& live = heap.live;
    static constexpr const char* reasons[] = {"budget",        "induced",  "low memory",  "stress",
                                              "out of memory", "pressure", "no-gc region"};
    static constexpr const char* plans[] = {"young", "begins a cycle", "ends a cycle", "full"};
    std::fprintf(stderr, "gc %u: %s, %s, %.3f ms, live %zu KiB in %zu objects, committed %zu KiB, budget %zu KiB\n",
                 heap.collections.load(), plans[static_cast<int>(heap.plan)],
                 reasons[static_cast<int>(g_figures.reason)], static_cast<double>(pause.end_ns - pause.start_ns) / 1e6,
                 live.total() / 1024, live.object_count, heap.space.committed_bytes() / 1024,
                 static_cast<size_t>(heap.budget.load()) / 1024);
    static constexpr const char* parts[] = {"stopping", "roots", "marking", "weak", "moving", "sweeping", "pace"};
    for (size_t i = 0; i < std::size(parts); i++)
        std::fprintf(stderr, "%s %s %.3f", i == 0 ? "   " : ",", parts[i],
                     static_cast<double>(heap.parts.spent_ns[i]) / 1e6);
    std::fprintf(stderr, " ms, %u threads, %zu blocks moved\n", heap.team.members_of_last(), heap.moved_blocks);
}

}  // namespace

uint64_t Heap::total_allocated() {
    uint64_t total = detached_bytes;
    for (AllocContext* context = contexts; context != nullptr; context = context->next)
        total += context->allocated_bytes();
    return total;
}

uint64_t Heap::published_allocated() {
    uint64_t total = detached_bytes;
    for (AllocContext* context = contexts; context != nullptr; context = context->next) {
        bool is_own = context == &t_alloc;
        total += is_own ? context->allocated_bytes() : __atomic_load_n(&context->published_bytes, __ATOMIC_RELAXED);
    }
    return total;
}

namespace {

uint64_t allocated_since_last_collection(Heap& heap) CELER_REQUIRES(heap.lock) {
    return heap.published_allocated() - heap.allocated_at_collection;
}

}  // namespace

size_t policy_reserve_bytes() {
    g_figures.memory = physical_memory();
    if (options().GCHeapReserve > 0) return static_cast<size_t>(options().GCHeapReserve) * mebibyte;
    uint64_t hard_limit = hard_limit_from_options(g_figures.memory);
    uint64_t wanted = hard_limit != 0 ? hard_limit * 3 : g_figures.memory.total_bytes * 2;
    return std::clamp<uint64_t>(wanted, 1024 * mebibyte, 256 * 1024 * mebibyte) & ~(uint64_t{block_size} - 1);
}

void policy_initialize() {
    Heap& heap = gc::heap();
    Figures& figures = g_figures;
    set_hard_limit(hard_limit_from_options(figures.memory));
    int64_t first = options().GCgen0size;
    heap.base_budget = first > 0 ? static_cast<uint64_t>(first) : first_base_budget;
    heap.stress_interval = static_cast<uint64_t>(options().GCStress);
    heap.poison = options().GCPoison || heap.stress_interval != 0;
    heap.moves_all = heap.stress_interval != 0;
    heap.verify = options().HeapVerify;
    heap.trace = options().GCTrace;
    if (options().GCVerifyStores) heap.store_check = StoreCheck::make(heap);
    heap.team.set_helpers(members_of_team() - 1);
    if (heap.stress_interval != 0) heap.team.set_alone(alone_in_stress);
    figures.latency = options().gcConcurrent ? LatencyMode::Interactive : LatencyMode::Batch;
    figures.loh_compaction = 1;
    figures.start_ns = figures.last_end_ns = monotonic_time_ns();
    choose_budget();
    choose_full_threshold();
}

namespace {

// By the program's setting N: 10 - N tenths of the blocks may be more than what lives, as on CoreCLR.
bool is_too_fragmented(const Heap& heap) {
    uint64_t conserve = conserved_tenths();
    bool low_latency =
        g_figures.latency == LatencyMode::LowLatency || g_figures.latency == LatencyMode::SustainedLowLatency;
    return conserve != 0 && !low_latency && fragmentation() / 10 > heap.in_use_bytes / 100 * (10 - conserve);
}

Plan plan_by_budget(Heap& heap) {
    switch (heap.cycle.phase()) {
        case Cycle::Phase::Marking:
            return heap.cycle.is_due() || heap.cycle.is_late(heap) ? Plan::EndCycle : Plan::Young;
        case Cycle::Phase::Preparing:
            return heap.live_bytes <= heap.full_threshold + growth_between_full_collections(heap.full_threshold)
                       ? Plan::Young
                       : Plan::BeginCycle;
        case Cycle::Phase::Settling:
            return Plan::Young;
        case Cycle::Phase::Ready:
            return Plan::BeginCycle;
        case Cycle::Phase::Idle:
            break;
    }
    if (g_figures.has_unmoved_holes && is_too_fragmented(heap)) return Plan::Full;
    if (!is_full_due(heap) || g_figures.latency == LatencyMode::LowLatency) return Plan::Young;
    if (heap.live_bytes < least_marked_beside || !may_mark_beside(heap)) return Plan::Full;
    g_figures.old_garbage.looked_for(!has_grown(heap));
    heap.cycle.prepare();
    return Plan::Young;
}

Plan plan_without_blocking(Heap& heap) {
    if (heap.live_bytes < least_marked_beside || !may_mark_beside(heap)) return Plan::Full;
    Cycle::Phase phase = heap.cycle.phase();
    return phase == Cycle::Phase::Idle || phase == Cycle::Phase::Ready ? Plan::BeginCycle : Plan::Young;
}

// Three of four are of young objects; cycles begin, and end whether they are marked or not.
Plan plan_by_stress(Heap& heap) {
    constexpr uint32_t period = 4;
    constexpr uint32_t long_period = 16;
    if (heap.collections % period != 0) return Plan::Young;
    bool is_marking = heap.cycle.phase() == Cycle::Phase::Marking;
    if (heap.collections % long_period == 0 || !may_mark_beside(heap)) return Plan::Full;
    if (is_marking) return Plan::EndCycle;
    return heap.cycle.phase() == Cycle::Phase::Idle ? Plan::BeginCycle : Plan::Young;
}

}  // namespace

Plan policy_plan(CollectReason reason, int generation, CollectMode mode) {
    Heap& heap = gc::heap();
    if (heap.next_plan) return *std::exchange(heap.next_plan, std::nullopt);
    if (!options().GCGenerations) return Plan::Full;
    if (reason == CollectReason::Budget) return plan_by_budget(heap);
    if (reason == CollectReason::Stress) return plan_by_stress(heap);
    if (reason != CollectReason::Induced) return Plan::Full;
    if (generation == 0) return Plan::Young;
    return mode == CollectMode::NonBlocking ? plan_without_blocking(heap) : Plan::Full;
}

bool policy_is_full_due(CollectReason reason) {
    const Heap& heap = gc::heap();
    if (reason == CollectReason::Budget && options().GCGenerations)
        return is_full_due(heap) && g_figures.latency != LatencyMode::LowLatency;
    return reason != CollectReason::Induced;
}

bool policy_wants_evacuation(CollectReason reason, CollectMode mode) {
    const Heap& heap = gc::heap();
    if (heap.plan != Plan::Full) return false;
    switch (reason) {
        case CollectReason::Induced:
            return mode == CollectMode::Compacting || mode == CollectMode::Aggressive ||
                   g_figures.loh_compaction == compact_once;
        case CollectReason::LowMemory:
        case CollectReason::OutOfMemory:
        case CollectReason::Stress:
            return true;
        case CollectReason::Budget:
        case CollectReason::MemoryPressure:
        case CollectReason::NoGcRegion:
            return is_too_fragmented(heap);
    }
}

bool policy_may_move_beside() {
    return g_figures.latency == LatencyMode::Interactive;
}

void policy_before_collection(CollectReason reason, int generation) {
    Heap& heap = gc::heap();
    g_figures.reason = reason;
    g_figures.generation = generation = scope_of(heap.plan) == Scope::Young ? 0 : generation;
    g_figures.size_before = heap.space.in_use_bytes();
    g_figures.fragmented_before = fragmentation();
    g_figures.most_in_use = std::max(g_figures.most_in_use, g_figures.size_before);
    if (generation == max_generation) g_figures.loh_compaction = 1;
    if (g_region.callback != nullptr) {
        queue_finalizer_work(take_callback());
    } else {
        g_in_no_gc_region = false;
    }
}

void policy_after_collection(CollectMode mode, PauseTimes pause) {
    Heap& heap = gc::heap();
    Figures& figures = g_figures;
    uint64_t lived_before = std::exchange(heap.live_bytes, heap.live.total());
    heap.in_use_bytes = heap.space.in_use_bytes();
    uint64_t handed_out = heap.allocated_since_collection.exchange(0);
    for (AllocContext* context = heap.contexts; context != nullptr; context = context->next) context->publish();
    heap.allocated_at_collection = heap.total_allocated();
    heap.pressure_at_collection = heap.memory_pressure;
    for (int generation = 0; generation <= figures.generation; generation++) figures.counts[generation]++;
    figures.background_count += heap.plan == Plan::EndCycle;
    figures.total_pause_ns += pause.end_ns - pause.start_ns;
    adapt_base(pause, handed_out);
    if (!g_in_no_gc_region) choose_budget();
    figures.old_garbage.handed_out(handed_out);
    if (scope_of(heap.plan) == Scope::Full) {
        figures.old_garbage.collected(lived_before, heap.live_bytes, heap.moved_blocks != 0);
        g_figures.has_unmoved_holes = heap.plan == Plan::EndCycle;
        choose_full_threshold();
        figures.most_in_use_before = std::exchange(figures.most_in_use, 0);
    }
    if (figures.reason == CollectReason::NoGcRegion && g_region.request != nullptr)
        begin_region(heap, *std::exchange(g_region.request, nullptr));
    give_back_memory(mode);
    figures.last_end_ns = pause.end_ns;
    fill_record(pause);
    if (heap.trace) trace(pause);
}

void policy_give_back_when_idle() {
    if (options().GCRetainVM) return;
    Heap& heap = gc::heap();
    for (size_t before = SIZE_MAX;;) {
        LockGuard guard(heap.lock);
        if (heap.space.free_bytes() >= before) return;
        before = heap.space.free_bytes();
        heap.space.decommit_free(0, heap.collections.load(), most_decommitted);
    }
}

bool policy_budget_is_for_callback() {
    if (!g_in_no_gc_region) return false;
    FinalizerWork* callback = nullptr;
    {
        LockGuard guard(heap().lock);
        if (g_region.callback != nullptr) callback = take_callback();
    }
    if (callback != nullptr) queue_finalizer_work(callback);
    return callback != nullptr;
}

bool policy_wants_collection(CollectMode mode) {
    Heap& heap = gc::heap();
    return mode != CollectMode::Optimized || heap.allocated_since_collection.load() > heap.budget.load() / 4;
}

// ---- figures

int64_t collection_count(int generation) {
    if (generation < 0 || generation > max_generation) return 0;
    return __atomic_load_n(&g_figures.counts[generation], __ATOMIC_RELAXED);
}

int64_t background_collection_count() {
    return __atomic_load_n(&g_figures.background_count, __ATOMIC_RELAXED);
}

uint64_t total_allocated_bytes_approximate() {
    LockGuard guard(heap().lock);
    return heap().published_allocated();
}

uint64_t thread_allocated_bytes() {
    return t_alloc.allocated_bytes();
}

uint64_t total_memory() {
    LockGuard guard(heap().lock);
    return heap().live_bytes + allocated_since_last_collection(heap());
}

uint64_t generation_size(int generation) {
    LockGuard guard(heap().lock);
    switch (generation) {
        case 0:
            return allocated_since_last_collection(heap());
        case 2:
            return heap().live.small_bytes;
        case 3:
            return heap().live.large_bytes;
        case 4:
            return heap().live.pinned_heap_bytes;
        default:
            return 0;
    }
}

uint64_t generation_budget(int generation) {
    return generation == 0 ? heap().budget.load() : 0;
}

int64_t total_pause_duration_100ns() {
    return static_cast<int64_t>(__atomic_load_n(&g_figures.total_pause_ns, __ATOMIC_RELAXED) / 100);
}

int last_percent_time_in_gc() {
    return static_cast<int>(g_figures.last_percent / 100);
}

MemoryInfo memory_info(MemoryInfoKind kind) {
    Record record{};
    {
        LockGuard guard(heap().lock);
        record = g_figures.last[static_cast<size_t>(kind)];
    }
    PhysicalMemory memory = physical_memory();
    if (!record.valid) {
        uint64_t total = heap().hard_limit != 0 ? heap().hard_limit : memory.total_bytes;
        record.info.high_memory_load_threshold_bytes = high_memory_threshold(memory);
        record.info.total_available_memory_bytes = static_cast<int64_t>(total);
        return record.info;
    }
    record.info.memory_load_bytes = static_cast<int64_t>(memory.total_bytes - memory.available_bytes);
    return record.info;
}

// Not rounded up to 8: what CoreCLR compares with its threshold.
static size_t exact_size(const Object* object) {
    const MethodTable* method_table = object->method_table;
    if (!method_table->has_component_size()) return method_table->base_size;
    return method_table->base_size +
           size_t{method_table->component_size()} * static_cast<const ArrayObject*>(object)->length;
}

int generation_of(const Object* object) {
    Space& space = heap().space;
    if (!space.contains(object)) return INT32_MAX;
    size_t block = space.block_of(object);
    if (space.info(block).pinned) return max_generation;
    if (space.kind(block) == BlockKind::LargeHead && exact_size(object) >= large_object_threshold)
        return max_generation;
    if (!space.is_marked(object)) return 0;
    return space.is_old(object) ? 2 : 1;
}

uint64_t segment_size() {
    return heap().space.size_bytes();
}

// ---- settings

void add_memory_pressure(uint64_t bytes) {
    Heap& heap = gc::heap();
    uint64_t pressure = heap.memory_pressure.fetch_add(bytes) + bytes;
    uint64_t before = heap.pressure_at_collection;
    if (pressure > before + std::max(least_pressure, before / 2 + heap.live_bytes)) {
        collect(max_generation, CollectReason::MemoryPressure);
    }
}

void remove_memory_pressure(uint64_t bytes) {
    std::atomic<uint64_t>& pressure = heap().memory_pressure;
    uint64_t now = pressure.load();
    while (!pressure.compare_exchange_weak(now, now - std::min(now, bytes))) {
    }
}

LatencyMode latency_mode() {
    return g_in_no_gc_region ? LatencyMode::NoGcRegion : g_figures.latency;
}

bool set_latency_mode(LatencyMode mode) {
    if (g_in_no_gc_region) return false;
    bool known = true;
    if (mode == LatencyMode::LowLatency) known = !options().gcServer;
    if (mode == LatencyMode::SustainedLowLatency) known = options().gcConcurrent;
    if (known) g_figures.latency = mode;
    return true;
}

int64_t high_memory_percent() {
    int64_t wanted = options().GCHighMemPercent;
    return wanted != 0 ? std::clamp<int64_t>(wanted, 1, 99) : 100 - free_percent_wanted();
}

uint64_t hard_limit() {
    return heap().hard_limit;
}

uint64_t largest_budget() {
    return largest_base_budget;
}

int loh_compaction_mode() {
    return g_figures.loh_compaction;
}
void set_loh_compaction_mode(int mode) {
    g_figures.loh_compaction = mode;
}

StartNoGcStatus start_no_gc_region(uint64_t total_bytes) {
    if (end_no_gc_region() == EndNoGcStatus::Succeeded) return StartNoGcStatus::AlreadyInProgress;
    NoGcRequest request{.total_bytes = total_bytes, .status = StartNoGcStatus::Succeeded};
    {
        LockGuard guard(heap().lock);
        if (g_region.request != nullptr) return StartNoGcStatus::AlreadyInProgress;
        g_region.request = &request;
    }
    collect(max_generation, CollectReason::NoGcRegion);
    return request.status;
}

EndNoGcStatus end_no_gc_region() {
    FinalizerWork* abandoned = nullptr;
    {
        LockGuard guard(heap().lock);
        if (!g_in_no_gc_region.exchange(false)) return EndNoGcStatus::NotInProgress;
        abandoned = std::exchange(g_region.callback, nullptr);
        choose_budget();
    }
    if (abandoned != nullptr) {
        abandoned->abandoned = true;
        queue_finalizer_work(abandoned);
    }
    return EndNoGcStatus::Succeeded;
}

NoGcCallbackStatus set_no_gc_region_callback(FinalizerWork* work, uint64_t total_bytes) {
    LockGuard guard(heap().lock);
    if (!g_in_no_gc_region) return NoGcCallbackStatus::NotInProgress;
    if (g_region.callback != nullptr) return NoGcCallbackStatus::AlreadyRegistered;
    if (total_bytes > g_region.budget) return NoGcCallbackStatus::InsufficientBudget;
    g_region.callback = work;
    heap().budget = total_bytes;
    return NoGcCallbackStatus::Succeeded;
}

RefreshLimitStatus refresh_memory_limit(uint64_t hard_limit, uint64_t hard_limit_percent) {
    Heap& heap = gc::heap();
    LockGuard guard(heap.lock);
    g_figures.memory = physical_memory();
    uint64_t limit = 0;
    if (hard_limit != UINT64_MAX) {
        limit = hard_limit;
    } else if (hard_limit_percent != UINT64_MAX) {
        if (hard_limit_percent > 100) return RefreshLimitStatus::HardLimitInvalid;
        limit = g_figures.memory.total_bytes * hard_limit_percent / 100;
    } else {
        limit = hard_limit_from_options(g_figures.memory);
    }
    if (limit != 0 && limit < heap.space.committed_bytes()) return RefreshLimitStatus::HardLimitTooLow;
    set_hard_limit(limit);
    choose_budget();
    return RefreshLimitStatus::Succeeded;
}

}  // namespace celer::gc
