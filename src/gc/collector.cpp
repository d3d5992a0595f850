// A collection: the list of its phases, and who runs it.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

#include "base/lock.h"
#include "base/options.h"
#include "base/upcalls.h"
#include "gc/cards.h"
#include "gc/census.h"
#include "gc/evacuation.h"
#include "gc/finalization.h"
#include "gc/heap_state.h"
#include "gc/marker.h"
#include "gc/statistics.h"
#include "platform/activity.h"
#include "platform/memory.h"

namespace celer::gc {

Heap* g_heap;

namespace {

Marker* g_marker;  // of the collection under way

void ended(PausePart part) {
    heap().parts.ended(part, monotonic_time_ns());
}

// In their places, if anything moves in this collection.
void hold(const Object* const* objects, size_t count) {
    Evacuation* evacuation = heap().evacuation;
    if (evacuation == nullptr) return;
    for (size_t i = 0; i < count; i++) evacuation->hold(objects[i]);
}

void mark_from_roots(Heap& heap, Marker& marker, const void* stack_low) {
    RootVisitor visitor(marker, stack_low);
    if (scope_of(heap.plan) == Scope::Young) marker.set_beside(heap.cycle.marker());
    for (RootSource* source : heap.root_sources) source->visit_roots(visitor);
    mark_strong_handles(marker);
    mark_finalization_queue(marker);
    marker.set_beside(nullptr);
    ended(PausePart::Roots);
    if (heap.plan == Plan::Full) {
        heap.team.mark(marker, MarkingLimit());
    } else if (heap.team.mark_from_logged(marker)) {
        heap.cycle.stored_to();
    }
    marker.drain();
    ended(PausePart::Marking);
    mark_dependents(marker);
}

void mark_and_sweep(Heap& heap, const void* stack_low) {
    Scope scope = scope_of(heap.plan);
    Marker marker(heap, scope, scope == Scope::Young ? heap.live : LiveSizes());
    marker.exchange_stack(heap.pause_stack);
    g_marker = &marker;
    if (heap.plan == Plan::EndCycle) {
        heap.cycle.end(marker);
    } else {
        begin_marking(scope);
    }
    flush_contexts_for_collection();
    heap.native_pairs.clear();
    if (g_upcalls.native_references != nullptr) g_upcalls.native_references->collection_begins(heap.native_pairs);
    mark_from_roots(heap, marker, stack_low);
    if (g_upcalls.native_references != nullptr) g_upcalls.native_references->marked();
    clear_dead_handles(HandleKind::WeakShort);
    queue_dead_finalizables(marker);
    marker.drain();
    mark_dependents(marker);
    clear_dead_handles(HandleKind::WeakLong);
    clear_dead_handles(HandleKind::RefCounted);
    clear_dead_handles(HandleKind::Dependent);
    settle_handles();
    for (RootSource* source : heap.root_sources) source->clear_dead();
    if (g_upcalls.native_references != nullptr) g_upcalls.native_references->collection_ends();
    keep_carried_buffers();
    heap.live = marker.live_sizes();
    g_marker = nullptr;
    marker.exchange_stack(heap.pause_stack);
    heap.pause_stack.trim();
    ended(PausePart::Weak);
    if (heap.evacuation != nullptr) heap.evacuation->run();
    ended(PausePart::Moving);
    settle_cards();
    heap.plan == Plan::EndCycle ? leave_unswept() : sweep(scope);
    ended(PausePart::Sweeping);
}

void verify_after_collection(Heap& heap) {
    size_t faults = heap.verify ? verify_heap() : 0;
    if (heap.store_check != nullptr) faults += heap.store_check->after_collection();
    if (faults != 0)
        CELER_PANIC("the heap is damaged after collection %u: %zu faults", heap.collections.load(), faults);
}

[[gnu::noinline]] void collect_stopped(Heap& heap, int generation, CollectReason reason, CollectMode mode,
                                       uint64_t start_ns) {
    LockGuard guard(heap.lock);
    heap.cycle.wait_until_it_stands();
    uint64_t work_start_ns = thread_time_ns();
    heap.collections++;
    heap.plan = policy_plan(reason, generation, mode);
    if (heap.plan == Plan::BeginCycle) heap.cycle.begin(heap);
    if (heap.plan == Plan::Full) heap.cycle.abandon();
    if (heap.plan >= Plan::EndCycle) finish_sweep();
    heap.parts.begin(start_ns);
    ended(PausePart::Stopping);
    if (heap.store_check != nullptr) heap.store_check->before_collection();
    std::optional<Evacuation> evacuation;
    heap.moved_blocks = 0;
    std::unique_ptr<SparseBlocks> chosen;  // references to them are noted until all is marked, whether they move or not
    if (heap.plan == Plan::EndCycle) chosen = heap.cycle.take_what_moves();
    if ((chosen != nullptr && policy_may_move_beside()) || policy_wants_evacuation(reason, mode))
        heap.evacuation = &evacuation.emplace(heap, std::move(chosen));
    policy_before_collection(reason, generation);
    // This frame lies below the caller's, which holds all callee-saved registers.
    mark_and_sweep(heap, __builtin_frame_address(0));
    if (heap.plan == Plan::BeginCycle) heap.cycle.choose_what_moves(heap);
    heap.cycle.keep_pace(heap);
    ended(PausePart::Pace);
    policy_after_collection(mode, {start_ns, monotonic_time_ns(), thread_time_ns() - work_start_ns});
    heap.evacuation = nullptr;
    verify_after_collection(heap);
    if (heap.plan == Plan::Full && options().GCTypes > 0) print_census(static_cast<size_t>(options().GCTypes));
    heap.cycle.go_on(heap);
}

[[gnu::noinline]] void collect_with_registers_spilled(Heap& heap, int generation, CollectReason reason,
                                                      CollectMode mode) {
    __builtin_unwind_init();
    if (policy_is_full_due(reason)) notify_full_collection_begins();
    uint64_t start_ns = monotonic_time_ns();
    heap.cycle.ask_to_stand();
    heap.controller->stop_the_world();
    collect_stopped(heap, generation, reason, mode, start_ns);
    heap.controller->resume_the_world();
    asm volatile("" ::: "memory");  // no tail call: the frame must stay
}

void take_collect_lock(Heap& heap) CELER_ACQUIRE(heap.collect_lock) {
    if (heap.collect_lock.try_lock()) return;
    bool token = heap.controller->enter_safe_region();
    heap.collect_lock.lock();
    heap.controller->leave_safe_region(token);
}

}  // namespace

void initialize(WorldController& controller) {
    CELER_ASSERT(g_heap == nullptr, "the heap is initialised once");
    g_heap = new Heap;
    g_heap->controller = &controller;
    size_t size = policy_reserve_bytes();
    while (!g_heap->space.initialize(size)) {
        size /= 2;
        if (size < (size_t{64} << 20)) {
            std::fprintf(stderr, "GC heap initialization failed: no address space for the heap\n");
            std::abort();
        }
    }
    g_barrier = g_heap->space.cards().cells(g_heap->space.size_bytes());
    policy_initialize();
}

void add_root_source(RootSource& source) {
    LockGuard guard(heap().lock);
    heap().root_sources.push_back(&source);
}

void collect(int generation, CollectReason reason, CollectMode mode) {
    Heap& heap = gc::heap();
    if (generation < 0 || generation > max_generation) generation = max_generation;
    if (reason == CollectReason::Induced && !policy_wants_collection(mode)) return;
    uint32_t seen = heap.collections.load(std::memory_order_relaxed);
    take_collect_lock(heap);
    bool done_by_another = heap.collections.load(std::memory_order_relaxed) != seen;
    bool is_unwanted = reason == CollectReason::Stress && latency_mode() == LatencyMode::NoGcRegion;
    bool is_needed = reason != CollectReason::Budget && reason != CollectReason::OutOfMemory;
    bool is_due = !is_unwanted && (is_needed || !done_by_another);
    if (is_due) {
        ActivityScope collecting(Activity::Collecting);
        collect_with_registers_spilled(heap, generation, reason, mode);
    }
    bool was_full = is_due && scope_of(heap.plan) == Scope::Full;
    heap.collect_lock.unlock();
    if (!is_due) return;
    wake_finalizer_if_pending();
    if (was_full && reason != CollectReason::Induced) notify_full_collection_complete();
}

uint64_t total_allocated_bytes_precise() {
    Heap& heap = gc::heap();
    take_collect_lock(heap);
    heap.controller->stop_the_world();
    uint64_t total = heap.total_allocated();
    heap.controller->resume_the_world();
    heap.collect_lock.unlock();
    return total;
}

// ---- RootVisitor

void RootVisitor::exact(Object* const* slot) {
    marker_.mark(*slot);
}

void RootVisitor::exact_range(Object* const* begin, size_t count) {
    hold(begin, count);
    marker_.mark_slots(begin, count);
}

void RootVisitor::by_layout(const void* base, const GcLayout* layout, uint32_t bias) {
    if (layout == nullptr) return;
    const uint8_t* from = static_cast<const uint8_t*>(base) - bias;
    for (uint32_t i = 0; i < layout->series_count; i++) {
        const GcSeries& series = layout->series[i];
        exact_range(reinterpret_cast<Object* const*>(from + series.offset), series.slot_count);
    }
}

__attribute__((no_sanitize("address", "thread"))) void RootVisitor::conservative_range(const void* low,
                                                                                       const void* high) {
    uintptr_t begin = (reinterpret_cast<uintptr_t>(low) + 7) & ~uintptr_t{7};
    auto* end = reinterpret_cast<const uintptr_t*>(reinterpret_cast<uintptr_t>(high) & ~uintptr_t{7});
    for (auto* word = reinterpret_cast<const uintptr_t*>(begin); word < end; word++) marker_.mark_conservative(*word);
}

__attribute__((no_sanitize("address", "thread"))) void RootVisitor::interrupted_range(const void* low,
                                                                                      const void* high) {
    uintptr_t begin = (reinterpret_cast<uintptr_t>(low) + 7) & ~uintptr_t{7};
    auto* end = reinterpret_cast<const uintptr_t*>(reinterpret_cast<uintptr_t>(high) & ~uintptr_t{7});
    for (auto* word = reinterpret_cast<const uintptr_t*>(begin); word < end; word++) marker_.mark_interrupted(*word);
}

bool RootVisitor::wants_old() const {
    return gc::wants_old(heap().plan);
}

bool Liveness::is_complete() {
    return scope_of(heap().plan) == Scope::Full;
}

// Who asks has the object's address.
bool Liveness::is_live(const Object* object) {
    if (!is_found(object)) return false;
    hold(&object, 1);
    return true;
}

bool is_found(const Object* object) {
    return object == nullptr || g_marker->is_live(object);
}

uint32_t collection_number() {
    return heap().collections.load(std::memory_order_relaxed);
}

// ---- addresses

Object* find_object(uintptr_t address) {
    return heap().space.find_object(address);
}

void* register_frozen_segment(void* address, size_t size_bytes) {
    Heap& heap = gc::heap();
    LockGuard guard(heap.lock);
    auto* begin = static_cast<uint8_t*>(address);
    heap.frozen_segments.push_back({begin, begin + size_bytes});
    return address;
}

void unregister_frozen_segment(void* handle) {
    Heap& heap = gc::heap();
    LockGuard guard(heap.lock);
    std::erase_if(heap.frozen_segments, [&](const Range& range) { return range.begin == handle; });
}

}  // namespace celer::gc
