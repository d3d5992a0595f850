// Bit and math operations of the intrinsics.
#include <utility>

#include "base/assert.h"
#include "baseline/x64/compiler.h"
#include "baseline/x64/cpu.h"

namespace celer::x64 {

void MethodCompiler::count_zeros(int size, bool leading) {
    Gpr from = gpr(top());
    Gpr to = scratch();
    if (leading ? cpu().lzcnt : cpu().bmi1) {
        a_.bit_count(leading ? 0xbd : 0xbc, size, to, from);
    } else {  // a zero source leaves the destination of bsf and bsr as it was
        a_.mov_ri(4, to, leading ? 2 * size * 8 - 1 : size * 8);
        Gpr found = scratch();
        a_.bit_scan(leading ? 0xbd : 0xbc, size, found, from);
        a_.cmov(Cc::Ne, 4, to, found);
        if (leading) a_.alu_ri(Alu::Xor, 4, to, size * 8 - 1);
    }
    set_gpr(top(), to);
    top().kind = Kind::I4;
}

void MethodCompiler::rotate(int size, Shift shift) {
    if (top().where == Where::Constant) {
        Gpr to = own(top(1));
        a_.shift_ri(shift, size, to, static_cast<uint8_t>(top().imm & (size * 8 - 1)));
        return drop();
    }
    claim(rcx);
    load_into(rcx, top());
    Gpr to = own(top(1));
    a_.shift_cl(shift, size, to);
    drop();
}

void MethodCompiler::bits(const Inst& inst) {
    BitsOp op = static_cast<BitsOp>(inst.small);
    int size = size_of(inst.kind);
    switch (op) {
        case BitsOp::PopCount: {
            Gpr from = gpr(top());
            Gpr to = scratch();
            a_.bit_count(0xb8, size, to, from);
            set_gpr(top(), to);
            top().kind = Kind::I4;
            return;
        }
        case BitsOp::LeadingZeroCount:
        case BitsOp::TrailingZeroCount:
            return count_zeros(size, op == BitsOp::LeadingZeroCount);
        case BitsOp::RotateLeft:
        case BitsOp::RotateRight:
            return rotate(size, op == BitsOp::RotateLeft ? Shift::Rol : Shift::Ror);
        case BitsOp::ByteSwap:
            a_.bswap(size, own(top()));
            return;
        case BitsOp::BigMulHigh:
        case BitsOp::BigMulHighUn:
            return multiply_high(inst, op == BitsOp::BigMulHigh);
        case BitsOp::Abs:
            if (is_float(inst.kind)) return bits_float(inst, op);
            {
                Gpr value = own(top());
                Gpr negated = scratch();
                a_.mov_rr(size, negated, value);
                a_.unary(Unary::Neg, size, negated);
                a_.cmov(Cc::Ns, size, value, negated);
            }
            return;
        case BitsOp::Sqrt:
        case BitsOp::MinNumber:
        case BitsOp::MaxNumber:
        case BitsOp::Floor:
        case BitsOp::Ceiling:
        case BitsOp::Truncate:
        case BitsOp::RoundEven:
        case BitsOp::FusedMultiplyAdd:
        case BitsOp::CopySign:
            return bits_float(inst, op);
    }
}

void MethodCompiler::multiply_high(const Inst& inst, bool is_signed) {
    claim(rax);
    claim(rdx);
    Gpr right = gpr(top(0));
    load_into(rax, top(1));
    a_.unary(is_signed ? Unary::Imul : Unary::Mul, size_of(inst.kind), right);
    drop(2);
    push_gpr(inst.kind, rdx);
}

void MethodCompiler::bits_float(const Inst& inst, BitsOp op) {
    int size = size_of(inst.kind);
    int64_t sign = inst.kind == Kind::F8 ? INT64_MIN : static_cast<int64_t>(0x80000000u);
    switch (op) {
        case BitsOp::Sqrt: {
            Xmm value = own_xmm(top());
            return a_.sse_rr(Sse::Sqrt, size, value, value);
        }
        case BitsOp::Abs: {
            Xmm value = own_xmm(top());
            Xmm mask = scratch_xmm();
            load_float_constant(mask, inst.kind, sign);
            a_.andnps(mask, value);
            return set_xmm(top(), mask);
        }
        case BitsOp::CopySign: {
            Xmm mask = scratch_xmm();
            load_float_constant(mask, inst.kind, sign);
            Xmm magnitude = own_xmm(top(1));
            Xmm signs = own_xmm(top(0));
            a_.andps(signs, mask);
            a_.andnps(mask, magnitude);
            a_.orps(signs, mask);
            std::swap(top(0), top(1));
            return drop();
        }
        case BitsOp::Floor:
        case BitsOp::Ceiling:
        case BitsOp::Truncate:
        case BitsOp::RoundEven: {
            uint8_t mode = op == BitsOp::Floor ? 9 : op == BitsOp::Ceiling ? 10 : op == BitsOp::Truncate ? 11 : 8;
            Xmm value = own_xmm(top());
            return a_.round(size, value, value, mode);
        }
        case BitsOp::FusedMultiplyAdd: {
            CELER_ASSERT(cpu().fma, "this processor has no FMA: the importer must not ask for it");
            Xmm sum = own_xmm(top(0));
            a_.fma231(size, sum, xmm(top(2)), xmm(top(1)));
            std::swap(top(0), top(2));
            return drop(2);
        }
        case BitsOp::MinNumber:
        case BitsOp::MaxNumber:
            return float_min_max(inst, op == BitsOp::MaxNumber);
        case BitsOp::PopCount:
        case BitsOp::LeadingZeroCount:
        case BitsOp::TrailingZeroCount:
        case BitsOp::RotateLeft:
        case BitsOp::RotateRight:
        case BitsOp::ByteSwap:
        case BitsOp::BigMulHigh:
        case BitsOp::BigMulHighUn:
            break;
    }
    CELER_PANIC("baseline: not a floating-point operation");
}

// Math.Min and Math.Max: NaN wins, -0 is below +0.
void MethodCompiler::float_min_max(const Inst& inst, bool is_max) {
    int size = size_of(inst.kind);
    Xmm left = own_xmm(top(1));
    Xmm right = own_xmm(top(0));
    Label different;
    Label unordered;
    Label done;
    a_.ucomis_rr(size, left, right);
    a_.jump(Cc::P, unordered);
    a_.jump(Cc::Ne, different);
    if (is_max) {  // equal: only the signs of zeros can differ
        a_.andps(left, right);
    } else {
        a_.orps(left, right);
    }
    a_.jump(done);
    a_.bind(unordered);
    a_.sse_rr(Sse::Add, size, left, right);
    a_.jump(done);
    a_.bind(different);
    a_.sse_rr(is_max ? Sse::Max : Sse::Min, size, left, right);
    a_.bind(done);
    drop();
}

}  // namespace celer::x64
