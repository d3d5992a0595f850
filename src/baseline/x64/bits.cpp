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
        case BitsOp::BigMulHighUn:
            return multiply_high(inst);
        case BitsOp::Abs:
        case BitsOp::Sqrt:
        case BitsOp::Floor:
        case BitsOp::Ceiling:
        case BitsOp::Truncate:
            return bits_float(inst, op);
    }
}

void MethodCompiler::multiply_high(const Inst& inst) {
    claim(rax);
    claim(rdx);
    Gpr right = gpr(top(0));
    load_into(rax, top(1));
    a_.unary(Unary::Mul, size_of(inst.kind), right);
    drop(2);
    push_gpr(inst.kind, rdx);
}

void MethodCompiler::bits_float(const Inst& inst, BitsOp op) {
    int size = size_of(inst.kind);
    switch (op) {
        case BitsOp::Sqrt: {
            Xmm value = own_xmm(top());
            return a_.sse_rr(Sse::Sqrt, size, value, value);
        }
        case BitsOp::Abs: {
            Xmm value = own_xmm(top());
            Xmm mask = scratch_xmm();
            int64_t sign = inst.kind == Kind::F8 ? INT64_MIN : static_cast<int64_t>(0x80000000u);
            load_float_constant(mask, inst.kind, sign);
            a_.andnps(mask, value);
            return set_xmm(top(), mask);
        }
        case BitsOp::Floor:
        case BitsOp::Ceiling:
        case BitsOp::Truncate: {
            uint8_t mode = op == BitsOp::Floor ? 9 : op == BitsOp::Ceiling ? 10 : 11;
            Xmm value = own_xmm(top());
            return a_.round(size, value, value, mode);
        }
        case BitsOp::PopCount:
        case BitsOp::LeadingZeroCount:
        case BitsOp::TrailingZeroCount:
        case BitsOp::RotateLeft:
        case BitsOp::RotateRight:
        case BitsOp::ByteSwap:
        case BitsOp::BigMulHighUn:
            break;
    }
    CELER_PANIC("baseline: not a floating-point operation");
}

}  // namespace celer::x64
