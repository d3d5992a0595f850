#include "baseline/x64/struct_copier.h"

#include "baseline/x64/assembler.h"
#include "baseline/x64/operand_stack.h"
#include "baseline/x64/registers.h"

namespace celer::x64 {

namespace {

constexpr uint32_t unrolled_copy_bytes = 128;

}  // namespace

// With rep movs; all registers keep their values.
void StructCopier::copy_large_struct(Mem to, Mem from, uint32_t size_bytes) {
    a_.push(rdi);
    a_.push(rsi);
    a_.push(rcx);
    for (Mem* operand : {&from, &to}) {
        if (operand->base == rsp) operand->displacement += 24;
    }
    if (from.base != rdi && from.index != rdi) {
        a_.lea(8, rdi, to);
        a_.lea(8, rsi, from);
    } else if (to.base != rsi && to.index != rsi) {
        a_.lea(8, rsi, from);
        a_.lea(8, rdi, to);
    } else {
        CELER_ASSERT(from.index == no_gpr && to.index == no_gpr);
        a_.xchg_rr(rsi, rdi);
        a_.lea(8, rsi, at(rsi, from.displacement));
        a_.lea(8, rdi, at(rdi, to.displacement));
    }
    bool has_whole_words = size_bytes % 8 == 0;  // else it has no references, which must move in one piece
    a_.mov_ri(4, rcx, has_whole_words ? size_bytes / 8 : size_bytes);
    if (has_whole_words) {
        a_.rep_movsq();
    } else {
        a_.rep_movsb();
    }
    a_.pop(rcx);
    a_.pop(rsi);
    a_.pop(rdi);
}

// Reads everything through registers, front to back. References in the struct are stored as whole words.
void StructCopier::copy_struct(const Mem& to, const Mem& from, uint32_t size_bytes, const MethodTable* type) {
    if (size_bytes > unrolled_copy_bytes) return copy_large_struct(to, from, size_bytes);
    Mem source = from;
    Mem target = to;
    uint32_t left = size_bytes;
    for (Gpr reg : {target.base, target.index, source.base, source.index}) {
        if (reg != no_gpr && reg != rbp) gprs_.pin(reg);
    }
    Xmm carrier = no_xmm;
    if (left >= 4) carrier = stack_.scratch_xmm();
    auto advance = [&](uint32_t bytes) {
        source.displacement += static_cast<int32_t>(bytes);
        target.displacement += static_cast<int32_t>(bytes);
        left -= bytes;
    };
    // In the pieces that code works on: a wider load soon after narrower stores would have to wait for the cache.
    constexpr uint32_t long_copy_bytes = 64;
    constexpr uint32_t lane_bytes = 16;
    uint32_t piece = type != nullptr ? type->piece_bytes() : 8;
    if (size_bytes > long_copy_bytes) piece = std::max(piece, lane_bytes);
    for (; piece >= lane_bytes; piece /= 2) {
        while (left >= piece) {
            piece == lane_bytes ? a_.movups_rm(carrier, source) : a_.vmov_rm(piece, carrier, source);
            piece == lane_bytes ? a_.movups_mr(target, carrier) : a_.vmov_mr(piece, target, carrier);
            advance(piece);
        }
    }
    while (left >= 8) {
        a_.movf_rm(8, carrier, source);
        a_.movf_mr(8, target, carrier);
        advance(8);
    }
    if (left >= 4) {
        a_.movf_rm(4, carrier, source);
        a_.movf_mr(4, target, carrier);
        advance(4);
    }
    if (left == 0) return;
    if (size_bytes >= 4) {  // the last bytes again, overlapping
        source.displacement -= static_cast<int32_t>(4 - left);
        target.displacement -= static_cast<int32_t>(4 - left);
        a_.movf_rm(4, carrier, source);
        a_.movf_mr(4, target, carrier);
        return;
    }
    Gpr word = stack_.allocate_gpr();
    if (left >= 2) {
        a_.movzx_rm(2, word, source);
        a_.mov_mr(2, target, word);
        advance(2);
    }
    if (left == 1) {
        a_.movzx_rm(1, word, source);
        a_.mov_mr(1, target, word);
    }
}

void StructCopier::clear_memory(const Mem& to, uint32_t size_bytes) {
    Mem target = to;
    uint32_t left = size_bytes;
    if (left > 256) {
        a_.push(rdi);
        a_.push(rcx);
        a_.push(rax);
        a_.lea(8, rdi, target);
        bool has_whole_words = left % 8 == 0;
        a_.mov_ri(4, rcx, has_whole_words ? left / 8 : left);
        a_.alu_rr(Alu::Xor, 4, rax, rax);
        if (has_whole_words) {
            a_.rep_stosq();
        } else {
            a_.rep_stosb();
        }
        a_.pop(rax);
        a_.pop(rcx);
        a_.pop(rdi);
        return;
    }
    auto advance = [&](uint32_t bytes) {
        target.displacement += static_cast<int32_t>(bytes);
        left -= bytes;
    };
    if (left >= 16) {
        Xmm zero = stack_.scratch_xmm();
        a_.xorps(zero, zero);
        while (left >= 16) {
            a_.movups_mr(target, zero);
            advance(16);
        }
    }
    while (left >= 8) {
        a_.mov_mi(8, target, 0);
        advance(8);
    }
    if (left >= 4) {
        a_.mov_mi(4, target, 0);
        advance(4);
    }
    if (left >= 2) {
        a_.mov_mi(2, target, 0);
        advance(2);
    }
    if (left == 1) a_.mov_mi(1, target, 0);
}

}  // namespace celer::x64
