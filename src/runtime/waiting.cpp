#include "runtime/waiting.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>

#include "base/lock.h"
#include "platform/memory.h"

namespace celer {

struct Waiter;

struct WaitNode {  // one object of one wait, in the object's queue
    Waiter* waiter;
    WaitObject* object;
    int32_t index;
    WaitNode* next;
    WaitNode* previous;
};

struct Waiter {  // on the waiting thread's stack
    Thread* thread;
    WaitNode* nodes;
    int32_t node_count;
    bool all;
    int32_t result;
    std::atomic<uint32_t> done;
};

namespace {

constinit Lock g_lock(LockRank::Waits);
WaitObject* g_named;

bool is_available(const WaitObject& object, const Thread& thread) {
    if (object.kind == WaitKind::Mutex) return object.owner_id == 0 || object.owner_id == thread.managed_id;
    return object.count > 0;
}

// Takes the object for the thread; true if it was an abandoned mutex.
bool take(WaitObject& object, Thread& thread) {
    switch (object.kind) {
        case WaitKind::ManualResetEvent:
            return false;
        case WaitKind::AutoResetEvent:
            object.count = 0;
            return false;
        case WaitKind::Semaphore:
            object.count--;
            return false;
        case WaitKind::Mutex:
            break;
    }
    if (object.owner_id == thread.managed_id) {
        object.recursion++;
        return false;
    }
    object.owner_id = thread.managed_id;
    object.recursion = 1;
    object.next_owned = static_cast<WaitObject*>(thread.owned_mutexes);
    thread.owned_mutexes = &object;
    bool was_abandoned = object.abandoned;
    object.abandoned = false;
    return was_abandoned;
}

// Ends the wait if it can end now. Lock held.
bool try_finish(Waiter& waiter) {
    if (waiter.all) {
        for (int32_t i = 0; i < waiter.node_count; i++) {
            if (!is_available(*waiter.nodes[i].object, *waiter.thread)) return false;
        }
        waiter.result = 0;
        for (int32_t i = 0; i < waiter.node_count; i++) {
            if (take(*waiter.nodes[i].object, *waiter.thread)) waiter.result = wait_abandoned + i;
        }
        return true;
    }
    for (int32_t i = 0; i < waiter.node_count; i++) {
        if (!is_available(*waiter.nodes[i].object, *waiter.thread)) continue;
        waiter.result = take(*waiter.nodes[i].object, *waiter.thread) ? wait_abandoned + i : i;
        return true;
    }
    return false;
}

void enqueue(WaitNode& node, bool in_front) {
    WaitObject& object = *node.object;
    node.previous = in_front ? nullptr : object.last;
    node.next = in_front ? object.first : nullptr;
    (node.previous != nullptr ? node.previous->next : object.first) = &node;
    (node.next != nullptr ? node.next->previous : object.last) = &node;
}

void dequeue(WaitNode& node) {
    WaitObject& object = *node.object;
    (node.previous != nullptr ? node.previous->next : object.first) = node.next;
    (node.next != nullptr ? node.next->previous : object.last) = node.previous;
}

void finish(Waiter& waiter) {
    for (int32_t i = 0; i < waiter.node_count; i++) dequeue(waiter.nodes[i]);
    waiter.done.store(1);
    futex_wake(waiter.done, 1);
}

// The object may have become available: serve its waiters in order.
void serve(WaitObject& object) {
    WaitNode* node = object.first;
    while (node != nullptr) {
        WaitNode* next = node->next;
        bool exhausted = object.kind == WaitKind::Mutex ? object.owner_id != 0 : object.count <= 0;
        if (exhausted) return;
        bool finished = node->waiter->done.load() != 0;  // by an earlier node: it waits for the object twice
        if (!finished && try_finish(*node->waiter)) finish(*node->waiter);
        node = next;
    }
}

WaitObject* find_named(const char16_t* name) {
    if (name == nullptr || *name == 0) return nullptr;
    for (WaitObject* object = g_named; object != nullptr; object = object->next_named) {
        if (object->name == name) return object;
    }
    return nullptr;
}

bool same_family(WaitKind a, WaitKind b) {
    auto family = [](WaitKind kind) { return kind == WaitKind::ManualResetEvent ? WaitKind::AutoResetEvent : kind; };
    return family(a) == family(b);
}

WaitObject* create(WaitKind kind, int32_t count, int32_t maximum, const char16_t* name, bool& created) {
    g_lock.lock();
    WaitObject* object = find_named(name);
    created = object == nullptr;
    if (object != nullptr) {
        if (same_family(object->kind, kind)) {
            object->references++;
        } else {
            object = nullptr;
        }
    } else {
        object = new WaitObject{
            kind, count, maximum, 0, 0, false, 1, nullptr, nullptr, name != nullptr ? name : u"", nullptr, nullptr};
        if (!object->name.empty()) {
            object->next_named = g_named;
            g_named = object;
        }
    }
    g_lock.unlock();
    return object;
}

void forget_owned(Thread& thread, WaitObject* object) {
    auto* owned = static_cast<WaitObject*>(thread.owned_mutexes);
    if (owned == object) {
        thread.owned_mutexes = object->next_owned;
        return;
    }
    for (; owned != nullptr; owned = owned->next_owned) {
        if (owned->next_owned == object) {
            owned->next_owned = object->next_owned;
            return;
        }
    }
}

// Sleeps until the waiter is done, the deadline passes or the thread is interrupted. Native mode, no lock.
void sleep_until_done(Thread& thread, Waiter& waiter, const Deadline& deadline) {
    while (waiter.done.load() == 0) {
        if (thread.interrupt_requested.load()) return;
        if (futex_sleep(waiter.done, 0, deadline) == WakeReason::TimedOut) return;
    }
}

}  // namespace

Deadline::Deadline(int32_t timeout_ms)
    : forever(timeout_ms < 0),
      at_ns(forever ? 0 : monotonic_time_ns() + static_cast<uint64_t>(timeout_ms) * 1'000'000) {}

bool Deadline::passed() const {
    return !forever && monotonic_time_ns() >= at_ns;
}

WakeReason futex_sleep(std::atomic<uint32_t>& word, uint32_t expected, const Deadline& deadline) {
    // The kernel sleeps for a while even if the time has passed.
    if (deadline.passed()) return WakeReason::TimedOut;
    timespec at{static_cast<time_t>(deadline.at_ns / 1'000'000'000), static_cast<long>(deadline.at_ns % 1'000'000'000)};
    long result = syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, expected, deadline.forever ? nullptr : &at,
                          nullptr, FUTEX_BITSET_MATCH_ANY);
    return result != 0 && errno == ETIMEDOUT ? WakeReason::TimedOut : WakeReason::Woken;
}

