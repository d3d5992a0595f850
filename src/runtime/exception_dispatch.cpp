// Exception dispatch, in two passes over the same frames.
//
// Pass 1 walks outwards from the throw point without leaving any frame: it adds each frame to the exception's stack
// trace and asks the frame's clauses, innermost first; filters run at once, on top of the stack, with rbp set to their
// method's frame. It ends at the clause that takes the exception, at a boundary where C++ takes it, or at the filter
// that an outer dispatch is running (an exception does not leave a filter: the filter's answer is no). Pass 2 walks
// again up to that place and calls the finally and fault handlers it passes. Then the dispatcher lands: the stack is
// cut back and the handler goes on.
//
// A handler or filter is a piece of its method called on the method's frame: code in it has the method's rbp, so a walk
// from there goes from the handler's callees straight to the method, with an ip inside the handler. The dispatcher's
// own frames and the frames it has already passed are not on that chain. So a nested throw finds by ip alone the
// clauses that enclose the handler and none that have run; and when it lands further out than the dispatch that called
// the handler, that dispatch is abandoned with its stack: the new exception has taken its place.
#include "runtime/exception_dispatch.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "base/assert.h"
#include "base/options.h"
#include "platform/arena.h"
#include "runtime/cpu.h"
#include "runtime/exception_objects.h"
#include "runtime/exceptions.h"
#include "runtime/first_chance.h"
#include "runtime/managed_call.h"
#include "runtime/precompiled_frames.h"
#include "runtime/process_end.h"
#include "runtime/stack_trace.h"

namespace celer {

namespace {

using Target = DispatchTarget;
using TargetKind = DispatchTarget::Kind;

bool covers(const MethodCode& code, const EhClause& clause, const StackFrame& frame) {
    uintptr_t offset = frame.lookup_ip() - reinterpret_cast<uintptr_t>(code.start);
    return offset >= clause.try_begin && offset < clause.try_end;
}

bool is_in_handler(const MethodCode& code, const EhClause& clause, const StackFrame& frame) {
    uintptr_t offset = frame.lookup_ip() - reinterpret_cast<uintptr_t>(code.start);
    return clause.inline_node == frame.inline_node && offset >= clause.handler_begin && offset < clause.handler_end;
}

bool is_in_finally(const MethodCode& code, const EhClause& clause, const StackFrame& frame) {
    return clause.kind == HandlerKind::Finally && is_in_handler(code, clause, frame);
}

// By class only: a clause of an interface takes nothing.
bool is_caught_by(const EhClause& clause, const Object* exception) {
    for (const MethodTable* table = exception->method_table; table != nullptr; table = table->parent) {
        if (TypeHandle(const_cast<MethodTable*>(table)).value == clause.catch_type) return true;
    }
    return false;
}

// Calls the filter; an exception that comes out of it counts as no.
bool filter_accepts(ExceptionState& state, const StackFrame& frame, const EhClause& clause, Object* exception) {
    state.filter_frame = frame.frame_pointer;
    state.filter_node = frame.inline_node;
    const MethodCode& code = *frame.code;
    const uint8_t* filter = code.start + clause.filter_begin;
    uintptr_t shared = code.handlers_expect_registers() ? frame.frame_pointer - clause.filter_variables : 0;
    uint64_t answer = celer_call_handler(filter, frame.frame_pointer, exception, &state.filter_resume, shared);
    state.filter_frame = 0;
    return static_cast<uint32_t>(answer) != 0;
}

// CoreCLR's finally handlers are functions of their own. One that the method itself calls, when control leaves its try
// region, has a frame in stack traces, under the method's name; one that pass 2 runs has not. The number of those, the
// innermost ones around the frame's ip.
uint32_t called_finally_handlers(const ExceptionState& state, const StackFrame& frame) {
    const MethodCode& code = *frame.code;
    if (code.clause_count == 0 || is_precompiled(frame.method()))
        return 0;  // optimised code has copies of its handlers inline
    uint32_t around = 0;
    for (uint32_t i = 0; i < code.clause_count; i++) around += is_in_finally(code, code.clauses[i], frame);
    for (const ExceptionState* outer = state.previous; outer != nullptr && around != 0; outer = outer->previous) {
        around -= outer->handler_frame == frame.frame_pointer && outer->handler->inline_node == frame.inline_node;
    }
    return around;
}

struct CodeRange {
    uint32_t begin = 0;
    uint32_t end = 0;

