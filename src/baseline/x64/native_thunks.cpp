// Calls between managed and native code. A P/Invoke thunk leaves a TransitionRecord {previous, frame pointer, return
// address, stack pointer} on the stack so that stack walks pass the native frames; a reverse-call thunk is where such a
// walk stops.
#include "base/assert.h"
#include "baseline/x64/thunks.h"
#include "types/loader.h"

namespace celer::x64 {

namespace {

constexpr uint32_t record_bytes = 32;

}  // namespace

void* Thunks::native_call(MethodDesc* method, void** target_cell, NativeCallOptions options) {
    Result<const MethodSignature*> signature = method_signature(method);
    CELER_ASSERT(signature.has_value(), "a P/Invoke without a signature");
    abi::CallLayout layout(**signature);
    if (!options.transition && !options.set_last_error) {
        Assembler direct;
        direct.jump_m(absolute(target_cell));
        return copy_code(direct);
    }
    FrameThunk thunk(layout);
    Assembler& a = thunk.assembler();
    thunk.save_arguments();
    int32_t record = thunk.slot(record_bytes);
    int32_t result = thunk.slot(32);
    if (options.set_last_error) a.call_m(absolute(helper_slot(Helper::ClearLastError)));
    if (options.transition) {
        a.mov_rm(8, rax, at(rbp));
        a.mov_mr(8, at(rbp, record + 8), rax);
        a.mov_rm(8, rax, at(rbp, 8));
        a.mov_mr(8, at(rbp, record + 16), rax);
        a.mov_mr(8, at(rbp, record + 24), rsp);
        a.lea(8, rdi, at(rbp, record));
        a.call_m(absolute(helper_slot(Helper::EnterNative)));
    }
    thunk.load_arguments(layout, 0);
    a.call_m(absolute(target_cell));
    thunk.save_result(layout.result(), result);
    if (options.set_last_error) a.call_m(absolute(helper_slot(Helper::SaveLastError)));
    if (options.transition) {
        a.lea(8, rdi, at(rbp, record));
        a.call_m(absolute(helper_slot(Helper::LeaveNative)));
    }
    thunk.load_result(layout.result(), result);
    thunk.leave_and_return();
    return thunk.finish(method)->start;
}

// Native code calls this with the C convention. The method it calls keeps the callee-saved registers.
void* Thunks::reverse_call(MethodDesc* method) {
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
    MethodCode* code = thunk.finish(method);
    code->is_reverse_call = true;
    return code->start;
}

}  // namespace celer::x64