void futex_wake(std::atomic<uint32_t>& word, uint32_t count) {
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, count > INT_MAX ? INT_MAX : static_cast<int>(count), nullptr, nullptr,
            0);
}

WaitObject* create_event(bool manual_reset, bool signaled, const char16_t* name, bool& created) {
    return create(manual_reset ? WaitKind::ManualResetEvent : WaitKind::AutoResetEvent, signaled ? 1 : 0, 1, name,
                  created);
}

WaitObject* create_semaphore(int32_t initial, int32_t maximum, const char16_t* name, bool& created) {
    return create(WaitKind::Semaphore, initial, maximum, name, created);
}

WaitObject* create_mutex(Thread& thread, bool owned, const char16_t* name, bool& created) {
    WaitObject* object = create(WaitKind::Mutex, 0, 1, name, created);
    if (object != nullptr && owned && created) {
        g_lock.lock();
        take(*object, thread);
        g_lock.unlock();
    }
    return object;
}

WaitObject* open_mutex(const char16_t* name) {
    g_lock.lock();
    WaitObject* object = find_named(name);
    if (object != nullptr && object->kind == WaitKind::Mutex) {
        object->references++;
    } else {
        object = nullptr;
    }
    g_lock.unlock();
    return object;
}

void release_reference(WaitObject* object) {
    g_lock.lock();
    bool last = --object->references == 0;
    if (last) {
        for (WaitObject** link = &g_named; *link != nullptr; link = &(*link)->next_named) {
            if (*link == object) {
                *link = object->next_named;
                break;
            }
        }
        last = object->first == nullptr && object->owner_id == 0;  // a held mutex stays; its thread's end frees it
    }
    g_lock.unlock();
    if (last) delete object;
}

