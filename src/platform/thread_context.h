// The registers of a thread that a signal has interrupted, by the context that the signal's handler is given.
#pragma once

#include <cstdint>

namespace celer {

struct ThreadContext {
    uintptr_t ip;
    uintptr_t stack_pointer;
    uintptr_t frame_pointer;
};

ThreadContext interrupted_context(const void* signal_context);
// The thread goes on there when the handler has returned.
void set_interrupted_ip(void* signal_context, uintptr_t ip);

}  // namespace celer
