// Comparisons, branches on them, and selection.
#include <utility>

#include "baseline/x64/compiler.h"

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

Flags MethodCompiler::compare(Kind kind, Condition condition) {
    return is_float(kind) ? compare_float(kind, condition) : compare_int(kind, condition);
}

Flags MethodCompiler::compare_int(Kind kind, Condition condition) {
    if (top(1).where == Where::Constant && top(0).where != Where::Constant) {
        std::swap(top(0), top(1));
        condition = swap_operands(condition);
    }
    Value& left = top(1);
    Value& right = top(0);
    int size = size_of(kind);
    Cc result = integer_condition(condition);
    bool against_zero = right.where == Where::Constant && right.imm == 0;
    if (is_frame_operand(left) && is_small(right)) {
        a_.alu_mi(Alu::Cmp, size, frame_operand(left), static_cast<int32_t>(right.imm));
    } else if (is_frame_operand(left) && (right.where == Where::Gpr || !is_frame_operand(right))) {
        a_.alu_mr(Alu::Cmp, size, frame_operand(left), gpr(right));
    } else if (against_zero) {
        Gpr value = gpr(left);
        bool known = flags_reg_ == value && flags_position_ == a_.position() && (result == Cc::E || result == Cc::Ne);
        if (!known) a_.test_rr(size, value, value);
    } else {
        if (right.where == Where::Gpr) gpr(right);
        Gpr value = gpr(left);
        alu(Alu::Cmp, size, value, right);
    }
    drop(2);
    return {result};
}

// After ucomis: unordered sets ZF, PF and CF.
Flags MethodCompiler::compare_float(Kind kind, Condition condition) {
    bool swapped = condition == Condition::Lt || condition == Condition::Le || condition == Condition::GtUn ||
                   condition == Condition::GeUn;
    Value& left = swapped ? top(0) : top(1);
    Value& right = swapped ? top(1) : top(0);
    Xmm value = xmm(left);
    if (is_frame_operand(right)) {
        a_.ucomis_rm(size_of(kind), value, frame_operand(right));
    } else {
        a_.ucomis_rr(size_of(kind), value, xmm(right));
    }
    drop(2);
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

Flags MethodCompiler::test_top(Kind kind, bool negate) {
    Value& value = top();
    int size = size_of(kind);
    if (is_frame_operand(value)) {
        a_.alu_mi(Alu::Cmp, size, frame_operand(value), 0);
    } else {
        Gpr reg = gpr(value);
        if (flags_reg_ != reg || flags_position_ != a_.position()) a_.test_rr(size, reg, reg);
    }
    drop();
    return {negate ? Cc::E : Cc::Ne};
}

void MethodCompiler::push_flags(Flags flags) {
    Gpr to = allocate_gpr();
    a_.setcc(flags.condition, to);
    if (flags.parity != Flags::Parity::Ignore) {
        pin(to);
        Gpr other = scratch();
        bool both = flags.parity == Flags::Parity::AndClear;
        a_.setcc(both ? Cc::Np : Cc::P, other);
        a_.alu_rr(both ? Alu::And : Alu::Or, 4, to, other);
    }
    a_.movzx_rr(1, to, to);
    push_gpr(Kind::I4, to);
}

void MethodCompiler::compare_op(const Inst& inst) {
    Flags flags = compare(inst.kind, static_cast<Condition>(inst.small));
    const Inst* next = next_inst();
    if (next->op == Op::BranchIf && next->kind == Kind::I4) {
        bool negate = next->flags & inst_flags::negate;
        uint32_t target = next->target;
        uint32_t otherwise = static_cast<uint32_t>(next->imm);
        skip_next();
        return negate ? branch_on(flags, otherwise, target) : branch_on(flags, target, otherwise);
    }
    push_flags(flags);
}

void MethodCompiler::branch_on(Flags flags, uint32_t target, uint32_t otherwise) {
    if (target == otherwise) return jump_to(target);
    if (flags.parity == Flags::Parity::AndClear) {
        a_.jump(Cc::P, labels_[otherwise]);
    } else if (flags.parity == Flags::Parity::OrSet) {
        a_.jump(Cc::P, labels_[target]);
    }
    if (falls_into(target)) {
        a_.jump(invert(flags.condition), labels_[otherwise]);
    } else {
        a_.jump(flags.condition, labels_[target]);
        jump_to(otherwise);
    }
}

}  // namespace celer::x64
