// Delegates: Invoke, open delegates and the multicast loop. Layout: _target@8 _methodPtr@24 _methodPtrAux@32
// _invocationList@40 _invocationCount@48.
#include <cstddef>

#include "baseline/x64/thunks.h"
#include "object/object.h"
#include "types/loader.h"

namespace celer::x64 {

namespace {

constexpr int32_t target_offset = 8;
constexpr int32_t code_offset = 24;
constexpr int32_t auxiliary_offset = 32;
constexpr int32_t list_offset = 40;
constexpr int32_t count_offset = 48;

constexpr Gpr argument_gprs[] = {rdi, rsi, rdx, rcx, r8, r9};

int32_t imm32(const void* address) {
    return static_cast<int32_t>(reinterpret_cast<uintptr_t>(address));
}

// The arguments without the delegate itself.
abi::CallLayout* layout_without_this(const MethodSignature& invoke) {
    return new abi::CallLayout(invoke.return_type, {invoke.parameters, invoke.parameter_count});
}

// Whether dropping the delegate only moves whole registers down.
bool only_shifts(const abi::CallLayout& incoming, const abi::CallLayout& outgoing) {
    if (incoming.stack_bytes() != 0 || outgoing.stack_bytes() != 0) return false;
    for (uint32_t i = 0; i < outgoing.count(); i++) {
        const abi::Location& from = incoming.argument(i + 1);
        const abi::Location& to = outgoing.argument(i);
        if (from.piece_count != to.piece_count) return false;
    }
    return true;
}

void shift_down(Assembler& a, const abi::CallLayout& incoming, const abi::CallLayout& outgoing) {
    for (uint32_t i = 0; i < outgoing.count(); i++) {
        const abi::Location& from = incoming.argument(i + 1);
        const abi::Location& to = outgoing.argument(i);
        for (uint32_t k = 0; k < to.piece_count; k++) {
            if (!to.pieces[k].is_float)
                a.mov_rr(8, argument_gprs[to.pieces[k].index], argument_gprs[from.pieces[k].index]);
        }
    }
}

}  // namespace

void* Thunks::delegate_invoke(MethodDesc* invoke) {
    Result<const MethodSignature*> signature = method_signature(invoke);
    Gpr self = signature && abi::classify_result((*signature)->return_type).in_memory ? rsi : rdi;
    Assembler a;
    a.mov_rr(8, r11, self);
    a.mov_rm(8, self, at(r11, target_offset));
    a.jump_m(at(r11, code_offset));
    return copy_code(a);
}

// The delegate is its own target, so it comes as the first argument.
void* Thunks::delegate_open_static(const MethodSignature* invoke) {
    abi::CallLayout incoming(*invoke);
    abi::CallLayout* outgoing = layout_without_this(*invoke);
    void* code;
    if (only_shifts(incoming, *outgoing)) {
        Assembler a;
        a.mov_rm(8, rax, at(incoming.result().in_memory ? rsi : rdi, auxiliary_offset));
        shift_down(a, incoming, *outgoing);
        a.jump_r(rax);
        code = copy_code(a);
    } else {
        FrameThunk thunk(incoming);
        thunk.save_arguments();
        thunk.load_arguments(*outgoing, 1);
        thunk.assembler().mov_rm(8, rax, thunk.argument(0));
        thunk.assembler().call_m(at(rax, auxiliary_offset));
        thunk.leave_and_return();
        code = thunk.finish(nullptr)->start;
    }
    delete outgoing;
    return code;
}

namespace {

// The receiver is in `self`: the target's code address is called or jumped to.
void dispatch(Assembler& a, Gpr self, MethodDesc* target, bool jump) {
    Mem destination;
    if (target->owner->is_interface()) {
        a.mov_ri(4, r10, imm32(target));
        a.mov_rm(8, rax, at(self));
        a.mov_rm(8, rax, at(rax, offsetof(MethodTable, interface_dispatch)));
        destination = at(rax, 8 * target->dispatch_index);
    } else {
        a.mov_rm(8, rax, at(self));
        destination = at(rax, static_cast<int32_t>(sizeof(MethodTable) + 8u * target->slot));
    }
    if (jump) {
        a.jump_m(destination);
    } else {
        a.call_m(destination);
    }
}

}  // namespace

void* Thunks::delegate_open_virtual(const MethodSignature* invoke, MethodDesc* target) {
    abi::CallLayout incoming(*invoke);
    abi::CallLayout* outgoing = layout_without_this(*invoke);
    Gpr self = incoming.result().in_memory ? rsi : rdi;
    void* code;
    if (only_shifts(incoming, *outgoing) && !target->is_generic()) {
        Assembler a;
        shift_down(a, incoming, *outgoing);
        dispatch(a, self, target, true);
        code = copy_code(a);
    } else {
        FrameThunk thunk(incoming);
        Assembler& a = thunk.assembler();
        thunk.save_arguments();
        int32_t resolved = thunk.slot();
        if (target->is_generic()) {
            a.mov_rm(8, rdi, thunk.argument(1));
            a.mov_ri(4, rsi, imm32(target));
            a.call_m(absolute(helper_slot(Helper::ResolveVirtual)));
            a.mov_mr(8, at(rbp, resolved), rax);
        }
        thunk.load_arguments(*outgoing, 1);
        if (target->is_generic()) {
            a.call_m(at(rbp, resolved));
        } else {
            dispatch(a, self, target, false);
        }
        thunk.leave_and_return();
        code = thunk.finish(nullptr)->start;
    }
    delete outgoing;
    return code;
}

// Calls every delegate of _invocationList in order; the last result is the result.
void* Thunks::delegate_multicast(const MethodSignature* invoke) {
    abi::CallLayout incoming(*invoke);
    FrameThunk thunk(incoming);
    Assembler& a = thunk.assembler();
    thunk.save_arguments();
    int32_t index = thunk.slot();
    Gpr self = incoming.result().in_memory ? rsi : rdi;
    Label again;
    a.mov_mi(8, at(rbp, index), 0);
    a.bind(again);
    thunk.load_arguments(incoming, 0);
    a.mov_rm(8, rax, at(rbp, index));
    a.mov_rm(8, r11, at(self, list_offset));
    a.mov_rm(8, r11, at(r11, rax, 3, array_data_offset));
    a.mov_rm(8, self, at(r11, target_offset));
    a.call_m(at(r11, code_offset));
    a.mov_rm(8, rcx, at(rbp, index));
    a.alu_ri(Alu::Add, 8, rcx, 1);
    a.mov_mr(8, at(rbp, index), rcx);
    a.mov_rm(8, r11, thunk.argument(0));
    a.alu_rm(Alu::Cmp, 8, rcx, at(r11, count_offset));
    a.jump(Cc::L, again);
    thunk.leave_and_return();
    return thunk.finish(nullptr)->start;
}

}  // namespace celer::x64
