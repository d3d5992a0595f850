#include "baseline/x64/arguments.h"

#include "base/assert.h"
#include "baseline/x64/assembler.h"
#include "baseline/x64/frame.h"
#include "baseline/x64/homes.h"
#include "baseline/x64/operand_stack.h"
#include "baseline/x64/registers.h"
#include "baseline/x64/struct_copier.h"
#include "baseline/x64/value_reader.h"

namespace celer::x64 {

bool is_in_wide_register(const abi::Location& location) {
    constexpr uint32_t narrow_bytes = 16;
    return location.piece_count != 0 && location.pieces[0].size_bytes > narrow_bytes;
}

void ArgumentPlacement::place_stack_arguments(const abi::CallLayout& layout, uint32_t first) {
    frame_.reserve_outgoing(layout.stack_bytes());
    for (uint32_t i = 0; i < layout.count(); i++) {
        const abi::Location& location = layout.argument(i);
        if (location.piece_count != 0) continue;
        gprs_.unpin_all();
        xmms_.unpin_all();
        Value& value = stack_[first + i];
        Mem slot = at(rsp, static_cast<int32_t>(location.stack_offset));
        if (value.kind == Kind::Struct) {
            structs_.copy_struct(slot, reader_.memory_of(value), location.size_bytes, value.type);
        } else if (value.kind == Kind::Vector) {
            a_.vmov_mr(value.size_bytes, slot, stack_.xmm(value));
        } else if (is_float(value.kind)) {
            a_.movf_mr(size_of(value.kind), slot, stack_.xmm(value));
        } else if (is_small(value)) {
            a_.mov_mi(8, slot, static_cast<int32_t>(value.imm));
        } else {
            a_.mov_mr(8, slot, stack_.gpr(value));
        }
        stack_.release(value);  // an empty constant from now on
    }
    gprs_.unpin_all();
    xmms_.unpin_all();
}

bool ArgumentPlacement::move_reads(const Move& move, Gpr reg) const {
    const Value& value = stack_[move.value];
    return (value.where == Where::Gpr || value.where == Where::Memory) && value.reg == reg;
}

void ArgumentPlacement::do_move(Move& move) {
    const Value& value = stack_[move.value];
    if (value.kind == Kind::Struct) {
        Mem from = reader_.memory_of(value);
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
        reader_.load_into(static_cast<Xmm>(move.to), value);
    } else {
        reader_.load_into(static_cast<Gpr>(move.to), value);
    }
    move.done = true;
}

// Puts what the target of the move holds somewhere else.
void ArgumentPlacement::break_cycle(const Move& stuck) {
    uint32_t busy = 0;
    for (const Move& move : moves_) {
        if (move.is_float == stuck.is_float) busy |= 1u << move.to;  // also where an argument lies already
        if (move.done) continue;
        const Value& value = stack_[move.value];
        if (stuck.is_float ? value.where == Where::Xmm : value.where == Where::Gpr || value.where == Where::Memory) {
            busy |= 1u << value.reg;
        }
    }
    uint8_t from = stuck.to;
    if (stuck.is_float) {
        Xmm other = static_cast<Xmm>(__builtin_ctz(~busy & ~homes_.xmms()));
        CELER_ASSERT(other < 16);
        reader_.move_xmm(stack_.live_xmm_bytes(1u << from), other, static_cast<Xmm>(from));
        for (Value& value : stack_.values()) {
            if (value.where != Where::Xmm || value.reg != from) continue;
            xmms_.release(from);
            xmms_.hold(other);
            value.reg = other;
        }
        return;
    }
    constexpr uint32_t spare =
        1u << rax | 1u << r11 | 1u << r10 | 1u << rcx | 1u << rdx | 1u << rsi | 1u << rdi | 1u << r8 | 1u << r9;
    uint32_t free = spare & ~busy & ~homes_.gprs();
    CELER_ASSERT(free != 0);
    Gpr other = static_cast<Gpr>(__builtin_ctz(free));
    a_.mov_rr(8, other, static_cast<Gpr>(from));
    for (Value& value : stack_.values()) {
        if ((value.where != Where::Gpr && value.where != Where::Memory) || value.reg != from) continue;
        gprs_.release(from);
        gprs_.hold(other);
        value.reg = other;
    }
}

// Moves everything in moves_ at once: first what reads registers, each after the readers of its target; then the rest.
void ArgumentPlacement::resolve_moves() {
    auto reads_register = [&](const Move& move) {
        const Value& value = stack_[move.value];
        return value.where == Where::Gpr || value.where == Where::Memory || value.where == Where::Xmm;
    };
    auto blocked = [&](const Move& move) {
        for (const Move& other : moves_) {
            if (&other == &move || other.done) continue;
            const Value& value = stack_[other.value];
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
        break_cycle(*stuck);
    }
    for (Move& move : moves_) {
        if (!move.done) do_move(move);
    }
}

void ArgumentPlacement::place_words(uint32_t count) {
    moves_.clear();
    for (uint32_t i = 0; i < count; i++)
        moves_.push_back({false, argument_gprs[i], 8, 0, stack_.size() - count + i, false});
    resolve_moves();
}

void ArgumentPlacement::place_register_arguments(const abi::CallLayout& layout, uint32_t first, bool has_target) {
    // Odd pieces of structs still in memory are copied to the frame, where whole words may be read.
    for (uint32_t i = 0; i < layout.count(); i++) {
        Value& value = stack_[first + i];
        if (value.where != Where::Memory) continue;
        const abi::Location& location = layout.argument(i);
        bool odd = location.piece_count > 1;  // two loads through a register that the first may overwrite
        for (uint32_t k = 0; k < location.piece_count; k++) {
            uint8_t size = location.pieces[k].size_bytes;
            odd = odd || (size != 1 && size != 2 && size != 4 && size != 8);
        }
        if (odd) stack_.materialise(value);
        gprs_.unpin_all();
        xmms_.unpin_all();
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
    if (has_target) moves_.push_back({false, rax, 8, 0, stack_.size() - 1, false});
    resolve_moves();
}

}  // namespace celer::x64
