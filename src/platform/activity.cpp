#include "platform/activity.h"

#include <atomic>

#include "platform/memory.h"

namespace celer {

namespace {

struct Total {
    std::atomic<uint64_t> time_ns;
    std::atomic<uint64_t> entries;
};

constinit Total g_totals[activity_count];
uint64_t g_before_counting_ns;
thread_local Activity t_activity __attribute__((tls_model("initial-exec"))) = Activity::Running;
thread_local uint64_t t_since_ns __attribute__((tls_model("initial-exec")));  // on the thread's clock

Total& total_of(Activity activity) {
    return g_totals[static_cast<size_t>(activity)];
}

}  // namespace

namespace activity_state {

constinit bool g_counts;

Activity change(Activity activity) {
    uint64_t now_ns = thread_time_ns();
    Activity previous = t_activity;
    if (previous != Activity::Running)
        total_of(previous).time_ns.fetch_add(now_ns - t_since_ns, std::memory_order_relaxed);
    t_activity = activity;
    t_since_ns = now_ns;
    return previous;
}

void count_entry(Activity activity) {
    total_of(activity).entries.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace activity_state

Activity current_activity() {
    return t_activity;
}

void count_activities() {
    g_before_counting_ns = process_time_ns();
    activity_state::g_counts = true;
}

ActivityTime time_of(Activity activity) {
    const Total& total = total_of(activity);
    return {total.time_ns.load(std::memory_order_relaxed), total.entries.load(std::memory_order_relaxed)};
}

uint64_t process_time_before_counting_ns() {
    return g_before_counting_ns;
}

}  // namespace celer
