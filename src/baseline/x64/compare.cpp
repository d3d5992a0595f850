#include "baseline/x64/compare.h"

#include <utility>

#include "baseline/x64/arithmetic.h"
#include "baseline/x64/assembler.h"
#include "baseline/x64/control.h"
#include "baseline/x64/cursor.h"
#include "baseline/x64/flags.h"
#include "baseline/x64/operand_stack.h"
#include "baseline/x64/registers.h"
#include "baseline/x64/value_reader.h"

namespace celer::x64 {

namespace {

Cc integer_condition(Condition condition) {
    switch (condition) {
        case Condition::Eq:
            return Cc::E;
        case Condition::Ne:
            return Cc::Ne;
        case Condition::Lt:
            return Cc::L;
        case Condition::Le:
            return Cc::Le;
        case Condition::Gt:
            return Cc::G;
        case Condition::Ge:
            return Cc::Ge;
        case Condition::LtUn:
            return Cc::B;
        case Condition::LeUn:
            return Cc::Be;
        case Condition::GtUn:
            return Cc::A;
        case Condition::GeUn:
            return Cc::Ae;
    }
    return Cc::E;
}

Condition swap_operands(Condition condition) {
    switch (condition) {
        case Condition::Eq:
        case Condition::Ne:
            return condition;
        case Condition::Lt:
            return Condition::Gt;
        case Condition::Le:
            return Condition::Ge;
        case Condition::Gt:
            return Condition::Lt;
        case Condition::Ge:
            return Condition::Le;
        case Condition::LtUn:
            return Condition::GtUn;
        case Condition::LeUn:
            return Condition::GeUn;
        case Condition::GtUn:
            return Condition::LtUn;
        case Condition::GeUn:
            return Condition::LeUn;
    }
    return condition;
}

}  // namespace

Flags Comparisons::compare(Kind kind, Condition condition) {
    return is_float(kind) ? compare_float(kind, condition) : compare_int(kind, condition);
}

Flags Comparisons::compare_int(Kind kind, Condition condition) {
    if (stack_.top(1).where == Where::Constant && stack_.top(0).where != Where::Constant) {
        std::swap(stack_.top(0), stack_.top(1));
        condition = swap_operands(condition);
    }
    Value& left = stack_.top(1);
    Value& right = stack_.top(0);
    int size = size_of(kind);
    Cc result = integer_condition(condition);
    bool against_zero = right.where == Where::Constant && right.imm == 0;
    if (reader_.is_frame_operand(left) && is_small(right)) {
        a_.alu_mi(Alu::Cmp, size, reader_.frame_operand(left), static_cast<int32_t>(right.imm));
    } else if (reader_.is_frame_operand(left) && (right.where == Where::Gpr || !reader_.is_frame_operand(right))) {
        a_.alu_mr(Alu::Cmp, size, reader_.frame_operand(left), stack_.gpr(right));
    } else if (against_zero) {
        Gpr value = stack_.gpr(left);
        bool known = flags_.tell_of(value, a_.position()) && (result == Cc::E || result == Cc::Ne);
        if (!known) a_.test_rr(size, value, value);
    } else {
        if (right.where == Where::Gpr) stack_.gpr(right);
        Gpr value = stack_.gpr(left);
        arithmetic_.alu(Alu::Cmp, size, value, right);
    }
    stack_.drop(2);
    return {result};
}

// After ucomis: unordered sets ZF, PF and CF.
Flags Comparisons::compare_float(Kind kind, Condition condition) {
    bool swapped = condition == Condition::Lt || condition == Condition::Le || condition == Condition::GtUn ||
                   condition == Condition::GeUn;
    Value& left = swapped ? stack_.top(0) : stack_.top(1);
    Value& right = swapped ? stack_.top(1) : stack_.top(0);
    Xmm value = stack_.xmm(left);
    if (reader_.is_frame_operand(right)) {
        a_.ucomis_rm(size_of(kind), value, reader_.frame_operand(right));
    } else {
        a_.ucomis_rr(size_of(kind), value, stack_.xmm(right));
    }
    stack_.drop(2);
    switch (condition) {
        case Condition::Eq:
            return {Cc::E, Flags::Parity::AndClear};
        case Condition::Ne:
            return {Cc::Ne, Flags::Parity::OrSet};
        case Condition::Lt:
        case Condition::Gt:
            return {Cc::A};
        case Condition::Le:
        case Condition::Ge:
            return {Cc::Ae};
        case Condition::LtUn:
        case Condition::GtUn:
            return {Cc::B};
        case Condition::LeUn:
        case Condition::GeUn:
            return {Cc::Be};
    }
    return {Cc::E};
}

Flags Comparisons::test_top(Kind kind, bool negate) {
    Value& value = stack_.top();
    int size = size_of(kind);
    if (reader_.is_frame_operand(value)) {
        a_.alu_mi(Alu::Cmp, size, reader_.frame_operand(value), 0);
    } else {
        Gpr reg = stack_.gpr(value);
        if (!flags_.tell_of(reg, a_.position())) a_.test_rr(size, reg, reg);
    }
    stack_.drop();
    return {negate ? Cc::E : Cc::Ne};
}

void Comparisons::push_flags(Flags flags) {
    Gpr to = stack_.allocate_gpr();
    a_.setcc(flags.condition, to);
    if (flags.parity != Flags::Parity::Ignore) {
        gprs_.pin(to);
        Gpr other = stack_.scratch();
        bool both = flags.parity == Flags::Parity::AndClear;
        a_.setcc(both ? Cc::Np : Cc::P, other);
        a_.alu_rr(both ? Alu::And : Alu::Or, 4, to, other);
    }
    a_.movzx_rr(1, to, to);
    stack_.push_gpr(Kind::I4, to);
}

void Comparisons::compare_op(const Inst& inst) {
    Flags flags = compare(inst.kind, static_cast<Condition>(inst.small));
    const Inst* next = cursor_.next_inst();
    if (next->op == Op::BranchIf && next->kind == Kind::I4) {
        Ways ways = ways_of(*next);
        cursor_.skip_next();
        return control_.branch_on(flags, ways.if_true, ways.if_false);
    }
    push_flags(flags);
}

}  // namespace celer::x64
