// System.GC and System.Runtime.GCSettings.
#include <cstring>

#include "base/computed_once.h"
#include "base/options.h"
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "gc/finalization.h"
#include "gc/heap.h"
#include "gc/statistics.h"
#include "runtime/exceptions.h"
#include "runtime/finalizer.h"
#include "runtime/objects.h"
#include "runtime/thread.h"
#include "types/loader.h"
#include "types/well_known.h"

namespace celer {

namespace {

// --- Collections -----------------------------------------------------------------------------------------------------

constexpr int32_t collection_non_blocking = 1;
constexpr int32_t collection_optimized = 4;  // GC's InternalGCCollectionMode
constexpr int32_t collection_compacting = 8;
constexpr int32_t collection_aggressive = 16;

void collect(int32_t generation, int32_t mode, uint8_t low_memory) {
    gc::CollectMode how = gc::CollectMode::Default;
    if ((mode & collection_non_blocking) != 0) how = gc::CollectMode::NonBlocking;
    if ((mode & collection_compacting) != 0) how = gc::CollectMode::Compacting;
    if ((mode & collection_optimized) != 0) how = gc::CollectMode::Optimized;
    if ((mode & collection_aggressive) != 0) how = gc::CollectMode::Aggressive;
    NativeScope holds_no_references(current_thread());
    gc::collect(generation, low_memory != 0 ? gc::CollectReason::LowMemory : gc::CollectReason::Induced, how);
}

int32_t get_max_generation() {
    return gc::max_generation;
}

// Special kinds are 1: those beside the program; 2: all.
int32_t collection_count(int32_t generation, int32_t special_kind) {
    if (special_kind == 1) return static_cast<int32_t>(gc::background_collection_count());
    return static_cast<int32_t>(gc::collection_count(special_kind == 2 ? 0 : generation));
}

uint64_t total_memory() {
    return gc::total_memory();
}
uint64_t total_allocated_precise() {
    return gc::total_allocated_bytes_precise();
}
uint64_t total_allocated_approximate() {
    return gc::total_allocated_bytes_approximate();
}
uint64_t thread_allocated() {
    return gc::thread_allocated_bytes();
}
uint64_t segment_size() {
    return gc::segment_size();
}
uint64_t generation_size(int32_t generation) {
    return gc::generation_size(generation);
}
uint64_t generation_budget(int32_t generation) {
    return gc::generation_budget(generation);
}
int32_t generation_of(Object* object) {
    return gc::generation_of(object);
}
int64_t total_pause_duration() {
    return gc::total_pause_duration_100ns();
}
int32_t last_percent_time() {
    return gc::last_percent_time_in_gc();
}

void get_memory_info(Object* data, int32_t kind) {
    gc::MemoryInfo info = gc::memory_info(static_cast<gc::MemoryInfoKind>(kind));
    std::memcpy(&data->field<uint8_t>(sizeof(Object)), &info, sizeof info);
}

void add_pressure(uint64_t bytes) {
    gc::add_memory_pressure(bytes);
}
void remove_pressure(uint64_t bytes) {
    gc::remove_memory_pressure(bytes);
}

// --- Allocation ------------------------------------------------------------------------------------------------------

constexpr int32_t allocate_zeroing_optional = 0x10;  // GC.GC_ALLOC_FLAGS
constexpr int32_t allocate_pinned = 0x40;

void allocate_new_array(uintptr_t type, int32_t length, int32_t flags, ObjectHandleOnStack result) {
    MethodTable* table = TypeHandle::from_raw(type).method_table();
    if (auto loaded = ensure_loaded(table); !loaded) throw_error_owned(new Error(std::move(loaded).error()));
    gc::AllocFlags how = gc::AllocFlags::None;
    if ((flags & allocate_zeroing_optional) != 0) how = how | gc::AllocFlags::ZeroingOptional;
    if ((flags & allocate_pinned) != 0) how = how | gc::AllocFlags::Pinned;
    result.set(new_vector_or_throw(table, length, how));
}

void* register_frozen(void* address, size_t size_bytes) {
    return gc::register_frozen_segment(address, size_bytes);
}
void unregister_frozen(void* handle) {
    gc::unregister_frozen_segment(handle);
}

// --- Finalization ----------------------------------------------------------------------------------------------------

void suppress_finalize(Object* object) {
    gc::suppress_finalize(object);
}

void reregister_for_finalize(ObjectHandleOnStack object) {
    gc::reregister_for_finalization(object.get());
}

// The code to call with the object: what its type's Finalize slot holds.
void* next_finalizable(ObjectHandleOnStack result) {
    uint32_t slot =
        computed_once<[] { return uint32_t{find_method(well_known(WellKnown::Object), "Finalize")->slot}; }>();
    Object* object = gc::next_finalizable();
    if (object == nullptr) return nullptr;
    result.set(object);
    return reinterpret_cast<void**>(object->method_table + 1)[slot];
}

void wait_for_pending_finalizers() {
    Thread& thread = current_thread();
    if (is_finalizer_thread(thread)) return;
    NativeScope native(thread);
    gc::wait_for_pending_finalizers();
}

// --- Regions without collections, notifications, limits --------------------------------------------------------------

int32_t start_no_gc_region(int64_t total_bytes, QBool /*large_known*/, int64_t /*large_bytes*/,
                           QBool /*disallow_full_blocking*/) {
    return static_cast<int32_t>(gc::start_no_gc_region(static_cast<uint64_t>(total_bytes)));
}

int32_t end_no_gc_region() {
    return static_cast<int32_t>(gc::end_no_gc_region());
}

int32_t enable_no_gc_region_callback(gc::FinalizerWork* work, int64_t total_bytes) {
    return static_cast<int32_t>(gc::set_no_gc_region_callback(work, static_cast<uint64_t>(total_bytes)));
}

bool register_full_notification(int32_t generation_percent, int32_t large_percent) {
    return gc::register_full_gc_notification(generation_percent, large_percent);
}
bool cancel_full_notification() {
    return gc::cancel_full_gc_notification();
}
int32_t wait_for_full_approach(int32_t timeout_ms) {
    NativeScope native(current_thread());
    return static_cast<int32_t>(gc::wait_for_full_gc_approach(timeout_ms));
}
int32_t wait_for_full_complete(int32_t timeout_ms) {
    NativeScope native(current_thread());
    return static_cast<int32_t>(gc::wait_for_full_gc_complete(timeout_ms));
}

struct HardLimits {  // GC.GCHeapHardLimitInfo; limits per heap kind have no meaning for one heap
    uint64_t bytes;
    uint64_t percent;
    uint64_t per_heap[6];
};

int32_t refresh_memory_limit(HardLimits limits) {
    return static_cast<int32_t>(gc::refresh_memory_limit(limits.bytes, limits.percent));
}

// --- Settings

bool is_server() {
    return options().gcServer;
}
int32_t get_latency_mode() {
    return static_cast<int32_t>(gc::latency_mode());
}
int32_t set_latency_mode(int32_t mode) {
    return gc::set_latency_mode(static_cast<gc::LatencyMode>(mode)) ? 0 : 1;  // GCSettings.SetLatencyModeStatus
}
int32_t get_compaction_mode() {
    return gc::loh_compaction_mode();
}
void set_compaction_mode(int32_t mode) {
    gc::set_loh_compaction_mode(mode);
}

const NativeEntry entries[] = {
    CELER_INTERNAL_CALL("System.GC", "GetMaxGeneration", get_max_generation),
    CELER_INTERNAL_CALL("System.GC", "_CollectionCount", collection_count),
    CELER_INTERNAL_CALL("System.GC", "GetSegmentSize", segment_size),
    CELER_INTERNAL_CALL("System.GC", "GetLastGCPercentTimeInGC", last_percent_time),
    CELER_INTERNAL_CALL("System.GC", "GetGenerationSize", generation_size),
    CELER_INTERNAL_CALL("System.GC", "GetGenerationInternal", generation_of),
    CELER_INTERNAL_CALL("System.GC", "GetMemoryInfo", get_memory_info),
    CELER_INTERNAL_CALL("System.GC", "SuppressFinalizeInternal", suppress_finalize),
    CELER_INTERNAL_CALL("System.GC", "GetAllocatedBytesForCurrentThread", thread_allocated),
    CELER_INTERNAL_CALL("System.GC", "GetTotalAllocatedBytesApproximate", total_allocated_approximate),
    CELER_INTERNAL_CALL("System.GC", "_GetTotalPauseDuration", total_pause_duration),
    CELER_INTERNAL_CALL("System.GC", "_RegisterForFullGCNotification", register_full_notification),
    CELER_INTERNAL_CALL("System.GC", "_CancelFullGCNotification", cancel_full_notification),
    CELER_QCALL("GCInterface_Collect", collect),
    CELER_QCALL("GCInterface_GetTotalMemory", total_memory),
    CELER_QCALL("GCInterface_GetTotalAllocatedBytesPrecise", total_allocated_precise),
    CELER_QCALL("GCInterface_GetGenerationBudget", generation_budget),
    CELER_QCALL("GCInterface_AddMemoryPressure", add_pressure),
    CELER_QCALL("GCInterface_RemoveMemoryPressure", remove_pressure),
    CELER_QCALL("GCInterface_AllocateNewArray", allocate_new_array),
    CELER_QCALL("GCInterface_RegisterFrozenSegment", register_frozen),
    CELER_QCALL("GCInterface_UnregisterFrozenSegment", unregister_frozen),
    CELER_QCALL("GCInterface_ReRegisterForFinalize", reregister_for_finalize),
    CELER_QCALL("GCInterface_GetNextFinalizableObject", next_finalizable),
    CELER_QCALL("GCInterface_WaitForPendingFinalizers", wait_for_pending_finalizers),
    CELER_QCALL("GCInterface_StartNoGCRegion", start_no_gc_region),
    CELER_QCALL("GCInterface_EndNoGCRegion", end_no_gc_region),
    CELER_QCALL("GCInterface_EnableNoGCRegionCallback", enable_no_gc_region_callback),
    CELER_QCALL("GCInterface_WaitForFullGCApproach", wait_for_full_approach),
    CELER_QCALL("GCInterface_WaitForFullGCComplete", wait_for_full_complete),
    CELER_QCALL("GCInterface_RefreshMemoryLimit", refresh_memory_limit),
    CELER_INTERNAL_CALL("System.Runtime.GCSettings", "get_IsServerGC", is_server),
    CELER_INTERNAL_CALL("System.Runtime.GCSettings", "GetGCLatencyMode", get_latency_mode),
    CELER_INTERNAL_CALL("System.Runtime.GCSettings", "SetGCLatencyMode", set_latency_mode),
    CELER_INTERNAL_CALL("System.Runtime.GCSettings", "GetLOHCompactionMode", get_compaction_mode),
    CELER_INTERNAL_CALL("System.Runtime.GCSettings", "SetLOHCompactionMode", set_compaction_mode),
};

}  // namespace

NativeTable gc_contract() {
    return entries;
}

}  // namespace celer
