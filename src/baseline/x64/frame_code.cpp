#include "baseline/x64/frame_code.h"

#include "base/assert.h"
#include "baseline/variable_plan.h"
#include "baseline/x64/assembler.h"
#include "baseline/x64/cursor.h"
#include "baseline/x64/frame.h"
#include "baseline/x64/homes.h"
#include "baseline/x64/small_integers.h"
#include "baseline/x64/value.h"

namespace celer::x64 {

namespace {

constexpr int32_t max_unrolled_probes = 16;

}  // namespace

void FrameCode::emit_plain_prologue() {
    prologue_.clear();
    prologue_.push(rbp);
    prologue_.mov_rr(8, rbp, rsp);
}

// Moves rsp as it goes, so that a fault of the guard page's lies near it: that is how a stack overflow is known.
void FrameCode::probe_pages(int32_t frame) {
    Label next;
    prologue_.lea(8, r11, at(rsp, -(frame - frame % stack_probe_bytes)));
    prologue_.bind(next);
    prologue_.alu_ri(Alu::Sub, 8, rsp, stack_probe_bytes);
    prologue_.test_mi8(at(rsp), 0);
    prologue_.alu_rr(Alu::Cmp, 8, rsp, r11);
    prologue_.jump(Cc::Ne, next);
}

void FrameCode::emit_prologue() {
    Assembler& p = prologue_;
    p.clear();
    p.push(rbp);
    p.mov_rr(8, rbp, rsp);
    auto frame = static_cast<int32_t>(frame_.size_bytes());
    bool probes_in_loop = frame >= max_unrolled_probes * stack_probe_bytes;
    if (probes_in_loop) {
        probe_pages(frame);
    } else {
        for (int32_t offset = stack_probe_bytes; offset < frame; offset += stack_probe_bytes)
            p.test_mi8(at(rsp, -offset), 0);
    }
    int32_t rest = probes_in_loop ? frame % stack_probe_bytes : frame;
    if (rest != 0) p.alu_ri(Alu::Sub, 8, rsp, rest);
    for (uint32_t i = 0; i < callee_saved_count; i++) {
        if (frame_.saves(i)) p.mov_mr(8, at(rbp, frame_.saved_slot(i)), callee_saved[i]);
    }
    if (frame_.stack_pointer_slot() != 0) p.mov_mr(8, at(rbp, frame_.stack_pointer_slot()), rsp);
    emit_argument_homes();
    emit_zeroing();
}

// First to the frame, then between registers, then from the caller's stack: nothing is overwritten before it is read.
void FrameCode::emit_argument_homes() {
    abi::CallLayout layout(*cursor_.code().signature);
    if (frame_.return_buffer() != 0) prologue_.mov_mr(8, at(rbp, frame_.return_buffer()), rdi);
    store_arguments_in_frame(layout);
    move_register_arguments(layout);
    load_stack_arguments(layout);
}

void FrameCode::store_arguments_in_frame(const abi::CallLayout& layout) {
    for (uint32_t i = 0; i < layout.count(); i++) {
        const abi::Location& location = layout.argument(i);
        if (homes_[i].in != Home::In::Frame || homes_[i].offset == 0) continue;
        for (uint32_t k = 0; k < location.piece_count; k++) {
            const abi::Piece& piece = location.pieces[k];
            Mem slot = at(rbp, homes_[i].offset + 8 * static_cast<int32_t>(k));
            if (piece.size_bytes > 8) {
                prologue_.vmov_mr(piece.size_bytes, slot, static_cast<Xmm>(piece.index));
            } else if (piece.is_float) {
                prologue_.movf_mr(piece.size_bytes > 4 ? 8 : 4, slot, static_cast<Xmm>(piece.index));
            } else {
                prologue_.mov_mr(8, slot, argument_gprs[piece.index]);  // slots are whole words
            }
        }
    }
}

// Each move waits until nobody reads its target any more. There are no cycles: an argument whose own register can be a
// home keeps it, so only registers without a home are moved from.
void FrameCode::move_register_arguments(const abi::CallLayout& layout) {
    uint32_t waiting[abi::integer_register_count];
    uint32_t count = 0;
    for (uint32_t i = 0; i < layout.count(); i++) {
        const abi::Location& location = layout.argument(i);
        if (location.piece_count == 0) continue;
        if (homes_[i].in == Home::In::Gpr) waiting[count++] = i;
        if (homes_[i].in == Home::In::Xmm && homes_[i].reg != location.pieces[0].index) {
            prologue_.movf_rr(static_cast<Xmm>(homes_[i].reg), static_cast<Xmm>(location.pieces[0].index));
        }
    }
    auto source = [&](uint32_t argument) { return argument_gprs[layout.argument(argument).pieces[0].index]; };
    while (count > 0) {
        uint32_t before = count;
        for (uint32_t i = 0; i < count; i++) {
            Gpr to = static_cast<Gpr>(homes_[waiting[i]].reg);
            bool read = false;
            for (uint32_t k = 0; k < count; k++) read = read || (k != i && source(waiting[k]) == to);
            if (read) continue;
            const Variable& variable = cursor_.code().variables[waiting[i]];
            if (to != source(waiting[i]) || variable.kind == Kind::I4) {
                move_integer(prologue_, variable.element, size_of(variable.kind), to, source(waiting[i]));
            }
            waiting[i--] = waiting[--count];
        }
        CELER_ASSERT(count < before, "argument registers in a circle");
    }
}

void FrameCode::load_stack_arguments(const abi::CallLayout& layout) {
    for (uint32_t i = 0; i < layout.count(); i++) {
        const abi::Location& location = layout.argument(i);
        if (location.piece_count != 0 || homes_[i].in == Home::In::Frame) continue;
        const Variable& variable = cursor_.code().variables[i];
        Mem slot = at(rbp, 16 + static_cast<int32_t>(location.stack_offset));
        if (homes_[i].in == Home::In::Xmm) {
            prologue_.movf_rm(size_of(variable.kind), static_cast<Xmm>(homes_[i].reg), slot);
        } else {
            load_integer(prologue_, variable.element, size_of(variable.kind), static_cast<Gpr>(homes_[i].reg), slot);
        }
    }
}

// Runs after the arguments are home, so registers that are no homes are free.
void FrameCode::emit_zeroing() {
    Assembler& p = prologue_;
    int32_t lowest = 1;  // slots lie below rbp
    int32_t highest = 1;
    for (uint32_t i = cursor_.code().argument_count; i < cursor_.code().variables.size(); i++) {
        const Variable& variable = cursor_.code().variables[i];
        if (!variable.needs_zero) continue;
        bool needed = plan_.variables[i].exposed || variable.address_taken || !cursor_.code().clauses.empty();
        if (!needed) continue;
        const Home& home = homes_[i];
        if (home.in == Home::In::Gpr) {
            p.alu_rr(Alu::Xor, 4, static_cast<Gpr>(home.reg), static_cast<Gpr>(home.reg));
        } else if (home.in == Home::In::Xmm) {
            p.xorps(static_cast<Xmm>(home.reg), static_cast<Xmm>(home.reg));
        } else if (home.offset != 0) {
            int32_t end =
                home.offset + static_cast<int32_t>(slot_bytes(is_aggregate(variable.kind) ? variable.size_bytes : 8));
            if (lowest == 1 || home.offset < lowest) lowest = home.offset;
            if (highest == 1 || end > highest) highest = end;
        }
    }
    int32_t bytes = highest - lowest;
    if (bytes == 0) return;
    if (bytes > 256) {
        bool is_home = homes_.gprs() & 1u << rdi;
        if (is_home) p.push(rdi);
        p.lea(8, rdi, at(rbp, lowest));
        p.mov_ri(4, rcx, bytes / 8);
        p.alu_rr(Alu::Xor, 4, rax, rax);
        p.rep_stosq();
        if (is_home) p.pop(rdi);
        return;
    }
    Xmm zero = static_cast<Xmm>(__builtin_ctz(~homes_.xmms()));
    if (bytes >= 16) p.xorps(zero, zero);
    for (; bytes >= 16; bytes -= 16, lowest += 16) p.movups_mr(at(rbp, lowest), zero);
    if (bytes >= 8) p.mov_mi(8, at(rbp, lowest), 0);
}

void FrameCode::emit_epilogue() {
    emit_frame_exit();
    a_.ret();
}

void FrameCode::emit_frame_exit() {
    restore_saved_registers();
    a_.leave();
}

void FrameCode::restore_saved_registers() {
    for (uint32_t i = 0; i < callee_saved_count; i++) {
        if (frame_.saves(i)) a_.mov_rm(8, callee_saved[i], at(rbp, frame_.saved_slot(i)));
    }
}

}  // namespace celer::x64
