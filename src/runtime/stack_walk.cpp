#include "runtime/stack_walk.h"

#include <utility>

#include "platform/arena.h"
#include "runtime/cpu.h"
#include "runtime/exception_dispatch.h"

namespace celer {

namespace {

struct RawFrame {
    uintptr_t caller_frame_pointer;
    uintptr_t return_address;
};

const RawFrame* raw_frame(uintptr_t frame_pointer) {
    return reinterpret_cast<const RawFrame*>(frame_pointer);
}

bool is_on_stack(const Thread& thread, uintptr_t frame_pointer) {
    return frame_pointer % 8 == 0 && frame_pointer >= reinterpret_cast<uintptr_t>(thread.stack_limit) &&
           frame_pointer + sizeof(RawFrame) <= reinterpret_cast<uintptr_t>(thread.stack_high);
}

}  // namespace

[[gnu::noinline]] StackWalk::StackWalk(Thread& thread)
    : thread_(thread),
      ip_(0),
      frame_pointer_(reinterpret_cast<uintptr_t>(__builtin_frame_address(0))),
      transition_(thread.transition),
      is_fault_(false) {
    step_out();
}

StackWalk::StackWalk(Thread& thread, uintptr_t ip, uintptr_t frame_pointer, bool is_fault)
    : thread_(thread),
      ip_(ip),
      frame_pointer_(is_on_stack(thread, frame_pointer) ? frame_pointer : 0),
      transition_(thread.transition),
      is_fault_(is_fault) {}

void StackWalk::step_out() {
    const RawFrame* frame = raw_frame(frame_pointer_);
    uintptr_t caller = frame->caller_frame_pointer;
    ip_ = frame->return_address;
    is_fault_ = false;
    // A chain that does not lead upwards on this stack is no chain: foreign code at the base of the stack.
    frame_pointer_ = caller > frame_pointer_ && is_on_stack(thread_, caller) ? caller : 0;
}

WalkStop StackWalk::advance(StackFrame& frame) {
    while (frame_pointer_ != 0) {
        frame = {.code = nullptr, .ip = ip_, .frame_pointer = frame_pointer_, .is_fault = is_fault_};
        if (in_managed_code(ip_)) {
            frame.code = find_code(frame.lookup_ip());
            if (frame.code != nullptr && frame.code->is_reverse_call()) {
                if (transition_ == nullptr) {
                    frame_pointer_ = 0;
                } else {
                    note_native_call(*transition_);
                    ip_ = transition_->return_address;
                    frame_pointer_ = transition_->frame_pointer;
                    is_fault_ = false;
                    transition_ = transition_->previous;
                }
                return WalkStop::NativeCaller;
            }
            step_out();
            if (frame.code == nullptr) continue;
            frame.inline_node = inline_node_at(*frame.code, frame.lookup_ip());
            frame.is_replaced = std::exchange(is_replaced_, frame.code->is(code_flags::replaces_frame));
            return WalkStop::Managed;
        }
        bool is_boundary = ip_ == reinterpret_cast<uintptr_t>(celer_managed_call_return);
        step_out();
        if (is_boundary) return WalkStop::Boundary;
    }
    return WalkStop::End;
}

// The native code was called by a P/Invoke's thunk (or by a calli, whose method is the next managed frame itself).
// CoreCLR has two frames for such a call: its stub and the transition.
void StackWalk::note_native_call(const TransitionRecord& record) {
    constexpr uint32_t frames_of_a_native_call = 2;
    const uintptr_t* native_return_address = reinterpret_cast<const uintptr_t*>(record.stack_pointer) - 1;
    const MethodCode* caller = find_code(*native_return_address - 1);
    if (caller == nullptr || caller->method == nullptr || caller->method->kind != MethodKind::PInvoke) return;
    if (caller == find_code(record.return_address - 1)) return;
    native_call_ = caller;
    native_call_frames_ = frames_of_a_native_call;
}

// The dispatch that is running a filter of this frame's method, or null.
static const ExceptionState* filtering_dispatch(const Thread& thread, const StackFrame& frame) {
    const ExceptionState* state = thread.exceptions;
    while (state != nullptr && (state->filter_frame != frame.method_frame() || state->filter_node != frame.inline_node))
        state = state->previous;
    return state;
}

bool StackWalk::advance_to_managed(StackFrame& frame) {
    for (;;) {
        switch (advance(frame)) {
            case WalkStop::Managed:
                if (frame.is_replaced) break;
                return true;
            case WalkStop::End:
                return false;
            case WalkStop::Boundary:
            case WalkStop::NativeCaller:
                if (native_call_frames_ == 0) break;
                frame = {.code = native_call_,
                         .ip = reinterpret_cast<uintptr_t>(native_call_->start) + 1,
                         .frame_pointer = 0,
                         .is_fault = false,
                         .is_native_call = true};
                return true;
        }
    }
}

// A filter runs on top of the stack, while the frames from the throw point to its method are still there: they come
// next.
void StackWalk::pass_filter() {
    const ExceptionState* state = filtering_dispatch(thread_, current_);
    if (state == nullptr || state == passed_filter_) return;
    ip_ = state->from->ip_;
    frame_pointer_ = state->from->frame_pointer_;
    is_fault_ = state->from->is_fault_;
    transition_ = state->from->transition_;
    is_replaced_ = state->from->is_replaced_;
    passed_filter_ = state;
    current_.inline_node = 0;
}

bool StackWalk::next(StackFrame& frame) {
    bool is_repeated = current_.is_native_call && --native_call_frames_ != 0;
    if (!is_repeated && !current_.to_inline_caller() && !advance_to_managed(current_)) return false;
    frame = current_;
    if (!current_.is_native_call) pass_filter();
    return true;
}

}  // namespace celer
