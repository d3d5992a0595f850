// Calls between managed and native code. A P/Invoke thunk leaves a TransitionRecord {previous, frame pointer, return
// address, stack pointer} on the stack so that stack walks pass the native frames; a reverse-call thunk is where such a
// walk stops.
#include "base/assert.h"
#include "base/lock.h"
#include "baseline/x64/thunks.h"
#include "code/code_roots.h"
#include "code/thread_words.h"
#include "object/object.h"
#include "platform/process_cells.h"
#include "types/loader.h"

namespace celer::x64 {

namespace {

constexpr uint32_t record_bytes = 32;

// What a collection must see of the thread lies in the frames from here on, and in these registers.
constexpr Gpr kept_registers[] = {rbx, rbp, r12, r13, r14, r15};  // as runtime/x64/registers.h has them

void load_thread(Assembler& a, Gpr thread) {
    a.mov_rm(8, thread, thread_local_word(g_tls_offsets.thread));
}

void enter_native(Assembler& a, int32_t record) {
    a.mov_rm(8, rax, at(rbp));
    a.mov_mr(8, at(rbp, record + 8), rax);
    a.mov_rm(8, rax, at(rbp, 8));
    a.mov_mr(8, at(rbp, record + 16), rax);
    a.mov_mr(8, at(rbp, record + 24), rsp);
    a.lea(8, rdi, at(rbp, record));
    if (code_roots().transitions_in_line == 0) {
        a.call_m(absolute(helper_slot(Helper::EnterNative)));
        return;
    }
    load_thread(a, rcx);
    a.mov_rm(8, rax, at(rcx, thread_words::transition));
    a.mov_mr(8, at(rbp, record), rax);
    a.mov_mr(8, at(rcx, thread_words::transition), rdi);
    int32_t place = thread_words::saved_registers;
    for (Gpr kept : kept_registers) {
        a.mov_mr(8, at(rcx, place), kept);
        place += 8;
    }
    a.mov_mr(8, at(rcx, thread_words::stack_low), rsp);
    a.mov_mi(4, at(rcx, thread_words::mode), thread_words::native_mode);  // a release store on x86
}

// As celer_leave_native: who suspends sees the mode, or the thread sees the request, by the process barrier.
void leave_native(Assembler& a, int32_t record) {
    Label slow;
    Label done;
    if (code_roots().transitions_in_line != 0) {
        load_thread(a, rcx);
        a.mov_mi(4, at(rcx, thread_words::mode), thread_words::managed_mode);
        a.alu_mi(Alu::Cmp, 4, at(rcx, thread_words::suspend_requested), 0);
        a.jump(Cc::Ne, slow);
        a.mov_rm(8, rax, at(rbp, record));
        a.mov_mr(8, at(rcx, thread_words::transition), rax);
        a.jump(done);
    }
    a.bind(slow);
    a.lea(8, rdi, at(rbp, record));
    a.call_m(absolute(helper_slot(Helper::LeaveNative)));
    a.bind(done);
}

}  // namespace

void* Thunks::native_call(MethodDesc* method, void** target_cell, NativeCallOptions options) {
    Result<const MethodSignature*> signature = method_signature(method);
    CELER_ASSERT(signature.has_value(), "a P/Invoke without a signature");
    abi::CallLayout layout(**signature);
    if (!options.transition && !options.set_last_error) {
        Assembler direct;
        direct.jump_m(absolute(target_cell));
        return copy_code(direct, method);
    }
    FrameThunk thunk(layout);
    Assembler& a = thunk.assembler();
    thunk.save_arguments();
    int32_t record = thunk.slot(record_bytes);
    int32_t result = thunk.slot(32);
    if (options.set_last_error) a.call_m(absolute(helper_slot(Helper::ClearLastError)));
    if (options.transition) enter_native(a, record);
    thunk.load_arguments(layout, 0);
    a.call_m(absolute(target_cell));
    thunk.save_result(layout.result(), result);
    if (options.set_last_error) a.call_m(absolute(helper_slot(Helper::SaveLastError)));
    if (options.transition) leave_native(a, record);
    thunk.load_result(layout.result(), result);
    thunk.leave_and_return();
    return thunk.finish(method)->start;
}

// Native code calls this with the C convention. The method it calls keeps the callee-saved registers.
void* Thunks::reverse_call(MethodDesc* method) {
    {
        LockGuard guard(lock_);
        if (void* known = find_known_code(CodeKey::ReverseCall, code_key(method))) return known;
    }
    void* made = make_reverse_call(method);  // may load types: not under the lock
    LockGuard guard(lock_);
    if (void* known = find_known_code(CodeKey::ReverseCall, code_key(method))) return known;
    remember_code(CodeKey::ReverseCall, code_key(method), made, method);
    return made;
}

void* Thunks::make_reverse_call(MethodDesc* method) {
    method_stub(method);
    Result<const MethodSignature*> signature = method_signature(method);
    CELER_ASSERT(signature.has_value(), "an UnmanagedCallersOnly method without a signature");
    abi::CallLayout layout(**signature);
    FrameThunk thunk(layout);
    Assembler& a = thunk.assembler();
    thunk.save_arguments();
    int32_t result = thunk.slot(32);
    a.call_m(absolute(helper_slot(Helper::EnterManaged)));
    thunk.load_arguments(layout, 0);
    a.call_m(absolute(&method->entry));
    thunk.save_result(layout.result(), result);
    a.call_m(absolute(helper_slot(Helper::LeaveManaged)));
    thunk.load_result(layout.result(), result);
    thunk.leave_and_return();
    return thunk.finish(method, code_flags::is_reverse_call)->start;
}

// The delegate is its own target, so it comes as the first argument.
void* native_delegate(const MethodSignature& invoke) {
    abi::CallLayout incoming(invoke);
    abi::CallLayout outgoing(invoke.return_type, {invoke.parameters, invoke.parameter_count});
    FrameThunk thunk(incoming);
    Assembler& a = thunk.assembler();
    thunk.save_arguments();
    int32_t record = thunk.slot(record_bytes);
    int32_t result = thunk.slot(32);
    enter_native(a, record);
    thunk.load_arguments(outgoing, 1);
    a.mov_rm(8, rax, thunk.argument(0));
    a.call_m(at(rax, delegate_method_pointer_aux_offset));
    thunk.save_result(outgoing.result(), result);
    leave_native(a, record);
    thunk.load_result(outgoing.result(), result);
    thunk.leave_and_return();
    return thunk.finish(nullptr)->start;
}

// The delegate is read through its handle once the thread is in Managed mode; from then on the stack keeps it alive.
void* Thunks::reverse_delegate_call(MethodDesc* invoke, const MethodSignature* signature, Object** delegate,
                                    const void* code) {
    abi::CallLayout incoming(signature->return_type, {signature->parameters, signature->parameter_count});
    abi::CallLayout outgoing(*signature);
    FrameThunk thunk(incoming);
    Assembler& a = thunk.assembler();
    thunk.save_arguments();
    int32_t result = thunk.slot(32);
    int32_t kept = thunk.slot();
    a.call_m(absolute(helper_slot(Helper::EnterManaged)));
    Object*** cell = new_process_cell<Object**>(ProcessCell::DelegateHandle, nullptr);
    *cell = delegate;
    a.mov_rm(8, rax, absolute(cell));
    a.mov_rm(8, rax, at(rax));
    a.mov_mr(8, at(rbp, kept), rax);
    Label is_alive;
    a.test_rr(8, rax, rax);
    a.jump(Cc::Ne, is_alive);
    a.mov_ri(8, rdi, static_cast<int64_t>(reinterpret_cast<uintptr_t>(invoke)));
    a.call_m(absolute(helper_slot(Helper::CollectedDelegate)));
    a.bind(is_alive);
    thunk.load_arguments_after_this(outgoing);
    Gpr self = outgoing.result().in_memory ? rsi : rdi;
    if (code == nullptr) {
        a.mov_rm(8, r11, at(rbp, kept));
        a.mov_rm(8, self, at(r11, delegate_target_offset));
        a.call_m(at(r11, delegate_method_pointer_offset));
    } else {
        a.mov_rm(8, self, at(rbp, kept));
        a.mov_ri(8, rax, static_cast<int64_t>(reinterpret_cast<uintptr_t>(code)));
        a.call_r(rax);
    }
    thunk.save_result(outgoing.result(), result);
    a.call_m(absolute(helper_slot(Helper::LeaveManaged)));
    thunk.load_result(outgoing.result(), result);
    thunk.leave_and_return();
    return thunk.finish(nullptr, code_flags::is_reverse_call)->start;
}

}  // namespace celer::x64
