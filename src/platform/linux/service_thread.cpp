#include "platform/service_thread.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <initializer_list>

namespace celer {

bool start_service_thread(const char* name, void* (*main)(void*), void* argument) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigset_t most;
    sigset_t before;
    sigfillset(&most);  // signals are for threads of the program
    for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) sigdelset(&most, fault);
    pthread_sigmask(SIG_SETMASK, &most, &before);
    pthread_t native;
    bool is_started = pthread_create(&native, &attributes, main, argument) == 0;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pthread_attr_destroy(&attributes);
    if (is_started) pthread_setname_np(native, name);
    return is_started;
}

void SleepingPlace::note() {
    thread_ = gettid();
    processor_ = sched_getcpu();
}

void SleepingPlace::leave_to_caller() {
    int own = sched_getcpu();
    cpu_set_t allowed;  // now: the program or its user may have changed it
    if (processor_ == own && sched_getaffinity(0, sizeof allowed, &allowed) == 0) leave(own, allowed);
}

void SleepingPlace::leave(int processor, cpu_set_t allowed) {
    if (thread_ == 0 || processor_ != processor) return;
    CPU_CLR(static_cast<size_t>(processor), &allowed);
    sched_setaffinity(thread_, sizeof allowed, &allowed);  // refused, as it is if there is no other: it stays
}

void take_short_turns() {
    struct {  // sched_setattr(2)
        uint32_t size = 48;
        uint32_t policy = 0;
        uint64_t flags = 8;  // SCHED_FLAG_KEEP_POLICY
        int32_t nice = getpriority(PRIO_PROCESS, 0);
        uint32_t priority = 0;
        uint64_t slice_ns = 100'000;  // the least
        uint64_t deadline = 0;
        uint64_t period = 0;
    } attributes;
    static_assert(sizeof attributes == 48);
    syscall(SYS_sched_setattr, 0, &attributes, 0);  // refused: turns stay as long as they are
}

void give_way() {
    sched_yield();
}

}  // namespace celer