void set_event(WaitObject* object) {
    g_lock.lock();
    object->count = 1;
    serve(*object);
    g_lock.unlock();
}

void reset_event(WaitObject* object) {
    g_lock.lock();
    object->count = 0;
    g_lock.unlock();
}

bool release_semaphore(WaitObject* object, int32_t count, int32_t* previous) {
    g_lock.lock();
    bool fits = count > 0 && count <= object->maximum - object->count;
    if (previous != nullptr) *previous = object->count;
    if (fits) {
        object->count += count;
        serve(*object);
    }
    g_lock.unlock();
    return fits;
}

bool release_mutex(Thread& thread, WaitObject* object) {
    g_lock.lock();
    bool owned = object->owner_id == thread.managed_id;
    if (owned && --object->recursion == 0) {
        object->owner_id = 0;
        forget_owned(thread, object);
        serve(*object);
    }
    g_lock.unlock();
    return owned;
}

void abandon_mutexes(Thread& thread) {
    g_lock.lock();
    auto* object = static_cast<WaitObject*>(thread.owned_mutexes);
    thread.owned_mutexes = nullptr;
    while (object != nullptr) {
        WaitObject* next = object->next_owned;
        object->owner_id = 0;
        object->recursion = 0;
        object->abandoned = true;
        if (object->references == 0) {
            delete object;
        } else {
            serve(*object);
        }
        object = next;
    }
    g_lock.unlock();
}

namespace {

// Not inlined: a collection scans the stack of a thread that waits from the frame that entered Native mode upwards, so
// what this one's unused parts hold is no root.
[[gnu::noinline]] int32_t wait_in_native_mode(Thread& thread, WaitObject* const* objects, int32_t count, bool all,
                                              int32_t timeout_ms, bool prioritized) {
    if (take_interrupt(thread)) return wait_interrupted;
    auto* nodes = static_cast<WaitNode*>(__builtin_alloca(sizeof(WaitNode) * static_cast<size_t>(count)));
    Waiter waiter{&thread, nodes, count, all, wait_timed_out, 0};
    for (int32_t i = 0; i < count; i++) nodes[i] = WaitNode{&waiter, objects[i], i, nullptr, nullptr};
    Deadline deadline(timeout_ms);
    g_lock.lock();
    bool finished = try_finish(waiter);
    if (!finished && timeout_ms != 0) {
        for (int32_t i = 0; i < count; i++) enqueue(nodes[i], prioritized);
        g_lock.unlock();
        {
            SleepScope sleep(thread, &waiter.done);
            sleep_until_done(thread, waiter, deadline);
        }
        g_lock.lock();
        finished = waiter.done.load() != 0;
        if (!finished) {
            for (int32_t i = 0; i < count; i++) dequeue(nodes[i]);
            waiter.result = take_interrupt(thread) ? wait_interrupted : wait_timed_out;
        }
    }
    g_lock.unlock();
    return waiter.result;
}

}  // namespace

int32_t wait_for_objects(Thread& thread, WaitObject* const* objects, int32_t count, bool all, int32_t timeout_ms,
                         bool prioritized) {
    NativeScope native(thread);
    return wait_in_native_mode(thread, objects, count, all, timeout_ms, prioritized);
}

bool take_interrupt(Thread& thread) {
    return thread.interrupt_requested.load(std::memory_order_relaxed) && thread.interrupt_requested.exchange(false);
}

bool sleep_interruptible(Thread& thread, int32_t timeout_ms) {
    return wait_for_objects(thread, nullptr, 0, false, timeout_ms) != wait_interrupted;
}

}  // namespace celer
