// The callee-saved registers of managed frames whose callees are about to be dropped.
//
// Records say which registers a frame keeps and where, so the values that a frame had when it called follow from those
// of its callees, outwards from the throw point. At the throw point itself they come from the engine's C++ frames
// there, by the unwind tables of C++, or are still in place, after a fault.
#pragma once

#include <cstdint>

#include "code/saved_registers.h"

namespace celer {

struct ExceptionState;

struct CalleeSaved {
    uint64_t values[callee_saved_count];
};

// Of the managed code that called the C++ function which calls this one, through any number of others.
CalleeSaved managed_caller_registers();
// Of the managed frame with that frame pointer, at the call (or fault) that led to the dispatch.
CalleeSaved registers_of_frame(const ExceptionState& state, uintptr_t frame_pointer);

}  // namespace celer
