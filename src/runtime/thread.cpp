// Thread records, attach and detach, and stopping the world.
//
// Suspension. The suspender sets suspend_requested on every other thread and then watches each one until it is seen
// stopped: in Native mode (it will park when it comes back), or parked in the signal handler. A thread in Managed mode
// gets the suspension signal; the handler parks if the interrupted ip is in managed code and returns otherwise, because
// engine code between two managed frames may hold half-made state; the suspender then tries again. A thread
// that leaves the handler or Native mode publishes that first and looks at suspend_requested after, so it can be taken
// for stopped wrongly only while it still runs no managed code.
#include "runtime/thread.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <vector>

#include "base/assert.h"
#include "base/lock.h"
#include "code/thread_words.h"
#include "gc/heap.h"
#include "platform/activity.h"
#include "platform/arena.h"
#include "platform/cpu.h"
#include "platform/memory.h"
#include "platform/thread_context.h"
#include "runtime/exception_dispatch.h"
#include "runtime/managed_thread.h"
#include "runtime/waiting.h"

namespace celer {

thread_local Thread* t_thread __attribute__((tls_model("initial-exec")));
thread_local uint8_t* t_thread_statics __attribute__((tls_model("initial-exec")));

namespace {

constexpr size_t thread_statics_reserve = size_t{1} << 20;

bool g_has_process_barrier;  // membarrier() works
uint32_t g_processors;
std::atomic<uint32_t> g_resumptions;  // of the world: stopped threads wait for the next
constinit Lock g_thread_list_lock(LockRank::ThreadList);
// For who only looks at the records, and may lose its processor meanwhile: they do not go away, and nobody who stops
// the world waits for it (measured: stops of 4 to 24 ms).
constinit Lock g_thread_records_lock(LockRank::ThreadRecords);
// Taken in Managed mode too, so a suspender must not hold it.
constinit Lock g_managed_ids_lock(LockRank::ManagedIds);
std::atomic<Thread*> g_threads;  // changed under the list's lock; records go under both
pthread_key_t g_detach_key;
uint32_t g_next_managed_id = 1;
std::vector<uint32_t>* g_free_ids;  // made once, never destroyed

static_assert(offsetof(Thread, mode) == thread_words::mode);
static_assert(static_cast<int32_t>(ThreadMode::Native) == thread_words::native_mode);
static_assert(static_cast<int32_t>(ThreadMode::Managed) == thread_words::managed_mode);
static_assert(offsetof(Thread, suspend_requested) == thread_words::suspend_requested);
static_assert(offsetof(Thread, transition) == thread_words::transition);
static_assert(offsetof(Thread, stack_low) == thread_words::stack_low);
static_assert(offsetof(Thread, saved_registers) == thread_words::saved_registers);

int suspension_signal() {
    return SIGRTMIN;
}

// Of the instruction that was interrupted, or of the call out of managed code that the interrupted engine code serves.
// The engine keeps frame pointers, libraries need not: whatever is no frame of this stack ends the walk.
Sample innermost_managed_address(const Thread& thread, const ThreadContext& context) {
    constexpr int most_frames = 32;
    uintptr_t low = context.stack_pointer;
    auto high = reinterpret_cast<uintptr_t>(thread.stack_high) - 2 * sizeof(uintptr_t);
    uintptr_t frame = context.frame_pointer;
    Sample sample = {context.ip, 0, SampledIn::Code};
    if (!in_managed_code(context.ip)) {
        sample.address = 0;
        Activity activity = current_activity();
        bool works = activity != Activity::Running && activity != Activity::ClassInit;
        sample.in = works ? SampledIn::EngineWork : SampledIn::EngineCall;
    }
    for (int i = 0; i < most_frames && frame >= low && frame <= high && frame % sizeof(uintptr_t) == 0; i++) {
        auto* words = reinterpret_cast<const uintptr_t*>(frame);
        uintptr_t call = in_managed_code(words[1]) ? words[1] - 1 : 0;
        if (sample.address != 0) {
            sample.call = call;
            return sample;
        }
        sample.address = call;
        low = frame + sizeof(uintptr_t);
        frame = words[0];
    }
    return sample;
}

void leave_sample(Thread& thread, const ThreadContext& context) {
    if (!thread.sample_requested.load(std::memory_order_relaxed)) return;
    thread.sample_requested.store(false, std::memory_order_relaxed);
    // It was in Managed mode when it was asked. Where a program calls the system again and again, signals mostly come
    // at the ends of those calls: then the place that the call was made at counts, or nothing would ever.
    bool is_native = thread.mode.load() != ThreadMode::Managed;
    if (is_native && thread.stack_low == nullptr) return;
    ThreadContext left = {0, reinterpret_cast<uintptr_t>(thread.stack_low), thread.saved_registers[kept_frame_pointer]};
    Sample sample = innermost_managed_address(thread, is_native ? left : context);
    thread.sampled_call.store(sample.call, std::memory_order_relaxed);
    thread.sampled_in.store(sample.in, std::memory_order_relaxed);
    thread.sample.store(sample.address, std::memory_order_release);
}

// Stopped threads wait for the next resumption, which wakes one for each processor; each one that is woken wakes
// another. So who resumes hundreds of threads is not put behind all of them half-way (measured: docs/gc.md). What is
// woken in a later suspension than it waited in passes that on, too, and waits again.
void wait_for_resumption(Thread& thread) {
    for (;;) {
        uint32_t seen = g_resumptions.load();
        if (thread.suspend_requested.load() == 0) return;
        futex_sleep(g_resumptions, seen, Deadline(wait_forever));
        if (g_resumptions.load() != seen) futex_wake(g_resumptions, 1);
    }
}

// On the interrupted thread. It runs on the signal stack: its own may have no room left, near the end of a deep
// recursion. Everything that a collection must see lies on the thread's stack from where it was interrupted, and above
// this frame: the kernel has saved all registers there, vector state included.
void on_suspension_signal(int, siginfo_t*, void* raw_context) {
    Thread* thread = t_thread;
    if (thread == nullptr) return;
    thread->suspension_signalled.store(false);
    ThreadContext context = interrupted_context(raw_context);
    leave_sample(*thread, context);
    if (thread->suspend_requested.load() == 0 || thread->mode.load() != ThreadMode::Managed) return;
    if (!in_managed_code(context.ip)) return;
    int saved_errno = errno;
    uint8_t* frame = static_cast<uint8_t*>(__builtin_frame_address(0)) - 256;
    bool on_signal_stack = thread->alternate_stack != nullptr && frame >= thread->alternate_stack &&
                           frame < thread->alternate_stack + alternate_stack_size;
    auto* interrupted = reinterpret_cast<uint8_t*>(context.stack_pointer);
    thread->stack_low = on_signal_stack ? interrupted : frame;
    thread->signal_frame_low = on_signal_stack ? frame : nullptr;
    auto* caller = reinterpret_cast<uint8_t*>(context.frame_pointer);
    bool has_frame = caller >= interrupted && caller < thread->stack_high;
    thread->interrupted_high = has_frame ? caller : interrupted;
    while (thread->suspend_requested.load() != 0) {
        thread->parked.store(1);
        wait_for_resumption(*thread);
        thread->parked.store(0);
    }
    thread->signal_frame_low = nullptr;
    thread->interrupted_high = nullptr;
    errno = saved_errno;
}

// One signal at a time: they queue, and a thread would have to take all of them.
void signal_suspension(Thread& thread) {
    if (thread.suspension_signalled.exchange(true)) return;
    if (syscall(SYS_tgkill, getpid(), thread.os_id, suspension_signal()) != 0) thread.suspension_signalled.store(false);
}

bool is_stopped(const Thread& thread) {
    return thread.mode.load() == ThreadMode::Native || thread.parked.load() != 0;
}

bool are_all_stopped(const Thread& by) CELER_NO_LOCK_ANALYSIS {
    for (const Thread* thread = g_threads; thread != nullptr; thread = thread->next) {
        if (thread != &by && !is_stopped(*thread)) return false;
    }
    return true;
}

// Threads on other processors stop in less time than it takes to sleep. So does a team of the collector spin before it
// sleeps.
bool stop_soon(const Thread& by) {
    constexpr uint64_t longest_ns = 20'000;
    if (g_processors < 2) return false;
    for (uint64_t end_ns = monotonic_time_ns() + longest_ns; monotonic_time_ns() < end_ns; pause_spinning()) {
        if (are_all_stopped(by)) return true;
    }
    return false;
}

// The thread's sleeps end when they should, not up to 50 µs later; by whoever waits for others that stand still.
class PreciseSleeps {
  public:
    PreciseSleeps() : slack_ns_(prctl(PR_GET_TIMERSLACK, 0UL, 0UL, 0UL, 0UL)) { set(1); }
    ~PreciseSleeps() { set(slack_ns_); }
    PreciseSleeps(const PreciseSleeps&) = delete;
    PreciseSleeps& operator=(const PreciseSleeps&) = delete;

