#include "baseline/x64/bits.h"

#include "base/assert.h"
#include "baseline/x64/assembler.h"
#include "baseline/x64/cpu.h"
#include "baseline/x64/operand_stack.h"
#include "baseline/x64/value_reader.h"

namespace celer::x64 {

void BitOperations::count_zeros(int size, bool leading) {
    Gpr from = stack_.gpr(stack_.top());
    Gpr to = stack_.scratch();
    if (leading ? cpu().lzcnt : cpu().bmi1) {
        a_.bit_count(leading ? 0xbd : 0xbc, size, to, from);
    } else {  // a zero source leaves the destination of bsf and bsr as it was
        a_.mov_ri(4, to, leading ? 2 * size * 8 - 1 : size * 8);
        Gpr found = stack_.scratch();
        a_.bit_scan(leading ? 0xbd : 0xbc, size, found, from);
        a_.cmov(Cc::Ne, 4, to, found);
        if (leading) a_.alu_ri(Alu::Xor, 4, to, size * 8 - 1);
    }
    stack_.set_gpr(stack_.top(), to);
    stack_.top().kind = Kind::I4;
}

void BitOperations::rotate(int size, Shift shift) {
    if (stack_.top().where == Where::Constant) {
        Gpr to = stack_.own(stack_.top(1));
        a_.shift_ri(shift, size, to, static_cast<uint8_t>(stack_.top().imm & (size * 8 - 1)));
        return stack_.drop();
    }
    stack_.claim(rcx);
    reader_.load_into(rcx, stack_.top());
    Gpr to = stack_.own(stack_.top(1));
    a_.shift_cl(shift, size, to);
    stack_.drop();
}

void BitOperations::bits(const Inst& inst) {
    BitsOp op = static_cast<BitsOp>(inst.small);
    int size = size_of(inst.kind);
    switch (op) {
        case BitsOp::PopCount: {
            Gpr from = stack_.gpr(stack_.top());
            Gpr to = stack_.scratch();
            a_.bit_count(0xb8, size, to, from);
            stack_.set_gpr(stack_.top(), to);
            stack_.top().kind = Kind::I4;
            return;
        }
        case BitsOp::LeadingZeroCount:
        case BitsOp::TrailingZeroCount:
            return count_zeros(size, op == BitsOp::LeadingZeroCount);
        case BitsOp::RotateLeft:
        case BitsOp::RotateRight:
            return rotate(size, op == BitsOp::RotateLeft ? Shift::Rol : Shift::Ror);
        case BitsOp::ByteSwap:
            a_.bswap(size, stack_.own(stack_.top()));
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

void BitOperations::multiply_high(const Inst& inst) {
    stack_.claim(rax);
    stack_.claim(rdx);
    Gpr right = stack_.gpr(stack_.top(0));
    reader_.load_into(rax, stack_.top(1));
    a_.unary(Unary::Mul, size_of(inst.kind), right);
    stack_.drop(2);
    stack_.push_gpr(inst.kind, rdx);
}

void BitOperations::bits_float(const Inst& inst, BitsOp op) {
    int size = size_of(inst.kind);
    switch (op) {
        case BitsOp::Sqrt: {
            Xmm value = stack_.own_xmm(stack_.top());
            return a_.sse_rr(Sse::Sqrt, size, value, value);
        }
        case BitsOp::Abs: {
            Xmm value = stack_.own_xmm(stack_.top());
            Xmm mask = stack_.scratch_xmm();
            int64_t sign = inst.kind == Kind::F8 ? INT64_MIN : static_cast<int64_t>(0x80000000u);
            reader_.load_float_constant(mask, inst.kind, sign);
            a_.andnps(mask, value);
            return stack_.set_xmm(stack_.top(), mask);
        }
        case BitsOp::Floor:
        case BitsOp::Ceiling:
        case BitsOp::Truncate: {
            uint8_t mode = op == BitsOp::Floor ? 9 : op == BitsOp::Ceiling ? 10 : 11;
            Xmm value = stack_.own_xmm(stack_.top());
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
