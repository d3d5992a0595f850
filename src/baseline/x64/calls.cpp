// Calls: arguments to their places, the call, the result back on the stack.
#include <utility>

#include "base/assert.h"
#include "baseline/x64/compiler.h"
#include "baseline/x64/small_integers.h"
#include "code/compiler.h"
#include "object/object.h"
#include "types/dispatch.h"
#include "types/well_known.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations or elements

namespace celer::x64 {

namespace {

constexpr Gpr argument_gprs[] = {rdi, rsi, rdx, rcx, r8, r9};

int32_t imm32(const void* address) {
    return static_cast<int32_t>(reinterpret_cast<uintptr_t>(address));
}

}  // namespace

void MethodCompiler::emit_helper_call(Helper helper) {
    a_.call_m(absolute(helper_slot(helper)));
}

void MethodCompiler::call_helper(Helper helper, uint32_t arguments) {
    spill_all_below(arguments);
    moves_.clear();
    for (uint32_t i = 0; i < arguments; i++) {
        uint32_t index = static_cast<uint32_t>(values_.size()) - arguments + i;
        moves_.push_back({false, argument_gprs[i], 8, 0, index, false});
    }
    resolve_moves();
    drop(arguments);
    emit_helper_call(helper);
}

// --- Arguments -------------------------------------------------------------------------------------------------------

void MethodCompiler::place_stack_arguments(const abi::CallLayout& layout, uint32_t first) {
    reserve_outgoing(layout.stack_bytes());
    for (uint32_t i = 0; i < layout.count(); i++) {
        const abi::Location& location = layout.argument(i);
        if (location.piece_count != 0) continue;
        pinned_ = 0;
        pinned_xmm_ = 0;
        Value& value = values_[first + i];
        Mem slot = at(rsp, static_cast<int32_t>(location.stack_offset));
        if (value.kind == Kind::Struct) {
            copy_struct(slot, memory_of(value), location.size_bytes, value.type);
        } else if (value.kind == Kind::Vector) {
            a_.vmov_mr(value.size_bytes, slot, xmm(value));
        } else if (is_float(value.kind)) {
            a_.movf_mr(size_of(value.kind), slot, xmm(value));
        } else if (is_small(value)) {
            a_.mov_mi(8, slot, static_cast<int32_t>(value.imm));
        } else {
            a_.mov_mr(8, slot, gpr(value));
        }
        release(value);  // an empty constant from now on
    }
    pinned_ = 0;
    pinned_xmm_ = 0;
}

bool MethodCompiler::move_reads(const Move& move, Gpr reg) const {
    const Value& value = values_[move.value];
    return (value.where == Where::Gpr || value.where == Where::Memory) && value.reg == reg;
}

void MethodCompiler::do_move(Move& move) {
    const Value& value = values_[move.value];
    if (value.kind == Kind::Struct) {
        Mem from = memory_of(value);
        from.displacement += move.offset;
        if (move.is_float) {
            a_.movf_rm(move.size_bytes > 4 ? 8 : 4, static_cast<Xmm>(move.to), from);
        } else if (value.where != Where::Memory || move.size_bytes == 8) {
            a_.mov_rm(8, static_cast<Gpr>(move.to), from);  // frame slots are whole words
        } else if (move.size_bytes == 4) {
            a_.mov_rm(4, static_cast<Gpr>(move.to), from);
        } else {
            a_.movzx_rm(move.size_bytes, static_cast<Gpr>(move.to), from);  // 1 or 2: others were copied to the frame
        }
    } else if (move.is_float) {
        load_into(static_cast<Xmm>(move.to), value);
    } else {
        load_into(static_cast<Gpr>(move.to), value);
    }
    move.done = true;
}

// Moves everything in moves_ at once: first what reads registers, each after the readers of its target; then the rest.
void MethodCompiler::resolve_moves() {
    auto reads_register = [&](const Move& move) {
        const Value& value = values_[move.value];
        return value.where == Where::Gpr || value.where == Where::Memory || value.where == Where::Xmm;
    };
    auto blocked = [&](const Move& move) {
        for (const Move& other : moves_) {
            if (&other == &move || other.done) continue;
            const Value& value = values_[other.value];
            if (move.is_float ? value.where == Where::Xmm && value.reg == move.to
                              : move_reads(other, static_cast<Gpr>(move.to))) {
                return true;
            }
        }
        return false;
    };
    for (;;) {
        Move* stuck = nullptr;
        bool progress = false;
        for (Move& move : moves_) {
            if (move.done || !reads_register(move)) continue;
            if (blocked(move)) {
                stuck = &move;
                continue;
            }
            do_move(move);
            progress = true;
        }
        if (stuck == nullptr) break;
        if (progress) continue;
        // A cycle: put what its target holds somewhere else.
        uint32_t busy = 0;
        for (const Move& move : moves_) {
            if (move.is_float == stuck->is_float) busy |= 1u << move.to;  // also where an argument lies already
            if (move.done) continue;
            const Value& value = values_[move.value];
            if (stuck->is_float ? value.where == Where::Xmm
                                : value.where == Where::Gpr || value.where == Where::Memory) {
                busy |= 1u << value.reg;
            }
        }
        uint8_t from = stuck->to;
        if (stuck->is_float) {
            Xmm other = static_cast<Xmm>(__builtin_ctz(~busy & ~variable_xmms_));
            CELER_ASSERT(other < 16);
            move_xmm(live_xmm_bytes(1u << from), other, static_cast<Xmm>(from));
            for (Value& value : values_) {
                if (value.where != Where::Xmm || value.reg != from) continue;
                xmm_uses_[from]--;
                xmm_uses_[other]++;
                value.reg = other;
            }
            continue;
        }
        constexpr uint32_t spare =
            1u << rax | 1u << r11 | 1u << r10 | 1u << rcx | 1u << rdx | 1u << rsi | 1u << rdi | 1u << r8 | 1u << r9;
        uint32_t free = spare & ~busy & ~variable_gprs_;
        CELER_ASSERT(free != 0);
        Gpr other = static_cast<Gpr>(__builtin_ctz(free));
        a_.mov_rr(8, other, static_cast<Gpr>(from));
        for (Value& value : values_) {
            if ((value.where != Where::Gpr && value.where != Where::Memory) || value.reg != from) continue;
            gpr_uses_[from]--;
            gpr_uses_[other]++;
            value.reg = other;
        }
    }
    for (Move& move : moves_) {
        if (!move.done) do_move(move);
    }
}

void MethodCompiler::place_register_arguments(const abi::CallLayout& layout, uint32_t first, bool has_target) {
    // Odd pieces of structs still in memory are copied to the frame, where whole words may be read.
    for (uint32_t i = 0; i < layout.count(); i++) {
        Value& value = values_[first + i];
        if (value.where != Where::Memory) continue;
        const abi::Location& location = layout.argument(i);
        bool odd = location.piece_count > 1;  // two loads through a register that the first may overwrite
        for (uint32_t k = 0; k < location.piece_count; k++) {
            uint8_t size = location.pieces[k].size_bytes;
            odd = odd || (size != 1 && size != 2 && size != 4 && size != 8);
        }
        if (odd) materialise(value);
        pinned_ = 0;
        pinned_xmm_ = 0;
    }
    moves_.clear();
    for (uint32_t i = 0; i < layout.count(); i++) {
        const abi::Location& location = layout.argument(i);
        for (uint32_t k = 0; k < location.piece_count; k++) {
            const abi::Piece& piece = location.pieces[k];
            uint8_t to = piece.is_float ? piece.index : static_cast<uint8_t>(argument_gprs[piece.index]);
            moves_.push_back({piece.is_float, to, piece.size_bytes, static_cast<uint8_t>(8 * k), first + i, false});
        }
    }
    if (has_target) moves_.push_back({false, rax, 8, 0, static_cast<uint32_t>(values_.size()) - 1, false});
    resolve_moves();
}

// --- The call

void MethodCompiler::emit_call(const CallInfo& info, std::span<const TypeHandle> arguments, bool has_target) {
    emit_call_of_type(info, arguments, has_target, info.return_kind, info.return_type);
}

// The struct variable that the next instruction stores the result to, if the call may write it directly.
int32_t MethodCompiler::direct_result_slot(Kind return_kind, bool in_memory) const {
    const Inst* next = next_inst();
    if (return_kind != Kind::Struct || next->op != Op::StoreVar) return 0;
    const Variable& variable = code_->variables[next->target];
    if (in_memory && (variable.address_taken || !code_->clauses.empty())) return 0;
    for (const Value& value : values_) {
        if (value.where == Where::Variable && value.variable == next->target) return 0;
        if (value.where == Where::Memory && variable.address_taken) return 0;
    }
    return homes_[next->target].offset;
}

bool is_in_wide_register(const abi::Location& location) {
    constexpr uint32_t narrow_bytes = 16;
    return location.piece_count != 0 && location.pieces[0].size_bytes > narrow_bytes;
}

// Whether the next instruction returns the struct through the caller's buffer, which then can be passed on: nothing
// that the method can see lies there.
bool MethodCompiler::returns_next(Kind kind) const {
    return kind == Kind::Struct && result_.in_memory && next_is(Op::Return);
}

void MethodCompiler::emit_call_of_type(const CallInfo& info, std::span<const TypeHandle> arguments, bool has_target,
                                       Kind return_kind, TypeHandle return_type) {
    abi::CallLayout layout(return_type, arguments);
    uint32_t consumed = layout.count() + (has_target ? 1 : 0);
    const abi::Result& result = layout.result();
    int32_t direct = direct_result_slot(return_kind, result.in_memory);
    bool tail = is_tail_call(info, result);
    spill_all_below(consumed);
    uint32_t first = static_cast<uint32_t>(values_.size()) - consumed;
    place_stack_arguments(layout, first);
    place_register_arguments(layout, first, has_target);
    drop(consumed);
    int32_t buffer = direct;
    bool returned = result.in_memory && returns_next(return_kind);
    if (returned || (tail && result.in_memory)) {
        a_.mov_rm(8, rdi, at(rbp, return_buffer_));
    } else if (result.in_memory) {
        if (direct == 0) buffer = take_temp(result.location.size_bytes);
        a_.lea(8, rdi, at(rbp, buffer));
    }
    std::optional<Mem> target = find_target(info, result.in_memory ? rsi : rdi);
    bool passes_wide_vector = false;
    for (uint32_t i = 0; i < layout.count(); i++) passes_wide_vector |= is_in_wide_register(layout.argument(i));
    if (plan_.has_wide_vectors && !passes_wide_vector) a_.vzeroupper();
    if (tail) {
        emit_tail_jump(target, layout.stack_bytes());
        return skip_next();
    }
    target ? a_.call_m(*target) : a_.call_r(rax);
    if (info.returns_never) a_.int3();
    if (return_kind == Kind::Void) return;
    if (returned) {  // rax holds the buffer again
        emit_epilogue();
        return skip_next();
    }
    push_result(info, result, buffer);
    if (direct == 0) return;
    values_.pop_back();  // it is the variable's slot, which is no temporary
    skip_next();
}

// Where the code to call is found, the arguments being in their places; nothing: its address is in rax.
std::optional<Mem> MethodCompiler::find_target(const CallInfo& info, Gpr self) {
    switch (info.kind) {
        case CallKind::Direct:
            if (info.null_check_this) a_.alu_mr(Alu::Cmp, 1, at(self), rax);
            method_stub(info.method);  // sets the entry cell
            return absolute(&info.method->entry);
        case CallKind::Virtual:
            a_.mov_rm(8, rax, at(self));
            note_met(info, rax);
            return at(rax, static_cast<int32_t>(sizeof(MethodTable) + 8u * info.method->slot));
        case CallKind::Interface:
            a_.mov_ri(4, r10, imm32(info.method));
            a_.mov_rm(8, rax, at(self));
            note_met(info, rax);
            a_.mov_rm(8, rax, at(rax, offsetof(MethodTable, interface_dispatch)));
            return at(rax, 8 * info.method->dispatch_index);
        case CallKind::Delegate:
            a_.mov_rr(8, r11, self);
            a_.mov_rm(8, self, at(r11, delegate_target_offset));
            if (profile_ == nullptr) return at(r11, delegate_method_pointer_offset);
            a_.mov_rm(8, rax, at(r11, delegate_method_pointer_offset));
            note_met(info, rax);
            return std::nullopt;
        case CallKind::Helper:
            return absolute(helper_slot(static_cast<Helper>(info.helper)));
        case CallKind::Indirect:
        case CallKind::GenericVirtual:
        case CallKind::UnmanagedIndirect:
            return std::nullopt;
    }
    return std::nullopt;
}

// Whether the frame can go before the callee runs. What localloc made would go with it.
bool MethodCompiler::is_tail_call(const CallInfo& info, const abi::Result& result) const {
    if (!info.explicit_tail || info.kind == CallKind::UnmanagedIndirect) return false;
    if (following_inst()->op != Op::Return) return false;
    if (!block_region().is_none() || code_->has_localloc) return false;
    return result.in_memory == result_.in_memory &&
           (info.return_kind == Kind::Struct ||
            info.return_type.verification_type() == code_->signature->return_type.verification_type());
}

void MethodCompiler::emit_tail_jump(const std::optional<Mem>& target, uint32_t stack_bytes) {
    if (stack_bytes == 0) {
        emit_frame_exit();
        return target ? a_.jump_m(*target) : a_.jump_r(rax);
    }
    if (target) a_.mov_rm(8, rax, *target);
    restore_saved_registers();
    if (stack_bytes > incoming_stack_bytes_) return a_.jump_m(absolute(thunks().tail_thunk(stack_bytes)));
    copy_words(a_, rsp, rbp, 16, static_cast<int32_t>(stack_bytes));
    a_.leave();
    a_.jump_r(rax);
}

void MethodCompiler::push_result(const CallInfo& info, const abi::Result& result, int32_t buffer) {
    if (info.return_kind == Kind::Struct) {
        uint32_t size = result.location.size_bytes;
        if (buffer == 0) buffer = take_temp(size);
        for (uint32_t k = 0; k < result.location.piece_count; k++) {
            const abi::Piece& piece = result.location.pieces[k];
            Mem slot = at(rbp, buffer + 8 * static_cast<int32_t>(k));
            if (piece.is_float) {
                a_.movf_mr(piece.size_bytes > 4 ? 8 : 4, slot, static_cast<Xmm>(piece.index));
            } else {
                a_.mov_mr(8, slot, piece.index == 0 ? rax : rdx);
            }
        }
        Value& value = push(Kind::Struct, Where::Temp);
        value.displacement = buffer;
        value.type = info.return_type.method_table();
        value.size_bytes = size;
        return;
    }
    if (info.return_kind == Kind::Vector && result.in_memory) {
        Value& value = push(Kind::Vector, Where::Temp);
        value.displacement = buffer;
        value.type = info.return_type.method_table();
        value.size_bytes = result.location.size_bytes;
        return;
    }
    if (info.return_kind == Kind::Vector) return push_vector(info.return_type.method_table(), xmm0);
    if (is_float(info.return_kind)) return push_xmm(info.return_kind, xmm0);
    ElementType element = info.return_type.is_null() ? ElementType::I8 : info.return_type.verification_type();
    if (SmallInteger small = small_integer(element)) {
        extend(a_, small, rax, rax);
    } else if (info.return_kind == Kind::I4 &&
               !(info.kind == CallKind::Direct && info.method->kind == MethodKind::IL)) {
        a_.mov_rr(4, rax, rax);  // compiled methods return clean upper halves; native ones need not
    }
    push_gpr(info.return_kind, rax);
}

// Finds the target first; then it is an indirect call.
void MethodCompiler::call_generic_virtual(const CallInfo& info) {
    uint32_t count = static_cast<uint32_t>(info.argument_kinds.size());
    Value& self = top(count - 1);
    if (self.where == Where::Gpr || self.where == Where::Memory) spill(self);
    Gpr receiver = scratch();
    load_into(receiver, self);  // which stays an argument
    if (profile_ != nullptr) {
        Gpr table = scratch();
        a_.mov_rm(8, table, at(receiver));
        note_met(info, table);
        unpin(table);
    }
    push_gpr(Kind::Ref, receiver);
    push_constant(Kind::I8, imm32(info.method));
    call_helper(Helper::ResolveVirtual, 2);
    push_gpr(Kind::I8, rax);
    emit_call(info, info.argument_types, true);
}

// A native transition around an indirect call: the record lies in the frame.
void MethodCompiler::call_unmanaged(const CallInfo& info) {
    bool transition =
        !(info.signature != nullptr && (info.signature->unmanaged_flags & signature_flags::suppress_gc_transition));
    if (!transition) return emit_call(info, info.argument_types, true);
    // TransitionRecord: previous, frame pointer, return address, stack pointer.
    constexpr uint32_t record_bytes = 32;
    int32_t record = take_temp(record_bytes);
    a_.mov_mr(8, at(rbp, record + 8), rbp);
    Gpr here = scratch();
    uint32_t patch = a_.lea_rip(here);
    a_.mov_mr(8, at(rbp, record + 16), here);
    a_.mov_mr(8, at(rbp, record + 24), rsp);
    unpin(here);
    push(Kind::I8, Where::FrameAddress).displacement = record;
    call_helper(Helper::EnterNative, 1);
    emit_call(info, info.argument_types, true);
    a_.patch32(patch, static_cast<int32_t>(a_.position() - (patch + 4)));
    push(Kind::I8, Where::FrameAddress).displacement = record;
    call_helper(Helper::LeaveNative, 1);
    free_temp(record, record_bytes);
}

void MethodCompiler::call(const Inst& inst) {
    const CallInfo& info = *inst.call;
    switch (info.kind) {
        case CallKind::GenericVirtual:
            return call_generic_virtual(info);
        case CallKind::UnmanagedIndirect:
            return call_unmanaged(info);
        case CallKind::Indirect:
            return emit_call(info, info.argument_types, true);
        case CallKind::Direct:
        case CallKind::Virtual:
        case CallKind::Interface:
        case CallKind::Delegate:
        case CallKind::Helper:
            return emit_call(info, info.argument_types, false);
    }
}

void MethodCompiler::new_object(const Inst& inst) {
    const CallInfo& info = *inst.call;
    uint32_t count = static_cast<uint32_t>(info.argument_kinds.size());  // without `this`
    constructor_arguments_.assign(1, TypeHandle());
    constructor_arguments_.insert(constructor_arguments_.end(), info.argument_types.begin(), info.argument_types.end());
    MethodTable* type = info.type;
    int32_t slot;
    int32_t direct = 0;  // the variable that the object is stored to, if it is made there
    uint32_t size = 8;
    if (type->is_value_type()) {
        size = type->instance_field_bytes;
        if (returns_next(inst.kind)) return new_result(inst);
        direct = direct_result_slot(inst.kind, true);
        slot = direct != 0 ? direct : take_temp(size);
        clear_memory(at(rbp, slot), size);
        push(Kind::ByRef, Where::FrameAddress).displacement = slot;
    } else {
        allocate(type);
        slot = take_temp(8);
        a_.mov_mr(8, at(rbp, slot), static_cast<Gpr>(top().reg));
    }
    // `this` goes below the arguments.
    Value self = top();
    values_.pop_back();
    values_.insert(values_.end() - count, self);
    // The info's return kind and type are those of the new object; the constructor itself returns nothing.
    emit_call_of_type(info, constructor_arguments_, false, Kind::Void, primitive_type(ElementType::Void));
    if (!type->is_value_type()) {
        pinned_ = 0;
        Gpr object = allocate_gpr();
        a_.mov_rm(8, object, at(rbp, slot));
        free_temp(slot, 8);
        return push_gpr(Kind::Ref, object);
    }
    if (direct != 0) return skip_next();
    Value& value = push(inst.kind == Kind::Void ? Kind::Struct : inst.kind, Where::Temp);
    value.displacement = slot;
    value.type = type;
    value.size_bytes = size;
}

// return new S(...): the value is made in the caller's buffer.
void MethodCompiler::new_result(const Inst& inst) {
    const CallInfo& info = *inst.call;
    Gpr buffer = scratch();
    a_.mov_rm(8, buffer, at(rbp, return_buffer_));
    clear_memory(at(buffer), info.type->instance_field_bytes);
    push_gpr(Kind::ByRef, buffer);
    Value self = top();
    values_.pop_back();
    values_.insert(values_.end() - static_cast<ptrdiff_t>(info.argument_kinds.size()), self);
    emit_call_of_type(info, constructor_arguments_, false, Kind::Void, primitive_type(ElementType::Void));
    a_.mov_rm(8, rax, at(rbp, return_buffer_));
    emit_epilogue();
    skip_next();
}

void MethodCompiler::load_virtual_function(const Inst& inst) {
    const CallInfo& info = *inst.call;
    if (info.kind == CallKind::Virtual) {
        Mem from = address(top(), 0);
        drop();
        pinned_ = 0;
        Gpr to = allocate_gpr();
        a_.mov_rm(8, to, from);
        a_.mov_rm(8, to, at(to, static_cast<int32_t>(sizeof(MethodTable) + 8u * info.method->slot)));
        return push_gpr(Kind::I8, to);
    }
    push_constant(Kind::I8, imm32(info.method));
    call_helper(Helper::ResolveVirtual, 2);
    push_gpr(Kind::I8, rax);
}

void MethodCompiler::make_delegate(const Inst& inst) {
    allocate(inst.type);
    // [target, function, delegate] -> helper(delegate, target, function, method), and the delegate again as the result
    int32_t slot = take_temp(8);
    a_.mov_mr(8, at(rbp, slot), static_cast<Gpr>(top().reg));
    Value object = top();
    values_.pop_back();
    values_.insert(values_.end() - 2, object);
    push_constant(Kind::I8, imm32(inst.method));
    call_helper(Helper::MakeDelegate, 4);
    Gpr result = allocate_gpr();
    a_.mov_rm(8, result, at(rbp, slot));
    free_temp(slot, 8);
    push_gpr(Kind::Ref, result);
}

}  // namespace celer::x64
