// Walks a thread's managed frames from the innermost outwards, over rbp chains. advance() stops at every frame of the
// stack; next() stops at every method, of which a frame may hold several (code/inline_tree.h).
//
// Invariants:
// - Managed code and the engine's C++ keep frame pointers, so from any engine function that managed code called the
// chain
//   reaches the managed caller; C++ frames are passed over.
// - Native code that a P/Invoke called need not keep them. Managed code that it calls back enters through a
// reverse-call
//   stub; from there the walk goes on at the thread's innermost TransitionRecord not used yet.
// - Every call from C++ into managed code is a celer_managed_call frame (a boundary), told by its return address.
#pragma once

#include <cstdint>

#include "code/inline_tree.h"
#include "runtime/thread.h"

namespace celer {

struct StackFrame {
    const MethodCode* code;  // code->method is null for stubs that belong to no method
    uintptr_t ip;            // address in the code; for callers: the return address
    uintptr_t frame_pointer;
    bool is_fault;  // ip is the faulting instruction itself

    bool is_replaced = false;     // waits for the code that has taken over from it, in the frame before
    bool is_native_call = false;  // made up by next() for a P/Invoke; code is its thunk
    uint32_t inline_node = 0;     // which of the code's methods it stands for; advance() says the innermost

    MethodDesc* method() const { return inline_node == 0 ? code->method : method_of_node(*code, inline_node); }
    // Turns to the caller of an inlined method, in the same frame. False: this is the code's own method.
    bool to_inline_caller() {
        if (inline_node == 0) return false;
        inline_node = caller_of_node(*code, inline_node);
        return true;
    }
    bool is_shown() const {  // in stack traces
        return code->method != nullptr && !is_replaced && (!code->hides_from_stack_trace() || is_native_call);
    }
    // Of the method: a filter of optimised code has a frame of its own, whose caller is the method's.
    uintptr_t method_frame() const {
        return code->is(code_flags::is_filter) ? *reinterpret_cast<const uintptr_t*>(frame_pointer) : frame_pointer;
    }
    // The address that EH ranges and IL offsets are looked up with.
    uintptr_t lookup_ip() const { return is_fault ? ip : ip - 1; }
};

enum class WalkStop : uint8_t {
    Managed,       // frame is filled in
    Boundary,      // C++ called managed code here; frame.frame_pointer is that of the celer_managed_call frame
    NativeCaller,  // frame is a reverse-call stub: native code called managed code here
    End,
};

class StackWalk {
  public:
    explicit StackWalk(Thread& thread);  // from the C++ function that makes it: its managed callers
    // From a fault: ip is the faulting instruction (is_fault) or a return address, frame_pointer its frame's rbp.
    StackWalk(Thread& thread, uintptr_t ip, uintptr_t frame_pointer, bool is_fault);

    WalkStop advance(StackFrame& frame);
    bool next(StackFrame& frame);  // the next method, through boundaries and native callers; false at the end

  private:
    bool advance_to_managed(StackFrame& frame);
    void pass_filter();
    void step_out();
    void note_native_call(const TransitionRecord& record);

    Thread& thread_;
    uintptr_t ip_;
    uintptr_t frame_pointer_;  // of the function that ip_ is in; 0 at the end
    TransitionRecord* transition_;
    bool is_fault_;
    bool is_replaced_ = false;                 // the next managed frame
    StackFrame current_ = {};                  // of the last next()
    const MethodCode* native_call_ = nullptr;  // thunk of the P/Invoke that the last native caller belongs to
    uint32_t native_call_frames_ = 0;          // how often next() still shows it
    const struct ExceptionState* passed_filter_ = nullptr;  // the last one whose throw point next() went on at
};

}  // namespace celer
