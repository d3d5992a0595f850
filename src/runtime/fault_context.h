// Faults of managed code in the terms of the processor.
#pragma once

#include "platform/thread_context.h"
#include "runtime/exception_dispatch.h"

namespace celer {

// Where the exception is thrown: a faulting instruction with its frame, or the call of a frameless stub.
struct FaultSite {
    uintptr_t ip = 0;
    uintptr_t frame_pointer = 0;
    bool is_fault = false;
};

// Of code that was interrupted where it has no frame: before its first instruction, or in a stub.
uintptr_t return_address_without_frame(const ThreadContext& context);
// What an arithmetic fault (SIGFPE) of managed code was.
FaultKind arithmetic_fault(const void* signal_context);
// Makes the thread call celer_fault_entry on its own stack when the signal's handler has returned.
void enter_fault(void* signal_context, FaultKind kind, const FaultSite& site);

}  // namespace celer
