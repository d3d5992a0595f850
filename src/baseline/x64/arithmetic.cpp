#include "baseline/x64/arithmetic.h"

#include <utility>

#include "baseline/x64/assembler.h"
#include "baseline/x64/cold.h"
#include "baseline/x64/control.h"
#include "baseline/x64/cpu.h"
#include "baseline/x64/cursor.h"
#include "baseline/x64/flags.h"
#include "baseline/x64/homes.h"
#include "baseline/x64/operand_stack.h"
#include "baseline/x64/registers.h"
#include "baseline/x64/value_reader.h"
#include "baseline/x64/variables.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations or elements

namespace celer::x64 {

namespace {

bool is_power_of_two(int64_t value) {
    return value > 0 && (value & (value - 1)) == 0;
}

int64_t wrap(Kind kind, uint64_t value) {
    return kind == Kind::I4 ? static_cast<int32_t>(value) : static_cast<int64_t>(value);
}

}  // namespace

// Both operands known.
bool IntegerArithmetic::fold(const Inst& inst) {
    const Value& left = stack_.top(1);
    const Value& right = stack_.top(0);
    if (left.where != Where::Constant || right.where != Where::Constant) return false;
    uint64_t a = static_cast<uint64_t>(left.imm);
    uint64_t b = static_cast<uint64_t>(right.imm);
    uint64_t result;
    switch (inst.op) {
        case Op::Add:
            result = a + b;
            break;
        case Op::Sub:
            result = a - b;
            break;
        case Op::Mul:
            result = a * b;
            break;
        case Op::And:
            result = a & b;
            break;
        case Op::Or:
            result = a | b;
            break;
        case Op::Xor:
            result = a ^ b;
            break;
        default:
            return false;
    }
    stack_.drop(2);
    stack_.push_constant(inst.kind, wrap(inst.kind, result));
    return true;
}

void IntegerArithmetic::alu(Alu op, int size, Gpr to, Value& right) {
    if (is_small(right)) {
        int32_t value = static_cast<int32_t>(right.imm);
        a_.alu_ri(op, size, to, value);
    } else if (reader_.is_frame_operand(right)) {
        a_.alu_rm(op, size, to, reader_.frame_operand(right));
    } else {
        a_.alu_rr(op, size, to, stack_.gpr(right));
    }
}

// An address plus a constant stays a displacement.
bool IntegerArithmetic::add_displacement(const Inst& inst) {
    if (!is_word(inst.kind) || (inst.op != Op::Add && inst.op != Op::Sub)) return false;
    if (inst.op == Op::Add && stack_.top(1).where == Where::Constant) std::swap(stack_.top(0), stack_.top(1));
    Value& right = stack_.top(0);
    Value& left = stack_.top(1);
    if (!is_small(right)) return false;
    int64_t amount = inst.op == Op::Add ? right.imm : -right.imm;
    if (left.where != Where::Gpr && left.where != Where::FrameAddress) return false;
    int64_t sum = amount + left.displacement;
    if (sum != static_cast<int32_t>(sum)) return false;
    stack_.drop();
    stack_.top().displacement = static_cast<int32_t>(sum);
    stack_.top().kind = inst.kind;
    return true;
}

// x = x op y where x lives in the frame: one instruction on memory.
bool IntegerArithmetic::update_in_frame(const Inst& inst, Alu op) {
    const Inst* next = cursor_.next_inst();
    Value& left = stack_.top(1);
    Value& right = stack_.top(0);
    if (next->op != Op::StoreVar || left.where != Where::Variable || left.variable != next->target) return false;
    const Variable& variable = cursor_.code().variables[next->target];
    if (variable.address_taken || !reader_.is_frame_operand(left)) return false;
    for (size_t i = 0; i + 2 < stack_.size(); i++) {
        if (stack_[i].where == Where::Variable && stack_[i].variable == next->target) return false;
    }
    if (is_small(right)) {
        a_.alu_mi(op, size_of(inst.kind), reader_.frame_operand(left), static_cast<int32_t>(right.imm));
    } else {
        a_.alu_mr(op, size_of(inst.kind), reader_.frame_operand(left), stack_.gpr(right));
    }
    stack_.drop(2);
    cursor_.skip_next();
    return true;
}

// if ((a & b) != 0): a test instruction.
bool IntegerArithmetic::branch_on_and(const Inst& inst) {
    const Inst* next = cursor_.next_inst();
    if (inst.op != Op::And || next->op != Op::BranchIf) return false;
    if (stack_.top(1).where == Where::Constant) std::swap(stack_.top(0), stack_.top(1));
    int size = size_of(inst.kind);
    if (stack_.top(0).where == Where::Gpr) stack_.gpr(stack_.top(0));
    Gpr left = stack_.gpr(stack_.top(1));
    if (is_small(stack_.top(0))) {
        bool low_byte = static_cast<uint64_t>(stack_.top(0).imm) <= 0x7f;
        a_.test_ri(low_byte ? 1 : size, left, static_cast<int32_t>(stack_.top(0).imm));
    } else {
        a_.test_rr(size, left, stack_.gpr(stack_.top(0)));
    }
    stack_.drop(2);
    cursor_.skip_next();
    bool negate = next->flags & inst_flags::negate;
    control_.branch_on({negate ? Cc::E : Cc::Ne}, next->target, static_cast<uint32_t>(next->imm));
    return true;
}

void IntegerArithmetic::finish_binary(const Inst& inst, Gpr result, Gpr fused) {
    if (fused != no_gpr) {
        stack_.drop(2);
        cursor_.skip_next();
        return;
    }
    gprs_.hold(result);  // survives the drop
    stack_.drop(2);
    stack_.push_gpr(inst.kind, result);
    gprs_.release(result);
}

void IntegerArithmetic::binary(const Inst& inst, Alu op, bool commutative, Cc overflow) {
    bool checked = overflow != Cc::P;  // P: no check
    if (!checked && (fold(inst) || add_displacement(inst) || branch_on_and(inst))) return;
    bool updates = stack_.top(1).where == Where::Variable && cursor_.next_is(Op::StoreVar) &&
                   cursor_.next_inst()->target == stack_.top(1).variable;
    if (commutative && !updates &&
        (stack_.top(1).where == Where::Constant ||
         (stack_.top(0).where == Where::Gpr && stack_.top(1).where == Where::Variable))) {
        std::swap(stack_.top(0), stack_.top(1));
    }
    if (!checked && update_in_frame(inst, op)) return;
    Value& left = stack_.top(1);
    Value& right = stack_.top(0);
    int size = size_of(inst.kind);
    Gpr fused = variables_.fused_target(left, right);
    Gpr to;
    if (fused != no_gpr) {
        to = fused;
        if (right.where == Where::Gpr) stack_.gpr(right);
        reader_.load_into(to, left);
    } else if (!checked && left.where == Where::Variable && homes_[left.variable].in == Home::In::Gpr &&
               (op == Alu::Add || (op == Alu::Sub && is_small(right) && right.imm != INT32_MIN))) {
        Gpr base = stack_.gpr(left);  // three operands
        if (is_small(right)) {
            to = stack_.scratch();
            a_.lea(size, to, at(base, static_cast<int32_t>(op == Alu::Add ? right.imm : -right.imm)));
        } else {
            Gpr index = stack_.gpr(right);
            to = stack_.scratch();
            a_.lea(size, to, at(base, index, 0, 0));
        }
        return finish_binary(inst, to, no_gpr);
    } else {
        if (right.where == Where::Gpr) stack_.gpr(right);
        to = stack_.own(left);
    }
    alu(op, size, to, right);
    if (checked) a_.jump(overflow, cold_.throw_label(Helper::ThrowOverflow));
    flags_.note(to, a_.position());
    finish_binary(inst, to, fused);
}

void IntegerArithmetic::multiply(const Inst& inst) {
    if (fold(inst)) return;
    if (stack_.top(1).where == Where::Constant) std::swap(stack_.top(0), stack_.top(1));
    Value& left = stack_.top(1);
    Value& right = stack_.top(0);
    int size = size_of(inst.kind);
    Gpr fused = variables_.fused_target(left, right);
    if (is_small(right)) {
        int64_t factor = right.imm;
        Gpr from = stack_.gpr(left);
        Gpr to = fused != no_gpr ? fused : stack_.scratch();
        if (is_power_of_two(factor)) {
            if (to != from) a_.mov_rr(size, to, from);
            if (factor != 1)
                a_.shift_ri(Shift::Shl, size, to, static_cast<uint8_t>(__builtin_ctzll(static_cast<uint64_t>(factor))));
        } else if (factor == 3 || factor == 5 || factor == 9) {
            uint8_t scale = factor == 3 ? 1 : factor == 5 ? 2 : 3;
            a_.lea(size, to, at(from, from, scale, 0));
        } else {
            a_.imul_rri(size, to, from, static_cast<int32_t>(factor));
        }
        return finish_binary(inst, to, fused);
    }
    Gpr to;
    if (fused != no_gpr) {
        to = fused;
        if (right.where == Where::Gpr) stack_.gpr(right);
        reader_.load_into(to, left);
    } else {
        to = stack_.own(left);
    }
    if (reader_.is_frame_operand(right)) {
        a_.imul_rm(size, to, reader_.frame_operand(right));
    } else {
        a_.imul_rr(size, to, stack_.gpr(right));
    }
    finish_binary(inst, to, fused);
}

void IntegerArithmetic::multiply_checked(const Inst& inst) {
    int size = size_of(inst.kind);
    if (inst.op == Op::MulOvf) {
        Gpr to = stack_.own(stack_.top(1));
        a_.imul_rr(size, to, stack_.gpr(stack_.top(0)));
        a_.jump(Cc::O, cold_.throw_label(Helper::ThrowOverflow));
        return finish_binary(inst, to, no_gpr);
    }
    stack_.claim(rax);
    stack_.claim(rdx);
    Gpr right = stack_.gpr(stack_.top(0));
    reader_.load_into(rax, stack_.top(1));
    a_.unary(Unary::Mul, size, right);
    a_.jump(Cc::O, cold_.throw_label(Helper::ThrowOverflow));
    stack_.drop(2);
    stack_.push_gpr(inst.kind, rax);
}

// Unsigned division by powers of two; signed ones by them too. Other constants drop the checks only.
bool IntegerArithmetic::divide_by_constant(const Inst& inst) {
    const Value& divisor = stack_.top(0);
    if (divisor.where != Where::Constant || !is_power_of_two(divisor.imm)) return false;
    int size = size_of(inst.kind);
    int64_t amount = divisor.imm;
    uint8_t log2 = static_cast<uint8_t>(__builtin_ctzll(static_cast<uint64_t>(amount)));
    bool is_unsigned = inst.op == Op::DivUn || inst.op == Op::RemUn;
    if (is_unsigned) {
        if (inst.op == Op::RemUn && amount - 1 != static_cast<int32_t>(amount - 1)) return false;
        Gpr to = stack_.own(stack_.top(1));
        if (inst.op == Op::DivUn) {
            if (log2 != 0) a_.shift_ri(Shift::Shr, size, to, log2);
        } else {
            a_.alu_ri(Alu::And, size, to, static_cast<int32_t>(amount - 1));
        }
        finish_binary(inst, to, no_gpr);
        return true;
    }
    if (amount == 1 || amount - 1 != static_cast<int32_t>(amount - 1)) return false;
    // Round towards zero: add divisor - 1 to negative dividends.
    Gpr value = stack_.gpr(stack_.top(1));
    Gpr biased = stack_.scratch();
    if (log2 == 1) {
        a_.mov_rr(size, biased, value);
        a_.shift_ri(Shift::Shr, size, biased, static_cast<uint8_t>(size * 8 - 1));
        a_.alu_rr(Alu::Add, size, biased, value);
    } else {
        a_.lea(size, biased, at(value, static_cast<int32_t>(amount - 1)));
        a_.test_rr(size, value, value);
        a_.cmov(Cc::Ns, size, biased, value);
    }
    if (inst.op == Op::Div) {
        a_.shift_ri(Shift::Sar, size, biased, log2);
        finish_binary(inst, biased, no_gpr);
        return true;
    }
    a_.alu_ri(Alu::And, size, biased, static_cast<int32_t>(-amount));
    Gpr to = stack_.own(stack_.top(1));
    a_.alu_rr(Alu::Sub, size, to, biased);
    finish_binary(inst, to, no_gpr);
    return true;
}

// A zero divisor faults in the division itself. Signed division by -1 is done as a negation, which detects overflow.
void IntegerArithmetic::divide(const Inst& inst) {
    if (divide_by_constant(inst)) return;
    int size = size_of(inst.kind);
    bool is_signed = inst.op == Op::Div || inst.op == Op::Rem;
    bool is_remainder = inst.op == Op::Rem || inst.op == Op::RemUn;
    bool constant = stack_.top(0).where == Where::Constant;
    bool needs_check = is_signed && (!constant || stack_.top(0).imm == -1);
    stack_.claim(rax);
    stack_.claim(rdx);
    Gpr divisor = stack_.gpr(stack_.top(0));
    reader_.load_into(rax, stack_.top(1));
    Cold* cold = nullptr;
    if (needs_check) {
        cold = &cold_.new_cold(ColdKind::Negate, Helper::ThrowQuotientOverflow);
        cold->size = static_cast<uint8_t>(size);
        cold->is_remainder = is_remainder;
        a_.alu_ri(Alu::Cmp, size, divisor, -1);
        a_.jump(Cc::E, cold->entry);
    }
    if (is_signed) {
        a_.sign_extend_accumulator(size);
        a_.unary(Unary::Idiv, size, divisor);
    } else {
        a_.alu_rr(Alu::Xor, 4, rdx, rdx);
        a_.unary(Unary::Div, size, divisor);
    }
    if (cold != nullptr) a_.bind(cold->back);
    stack_.drop(2);
    stack_.push_gpr(inst.kind, is_remainder ? rdx : rax);
}

void IntegerArithmetic::shift(const Inst& inst) {
    int size = size_of(inst.kind);
    Shift op = inst.op == Op::Shl ? Shift::Shl : inst.op == Op::Shr ? Shift::Sar : Shift::Shr;
    Value& count = stack_.top(0);
    Value& value = stack_.top(1);
    if (count.where == Where::Constant) {
        uint8_t amount = static_cast<uint8_t>(count.imm & (size * 8 - 1));
        Gpr fused = variables_.fused_target(value, count);
        Gpr to = fused;
        if (fused != no_gpr) {
            reader_.load_into(to, value);
        } else {
            to = stack_.own(value);
        }
        if (amount != 0) a_.shift_ri(op, size, to, amount);
        return finish_binary(inst, to, fused);
    }
    if (cpu().bmi2) {
        Gpr amount = stack_.gpr(count);
        Gpr from = stack_.gpr(value);
        Gpr to = stack_.scratch();
        a_.shift_bmi(op, size, to, from, amount);
        return finish_binary(inst, to, no_gpr);
    }
    stack_.claim(rcx);
    reader_.load_into(rcx, count);
    Gpr to = stack_.own(value);
    a_.shift_cl(op, size, to);
    finish_binary(inst, to, no_gpr);
}

void IntegerArithmetic::negate_or_not(const Inst& inst) {
    Gpr to = stack_.own(stack_.top());
    a_.unary(inst.op == Op::Neg ? Unary::Neg : Unary::Not, size_of(inst.kind), to);
    stack_.top().kind = inst.kind;
}

}  // namespace celer::x64
