// Full-collection notifications (GC.RegisterForFullGCNotification). As on CoreCLR they exist only without concurrent
// collection.

#include "base/lock.h"
#include "gc/heap_state.h"
#include "platform/memory.h"

namespace celer::gc {

namespace {

struct Notifications {
    Lock lock{LockRank::GcNotifications};
    WaitCondition changed;
    bool registered = false;
    uint64_t registration = 0;
    uint64_t begun = 0;  // collections begun and completed since the registration
    uint64_t completed = 0;
    uint64_t begun_seen = 0;  // what the waiters have been told of
    uint64_t completed_seen = 0;
};

Notifications& notifications() {
    static Notifications* instance = new Notifications;
    return *instance;
}

NotificationStatus wait(uint64_t Notifications::* count, uint64_t Notifications::* seen, int timeout_ms) {
    Notifications& state = notifications();
    LockGuard guard(state.lock);
    if (!state.registered) return NotificationStatus::NotApplicable;
    uint64_t registration = state.registration;
    uint64_t end_ns = monotonic_time_ns() + static_cast<uint64_t>(timeout_ms) * 1'000'000;
    bool in_time = true;
    while (state.registered && state.registration == registration && state.*count == state.*seen && in_time) {
        if (timeout_ms < 0)
            state.changed.wait(state.lock);
        else
            in_time = state.changed.wait_until(state.lock, end_ns);
    }
    bool is_canceled = !state.registered || state.registration != registration;
    if (is_canceled) return NotificationStatus::Canceled;
    if (state.*count == state.*seen) return NotificationStatus::Timeout;
    state.*seen = state.*count;
    return NotificationStatus::Succeeded;
}

void notify(uint64_t Notifications::* count) {
    Notifications& state = notifications();
    LockGuard guard(state.lock);
    if (!state.registered) return;
    (state.*count)++;
    state.changed.notify_all();
}

}  // namespace

bool register_full_gc_notification(int, int) {
    Notifications& state = notifications();
    LockGuard guard(state.lock);
    state.registered = true;
    state.registration++;
    state.begun = state.begun_seen = state.completed = state.completed_seen = 0;
    return true;
}

bool cancel_full_gc_notification() {
    Notifications& state = notifications();
    LockGuard guard(state.lock);
    state.registered = false;
    state.changed.notify_all();
    return true;
}

NotificationStatus wait_for_full_gc_approach(int timeout_ms) {
    return wait(&Notifications::begun, &Notifications::begun_seen, timeout_ms);
}

NotificationStatus wait_for_full_gc_complete(int timeout_ms) {
    return wait(&Notifications::completed, &Notifications::completed_seen, timeout_ms);
}

void notify_full_collection_begins() {
    notify(&Notifications::begun);
}
void notify_full_collection_complete() {
    notify(&Notifications::completed);
}

}  // namespace celer::gc