  private:
    void set(int slack_ns) const {
        if (slack_ns_ > 0) prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(slack_ns), 0UL, 0UL, 0UL);
    }

    int slack_ns_;  // 0 or less: it has none, or does not say
};

void find_stack_bounds(Thread& thread) {
    pthread_attr_t attributes;
    void* address = nullptr;
    size_t size = 0;
    CELER_ASSERT(pthread_getattr_np(pthread_self(), &attributes) == 0, "stack bounds of the thread are unknown");
    pthread_attr_getstack(&attributes, &address, &size);
    pthread_attr_destroy(&attributes);
    thread.stack_limit = static_cast<uint8_t*>(address);
    thread.stack_high = static_cast<uint8_t*>(address) + size;
    // The C library has thread-local variables at the end of what it calls the stack. Words of the allocation context
    // would be taken for roots.
    auto* variables = reinterpret_cast<uint8_t*>(&gc::t_alloc);
    if (variables > thread.stack_limit && variables < thread.stack_high) thread.stack_high = variables;
}

void on_native_thread_exit(void*) {
    if (t_thread != nullptr) detach_current_thread();
}

void install_alternate_stack(Thread& thread) {
    void* memory =
        mmap(nullptr, alternate_stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return;  // stack overflow then ends without a report
    thread.alternate_stack = static_cast<uint8_t*>(memory);
    stack_t stack{};
    stack.ss_sp = memory;
    stack.ss_size = alternate_stack_size;
    sigaltstack(&stack, nullptr);
}

void remove_alternate_stack(Thread& thread) {
    if (thread.alternate_stack == nullptr) return;
    stack_t stack{};
    stack.ss_flags = SS_DISABLE;
    sigaltstack(&stack, nullptr);
    munmap(thread.alternate_stack, alternate_stack_size);
}

struct StartArguments {
    void (*entry)(void*);
    void* argument;
    uint32_t managed_id;
    void (*attached)(Thread&, void*);
    std::atomic<uint32_t> started;
};

void* thread_main(void* raw) {
    auto* start = static_cast<StartArguments*>(raw);
    void (*entry)(void*) = start->entry;
    void* argument = start->argument;
    Thread& thread = attach_current_thread(start->managed_id);
    thread.flags &= ~thread_flags::attached;
    if (start->attached != nullptr) start->attached(thread, argument);
    start->started.store(1);
    futex_wake(start->started, 1);
    entry(argument);
    detach_current_thread();
    return nullptr;
}

}  // namespace

bool prepare_transitions() {
    g_has_process_barrier = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
#if __has_feature(thread_sanitizer)
    return false;  // it does not see compiled code's stores
#else
    return g_has_process_barrier;
#endif
}

void initialize_threads() {
    g_free_ids = new std::vector<uint32_t>;
    g_processors = processor_count();
    pthread_key_create(&g_detach_key, on_native_thread_exit);
    struct sigaction action{};
    action.sa_sigaction = on_suspension_signal;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(suspension_signal(), &action, nullptr);
    attach_current_thread().flags &= ~thread_flags::attached;
}

Thread& attach_current_thread(uint32_t managed_id) {
    if (t_thread != nullptr) return *t_thread;
    auto* thread = new Thread{};
    thread->native_thread = pthread_self();
    thread->os_id = static_cast<uint32_t>(syscall(SYS_gettid));
    thread->flags = thread_flags::attached;
    thread->allocation = &gc::t_alloc;
    find_stack_bounds(*thread);
    thread->stack_low = static_cast<uint8_t*>(__builtin_frame_address(0));
    void* statics = mmap(nullptr, thread_statics_reserve, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    CELER_ASSERT(statics != MAP_FAILED, "no address space for a thread's statics");
    thread->thread_statics = static_cast<uint8_t*>(statics);
    install_alternate_stack(*thread);
    pthread_setspecific(g_detach_key, thread);
    g_thread_list_lock.lock();  // held by a suspender until it resumes: nobody appears meanwhile
    thread->managed_id = managed_id != 0 ? managed_id : allocate_managed_id();
    thread->next.store(g_threads);
    g_threads.store(thread);
    t_thread_statics = thread->thread_statics;
    t_thread = thread;
    g_thread_list_lock.unlock();
    leave_native(*thread);
    gc::attach_thread();
    enter_native(*thread);
    return *thread;
}

void detach_current_thread() {
    Thread* thread = t_thread;
    CELER_ASSERT(thread->mode.load() == ThreadMode::Native, "a thread detaches in Native mode");
    leave_native(*thread);
    bool owns_id = thread->record == nullptr;
    WaitObject* exited = end_managed_thread(*thread);
    gc::detach_thread();
    enter_native(*thread);
    g_thread_records_lock.lock();
    g_thread_list_lock.lock();
    std::atomic<Thread*>* link = &g_threads;
    while (*link != thread) link = &link->load()->next;
    link->store(thread->next);
    if (owns_id) free_managed_id(thread->managed_id);
    t_thread = nullptr;
    t_thread_statics = nullptr;
    g_thread_list_lock.unlock();
    g_thread_records_lock.unlock();
    pthread_setspecific(g_detach_key, nullptr);
    remove_alternate_stack(*thread);
    munmap(thread->thread_statics, thread_statics_reserve);
    free_unwinds(*thread);
    delete thread;
    // Last: who has waited for the thread's end may expect that nothing lives by its stack and statics any more.
    if (exited == nullptr) return;
    set_event(exited);
    release_reference(exited);
}

uint32_t allocate_managed_id() {
    g_managed_ids_lock.lock();
    uint32_t id = g_next_managed_id;
    if (g_free_ids->empty()) {
        g_next_managed_id++;
    } else {
        id = g_free_ids->back();
        g_free_ids->pop_back();
    }
    g_managed_ids_lock.unlock();
    return id;
}

void free_managed_id(uint32_t id) {
    g_managed_ids_lock.lock();
    g_free_ids->push_back(id);
    g_managed_ids_lock.unlock();
}

bool create_thread(void (*entry)(void*), void* argument, size_t stack_bytes, uint32_t managed_id,
                   void (*attached)(Thread&, void*)) {
    StartArguments start{entry, argument, managed_id, attached, 0};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (stack_bytes != 0) {
        size_t page = page_size();
        size_t wanted = stack_bytes < size_t{64} * 1024 ? size_t{64} * 1024 : stack_bytes;
        pthread_attr_setstacksize(&attributes, (wanted + page - 1) / page * page);
    }
    pthread_t native;
    int error = pthread_create(&native, &attributes, thread_main, &start);
    pthread_attr_destroy(&attributes);
    if (error != 0) return false;
    while (start.started.load() == 0) futex_sleep(start.started, 0, Deadline(wait_forever));
    return true;
}

// Here a thread stores its mode and then looks for a request; a suspender stores the request and then looks at the
// mode. One of them must see the other's store. The barrier between store and load is the suspender's: it makes all
// threads of the process pass one.
void leave_native(Thread& thread) {
    if (g_has_process_barrier) [[likely]] {
        thread.mode.store(ThreadMode::Managed, std::memory_order_relaxed);
        std::atomic_signal_fence(std::memory_order_seq_cst);
    } else {
        thread.mode.store(ThreadMode::Managed);
    }
    if (thread.suspend_requested.load() == 0) [[likely]]
        return;
    int error = errno;
    do {
        thread.mode.store(ThreadMode::Native);
        wait_for_resumption(thread);
        thread.mode.store(ThreadMode::Managed);
    } while (thread.suspend_requested.load() != 0);
    errno = error;
}

void suspend_all_threads(Thread& by) CELER_NO_LOCK_ANALYSIS {
    bool was_managed = by.mode.load() == ThreadMode::Managed;
    if (was_managed) enter_native(by);
    g_thread_list_lock.lock();
    by.mode.store(was_managed ? ThreadMode::Managed : ThreadMode::Native);
    for (Thread* thread = g_threads; thread != nullptr; thread = thread->next) {
        if (thread != &by) thread->suspend_requested.store(1);
    }
    if (g_has_process_barrier) syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
    auto signal_others = [&by] {
        for (Thread* thread = g_threads; thread != nullptr; thread = thread->next) {
            if (thread != &by && !is_stopped(*thread)) signal_suspension(*thread);
        }
    };
    signal_others();
    if (are_all_stopped(by) || stop_soon(by)) return;
    PreciseSleeps precise;
    for (uint32_t round = 0; !are_all_stopped(by); round++) {
        signal_others();
        timespec pause{0, round < 4 ? 20'000 : round < 20 ? 50'000 : 200'000};
        nanosleep(&pause, nullptr);
    }
}

void resume_all_threads(Thread& by) CELER_NO_LOCK_ANALYSIS {
    for (Thread* thread = g_threads; thread != nullptr; thread = thread->next) {
        if (thread != &by) thread->suspend_requested.store(0);
    }
    g_resumptions.fetch_add(1);
    g_thread_list_lock.unlock();
    futex_wake(g_resumptions, g_processors);
}

uint32_t sample_threads(uint32_t most, std::vector<Sample>& samples) {
    static uint32_t turn;  // under the lock: how many threads of the list to pass over
    g_thread_records_lock.lock();
    Thread* const threads = g_threads;  // others may come meanwhile
    uint32_t count = 0;
    for (Thread* thread = threads; thread != nullptr; thread = thread->next) count++;
    uint32_t asked = 0;
    uint32_t place = 0;
    uint32_t first = count > most ? turn % count : 0;
    for (Thread* thread = threads; thread != nullptr; thread = thread->next, place++) {
        if (uintptr_t address = thread->sample.exchange(0, std::memory_order_acquire))
            samples.push_back({address, thread->sampled_call.load(std::memory_order_relaxed),
                               thread->sampled_in.load(std::memory_order_relaxed)});
        if (asked == most || place < first || thread->mode.load() != ThreadMode::Managed) continue;
        if (thread->suspend_requested.load(std::memory_order_relaxed) != 0) continue;  // it is being stopped
        thread->sample_requested.store(true, std::memory_order_relaxed);
        signal_suspension(*thread);
        asked++;
    }
    turn = first + most >= count ? 0 : first + most;
    g_thread_records_lock.unlock();
    return asked;
}

void for_each_thread(void (*visit)(Thread&, void*), void* context) {
    for (Thread* thread = g_threads; thread != nullptr; thread = thread->next) visit(*thread, context);
}

}  // namespace celer
