// What GC.* and GCSettings report and set. Counters are approximate between collections unless the name says precise.
#pragma once

#include <cstddef>
#include <cstdint>

#include "object/object.h"

namespace celer::gc {

inline constexpr int max_generation = 2;
inline constexpr size_t large_object_threshold = 85000;  // reported as generation 2 at once

int64_t collection_count(int generation);  // GC.CollectionCount; generations above 2 report 0
int64_t background_collection_count();     // full ones beside the program that have ended
int generation_of(const Object* object);   // 0, 1, 2; frozen objects: INT32_MAX, as CoreCLR

uint64_t total_allocated_bytes_precise();  // stops the other threads for it
uint64_t total_allocated_bytes_approximate();
uint64_t thread_allocated_bytes();         // of the calling thread
uint64_t total_memory();                   // GC.GetTotalMemory(false): bytes in use
uint64_t generation_size(int generation);  // 0-2, 3 large objects, 4 pinned
uint64_t generation_budget(int generation);
int64_t total_pause_duration_100ns();  // TimeSpan ticks
int last_percent_time_in_gc();

struct GenerationInfo {
    int64_t size_before_bytes;
    int64_t fragmentation_before_bytes;
    int64_t size_after_bytes;
    int64_t fragmentation_after_bytes;
};

// Field for field System.GCMemoryInfoData after its object header.
struct MemoryInfo {
    int64_t high_memory_load_threshold_bytes;
    int64_t total_available_memory_bytes;
    int64_t memory_load_bytes;
    int64_t heap_size_bytes;
    int64_t fragmented_bytes;
    int64_t total_committed_bytes;
    int64_t promoted_bytes;
    int64_t pinned_objects_count;
    int64_t finalization_pending_count;
    int64_t index;
    int32_t generation;
    int32_t pause_time_percentage;  // hundredths of a percent
    uint8_t compacted;
    uint8_t concurrent;
    GenerationInfo generations[5];  // at the next multiple of 8
    int64_t pause_durations_100ns[2];
};
static_assert(offsetof(MemoryInfo, generations) == 96);
static_assert(sizeof(MemoryInfo) == 96 + 5 * 32 + 16);

enum class MemoryInfoKind : uint8_t { Any, Ephemeral, FullBlocking, Background };
inline constexpr size_t memory_info_kinds = 4;
MemoryInfo memory_info(MemoryInfoKind kind);

void add_memory_pressure(uint64_t bytes);  // may collect
void remove_memory_pressure(uint64_t bytes);

// GCLatencyMode's values.
enum class LatencyMode : uint8_t { Batch, Interactive, LowLatency, SustainedLowLatency, NoGcRegion };
LatencyMode latency_mode();
// As on CoreCLR, a server's collector knows no LowLatency and one that is not concurrent no SustainedLowLatency: the
// mode stays. False: a no-GC region is in progress.
bool set_latency_mode(LatencyMode mode);
// 1 default, 2 compact once: the next full collection that the program asks for is compacting. Large objects stay.
int loh_compaction_mode();
void set_loh_compaction_mode(int mode);

// A region ends by the call, by starting another, or by any collection; the callback is called before that in the place
// of one such end. Status values are CoreLib's.
enum class StartNoGcStatus : uint8_t { Succeeded = 0, NotEnoughMemory = 1, AlreadyInProgress = 3 };
enum class EndNoGcStatus : uint8_t { Succeeded, NotInProgress };
StartNoGcStatus start_no_gc_region(uint64_t total_bytes);  // may collect
EndNoGcStatus end_no_gc_region();

// Code for the finalizer thread; laid out as GC.NoGCRegionCallbackFinalizerWorkItem begins.
struct FinalizerWork {
    FinalizerWork* next;
    void (*run)(FinalizerWork* work);  // frees it
    bool scheduled;
    bool abandoned;  // the region has ended before
};
enum class NoGcCallbackStatus : uint8_t { Succeeded, NotInProgress, InsufficientBudget, AlreadyRegistered };
// Once `total_bytes` have been allocated in the region. Takes `work` over if it succeeds.
NoGcCallbackStatus set_no_gc_region_callback(FinalizerWork* work, uint64_t total_bytes);

// Full-collection notifications. Status values are GCNotificationStatus.
enum class NotificationStatus : uint8_t { Succeeded, Failed, Canceled, Timeout, NotApplicable };
bool register_full_gc_notification(int max_generation_percent, int large_object_percent);
bool cancel_full_gc_notification();
NotificationStatus wait_for_full_gc_approach(int timeout_ms);  // safe mode; -1: for ever
NotificationStatus wait_for_full_gc_complete(int timeout_ms);

enum class RefreshLimitStatus : uint8_t { Succeeded, HardLimitTooLow, HardLimitInvalid };
RefreshLimitStatus refresh_memory_limit(uint64_t hard_limit, uint64_t hard_limit_percent);  // UINT64_MAX: not given

uint64_t segment_size();
uint64_t hard_limit();          // bytes; 0: none
int64_t high_memory_percent();  // of memory in use, from which it is short
uint64_t largest_budget();      // that collections taking too long lead to

}  // namespace celer::gc
