// SIGSEGV, SIGBUS and SIGFPE: what managed code means by them, and passing on the rest.
//
// The handlers run on the thread's alternate stack. A fault that is a managed exception is not thrown there: the
// handler changes the interrupted context so that the thread, once the handler has returned, calls celer_fault_entry on
// its own stack as if the faulting instruction had called it.
#include <signal.h>

#include <cstdlib>
#include <string>

#include "base/options.h"
#include "code/code_tables.h"
#include "platform/arena.h"
#include "platform/thread_context.h"
#include "runtime/exception_dispatch.h"
#include "runtime/exceptions.h"
#include "runtime/fault_context.h"
#include "runtime/process_end.h"

namespace celer {

namespace {

constexpr uintptr_t guard_reach_bytes = 1024 * 1024;

struct sigaction g_previous_segv;
struct sigaction g_previous_bus;
struct sigaction g_previous_fpe;

struct sigaction& previous_action(int signal_number) {
    if (signal_number == SIGSEGV) return g_previous_segv;
    return signal_number == SIGBUS ? g_previous_bus : g_previous_fpe;
}

struct Fault {
    int signal_number;
    uintptr_t address;  // of the access; meaningless if !has_address
    bool has_address;
    ThreadContext at;

    // The processor does not tell the address if it is no address at all (not canonical): for CoreCLR that is null.
    bool is_null_access() const { return signal_number == SIGSEGV && (!has_address || address < null_guard_bytes); }
};

// At the code's first instruction, and in stubs without a frame, the caller's frame is the current one. Everywhere else
// the frame stands: no compiler moves the set-up of frames into branches or uses the red zone.
bool is_frameless(const MethodCode* code, uintptr_t ip) {
    return code == nullptr || code->prologue_size == 0 || ip == reinterpret_cast<uintptr_t>(code->start);
}

FaultSite site_of(const Fault& fault) {
    if (in_managed_code(fault.at.ip)) {
        if (!is_frameless(find_code(fault.at.ip), fault.at.ip)) return {fault.at.ip, fault.at.frame_pointer, true};
        return {return_address_without_frame(fault.at), fault.at.frame_pointer, false};
    }
    // A call through a null code pointer.
    if (fault.at.ip < null_guard_bytes) return {return_address_without_frame(fault.at), fault.at.frame_pointer, false};
    return {};
}

bool is_stack_overflow(const Thread& thread, const Fault& fault) {
    constexpr uintptr_t last_bytes = 0x4000;
    auto limit = reinterpret_cast<uintptr_t>(thread.stack_limit);
    auto is_at_the_end = [&](uintptr_t address) {
        return address + guard_reach_bytes > limit && address < limit + last_bytes;
    };
    if (fault.signal_number != SIGSEGV) return false;
    // Without an address: the kernel found no room for the frame of another signal, such as the suspension's.
    if (!fault.has_address) return is_at_the_end(fault.at.stack_pointer);
    return is_at_the_end(fault.address) && fault.address + guard_reach_bytes > fault.at.stack_pointer &&
           fault.at.stack_pointer + guard_reach_bytes > fault.address;
}

[[noreturn]] void end_with_stack_overflow(Thread& thread, const Fault& fault) {
    bool is_native = thread.mode.load(std::memory_order_relaxed) == ThreadMode::Native && thread.transition != nullptr;
    if (is_native && thread.transition->stack_pointer == fault.at.stack_pointer) {  // the thunk's call itself failed
        thread.transition = thread.transition->previous;
    } else if (is_native) {  // native code need not keep frame pointers
        const TransitionRecord& record = *thread.transition;
        report_stack_overflow(nullptr, StackWalk(thread, record.return_address, record.frame_pointer, false));
    }
    if (in_managed_code(fault.at.ip)) {
        const MethodCode* code = find_code(fault.at.ip);
        if (is_frameless(code, fault.at.ip)) {
            const MethodDesc* method = code == nullptr ? nullptr : code->method;
            report_stack_overflow(
                method, StackWalk(thread, return_address_without_frame(fault.at), fault.at.frame_pointer, false));
        }
    }
    report_stack_overflow(nullptr, StackWalk(thread, fault.at.ip, fault.at.frame_pointer, true));
}

// The faulting instruction stands for a null check of its code, which goes on elsewhere.
bool goes_on(const Fault& fault, void* context) {
    const MethodCode* code = find_code(fault.at.ip);
    uintptr_t resume = code == nullptr ? 0 : resume_after_fault(*code, fault.at.ip);
    if (resume == 0) return false;
    set_interrupted_ip(context, resume);
    return true;
}

// True if the fault is a managed exception and the context has been changed to throw it. Does not return from the
// faults of managed code that end the process.
bool handle_managed_fault(Thread& thread, const Fault& fault, void* context) {
    if (is_stack_overflow(thread, fault)) end_with_stack_overflow(thread, fault);
    if (thread.mode.load(std::memory_order_relaxed) != ThreadMode::Managed) return false;
    FaultSite site = site_of(fault);
    if (!in_managed_code(site.ip)) {  // the engine's own code, which managed code has given a wild address
        bool is_wild_call = fault.address == fault.at.ip;
        if (options().CrashReport || is_wild_call) return false;
        report_access_violation(StackWalk(thread, fault.at.ip, fault.at.frame_pointer, true));
    }
    if (fault.is_null_access() && goes_on(fault, context)) return true;
    if (fault.signal_number == SIGFPE) {
        enter_fault(context, arithmetic_fault(context), site);
    } else if (fault.is_null_access()) {
        enter_fault(context, FaultKind::NullReference, site);
    } else {
        report_access_violation(StackWalk(thread, site.ip, site.frame_pointer, site.is_fault));
    }
    return true;
}

void pass_on(int signal_number, siginfo_t* info, void* context) {
    const struct sigaction& previous = previous_action(signal_number);
    if (previous.sa_flags & SA_SIGINFO) {
        previous.sa_sigaction(signal_number, info, context);
    } else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
        previous.sa_handler(signal_number);
    } else {
        signal(signal_number, SIG_DFL);  // the instruction runs again and ends the process
    }
}

// For CELER_CrashReport: the managed frames below the crash. The chain of native code without frame pointers may lead
// nowhere; in Native mode the walk starts at the last managed frame instead.
void report_crash(Thread& thread, const char* what, const ThreadContext& context) {
    bool is_native = thread.mode.load(std::memory_order_relaxed) == ThreadMode::Native;
    write_standard_error(std::string("Celer: the process ends with ") + what + "; managed stack of the thread:\n");
    if (is_native && thread.transition != nullptr) {
        StackWalk walk(thread, thread.transition->return_address, thread.transition->frame_pointer, false);
        print_native_stack(walk);
    } else {
        print_native_stack(StackWalk(thread, context.ip, context.frame_pointer, true));
    }
}

void on_abort_signal(int, siginfo_t*, void* raw_context) {
    signal(SIGABRT, SIG_DFL);
    if (!options().CrashReport) return;
    if (t_thread != nullptr) report_crash(*t_thread, "SIGABRT", interrupted_context(raw_context));
    raise(SIGABRT);
}

void on_fault_signal(int signal_number, siginfo_t* info, void* raw_context) {
    Thread* thread = t_thread;
    if (thread != nullptr && info->si_code > 0) {
        Fault fault = {
            .signal_number = signal_number,
            .address = reinterpret_cast<uintptr_t>(info->si_addr),
            .has_address = info->si_code != SI_KERNEL,
            .at = interrupted_context(raw_context),
        };
        if (handle_managed_fault(*thread, fault, raw_context)) return;
        if (options().CrashReport) report_crash(*thread, signal_number == SIGFPE ? "SIGFPE" : "SIGSEGV", fault.at);
    }
    pass_on(signal_number, info, raw_context);
}

}  // namespace

void install_fault_handlers() {
    struct sigaction action{};
    action.sa_sigaction = on_fault_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (int signal_number : {SIGSEGV, SIGBUS, SIGFPE})
        sigaction(signal_number, &action, &previous_action(signal_number));
    // As on CoreCLR, the first of these is survived if somebody else has sent it. abort() and an instruction that is
    // none raise a second.
    action.sa_sigaction = on_abort_signal;
    sigaction(SIGABRT, &action, nullptr);
    signal(SIGILL, [](int) { signal(SIGILL, SIG_DFL); });
}

}  // namespace celer
