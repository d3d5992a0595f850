#include "runtime/managed_thread.h"

#include <pthread.h>
#include <sched.h>

#include "base/assert.h"
#include "base/computed_once.h"
#include "base/lock.h"
#include "gc/handles.h"
#include "runtime/exceptions.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "types/loader.h"
#include "types/well_known.h"

namespace celer {

namespace {

constexpr int32_t normal_priority = 2;  // ThreadPriority.Normal
constexpr int32_t highest_priority = 4;

constinit Lock g_lock(LockRank::ManagedThreads);
std::atomic<uint32_t> g_foreground_count;  // running foreground threads but for the one that shuts down

struct ThreadFields {
    uint32_t internal_thread;
    uint32_t managed_id;
    uint32_t priority;
    uint32_t is_dead;
};

uint32_t field_offset(std::string_view name) {
    FieldDesc* field = find_field(well_known(WellKnown::Thread), name);
    CELER_ASSERT(field != nullptr, "System.Threading.Thread lacks %.*s", static_cast<int>(name.size()), name.data());
    return field->offset;
}

const ThreadFields& fields() {
    return *computed_once<[] {
        return new ThreadFields{field_offset("_DONT_USE_InternalThread"), field_offset("_managedThreadId"),
                                field_offset("_priority"), field_offset("_isDead")};
    }>();
}

ThreadRecord* new_record(uint32_t managed_id) {
    auto* record = new ThreadRecord{};
    record->references = 1;
    record->managed_id = managed_id;
    bool created;
    record->exited = create_event(true, false, nullptr, created);
    return record;
}

void attach_record(Object* managed_thread, ThreadRecord* record) {
    managed_thread->field<ThreadRecord*>(fields().internal_thread) = record;
    managed_thread->field<int32_t>(fields().managed_id) = static_cast<int32_t>(record->managed_id);
    record->managed_thread = gc::allocate_handle(gc::HandleKind::WeakLong, managed_thread);
}

void foreground_changed(int32_t by) {
    g_foreground_count.fetch_add(static_cast<uint32_t>(by));
    futex_wake(g_foreground_count, ~0u);
}

constexpr size_t native_name_bytes = 16;  // the kernel's limit, with the terminating null

struct NativeName {
    explicit NativeName(std::u16string_view name) { to_utf8(name).copy(text, native_name_bytes - 1); }
    char text[native_name_bytes] = {};
};

struct StartState {
    gc::Handle managed_thread;
    ThreadRecord* record;
    NativeName name;
};

// On the new thread, before its starter goes on.
void on_attached(Thread& thread, void* raw) {
    const auto* start = static_cast<StartState*>(raw);
    thread.record = start->record;
    if (start->name.text[0] != 0) pthread_setname_np(thread.native_thread, start->name.text);
    g_lock.lock();
    start->record->thread = &thread;
    thread.interrupt_requested.store(start->record->interrupted_early);
    g_lock.unlock();
}

void run_managed_thread(void* raw) {
    auto* start = static_cast<StartState*>(raw);
    Thread& thread = current_thread();
    leave_native(thread);
    Object* managed_thread = *start->managed_thread;
    thread.managed_thread = managed_thread;
    gc::free_handle(start->managed_thread);
    delete start;
    MethodDesc* callback = find_method(well_known(WellKnown::Thread), "StartCallback");
    CallResult result =
        call_managed(thread, callback, {reinterpret_cast<uint64_t>(managed_thread)}, Boundary::Unhandled);
    if (result.exception != nullptr) report_unhandled(thread, result.exception);
    enter_native(thread);
}

}  // namespace

ThreadRecord* record_of(Object* managed_thread) {
    return managed_thread->field<ThreadRecord*>(fields().internal_thread);
}

Object* managed_thread_object(Thread& thread) {
    if (thread.managed_thread != nullptr) return thread.managed_thread;
    Object* managed_thread = allocate_object(well_known(WellKnown::Thread));
    if (managed_thread == nullptr) throw_out_of_memory();
    ThreadRecord* record = new_record(thread.managed_id);
    record->references = 2;
    record->started = true;
    record->thread = &thread;
    record->background = (thread.flags & (thread_flags::attached | thread_flags::is_background)) != 0;
    attach_record(managed_thread, record);
    bool is_finalizer = thread.flags & thread_flags::is_finalizer;
    managed_thread->field<int32_t>(fields().priority) = is_finalizer ? highest_priority : normal_priority;
    thread.record = record;
    thread.managed_thread = managed_thread;
    return managed_thread;
}

void initialize_managed_thread(Object* managed_thread) {
    attach_record(managed_thread, new_record(allocate_managed_id()));
    managed_thread->field<int32_t>(fields().priority) = normal_priority;
}

void release_record(ThreadRecord* record) {
    if (record == nullptr || --record->references != 0) return;
    free_managed_id(record->managed_id);
    release_reference(record->exited);
    gc::free_handle(record->managed_thread);
    delete record;
}

bool start_managed_thread(Thread& starter, ThreadRecord* record, uint32_t stack_bytes, const char16_t* name) {
    Object* managed_thread = *record->managed_thread;  // alive: the caller holds it
    record->references++;
    auto* start = new StartState{gc::allocate_handle(gc::HandleKind::Strong, managed_thread), record,
                                 NativeName(name != nullptr ? name : std::u16string_view())};
    g_lock.lock();
    record->started = true;
    if (!record->background) foreground_changed(1);
    g_lock.unlock();
    enter_native(starter);
    bool created = create_thread(run_managed_thread, start, stack_bytes, record->managed_id, on_attached);
    leave_native(starter);
    if (created) return true;
    g_lock.lock();
    record->started = false;
    if (!record->background) foreground_changed(-1);
    g_lock.unlock();
    gc::free_handle(start->managed_thread);
    delete start;
    record->references--;
    return false;
}

WaitObject* end_managed_thread(Thread& thread) {
    ThreadRecord* record = thread.record;
    abandon_mutexes(thread);
    if (record == nullptr) return nullptr;
    if (thread.managed_thread != nullptr) thread.managed_thread->field<bool>(fields().is_dead) = true;
    thread.managed_thread = nullptr;
    thread.record = nullptr;
    g_lock.lock();
    record->stopped = true;
    record->thread = nullptr;
    if (!record->background) foreground_changed(-1);
    g_lock.unlock();
    WaitObject* exited = record->exited;
    exited->references++;
    release_record(record);
    return exited;
}

void interrupt(ThreadRecord* record) {
    bool again = true;
    for (bool first = true; again; first = false) {
        g_lock.lock();  // keeps the thread
        Thread* thread = record->thread;
        if (thread == nullptr) {
            record->interrupted_early = !record->stopped;
            again = false;
        } else {
            if (first) thread->interrupt_requested.store(true);
            // A sleeper looks for an interrupt and then falls asleep: it is woken until it has seen this one.
            std::atomic<uint32_t>* word = thread->wait_word.load();
            again = word != nullptr && thread->interrupt_requested.load();
            if (again) futex_wake(*word, ~0u);
        }
        g_lock.unlock();
        if (again) sched_yield();
    }
}

void set_native_name(ThreadRecord* record, std::u16string_view name) {
    g_lock.lock();
    Thread* thread = record->thread;
    bool is_main = record->managed_id == 1;  // its name is that of the process
    if (thread != nullptr && !is_main) pthread_setname_np(thread->native_thread, NativeName(name).text);
    g_lock.unlock();
}

void set_background(ThreadRecord* record, bool background) {
    g_lock.lock();
    bool was = record->background.exchange(background);
    bool counted = record->started && !record->stopped;
    bool is_main = record->managed_id == 1;
    if (was != background && counted && !is_main) foreground_changed(background ? -1 : 1);
    g_lock.unlock();
}

int32_t state_of(ThreadRecord* record) {
    if (record->stopped) return thread_state::stopped;
    int32_t state = record->background ? thread_state::background : 0;
    if (!record->started) return state | thread_state::unstarted;
    g_lock.lock();
    if (record->thread != nullptr && record->thread->is_waiting.load()) state |= thread_state::wait_sleep_join;
    g_lock.unlock();
    return state;
}

void wait_for_foreground_threads(Thread& thread) {
    NativeScope native(thread);
    Deadline never(wait_forever);
    for (uint32_t count = g_foreground_count.load(); count != 0; count = g_foreground_count.load()) {
        futex_sleep(g_foreground_count, count, never);
    }
}

}  // namespace celer
