#include "baseline/x64/calls.h"

#include "baseline/x64/arguments.h"
#include "baseline/x64/assembler.h"
#include "baseline/x64/cursor.h"
#include "baseline/x64/frame.h"
#include "baseline/x64/frame_code.h"
#include "baseline/x64/helper_calls.h"
#include "baseline/x64/homes.h"
#include "baseline/x64/objects.h"
#include "baseline/x64/operand_stack.h"
#include "baseline/x64/profile_counters.h"
#include "baseline/x64/registers.h"
#include "baseline/x64/small_integers.h"
#include "baseline/x64/struct_copier.h"
#include "code/compiler.h"
#include "object/object.h"
#include "types/dispatch.h"
#include "types/well_known.h"

namespace celer::x64 {

void Calls::emit_call(const CallInfo& info, std::span<const TypeHandle> arguments, bool has_target) {
    emit_call_of_type(info, arguments, has_target, info.return_kind, info.return_type);
}

// The struct variable that the next instruction stores the result to, if the call may write it directly.
int32_t Calls::direct_result_slot(Kind return_kind, bool in_memory) const {
    const Inst* next = cursor_.next_inst();
    if (return_kind != Kind::Struct || next->op != Op::StoreVar) return 0;
    const Variable& variable = cursor_.code().variables[next->target];
    if (in_memory && (variable.address_taken || !cursor_.code().clauses.empty())) return 0;
    for (const Value& value : stack_.values()) {
        if (value.where == Where::Variable && value.variable == next->target) return 0;
        if (value.where == Where::Memory && variable.address_taken) return 0;
    }
    return homes_[next->target].offset;
}

// Whether the next instruction returns the struct through the caller's buffer, which then can be passed on: nothing
// that the method can see lies there.
bool Calls::returns_next(Kind kind) const {
    return kind == Kind::Struct && frame_.result().in_memory && cursor_.next_is(Op::Return);
}

void Calls::emit_call_of_type(const CallInfo& info, std::span<const TypeHandle> arguments, bool has_target,
                              Kind return_kind, TypeHandle return_type) {
    abi::CallLayout layout(return_type, arguments);
    uint32_t consumed = layout.count() + (has_target ? 1 : 0);
    const abi::Result& result = layout.result();
    int32_t direct = direct_result_slot(return_kind, result.in_memory);
    bool tail = is_tail_call(info, result);
    stack_.spill_all_below(consumed);
    uint32_t first = stack_.size() - consumed;
    arguments_.place_stack_arguments(layout, first);
    arguments_.place_register_arguments(layout, first, has_target);
    stack_.drop(consumed);
    int32_t buffer = direct;
    bool returned = result.in_memory && returns_next(return_kind);
    if (returned || (tail && result.in_memory)) {
        a_.mov_rm(8, rdi, at(rbp, frame_.return_buffer()));
    } else if (result.in_memory) {
        if (direct == 0) buffer = frame_.take_temp(result.location.size_bytes);
        a_.lea(8, rdi, at(rbp, buffer));
    }
    std::optional<Mem> target = find_target(info, result.in_memory ? rsi : rdi);
    bool passes_wide_vector = false;
    for (uint32_t i = 0; i < layout.count(); i++) passes_wide_vector |= is_in_wide_register(layout.argument(i));
    if (plan_.has_wide_vectors && !passes_wide_vector) a_.vzeroupper();
    if (tail) {
        emit_tail_jump(target, layout.stack_bytes());
        return cursor_.skip_next();
    }
    target ? a_.call_m(*target) : a_.call_r(rax);
    if (info.returns_never) a_.int3();
    if (return_kind == Kind::Void) return;
    if (returned) {  // rax holds the buffer again
        frame_code_.emit_epilogue();
        return cursor_.skip_next();
    }
    push_result(info, result, buffer);
    if (direct == 0) return;
    stack_.take();  // it is the variable's slot, which is no temporary
    cursor_.skip_next();
}

// Where the code to call is found, the arguments being in their places; nothing: its address is in rax.
std::optional<Mem> Calls::find_target(const CallInfo& info, Gpr self) {
    switch (info.kind) {
        case CallKind::Direct:
            if (info.null_check_this) a_.alu_mr(Alu::Cmp, 1, at(self), rax);
            method_stub(info.method);  // sets the entry cell
            return absolute(&info.method->entry);
        case CallKind::Virtual:
            a_.mov_rm(8, rax, at(self));
            profile_.note_met(info, rax);
            return at(rax, static_cast<int32_t>(sizeof(MethodTable) + 8u * info.method->slot));
        case CallKind::Interface:
            a_.mov_ri(4, r10, imm32(info.method));
            a_.mov_rm(8, rax, at(self));
            profile_.note_met(info, rax);
            a_.mov_rm(8, rax, at(rax, offsetof(MethodTable, interface_dispatch)));
            return at(rax, 8 * info.method->dispatch_index);
        case CallKind::Delegate:
            a_.mov_rr(8, r11, self);
            a_.mov_rm(8, self, at(r11, delegate_target_offset));
            if (!profile_.is_on()) return at(r11, delegate_method_pointer_offset);
            a_.mov_rm(8, rax, at(r11, delegate_method_pointer_offset));
            profile_.note_met(info, rax);
            return std::nullopt;
        case CallKind::Helper:
            return absolute(helper_slot(static_cast<Helper>(info.helper)));
        case CallKind::Indirect:
        case CallKind::UnmanagedIndirect:
            return std::nullopt;
    }
    return std::nullopt;
}

// Whether the frame can go before the callee runs. What localloc made would go with it.
bool Calls::is_tail_call(const CallInfo& info, const abi::Result& result) const {
    if (!info.explicit_tail || info.kind == CallKind::UnmanagedIndirect) return false;
    if (cursor_.following_inst()->op != Op::Return) return false;
    if (!cursor_.block_region().is_none() || cursor_.code().has_localloc) return false;
    return result.in_memory == frame_.result().in_memory &&
           (info.return_kind == Kind::Struct ||
            info.return_type.verification_type() == cursor_.code().signature->return_type.verification_type());
}

void Calls::emit_tail_jump(const std::optional<Mem>& target, uint32_t stack_bytes) {
    if (stack_bytes == 0) {
        frame_code_.emit_frame_exit();
        return target ? a_.jump_m(*target) : a_.jump_r(rax);
    }
    if (target) a_.mov_rm(8, rax, *target);
    frame_code_.restore_saved_registers();
    if (stack_bytes > frame_.incoming_stack_bytes()) return a_.jump_m(absolute(thunks().tail_thunk(stack_bytes)));
    copy_words(a_, rsp, rbp, 16, static_cast<int32_t>(stack_bytes));
    a_.leave();
    a_.jump_r(rax);
}

void Calls::push_result(const CallInfo& info, const abi::Result& result, int32_t buffer) {
    if (info.return_kind == Kind::Struct) {
        uint32_t size = result.location.size_bytes;
        if (buffer == 0) buffer = frame_.take_temp(size);
        for (uint32_t k = 0; k < result.location.piece_count; k++) {
            const abi::Piece& piece = result.location.pieces[k];
            Mem slot = at(rbp, buffer + 8 * static_cast<int32_t>(k));
            if (piece.is_float) {
                a_.movf_mr(piece.size_bytes > 4 ? 8 : 4, slot, static_cast<Xmm>(piece.index));
            } else {
                a_.mov_mr(8, slot, piece.index == 0 ? rax : rdx);
            }
        }
        Value& value = stack_.push(Kind::Struct, Where::Temp);
        value.displacement = buffer;
        value.type = info.return_type.method_table();
        value.size_bytes = size;
        return;
    }
    if (info.return_kind == Kind::Vector && result.in_memory) {
        Value& value = stack_.push(Kind::Vector, Where::Temp);
        value.displacement = buffer;
        value.type = info.return_type.method_table();
        value.size_bytes = result.location.size_bytes;
        return;
    }
    if (info.return_kind == Kind::Vector) return stack_.push_vector(info.return_type.method_table(), xmm0);
    if (is_float(info.return_kind)) return stack_.push_xmm(info.return_kind, xmm0);
    ElementType element = info.return_type.is_null() ? ElementType::I8 : info.return_type.verification_type();
    if (SmallInteger small = small_integer(element)) {
        extend(a_, small, rax, rax);
    } else if (info.return_kind == Kind::I4 &&
               !(info.kind == CallKind::Direct && info.method->kind == MethodKind::IL)) {
        a_.mov_rr(4, rax, rax);  // compiled methods return clean upper halves; native ones need not
    }
    stack_.push_gpr(info.return_kind, rax);
}

// A native transition around an indirect call: the record lies in the frame.
void Calls::call_unmanaged(const CallInfo& info) {
    bool transition =
        !(info.signature != nullptr && (info.signature->unmanaged_flags & signature_flags::suppress_gc_transition));
    if (!transition) return emit_call(info, info.argument_types, true);
    // TransitionRecord: previous, frame pointer, return address, stack pointer.
    constexpr uint32_t record_bytes = 32;
    int32_t record = frame_.take_temp(record_bytes);
    a_.mov_mr(8, at(rbp, record + 8), rbp);
    Gpr here = stack_.scratch();
    uint32_t patch = a_.lea_rip(here);
    a_.mov_mr(8, at(rbp, record + 16), here);
    a_.mov_mr(8, at(rbp, record + 24), rsp);
    gprs_.unpin(here);
    stack_.push(Kind::I8, Where::FrameAddress).displacement = record;
    helpers_.call_helper(Helper::EnterNative, 1);
    emit_call(info, info.argument_types, true);
    a_.patch32(patch, static_cast<int32_t>(a_.position() - (patch + 4)));
    stack_.push(Kind::I8, Where::FrameAddress).displacement = record;
    helpers_.call_helper(Helper::LeaveNative, 1);
    frame_.free_temp(record, record_bytes);
}

void Calls::call(const Inst& inst) {
    const CallInfo& info = *inst.call;
    switch (info.kind) {
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

void Calls::new_object(const Inst& inst) {
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
        slot = direct != 0 ? direct : frame_.take_temp(size);
        structs_.clear_memory(at(rbp, slot), size);
        stack_.push(Kind::ByRef, Where::FrameAddress).displacement = slot;
    } else {
        objects_.allocate(type);
        slot = frame_.take_temp(8);
        a_.mov_mr(8, at(rbp, slot), static_cast<Gpr>(stack_.top().reg));
    }
    // `this` goes below the arguments.
    stack_.move_top_below(count);
    // The info's return kind and type are those of the new object; the constructor itself returns nothing.
    emit_call_of_type(info, constructor_arguments_, false, Kind::Void, primitive_type(ElementType::Void));
    if (!type->is_value_type()) {
        gprs_.unpin_all();
        Gpr object = stack_.allocate_gpr();
        a_.mov_rm(8, object, at(rbp, slot));
        frame_.free_temp(slot, 8);
        return stack_.push_gpr(Kind::Ref, object);
    }
    if (direct != 0) return cursor_.skip_next();
    Value& value = stack_.push(inst.kind == Kind::Void ? Kind::Struct : inst.kind, Where::Temp);
    value.displacement = slot;
    value.type = type;
    value.size_bytes = size;
}

// return new S(...): the value is made in the caller's buffer.
void Calls::new_result(const Inst& inst) {
    const CallInfo& info = *inst.call;
    Gpr buffer = stack_.scratch();
    a_.mov_rm(8, buffer, at(rbp, frame_.return_buffer()));
    structs_.clear_memory(at(buffer), info.type->instance_field_bytes);
    stack_.push_gpr(Kind::ByRef, buffer);
    stack_.move_top_below(static_cast<uint32_t>(info.argument_kinds.size()));
    emit_call_of_type(info, constructor_arguments_, false, Kind::Void, primitive_type(ElementType::Void));
    a_.mov_rm(8, rax, at(rbp, frame_.return_buffer()));
    frame_code_.emit_epilogue();
    cursor_.skip_next();
}

void Calls::load_virtual_function(const Inst& inst) {
    const CallInfo& info = *inst.call;
    if (info.kind == CallKind::Virtual) {
        Mem from = stack_.address(stack_.top(), 0);
        stack_.drop();
        gprs_.unpin_all();
        Gpr to = stack_.allocate_gpr();
        a_.mov_rm(8, to, from);
        a_.mov_rm(8, to, at(to, static_cast<int32_t>(sizeof(MethodTable) + 8u * info.method->slot)));
        return stack_.push_gpr(Kind::I8, to);
    }
    stack_.push_constant(Kind::I8, imm32(info.method));
    helpers_.call_helper(Helper::ResolveVirtual, 2);
    stack_.push_gpr(Kind::I8, rax);
}

void Calls::make_delegate(const Inst& inst) {
    objects_.allocate(inst.type);
    // [target, function, delegate] -> helper(delegate, target, function, method), and the delegate again as the result
    int32_t slot = frame_.take_temp(8);
    a_.mov_mr(8, at(rbp, slot), static_cast<Gpr>(stack_.top().reg));
    stack_.move_top_below(2);
    stack_.push_constant(Kind::I8, imm32(inst.method));
    helpers_.call_helper(Helper::MakeDelegate, 4);
    Gpr result = stack_.allocate_gpr();
    a_.mov_rm(8, result, at(rbp, slot));
    frame_.free_temp(slot, 8);
    stack_.push_gpr(Kind::Ref, result);
}

}  // namespace celer::x64
