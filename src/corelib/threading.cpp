// System.Threading: Monitor, Thread, wait handles (Win32's names for the latter).
#include <errno.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "base/computed_once.h"
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "platform/cpu.h"
#include "platform/memory.h"
#include "runtime/exceptions.h"
#include "runtime/managed_thread.h"
#include "runtime/monitor.h"
#include "runtime/objects.h"
#include "runtime/waiting.h"
#include "types/loader.h"
#include "types/well_known.h"

namespace celer {

namespace {

// --- Monitor ---------------------------------------------------------------------------------------------------------

enum EnterHelperResult : int32_t { Contention, Entered, UseSlowPath };                  // Monitor.EnterHelperResult
enum LeaveHelperAction : int32_t { None, Signal, Yield, LeaveContention, LeaveError };  // Monitor.LeaveHelperAction

[[noreturn]] void throw_interrupted() {
    throw_well_known("System.Threading", "ThreadInterruptedException");
}

[[noreturn]] void throw_not_owner() {
    throw_well_known("System.Threading", "SynchronizationLockException");
}

bool enter_fast(Object* object) {
    return monitor_try_enter_fast(current_thread(), object);
}

int32_t enter_fast_with_timeout(Object* object, int32_t /*timeout_ms*/) {
    return monitor_try_enter_fast(current_thread(), object) ? Entered : UseSlowPath;
}

bool enter(Object* object, int32_t timeout_ms) {
    MonitorResult result = monitor_enter(current_thread(), object, timeout_ms);
    if (result == MonitorResult::Interrupted) throw_interrupted();
    return result == MonitorResult::Entered;
}

void enter_slow(ObjectHandleOnStack object) {
    enter(object.get(), wait_forever);
}

int32_t try_enter_slow(ObjectHandleOnStack object, int32_t timeout_ms) {
    return enter(object.get(), timeout_ms) ? 1 : 0;
}

int32_t exit_fast(Object* object) {
    return monitor_exit(current_thread(), object) ? None : LeaveError;
}

void exit_slow(ObjectHandleOnStack, int32_t) {  // only for LeaveError: exit_fast does all the rest
    throw_not_owner();
}

bool is_entered(Object* object) {
    return monitor_is_entered(current_thread(), object);
}

int32_t wait(ObjectHandleOnStack object, int32_t timeout_ms) {
    switch (monitor_wait(current_thread(), object.get(), timeout_ms)) {
        case MonitorWaitResult::Pulsed:
            return 1;
        case MonitorWaitResult::TimedOut:
            return 0;
        case MonitorWaitResult::Interrupted:
            throw_interrupted();
        case MonitorWaitResult::NotOwner:
            throw_not_owner();
    }
    return 0;
}

void pulse(ObjectHandleOnStack object) {
    if (!monitor_pulse(current_thread(), object.get(), false)) throw_not_owner();
}

void pulse_all(ObjectHandleOnStack object) {
    if (!monitor_pulse(current_thread(), object.get(), true)) throw_not_owner();
}

// --- Thread ----------------------------------------------------------------------------------------------------------

// What Thread.SpinWait counts, as on CoreCLR: about 37 ns, whatever the processor takes for a `pause`.
struct Spin {
    int32_t pauses;
    int32_t most_in_turn;  // of a loop that looks for something each turn: about 272 ns
    friend bool operator==(Spin, Spin) = default;
};

Spin measured_spin() {
    constexpr double spin_ns = 37;
    constexpr double turn_ns = 272;
    constexpr int batches = 8;
    constexpr int pauses_in_batch = 100;
    uint64_t least_ns = ~uint64_t{0};
    for (int batch = 0; batch < batches; batch++) {
        uint64_t start_ns = monotonic_time_ns();
        for (int i = 0; i < pauses_in_batch; i++) pause_spinning();
        least_ns = std::min(least_ns, monotonic_time_ns() - start_ns);
    }
    double pause_ns = std::max(1.0, static_cast<double>(least_ns) / pauses_in_batch);
    int32_t pauses = std::max(1, static_cast<int32_t>(spin_ns / pause_ns + 0.5));
    return {pauses, std::max(1, static_cast<int32_t>(turn_ns / (pauses * pause_ns) + 0.5))};
}

void get_current_thread(ObjectHandleOnStack result) {
    result.set(managed_thread_object(current_thread()));
}

void initialize_thread(ObjectHandleOnStack thread) {
    initialize_managed_thread(thread.get());
}

void finalize_thread(Object* thread) {
    ThreadRecord* record = record_of(thread);
    release_record(record);
}

void start_thread(ThreadRecord* record, int32_t stack_bytes, int32_t /*priority*/, QBool /*is_thread_pool*/,
                  const char16_t* name) {
    if (record->started) {
        throw_well_known("System.Threading", "ThreadStateException",
                         "Thread is running or terminated; it cannot restart.");
    }
    if (!start_managed_thread(current_thread(), record, static_cast<uint32_t>(stack_bytes), name)) {
        throw_out_of_memory();
    }
}

int32_t join(ObjectHandleOnStack thread, int32_t timeout_ms) {
    ThreadRecord* record = record_of(thread.get());
    if (!record->started) {
        throw_well_known("System.Threading", "ThreadStateException", "Thread has not been started.");
    }
    int32_t result = wait_for_objects(current_thread(), &record->exited, 1, false, timeout_ms);
    if (result == wait_interrupted) throw_interrupted();
    return result == wait_timed_out ? 0 : 1;
}

void sleep(int32_t timeout_ms) {
    Thread& thread = current_thread();
    if (!sleep_interruptible(thread, timeout_ms)) throw_interrupted();
    if (timeout_ms != 0) return;
    NativeScope native(thread);
    sched_yield();
}

void spin_wait(int32_t iterations) {
    constexpr int32_t many = 1024;  // no collection waits for so many and more
    std::optional<NativeScope> native;
    if (iterations >= many) native.emplace(current_thread());
    int64_t pauses = int64_t{iterations} * computed_once<measured_spin>().pauses;
    for (int64_t i = 0; i < pauses; i++) pause_spinning();
}

QBool yield_thread() {
    NativeScope native(current_thread());
    return sched_yield() == 0;
}

void name_thread(ThreadRecord* record, const char16_t* name, int32_t length) {
    if (name != nullptr) set_native_name(record, {name, static_cast<size_t>(length)});
}

QBool get_is_background(ThreadRecord* record) {
    return record->background;
}
void set_is_background(ThreadRecord* record, QBool background) {
    set_background(record, background != 0);
}
int32_t get_state(ThreadRecord* record) {
    return state_of(record);
}
void set_priority(ObjectHandleOnStack thread,
                  int32_t priority) {  // Linux has no per-thread priorities without privileges
    uint32_t offset = computed_once<[] { return find_field(well_known(WellKnown::Thread), "_priority")->offset; }>();
    if (record_of(thread.get())->stopped) {
        throw_well_known("System.Threading", "ThreadStateException", "Thread is dead; priority cannot be accessed.");
    }
    if (priority < 0 || priority > 4) throw_out_of_range("Value of flags is invalid.");
    thread.get()->field<int32_t>(offset) = priority;
}
uint64_t os_thread_id() {
    return current_thread().os_id;
}
int32_t optimal_spin_count() {
    return computed_once<measured_spin>().most_in_turn;
}
bool catch_at_safe_point() {
    return current_thread().suspend_requested.load() != 0;
}
void poll_gc() {
    poll(current_thread());
}
void memory_barrier_process_wide() {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    syscall(SYS_membarrier, 1 << 3 /* MEMBARRIER_CMD_PRIVATE_EXPEDITED */, 0, 0);
}

// --- Wait handles ----------------------------------------------------------------------------------------------------

constexpr uint32_t create_event_manual_reset = 1;
constexpr uint32_t create_event_initial_set = 2;
constexpr int error_file_not_found = 2;
constexpr int error_invalid_handle = 6;
constexpr int error_invalid_name = 123;
constexpr int error_already_exists = 183;
constexpr int error_name_too_long = 206;
constexpr int error_not_owner = 288;
constexpr int error_too_many_posts = 298;

WaitObject* created_object(WaitObject* object, bool created) {
    errno = object == nullptr ? error_invalid_handle : created ? 0 : error_already_exists;
    return object;
}

WaitObject* create_event_handle(void*, const char16_t* name, uint32_t flags, uint32_t) {
    bool created;
    WaitObject* object =
        create_event((flags & create_event_manual_reset) != 0, (flags & create_event_initial_set) != 0, name, created);
    return created_object(object, created);
}

WaitObject* create_semaphore_handle(void*, int32_t initial, int32_t maximum, const char16_t* name, uint32_t, uint32_t) {
    bool created;
    WaitObject* object = create_semaphore(initial, maximum, name, created);
    return created_object(object, created);
}

// Why a mutex may not have the name; 0 if it may. A name is that of a file, behind the name of its session.
int mutex_name_error(const char16_t* text) {
    if (text == nullptr || *text == 0) return 0;
    constexpr size_t most_characters = 254;
    std::u16string_view name = text;
    for (std::u16string_view session : {u"Global\\", u"Local\\"}) {
        if (!name.starts_with(session)) continue;
        name.remove_prefix(session.size());
        break;
    }
    if (name.size() > most_characters) return error_name_too_long;
    return name.empty() || name.find_first_of(u"/\\") != name.npos ? error_invalid_name : 0;
}

// `failed_calls`, if not null, takes the text of system calls that failed. There are none: names are the process's own.
WaitObject* create_mutex_handle(QBool owned, const char16_t* name, QBool, uint8_t* failed_calls, uint32_t) {
    if (failed_calls != nullptr) *failed_calls = 0;
    if (int error = mutex_name_error(name); error != 0) {
        errno = error;
        return nullptr;
    }
    bool created;
    WaitObject* object = create_mutex(current_thread(), owned != 0, name, created);
    return created_object(object, created);
}

WaitObject* open_mutex_handle(const char16_t* name, QBool, uint8_t* failed_calls, uint32_t) {
    if (failed_calls != nullptr) *failed_calls = 0;
    int error = mutex_name_error(name);
    WaitObject* object = error == 0 ? open_mutex(name) : nullptr;
    errno = error != 0 ? error : object == nullptr ? error_file_not_found : 0;
    return object;
}

QBool close_handle(WaitObject* object) {
    release_reference(object);
    return 1;
}
QBool set_event_handle(WaitObject* object) {
    set_event(object);
    return 1;
}
QBool reset_event_handle(WaitObject* object) {
    reset_event(object);
    return 1;
}
QBool release_semaphore_handle(WaitObject* object, int32_t count, int32_t* previous) {
    bool released = release_semaphore(object, count, previous);
    if (!released) errno = error_too_many_posts;
    return released;
}
QBool release_mutex_handle(WaitObject* object) {
    bool released = release_mutex(current_thread(), object);
    if (!released) errno = error_not_owner;
    return released;
}

int32_t checked(int32_t result) {
    if (result == wait_interrupted) throw_interrupted();
    return result;
}

int32_t wait_one(WaitObject* object, int32_t timeout_ms, QBool /*use_trivial_waits*/) {
    return checked(wait_for_objects(current_thread(), &object, 1, false, timeout_ms));
}
int32_t wait_one_prioritized(WaitObject* object, int32_t timeout_ms) {
    return wait_for_objects(current_thread(), &object, 1, false, timeout_ms, true);
}
int32_t wait_multiple(WaitObject** objects, int32_t count, QBool all, int32_t timeout_ms) {
    if (all != 0) {
        for (int32_t i = 0; i < count; i++) {
            if (std::find(objects, objects + i, objects[i]) != objects + i)
                throw_well_known("System", "DuplicateWaitObjectException");
        }
    }
    return checked(wait_for_objects(current_thread(), objects, count, all != 0, timeout_ms));
}
int32_t signal_and_wait_handles(WaitObject* signal, WaitObject* wait_on, int32_t timeout_ms) {
    switch (signal->kind) {
        case WaitKind::AutoResetEvent:
        case WaitKind::ManualResetEvent:
            set_event(signal);
            break;
        case WaitKind::Semaphore:
            if (!release_semaphore(signal, 1, nullptr)) return error_too_many_posts;
            break;
        case WaitKind::Mutex:
            if (!release_mutex(current_thread(), signal)) {
                throw_well_known("System", "ApplicationException",
                                 "Attempt to release mutex not owned by caller.\n (0x80070120)");
            }
            break;
    }
    return checked(wait_for_objects(current_thread(), &wait_on, 1, false, timeout_ms));
}

void reset_abort() {}  // nothing aborts threads, so no request is ever pending

const NativeEntry entries[] = {
    CELER_QCALL("ThreadNative_ResetAbort", reset_abort),
    CELER_INTERNAL_CALL("System.Threading.Monitor", "TryEnter_FastPath", enter_fast),
    CELER_INTERNAL_CALL("System.Threading.Monitor", "TryEnter_FastPath_WithTimeout", enter_fast_with_timeout),
    CELER_INTERNAL_CALL("System.Threading.Monitor", "Exit_FastPath", exit_fast),
    CELER_INTERNAL_CALL("System.Threading.Monitor", "IsEnteredNative", is_entered),
    CELER_QCALL("Monitor_Enter_Slowpath", enter_slow),
    CELER_QCALL("Monitor_TryEnter_Slowpath", try_enter_slow),
    CELER_QCALL("Monitor_Exit_Slowpath", exit_slow),
    CELER_QCALL("Monitor_Wait", wait),
    CELER_QCALL("Monitor_Pulse", pulse),
    CELER_QCALL("Monitor_PulseAll", pulse_all),
    CELER_QCALL("Monitor_GetLockContentionCount", lock_contention_count),
    CELER_QCALL("ThreadNative_GetCurrentThread", get_current_thread),
    CELER_QCALL("ThreadNative_Initialize", initialize_thread),
    CELER_QCALL("ThreadNative_Start", start_thread),
    CELER_QCALL("ThreadNative_Join", join),
    CELER_QCALL("ThreadNative_Sleep", sleep),
    CELER_QCALL("ThreadNative_SpinWait", spin_wait),
    CELER_QCALL("ThreadNative_YieldThread", yield_thread),
    CELER_QCALL("ThreadNative_Interrupt", interrupt),
    CELER_QCALL("ThreadNative_InformThreadNameChange", name_thread),
    CELER_QCALL("ThreadNative_GetIsBackground", get_is_background),
    CELER_QCALL("ThreadNative_SetIsBackground", set_is_background),
    CELER_QCALL("ThreadNative_GetThreadState", get_state),
    CELER_QCALL("ThreadNative_SetPriority", set_priority),
    CELER_QCALL("ThreadNative_GetCurrentOSThreadId", os_thread_id),
    CELER_QCALL("ThreadNative_PollGC", poll_gc),
    CELER_INTERNAL_CALL("System.Threading.Thread", "InternalFinalize", finalize_thread),
    CELER_INTERNAL_CALL("System.Threading.Thread", "get_OptimalMaxSpinWaitsPerSpinIteration", optimal_spin_count),
    CELER_INTERNAL_CALL("System.Threading.Thread", "CatchAtSafePoint", catch_at_safe_point),
    CELER_QCALL("Interlocked_MemoryBarrierProcessWide", memory_barrier_process_wide),
    CELER_QCALL("CreateEventExW", create_event_handle),
    CELER_QCALL("CreateSemaphoreExW", create_semaphore_handle),
    CELER_QCALL("PAL_CreateMutexW", create_mutex_handle),
    CELER_QCALL("PAL_OpenMutexW", open_mutex_handle),
    CELER_QCALL("CloseHandle", close_handle),
    CELER_QCALL("SetEvent", set_event_handle),
    CELER_QCALL("ResetEvent", reset_event_handle),
    CELER_QCALL("ReleaseSemaphore", release_semaphore_handle),
    CELER_QCALL("ReleaseMutex", release_mutex_handle),
    CELER_QCALL("WaitHandle_WaitOneCore", wait_one),
    CELER_QCALL("WaitHandle_WaitOnePrioritized", wait_one_prioritized),
    CELER_QCALL("WaitHandle_WaitMultipleIgnoringSyncContext", wait_multiple),
    CELER_QCALL("WaitHandle_SignalAndWait", signal_and_wait_handles),
};

}  // namespace

extern "C" void celer_monitor_enter(Object* object) {
    if (object == nullptr) throw_argument_null("obj");
    enter(object, wait_forever);
}

extern "C" void celer_monitor_exit(Object* object) {
    if (!monitor_exit(current_thread(), object)) throw_not_owner();
}

NativeTable threading_contract() {
    return entries;
}

}  // namespace celer
