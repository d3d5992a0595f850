#include "baseline/x64/cold.h"

#include "baseline/x64/assembler.h"
#include "baseline/x64/block_labels.h"
#include "baseline/x64/cursor.h"
#include "baseline/x64/helper_calls.h"
#include "baseline/x64/il_map.h"
#include "baseline/x64/operand_stack.h"
#include "baseline/x64/registers.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations or elements

namespace celer::x64 {

void ColdPaths::clear() {
    pending_.clear();
    used_ = 0;
}

bool ColdPaths::lie_before(uint32_t block) const {
    for (const Cold* cold : pending_) {
        if (!cursor_.code().contains(cursor_.code().blocks[cold->block].region, block)) return true;
    }
    return false;
}

Cold& ColdPaths::new_cold(ColdKind kind, Helper helper) {
    if (used_ == pool_.size()) pool_.push_back(new Cold);
    Cold* cold = pool_[used_++];
    *cold = Cold{};
    cold->kind = kind;
    cold->helper = helper;
    cold->block = cursor_.block();
    cold->il_offset = cursor_.il_offset();
    cold->inline_node = cursor_.inline_node();
    cold->live_gprs = gprs_.live();
    cold->live_xmms = xmms_.live();
    cold->xmm_bytes = stack_.live_xmm_bytes();
    pending_.push_back(cold);
    return *cold;
}

// One path for each helper, IL offset and region.
Label& ColdPaths::throw_label(Helper helper) {
    for (size_t i = pending_.size(); i > 0; i--) {
        Cold& cold = *pending_[i - 1];
        if (cold.il_offset != cursor_.il_offset() || cold.inline_node != cursor_.inline_node()) break;
        if (cold.block != cursor_.block()) break;
        if (cold.kind == ColdKind::Throw && cold.helper == helper) return cold.entry;
    }
    return new_cold(ColdKind::Throw, helper).entry;
}

// Emits what belongs to regions that end before next_block.
void ColdPaths::flush_cold(uint32_t next_block) {
    bool at_end = next_block >= cursor_.code().blocks.size();
    bool jumped = false;
    size_t kept = 0;
    for (size_t i = 0; i < pending_.size(); i++) {
        Cold* cold = pending_[i];
        if (!at_end && cursor_.code().contains(cursor_.code().blocks[cold->block].region, next_block)) {
            pending_[kept++] = cold;
            continue;
        }
        // What falls through to the next block jumps over.
        if (!jumped && !at_end) a_.jump(labels_[next_block]);
        jumped = true;
        cursor_.go_to(cold->il_offset, cold->inline_node);
        a_.bind(cold->entry);
        emit_cold(*cold);
    }
    pending_.resize(kept);
}

void ColdPaths::emit_cold(Cold& cold) {
    switch (cold.kind) {
        case ColdKind::Throw:
            il_map_.mark();
            emit_helper_call(a_, cold.helper);
            a_.int3();
            return;
        case ColdKind::Call1:
        case ColdKind::AllocateObject:
        case ColdKind::AllocateArray:
        case ColdKind::HelperObject:
        case ColdKind::CheckObject:
        case ColdKind::CastCached:
        case ColdKind::StoreElement:
            il_map_.mark();
            return emit_cold_helper(cold);
        case ColdKind::TestCached: {
            Label other;
            il_map_.mark();
            a_.alu_rm(Alu::Cmp, 8, static_cast<Gpr>(cold.scratch), absolute(&cold.cache->failed));
            a_.jump(Cc::Ne, other);
            a_.alu_rr(Alu::Xor, 4, static_cast<Gpr>(cold.target), static_cast<Gpr>(cold.target));
            a_.jump(cold.back);
            a_.bind(other);
            return emit_cold_helper(cold);
        }
        case ColdKind::BeforeStore:
            emit_before_store(a_, cold.place);
            a_.jump(cold.back);
            return;
        case ColdKind::SaturateI4:
        case ColdKind::SaturateI8:
        case ColdKind::SaturateU4:
        case ColdKind::SaturateU8:
            return emit_saturation(cold);
        case ColdKind::UnsignedToFloat: {
            // Half the value, with the lost bit kept for rounding, and doubled.
            Gpr value = static_cast<Gpr>(cold.source);
            Xmm to = static_cast<Xmm>(cold.target);
            Gpr spare = value == rax ? rcx : rax;
            a_.push(spare);
            a_.mov_rr(4, spare, value);
            a_.alu_ri(Alu::And, 4, spare, 1);
            a_.shift_ri(Shift::Shr, 8, value, 1);
            a_.alu_rr(Alu::Or, 8, value, spare);
            a_.pop(spare);
            a_.convert_int_to_float(cold.size, 8, to, value);
            a_.sse_rr(Sse::Add, cold.size, to, to);
            a_.jump(cold.back);
            return;
        }
        case ColdKind::Count:
            return emit_count(cold);
        case ColdKind::Met:
            return emit_met(cold);
        case ColdKind::Negate: {
            Label fine;
            il_map_.mark();
            a_.unary(Unary::Neg, cold.size, rax);
            a_.jump(Cc::No, fine);
            emit_helper_call(a_, cold.helper);
            a_.int3();
            a_.bind(fine);
            if (cold.is_remainder) a_.alu_rr(Alu::Xor, 4, rdx, rdx);
            a_.jump(cold.back);
            return;
        }
    }
}

// Keeps every live register but the target across the call.
void ColdPaths::emit_cold_helper(Cold& cold) {
    bool has_target =
        cold.kind != ColdKind::Call1 && cold.kind != ColdKind::CheckObject && cold.kind != ColdKind::StoreElement;
    uint32_t gprs = cold.live_gprs;
    if (has_target) gprs &= ~(1u << cold.target);
    int32_t xmm_size = static_cast<int32_t>(cold.xmm_bytes);
    int32_t kept_xmm_bytes = xmm_size * __builtin_popcount(cold.live_xmms);
    int32_t padding = (8 * __builtin_popcount(gprs) + kept_xmm_bytes) % 16;
    for (uint32_t rest = gprs; rest != 0; rest &= rest - 1) a_.push(static_cast<Gpr>(__builtin_ctz(rest)));
    int32_t xmm_bytes = kept_xmm_bytes + padding;
    if (xmm_bytes != 0) a_.lea(8, rsp, at(rsp, -xmm_bytes));
    int32_t slot = 0;
    for (uint32_t rest = cold.live_xmms; rest != 0; rest &= rest - 1, slot += xmm_size) {
        Xmm reg = static_cast<Xmm>(__builtin_ctz(rest));
        xmm_size == 8 ? a_.movf_mr(8, at(rsp, slot), reg) : a_.vmov_mr(cold.xmm_bytes, at(rsp, slot), reg);
    }
    switch (cold.kind) {
        case ColdKind::Call1:
        case ColdKind::AllocateObject:
            a_.mov_ri(4, rdi, cold.imm);
            break;
        case ColdKind::AllocateArray:
            a_.movsx_rr(8, 4, rsi, static_cast<Gpr>(cold.source));
            a_.mov_ri(4, rdi, cold.imm);
            break;
        case ColdKind::HelperObject:
        case ColdKind::CheckObject:
        case ColdKind::CastCached:
        case ColdKind::TestCached:
            if (cold.source != rsi) a_.mov_rr(8, rsi, static_cast<Gpr>(cold.source));
            a_.mov_ri(4, rdi, cold.imm);
            if (cold.cache != nullptr) a_.mov_ri(4, rdx, reinterpret_cast<intptr_t>(cold.cache));
            break;
        default:  // StoreElement
            a_.push(static_cast<Gpr>(cold.source));
            if (cold.scratch != no_gpr) a_.push(static_cast<Gpr>(cold.scratch));
            a_.push(static_cast<Gpr>(cold.target));
            a_.pop(rdi);
            if (cold.scratch != no_gpr) {
                a_.pop(rsi);
            } else {
                a_.mov_ri(4, rsi, cold.imm);
            }
            a_.pop(rdx);
            break;
    }
    emit_helper_call(a_, cold.helper);
    if (has_target && cold.target != rax) a_.mov_rr(8, static_cast<Gpr>(cold.target), rax);
    slot = 0;
    for (uint32_t rest = cold.live_xmms; rest != 0; rest &= rest - 1, slot += xmm_size) {
        Xmm reg = static_cast<Xmm>(__builtin_ctz(rest));
        xmm_size == 8 ? a_.movf_rm(8, reg, at(rsp, slot)) : a_.vmov_rm(cold.xmm_bytes, reg, at(rsp, slot));
    }
    if (xmm_bytes != 0) a_.lea(8, rsp, at(rsp, xmm_bytes));
    for (int reg = 15; reg >= 0; reg--) {
        if (gprs & 1u << reg) a_.pop(static_cast<Gpr>(reg));
    }
    a_.jump(cold.back);
}

void ColdPaths::emit_count(Cold& cold) {
    a_.alu_mi(Alu::Sub, 4, cold.place, 1);
    if (cold.imm != 0) {
        a_.jump(Cc::Ne, cold.back);
        a_.alu_mi(Alu::Or, 4, absolute(reinterpret_cast<const void*>(cold.imm)), BlockCount::settled);
    }
    a_.jump(cold.back);
}

void ColdPaths::emit_met(Cold& cold) {
    auto& site = *reinterpret_cast<CallSite*>(cold.imm);
    a_.alu_mi(Alu::Cmp, 4, absolute(&site.changes_left), 0);
    a_.jump(Cc::Le, cold.back);
    a_.alu_mi(Alu::Sub, 4, absolute(&site.changes_left), 1);
    for (size_t i = std::size(site.met) - 1; i > 0; i--) {
        a_.mov_rm(4, r11, absolute(&site.met[i - 1]));
        a_.mov_mr(4, absolute(&site.met[i]), r11);
    }
    a_.mov_mr(4, absolute(&site.met[0]), static_cast<Gpr>(cold.source));
    a_.jump(cold.back);
}

// The hardware gave its "indefinite" value, or the result does not fit: NaN -> 0, else the nearest limit.
void ColdPaths::emit_saturation(Cold& cold) {
    Gpr to = static_cast<Gpr>(cold.target);
    Xmm value = static_cast<Xmm>(cold.source);
    Xmm spare = static_cast<Xmm>(cold.scratch);
    int size = cold.size;
    switch (cold.kind) {
        case ColdKind::SaturateI4:
        case ColdKind::SaturateI8: {
            Label is_nan;
            a_.ucomis_rr(size, value, value);
            a_.jump(Cc::P, is_nan);
            a_.xorps(spare, spare);
            a_.ucomis_rr(size, value, spare);
            a_.jump(Cc::B, cold.back);  // the indefinite value is the minimum
            a_.mov_ri(8, to, cold.kind == ColdKind::SaturateI4 ? INT32_MAX : INT64_MAX);
            a_.jump(cold.back);
            a_.bind(is_nan);
            a_.mov_ri(4, to, 0);
            a_.jump(cold.back);
            return;
        }
        case ColdKind::SaturateU4:
            a_.xorps(spare, spare);
            a_.ucomis_rr(size, value, spare);
            a_.mov_ri(4, to, 0xffffffff);
            a_.jump(Cc::A, cold.back);
            a_.mov_ri(4, to, 0);
            a_.jump(cold.back);
            return;
        default: {  // SaturateU8: negative, NaN, or at least 2^63
            Label zero;
            Label done;
            a_.xorps(spare, spare);
            a_.ucomis_rr(size, value, spare);
            a_.jump(Cc::Be, zero);
            a_.mov_ri(8, to, size == 8 ? int64_t{0x43E0000000000000} : int64_t{0x5F000000});  // 2^63
            a_.mov_xmm_gpr(size, spare, to);
            // value - 2^63 is exact; the top bit comes back after the conversion.
            a_.sse_rr(Sse::Sub, size, spare, value);
            a_.truncate_float_to_int(size, 8, to, spare);  // -(value - 2^63), indefinite (minimum) if it does not fit
            a_.unary(Unary::Neg, 8, to);
            a_.jump(Cc::O, done);  // 2^64 or more
            a_.bit_set63(to);
            a_.jump(cold.back);
            a_.bind(done);
            a_.mov_ri(8, to, -1);
            a_.jump(cold.back);
            a_.bind(zero);
            a_.mov_ri(4, to, 0);
            a_.jump(cold.back);
            return;
        }
    }
}

}  // namespace celer::x64
