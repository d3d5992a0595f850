// Where the process spends its processor time, by what the engine is doing (option Stats, docs/stats.md). A thread is
// in one activity at a time: to enter another one stops the clock of the first, so no time is counted twice.
#pragma once

#include <cstddef>
#include <cstdint>

namespace celer {

enum class Activity : uint8_t {
#define CELER_ACTIVITY(name, json, text) name,
#include "platform/activities.def"
#undef CELER_ACTIVITY
    Count
};
inline constexpr auto activity_count = static_cast<size_t>(Activity::Count);

struct ActivityTime {
    uint64_t time_ns;  // of processors; of Running nothing is counted: it is what is left
    uint64_t entries;
};

// Before other threads run: from now on time is counted.
void count_activities();
ActivityTime time_of(Activity activity);     // of all threads, until now or their last change of activity
uint64_t process_time_before_counting_ns();  // of processors

Activity current_activity();  // of the calling thread; also in signal handlers
// Returns the activity of the calling thread until now, to be entered again.
Activity enter_activity(Activity activity);
void return_to_activity(Activity activity);

class ActivityScope {
  public:
    explicit ActivityScope(Activity activity) : previous_(enter_activity(activity)) {}
    ~ActivityScope() { return_to_activity(previous_); }
    ActivityScope(const ActivityScope&) = delete;
    ActivityScope& operator=(const ActivityScope&) = delete;

  private:
    Activity previous_;
};

namespace activity_state {
extern bool g_counts;
Activity change(Activity activity);  // returns the one before
void count_entry(Activity activity);
}  // namespace activity_state

inline bool counts_activities() {
    return activity_state::g_counts;
}

inline Activity enter_activity(Activity activity) {
    if (!activity_state::g_counts) [[likely]]
        return Activity::Running;
    activity_state::count_entry(activity);
    return activity_state::change(activity);
}

inline void return_to_activity(Activity activity) {
    if (activity_state::g_counts) [[unlikely]]
        activity_state::change(activity);
}

}  // namespace celer
