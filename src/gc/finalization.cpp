#include "gc/finalization.h"

#include <deque>

#include "base/lock.h"
#include "gc/heap_state.h"
#include "gc/marker.h"

namespace celer::gc {

namespace {

// The list keeps memory for so many times the objects that were in it at the last collection.
constexpr size_t memory_factor = 4;
constexpr size_t least_kept = 1024;

struct Finalization {
    Lock lock{LockRank::Finalization};
    // In order of registration. Those that have outlived a collection are old, which one of young objects takes to
    // live.
    std::vector<Object*> old;
    std::vector<Object*> fresh;    // since the last collection
    std::deque<Object*> queue;     // unreachable; their finalizers are due
    std::deque<Object*> critical;  // run after those of `queue`
    std::deque<FinalizerWork*> other_work;
    WaitCondition work;
    WaitCondition idle_changed;
    bool idle = true;
    uint64_t queued = 0;  // objects, so far
    uint64_t passes = 0;  // how often the finalizer thread has become idle

    bool empty() const { return queue.empty() && critical.empty() && other_work.empty(); }
};

// Made at first use: a heap without finalizable objects has none.
Finalization& finalization() {
    static Finalization* instance = new Finalization;
    return *instance;
}

bool take_suppression(Object* object) {
    uint32_t before = __atomic_fetch_and(&object->header(), ~object_header::finalizer_run, __ATOMIC_RELAXED);
    return before & object_header::finalizer_run;
}

}  // namespace

void register_for_finalization(Object* object) {
    Finalization& state = finalization();
    LockGuard guard(state.lock);
    state.fresh.push_back(object);
}

void suppress_finalize(Object* object) {
    __atomic_fetch_or(&object->header(), object_header::finalizer_run, __ATOMIC_RELAXED);
}

void reregister_for_finalization(Object* object) {
    if (!take_suppression(object)) register_for_finalization(object);
}

Object* next_finalizable() {
    Finalization& state = finalization();
    LockGuard guard(state.lock);
    state.idle = false;
    while (!state.queue.empty() || !state.critical.empty()) {
        std::deque<Object*>& queue = state.queue.empty() ? state.critical : state.queue;
        Object* object = queue.front();
        queue.pop_front();
        if (!take_suppression(object)) return object;  // else suppressed after it was queued
    }
    return nullptr;
}

void wait_for_finalizable() {
    Finalization& state = finalization();
    LockGuard guard(state.lock);
    while (state.empty()) state.work.wait(state.lock);
    state.idle = false;
}

void wait_for_finalizable_until(uint64_t time_ns) {
    Finalization& state = finalization();
    LockGuard guard(state.lock);
    while (state.empty() && state.work.wait_until(state.lock, time_ns)) {
    }
}

void queue_finalizer_work(FinalizerWork* work) {
    work->scheduled = true;
    Finalization& state = finalization();
    LockGuard guard(state.lock);
    state.other_work.push_back(work);
    state.work.notify_all();
}

void run_finalizer_work() {
    Finalization& state = finalization();
    for (;;) {
        FinalizerWork* work = nullptr;
        {
            LockGuard guard(state.lock);
            if (state.other_work.empty()) return;
            work = state.other_work.front();
            state.other_work.pop_front();
        }
        work->run(work);
    }
}

void finalizers_idle() {
    Finalization& state = finalization();
    LockGuard guard(state.lock);
    state.idle = true;
    state.passes++;
    state.idle_changed.notify_all();
}

void wait_for_pending_finalizers() {
    Finalization& state = finalization();
    LockGuard guard(state.lock);
    // The pass under way may have looked at the queue before its last entry came; the one after it has not.
    uint64_t enough = state.passes + 2;
    while (!(state.empty() && state.idle) && state.passes < enough) state.idle_changed.wait(state.lock);
}

size_t finalization_pending_count() {
    Finalization& state = finalization();
    LockGuard guard(state.lock);
    return state.queue.size() + state.critical.size();
}

// ---- collection phases

void mark_finalization_queue(Marker& marker) {
    Finalization& state = finalization();
    LockGuard guard(state.lock);
    for (Object* object : state.queue) marker.mark_slots(&object, 1);
    for (Object* object : state.critical) marker.mark_slots(&object, 1);
}

// Takes those that have died out of the list. What is suppressed, or finalized at once, is not to be queued.
static void take_dead(std::vector<Object*>& list, Marker& marker, std::vector<Object*>& dead) {
    size_t before = list.size();
    std::erase_if(list, [&](Object* object) {
        if (marker.is_live(object)) return false;
        if (!heap().controller->finalize_at_once(object) && !take_suppression(object)) dead.push_back(object);
        return true;
    });
    if (list.capacity() > memory_factor * std::max(before, least_kept)) list.shrink_to_fit();
}

// Decides for all objects first and marks then: an object that only another finalizable object reaches is finalized as
// well.
void queue_dead_finalizables(Marker& marker) {
    Finalization& state = finalization();
    LockGuard guard(state.lock);
    std::vector<Object*> dead;
    if (scope_of(heap().plan) == Scope::Full) take_dead(state.old, marker, dead);
    take_dead(state.fresh, marker, dead);
    state.old.insert(state.old.end(), state.fresh.begin(), state.fresh.end());
    state.fresh.clear();
    for (Object* object : dead) {
        bool critical = heap().controller->has_critical_finalizer(object->method_table);
        (critical ? state.critical : state.queue).push_back(object);
        state.queued++;
        marker.mark_slots(&object, 1);
    }
}

void visit_finalizables(void (*visit)(void* context, Object** slot), void* context) {
    Finalization& state = finalization();
    LockGuard guard(state.lock);
    for (Object*& object : state.old) visit(context, &object);
    for (Object*& object : state.fresh) visit(context, &object);
    for (Object*& object : state.queue) visit(context, &object);
    for (Object*& object : state.critical) visit(context, &object);
}

uint64_t finalizables_queued() {
    Finalization& state = finalization();
    LockGuard guard(state.lock);
    return state.queued;
}

void wake_finalizer_if_pending() {
    Finalization& state = finalization();
    LockGuard guard(state.lock);
    if (!state.empty()) state.work.notify_all();
}

}  // namespace celer::gc