    uint32_t size() const { return end - begin; }
    bool contains_try(const EhClause& clause) const { return clause.try_begin >= begin && clause.try_end <= end; }
};

// Asks the clauses of the frame's method that lie in `within` but not in `asked`.
bool find_clause_in(ExceptionState& state, const StackFrame& frame, CodeRange within, CodeRange asked, Target& target) {
    const MethodCode& code = *frame.code;
    if (code.clause_count == 0) return false;
    Object* exception = seen_by_clauses(frame.method(), state.exception);
    for (uint32_t i = 0; i < code.clause_count; i++) {
        const EhClause& clause = code.clauses[i];
        if (clause.inline_node != frame.inline_node || !covers(code, clause, frame)) continue;
        if (!within.contains_try(clause) || asked.contains_try(clause)) continue;
        bool takes = false;
        switch (clause.kind) {
            case HandlerKind::Catch:
                takes = is_caught_by(clause, exception);
                break;
            case HandlerKind::Filter:
                takes = filter_accepts(state, frame, clause, exception);
                break;
            case HandlerKind::Finally:
            case HandlerKind::Fault:
                break;
        }
        if (!takes) continue;
        target = {TargetKind::Clause, frame.frame_pointer, &code, i, 0};
        return true;
    }
    return false;
}

// The smallest finally handler around the frame's ip that is larger than `size`.
const EhClause* next_finally_around(const StackFrame& frame, uint32_t size) {
    const MethodCode& code = *frame.code;
    const EhClause* found = nullptr;
    for (uint32_t i = 0; i < code.clause_count; i++) {
        const EhClause& clause = code.clauses[i];
        if (!is_in_finally(code, clause, frame) || clause.handler_end - clause.handler_begin <= size) continue;
        if (found == nullptr || clause.handler_end - clause.handler_begin < found->handler_end - found->handler_begin)
            found = &clause;
    }
    return found;
}

// A search for the clause that takes the exception, from the inside out. On its way it adds the method to the trace for
// each of the `called_handlers` that it leaves.
bool find_clause(ExceptionState& state, const StackFrame& frame, uint32_t called_handlers, Target& target) {
    const MethodCode& code = *frame.code;
    CodeRange asked;
    for (; called_handlers != 0; called_handlers--) {
        const EhClause* handler = next_finally_around(frame, asked.size());
        if (handler == nullptr) break;
        CodeRange within{handler->handler_begin, handler->handler_end};
        if (find_clause_in(state, frame, within, asked, target)) return true;
        uintptr_t call_site = reinterpret_cast<uintptr_t>(code.start) + handler->try_end;
        StackFrame caller = frame;
        caller.ip = call_site;
        caller.is_fault = false;
        append_stack_frame(state.exception, caller);
        asked = within;
    }
    return find_clause_in(state, frame, {0, code.size_bytes}, asked, target);
}

// The innermost outer dispatch that is running a filter.
const ExceptionState* running_filter(const ExceptionState& state) {
    for (const ExceptionState* outer = state.previous; outer != nullptr; outer = outer->previous) {
        if (outer->filter_frame != 0) return outer;
    }
    return nullptr;
}

// Asks the methods of a frame, from the innermost one outwards, whether the search ends there.
bool find_target_in(Thread& thread, ExceptionState& state, StackFrame frame, ThrowKind kind, bool is_first,
                    Target& target) {
    const ExceptionState* filtering = running_filter(state);
    do {
        uint32_t called_handlers = 0;
        if (frame.is_shown()) {
            // A rethrow's first frame ended the trace already, when the exception was caught there.
            if (!is_first || kind != ThrowKind::Rethrow) append_stack_frame(state.exception, frame);
            called_handlers = called_finally_handlers(state, frame);
            if (is_first && kind != ThrowKind::Continue) notify_first_chance(thread, state.exception);
            is_first = false;
        }
        if (filtering != nullptr && filtering->filter_frame == frame.method_frame() &&
            filtering->filter_node == frame.inline_node) {
            target = {TargetKind::Filter, frame.frame_pointer, nullptr, 0, filtering->filter_resume};
            return true;
        }
        if (find_clause(state, frame, called_handlers, target)) return true;
    } while (frame.to_inline_caller());
    return false;
}

Target find_target(Thread& thread, ExceptionState& state, StackWalk walk, ThrowKind kind) {
    bool is_first = true;
    StackFrame frame;
    for (;;) {
        switch (walk.advance(frame)) {
            case WalkStop::Boundary:
                if (boundary_of_frame(frame.frame_pointer) == static_cast<uint64_t>(Boundary::CatchAll)) {
                    return {TargetKind::Boundary, frame.frame_pointer, nullptr, 0, 0};
                }
                return {TargetKind::Unhandled, frame.frame_pointer, nullptr, 0, 0};
            case WalkStop::NativeCaller:
            case WalkStop::End:
                return {TargetKind::Unhandled, frame.frame_pointer, nullptr, 0, 0};
            case WalkStop::Managed:
                break;
        }
        Target target;
        if (find_target_in(thread, state, frame, kind, is_first, target)) return target;
        is_first = is_first && !frame.is_shown();
    }
}

// Forgets the dispatches and transition records in the part of the stack that a landing cuts off.
void abandon_below(Thread& thread, uintptr_t stack_pointer) {
    while (thread.exceptions != nullptr && reinterpret_cast<uintptr_t>(thread.exceptions) < stack_pointer) {
        thread.exceptions = thread.exceptions->previous;
    }
    while (thread.transition != nullptr && reinterpret_cast<uintptr_t>(thread.transition) < stack_pointer) {
        thread.transition = thread.transition->previous;
    }
    thread.current_exception = thread.exceptions == nullptr ? nullptr : thread.exceptions->exception;
}

uintptr_t landing_stack_pointer(const MethodCode& code, const EhClause& clause, uintptr_t frame_pointer) {
    uint32_t slot = clause.stack_pointer_slot != 0 ? clause.stack_pointer_slot : code.stack_pointer_slot;
    return slot != 0 ? *reinterpret_cast<uintptr_t*>(frame_pointer - slot) : frame_pointer - code.frame_size;
}

#if __has_feature(address_sanitizer)
extern "C" void __asan_handle_no_return();
void forget_stack_poison() {
    __asan_handle_no_return();
}
#else
void forget_stack_poison() {}
#endif

// Forgets the exceptions whose handlers' frames are gone, and of the frame itself all but the outermost `kept`.
void drop_unwinds(Thread& thread, uintptr_t frame_pointer, uint32_t kept) {
    if (thread.open_unwinds == nullptr) return;
    std::vector<OpenUnwind>& open = thread.open_unwinds->stack;
    while (!open.empty() && open.back().frame_pointer < frame_pointer) open.pop_back();
    auto is_elsewhere = [&](const OpenUnwind& one) { return one.frame_pointer != frame_pointer; };
    auto first = std::find_if(open.rbegin(), open.rend(), is_elsewhere).base();
    if (open.end() - first > kept) open.erase(first + kept, open.end());
}

[[noreturn]] void enter_handler(Thread& thread, const ExceptionState& state, const StackFrame& frame, uint32_t index,
                                Object* exception) {
    const MethodCode& code = *frame.code;
    const EhClause& clause = code.clauses[index];
    uintptr_t stack_pointer = landing_stack_pointer(code, clause, frame.frame_pointer);
    CalleeSaved registers{};
    if (code.handlers_expect_registers()) registers = registers_of_frame(state, frame.frame_pointer);
    abandon_below(thread, stack_pointer);
    forget_stack_poison();
    celer_land(stack_pointer, frame.frame_pointer, code.start + clause.handler_begin, exception, registers.values,
               clause.selector);
}

// A finally or fault handler of code that has only landings: it gives control back by Helper::ContinueUnwind.
[[noreturn]] void land_in_cleanup(Thread& thread, const ExceptionState& state, const StackFrame& frame, uint32_t index,
                                  const Target& target) {
    drop_unwinds(thread, frame.frame_pointer, frame.code->clauses[index].open_unwinds);
    if (thread.open_unwinds == nullptr) thread.open_unwinds = new OpenUnwinds;
    thread.open_unwinds->stack.push_back({frame.frame_pointer, target});
    enter_handler(thread, state, frame, index, state.exception);
}

// Runs the handlers of one frame, innermost first, that pass 2 must run; `end` bounds the clauses in the catching
// frame.
void run_frame_handlers(Thread& thread, ExceptionState& state, const StackFrame& frame, uint32_t end,
                        const Target& target) {
    const MethodCode& code = *frame.code;
    for (uint32_t i = 0; i < end; i++) {
        const EhClause& clause = code.clauses[i];
        if (clause.kind != HandlerKind::Finally && clause.kind != HandlerKind::Fault) continue;
        if (!covers(code, clause, frame)) continue;
        if (code.handlers_expect_registers()) land_in_cleanup(thread, state, frame, i, target);
        uintptr_t resume;
        state.handler_frame = frame.frame_pointer;
        state.handler = &clause;
        celer_call_handler(code.start + clause.handler_begin, frame.frame_pointer, state.exception, &resume, 0);
        state.handler_frame = 0;
    }
}

void run_handlers(Thread& thread, ExceptionState& state, StackWalk walk, const Target& target) {
    StackFrame frame;
    for (;;) {
        switch (walk.advance(frame)) {
            case WalkStop::Boundary:
            case WalkStop::NativeCaller:
            case WalkStop::End:
                return;
            case WalkStop::Managed:
                break;
        }
        bool is_target = frame.frame_pointer == target.frame_pointer;
        if (is_target && target.kind == TargetKind::Filter && !frame.code->is(code_flags::is_filter)) return;
        uint32_t end = is_target && target.kind == TargetKind::Clause ? target.clause : frame.code->clause_count;
        run_frame_handlers(thread, state, frame, end, target);
        if (is_target) return;
    }
}

[[noreturn]] void land(Thread& thread, const ExceptionState& state, const Target& target) {
    switch (target.kind) {
        case TargetKind::Clause: {
            const EhClause& clause = target.code->clauses[target.clause];
            StackFrame frame = {target.code, 0, target.frame_pointer, false};
            frame.inline_node = clause.inline_node;
            drop_unwinds(thread, target.frame_pointer, clause.open_unwinds);
            enter_handler(thread, state, frame, target.clause, seen_by_clauses(frame.method(), state.exception));
        }
        case TargetKind::Boundary:
            abandon_below(thread, target.frame_pointer);
            drop_unwinds(thread, target.frame_pointer, 0);
            forget_stack_poison();
            celer_land_at_boundary(target.frame_pointer, state.exception);
        case TargetKind::Filter:
            abandon_below(thread, target.filter_resume);
            drop_unwinds(thread, target.filter_resume, 0);
            forget_stack_poison();
            celer_leave_filter(target.filter_resume);
        case TargetKind::Unhandled:
            break;
    }
    abort_process();
}

// The target's clause, as the entries for where the frame is now have it.
uint32_t clause_at(const StackFrame& frame, const EhClause& wanted) {
    const MethodCode& code = *frame.code;
    for (uint32_t i = 0; i < code.clause_count; i++) {
        if (code.clauses[i].selector == wanted.selector && covers(code, code.clauses[i], frame)) return i;
    }
    CELER_PANIC("a handler that is left lies outside of the region whose handler comes next");
}

std::atomic<uint32_t> g_exception_count;

}  // namespace

uint32_t exception_count() {
    return g_exception_count.load(std::memory_order_relaxed);
}

Object* exception_to_rethrow(const Thread& thread, const StackWalk& from, Object* caught) {
    StackWalk walk = from;
    StackFrame frame;
    if (walk.advance(frame) != WalkStop::Managed) return caught;
    const MethodCode& code = *frame.code;
    uint32_t catch_size = code.size_bytes;  // of the innermost catch handler around the frame's ip
    for (uint32_t i = 0; i < code.clause_count; i++) {
        const EhClause& clause = code.clauses[i];
        bool catches = clause.kind == HandlerKind::Catch || clause.kind == HandlerKind::Filter;
        if (!catches || !is_in_handler(code, clause, frame)) continue;
        catch_size = std::min(catch_size, clause.handler_end - clause.handler_begin);
    }
    for (const ExceptionState* state = thread.exceptions; state != nullptr; state = state->previous) {
        if (state->handler_frame != frame.frame_pointer || !is_in_handler(code, *state->handler, frame)) continue;
        if (state->handler->handler_end - state->handler->handler_begin < catch_size) return state->exception;
    }
    return caught;
}

void dispatch_exception(Thread& thread, Object* exception, const StackWalk& from, ThrowKind kind) {
    CELER_ASSERT(thread.mode.load(std::memory_order_relaxed) == ThreadMode::Managed, "exception thrown in native mode");
    ExceptionState state = {.previous = thread.exceptions, .exception = exception, .from = &from};
    thread.exceptions = &state;
    thread.current_exception = exception;
    g_exception_count.fetch_add(1, std::memory_order_relaxed);
    if (options().ExceptionTrace != 0) print_throw(exception, from, static_cast<uint32_t>(options().ExceptionTrace));
    if (kind == ThrowKind::Throw) start_stack_trace(thread, exception);
    Target target = find_target(thread, state, from, kind);
    if (target.kind == TargetKind::Unhandled) report_unhandled_exception(thread, exception);
    if (any_handlers_expect_registers()) state.registers = managed_caller_registers();
    run_handlers(thread, state, from, target);
    land(thread, state, target);
}

void continue_unwind(Object* exception) {
    Thread& thread = current_thread();
    StackWalk walk(thread);
    StackFrame frame;
    StackWalk first = walk;
    first.advance(frame);
    drop_unwinds(thread, frame.frame_pointer, ~0u);
    std::vector<OpenUnwind>& open = thread.open_unwinds->stack;
    CELER_ASSERT(!open.empty() && open.back().frame_pointer == frame.frame_pointer, "nothing passes this handler");
    Target target = open.back().target;
    open.pop_back();
    if (target.kind == TargetKind::Clause && target.frame_pointer == frame.frame_pointer)
        target.clause = clause_at(frame, target.code->clauses[target.clause]);
    ExceptionState state = {.previous = thread.exceptions, .exception = exception, .from = &walk};
    thread.exceptions = &state;
    thread.current_exception = exception;
    state.registers = managed_caller_registers();
    run_handlers(thread, state, walk, target);
    land(thread, state, target);
}

void free_unwinds(Thread& thread) {
    delete thread.open_unwinds;
}

}  // namespace celer
