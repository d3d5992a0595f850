#include "runtime/callee_saved.h"

#include "base/assert.h"
#include "runtime/exception_dispatch.h"

namespace celer {

namespace {

// The dispatch, `state` or one around it, that has called a handler on the frame.
const ExceptionState* handler_runner(const ExceptionState* state, uintptr_t frame_pointer) {
    while (state != nullptr && state->handler_frame != frame_pointer) state = state->previous;
    return state;
}

}  // namespace

CalleeSaved registers_of_frame(const ExceptionState& state, uintptr_t frame_pointer) {
    CalleeSaved registers = state.registers;
    const ExceptionState* outer = state.previous;
    StackWalk walk = *state.from;
    StackFrame frame;
    while (walk.advance(frame) == WalkStop::Managed) {
        // A handler called by a dispatch started with the dispatcher's registers, not with those of its frame.
        if (const ExceptionState* runner = handler_runner(outer, frame.frame_pointer)) {
            registers = registers_of_frame(*runner, frame.frame_pointer);
            outer = runner->previous;
        }
        if (frame.frame_pointer == frame_pointer) return registers;
        auto* words = reinterpret_cast<const uint64_t*>(frame.frame_pointer);
        for (uint32_t i = 0; i < callee_saved_count; i++) {
            if (uint32_t slot = frame.code->saved_registers.slot(i)) registers.values[i] = *(words - slot);
        }
    }
    CELER_PANIC("no frame at %lx on the way of an exception", frame_pointer);
}

}  // namespace celer
