// Delegates: Invoke, open delegates and the multicast loop. Layout: _target@8 _methodPtr@24 _methodPtrAux@32
// _invocationList@40 _invocationCount@48.
//
// A thunk depends only on where arguments lie; what is called it reads from the delegate. So there are as many as there
// are shapes of signatures, however many delegates and delegate types a program makes.
#include <cstddef>
#include <string>

#include "base/assert.h"
#include "base/lock.h"
#include "baseline/x64/thunks.h"
#include "code/code_roots.h"
#include "object/object.h"
#include "types/loader.h"

namespace celer::x64 {

namespace {

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

Gpr register_of_self(const abi::CallLayout& layout) {
    return layout.result().in_memory ? rsi : rdi;
}

void* invoke_thunk(const MethodSignature& invoke) {
    Gpr self = abi::classify_result(invoke.return_type).in_memory ? rsi : rdi;
    Assembler a;
    a.mov_rr(8, r11, self);
    a.mov_rm(8, self, at(r11, delegate_target_offset));
    a.jump_m(at(r11, delegate_method_pointer_offset));
    return copy_code(a);
}

// The delegate is in `delegate`: its method goes to r10, as the resolver of interface calls wants it.
void load_method(Assembler& a, Gpr delegate) {
    a.mov_rm(8, rax, at(delegate, delegate_method_pointer_aux_offset));
    a.mov_rm(4, r10, at(rax, method_in_stub));
}

// The method is in r10, the receiver in `self`: what to jump to or call.
Mem destination(Assembler& a, Gpr self, DelegateThunk kind) {
    a.mov_rm(8, r11, at(self));
    if (kind == DelegateThunk::OpenInterface) {
        a.movzx_rm(1, rax, at(r10, offsetof(MethodDesc, dispatch_index)));
        a.mov_rm(8, r11, at(r11, offsetof(MethodTable, interface_dispatch)));
        return at(r11, rax, 3, 0);
    }
    a.movzx_rm(2, rax, at(r10, offsetof(MethodDesc, slot)));
    return at(r11, rax, 3, static_cast<int32_t>(sizeof(MethodTable)));
}

// The delegate is its own target, so it comes as the first argument.
void* open_by_shifting(const abi::CallLayout& incoming, const abi::CallLayout& outgoing, DelegateThunk kind) {
    Gpr self = register_of_self(incoming);
    Assembler a;
    if (kind == DelegateThunk::OpenDirect) {
        a.mov_rm(8, rax, at(self, delegate_method_pointer_aux_offset));
        shift_down(a, incoming, outgoing);
        a.jump_r(rax);
    } else {
        load_method(a, self);
        shift_down(a, incoming, outgoing);
        a.jump_m(destination(a, self, kind));
    }
    return copy_code(a);
}

void* open_with_frame(const abi::CallLayout& incoming, const abi::CallLayout& outgoing, DelegateThunk kind) {
    FrameThunk thunk(incoming);
    Assembler& a = thunk.assembler();
    thunk.save_arguments();
    thunk.load_arguments(outgoing, 1);
    a.mov_rm(8, rax, thunk.argument(0));
    if (kind == DelegateThunk::OpenDirect) {
        a.call_m(at(rax, delegate_method_pointer_aux_offset));
    } else {
        load_method(a, rax);
        a.call_m(destination(a, register_of_self(outgoing), kind));
    }
    thunk.leave_and_return();
    return thunk.finish(nullptr)->start;
}

void* open_thunk(const MethodSignature& invoke, DelegateThunk kind) {
    abi::CallLayout incoming(invoke);
    abi::CallLayout outgoing(invoke.return_type, {invoke.parameters, invoke.parameter_count});
    return only_shifts(incoming, outgoing) ? open_by_shifting(incoming, outgoing, kind)
                                           : open_with_frame(incoming, outgoing, kind);
}

// Calls every delegate of _invocationList in order; the last result is the result.
void* multicast_thunk(const MethodSignature& invoke) {
    abi::CallLayout incoming(invoke);
    FrameThunk thunk(incoming);
    Assembler& a = thunk.assembler();
    thunk.save_arguments();
    int32_t index = thunk.slot();
    Gpr self = register_of_self(incoming);
    Label again;
    a.mov_mi(8, at(rbp, index), 0);
    a.bind(again);
    thunk.load_arguments(incoming, 0);
    a.mov_rm(8, rax, at(rbp, index));
    a.mov_rm(8, r11, at(self, delegate_invocation_list_offset));
    a.mov_rm(8, r11, at(r11, rax, 3, array_data_offset));
    a.mov_rm(8, self, at(r11, delegate_target_offset));
    a.call_m(at(r11, delegate_method_pointer_offset));
    a.mov_rm(8, rcx, at(rbp, index));
    a.alu_ri(Alu::Add, 8, rcx, 1);
    a.mov_mr(8, at(rbp, index), rcx);
    a.mov_rm(8, r11, thunk.argument(0));
    a.alu_rm(Alu::Cmp, 8, rcx, at(r11, delegate_invocation_count_offset));
    a.jump(Cc::L, again);
    thunk.leave_and_return();
    return thunk.finish(nullptr)->start;
}

void* make_delegate_thunk(DelegateThunk kind, const MethodSignature& invoke) {
    switch (kind) {
        case DelegateThunk::Invoke:
            return invoke_thunk(invoke);
        case DelegateThunk::OpenDirect:
        case DelegateThunk::OpenVirtual:
        case DelegateThunk::OpenInterface:
            return open_thunk(invoke, kind);
        case DelegateThunk::Multicast:
            return multicast_thunk(invoke);
        case DelegateThunk::Native:
            return native_delegate(invoke);
    }
    CELER_PANIC("unknown delegate thunk %d", static_cast<int>(kind));
}

}  // namespace

void* Thunks::delegate_thunk(DelegateThunk kind, const MethodSignature* invoke) {
    std::string key(1, static_cast<char>('0' + static_cast<int>(kind)));
    key += abi::CallLayout(*invoke).shape();
    {
        LockGuard guard(lock_);
        if (void* known = find_known_code(CodeKey::DelegateThunk, key)) return known;
    }
    void* made = make_delegate_thunk(kind, *invoke);  // may load types: not under the lock
    LockGuard guard(lock_);
    if (void* known = find_known_code(CodeKey::DelegateThunk, key)) return known;
    remember_code(CodeKey::DelegateThunk, key, made, nullptr);
    return made;
}

}  // namespace celer::x64
