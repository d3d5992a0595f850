#include "platform/thread_context.h"

#include <ucontext.h>

namespace celer {

ThreadContext interrupted_context(const void* signal_context) {
    const greg_t* registers = static_cast<const ucontext_t*>(signal_context)->uc_mcontext.gregs;
    return {
        .ip = static_cast<uintptr_t>(registers[REG_RIP]),
        .stack_pointer = static_cast<uintptr_t>(registers[REG_RSP]),
        .frame_pointer = static_cast<uintptr_t>(registers[REG_RBP]),
    };
}

void set_interrupted_ip(void* signal_context, uintptr_t ip) {
    static_cast<ucontext_t*>(signal_context)->uc_mcontext.gregs[REG_RIP] = static_cast<greg_t>(ip);
}

}  // namespace celer
