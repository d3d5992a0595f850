#include "import/arithmetic.h"

#include <limits>

#include "code/effects.h"
#include "import/code.h"
#include "import/evaluation_stack.h"
#include "import/import_state.h"

namespace celer {

namespace {

bool fold_binary(Op op, Kind kind, int64_t a, int64_t b, int64_t& result) {
    bool wide = kind == Kind::I8;
    uint64_t ua = wide ? static_cast<uint64_t>(a) : static_cast<uint32_t>(a);
    uint64_t ub = wide ? static_cast<uint64_t>(b) : static_cast<uint32_t>(b);
    int64_t minimum = wide ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int32_t>::min();
    if (op == Op::Add) return result = static_cast<int64_t>(ua + ub), true;
    if (op == Op::Sub) return result = static_cast<int64_t>(ua - ub), true;
    if (op == Op::Mul) return result = static_cast<int64_t>(ua * ub), true;
    if (op == Op::And) return result = a & b, true;
    if (op == Op::Or) return result = a | b, true;
    if (op == Op::Xor) return result = a ^ b, true;
    if (op == Op::Div || op == Op::Rem) {
        if (b == 0 || (a == minimum && b == -1)) return false;
        result = op == Op::Div ? a / b : a % b;
        return true;
    }
    if (op == Op::DivUn || op == Op::RemUn) {
        if (ub == 0) return false;
        result = static_cast<int64_t>(op == Op::DivUn ? ua / ub : ua % ub);
        return true;
    }
    return false;
}

bool is_bitwise(Op op) {
    return op == Op::And || op == Op::Or || op == Op::Xor;
}

bool is_checked(Op op) {
    return op == Op::AddOvf || op == Op::AddOvfUn || op == Op::SubOvf || op == Op::SubOvfUn || op == Op::MulOvf ||
           op == Op::MulOvfUn || op == Op::DivUn || op == Op::RemUn;
}

// An int32 beside a native int: only these extend it by zeros. (III.1.5 says nothing of .un; so do CoreCLR's
// compilers.)
bool is_unsigned_checked(Op op) {
    return op == Op::AddOvfUn || op == Op::SubOvfUn || op == Op::MulOvfUn;
}

}  // namespace

void ArithmeticOperations::binary(Op op) {
    if (!stack_.require(2)) return;
    Value& left = stack_.top(1);
    Value& right = stack_.top(0);
    if (left.known == Known::Integer && right.known == Known::Integer && left.kind == right.kind &&
        stack_.droppable(right)) {
        int64_t result;
        Kind kind = left.kind;
        if (left.end == right.first && left.pure && fold_binary(op, kind, left.imm, right.imm, result)) {
            stack_.drop();
            stack_.drop();
            return stack_.push_integer(kind, result);
        }
    }
    // x + 0, x - 0, x * 1
    if (right.known == Known::Integer && stack_.droppable(right) && left.kind == right.kind &&
        right.imm == (op == Op::Mul ? 1 : 0) && (op == Op::Add || op == Op::Sub || op == Op::Mul)) {
        stack_.drop();
        return;
    }
    Kind a = left.kind, b = right.kind;
    Kind kind, result;
    if (is_float(a) && is_float(b)) {
        if (is_bitwise(op) || is_checked(op)) return state_.invalid();
        kind = a == b ? a : Kind::F8;
        if (a != kind && !stack_.coerce_below(1, kind)) return;
        if (b != kind && !stack_.coerce(kind)) return;
        result = kind;
    } else if (a == Kind::I4 && b == Kind::I4) {
        kind = result = Kind::I4;
    } else if ((is_word(a) || a == Kind::I4) && (is_word(b) || b == Kind::I4)) {
        stack_.to_pointer_size(1, is_unsigned_checked(op));
        stack_.to_pointer_size(0, is_unsigned_checked(op));
        bool both = a != Kind::I8 && a != Kind::I4 && b != Kind::I8 && b != Kind::I4;
        bool one = (a == Kind::ByRef || a == Kind::Ref) != (b == Kind::ByRef || b == Kind::Ref);
        bool additive = op == Op::Add || op == Op::Sub || op == Op::AddOvfUn || op == Op::SubOvfUn;
        if (both && op != Op::Sub && op != Op::SubOvfUn) both = false;
        result = one && additive ? Kind::ByRef : Kind::I8;
        kind = result;
    } else {
        return state_.invalid();
    }
    if (state_.is_invalid) return;
    bool pure = !(effects_of(stack_.emit(op, kind)) & effects::throws);
    stack_.push_result(2, result, pure);
}

void ArithmeticOperations::shift(Op op) {
    if (!stack_.require(2)) return;
    if (stack_.top(0).kind != Kind::I4 && !stack_.coerce(Kind::I4)) return;
    Value& value = stack_.top(1);
    Value& count = stack_.top(0);
    if (value.kind == Kind::ByRef || value.kind == Kind::Ref) value.kind = Kind::I8;
    if (value.kind != Kind::I4 && value.kind != Kind::I8) return state_.invalid();
    Kind kind = value.kind;
    if (value.known == Known::Integer && count.known == Known::Integer && stack_.droppable(count) && value.pure &&
        value.end == count.first) {
        int64_t a = value.imm;
        int by = static_cast<int>(count.imm) & (kind == Kind::I8 ? 63 : 31);
        int64_t result;
        if (op == Op::Shl) {
            result = static_cast<int64_t>(static_cast<uint64_t>(a) << by);
        } else if (op == Op::Shr) {
            result = a >> by;
        } else {
            uint64_t bits = kind == Kind::I8 ? static_cast<uint64_t>(a) : static_cast<uint32_t>(a);
            result = static_cast<int64_t>(bits >> by);
        }
        stack_.drop();
        stack_.drop();
        return stack_.push_integer(kind, result);
    }
    stack_.emit(op, kind);
    stack_.push_result(2, kind, true);
}

void ArithmeticOperations::unary(Op op) {
    if (!stack_.require(1)) return;
    Value& value = stack_.top();
    if (value.kind == Kind::ByRef || value.kind == Kind::Ref) value.kind = Kind::I8;
    if (is_aggregate(value.kind) || (op == Op::Not && is_float(value.kind)) ||
        (op == Op::CheckFinite && !is_float(value.kind))) {
        return state_.invalid();
    }
    Kind kind = value.kind;
    if (value.known == Known::Integer && stack_.droppable(value) && op != Op::CheckFinite) {
        int64_t number = value.imm;
        stack_.drop();
        return stack_.push_integer(kind,
                                   op == Op::Not ? ~number : static_cast<int64_t>(-static_cast<uint64_t>(number)));
    }
    stack_.emit(op, kind);
    stack_.push_result(1, kind, op != Op::CheckFinite);
}

namespace {

bool fold_conversion(ElementType target, bool unsigned_source, Kind from, int64_t value, Kind& kind, int64_t& result) {
    kind = Kind::I4;
    if (target == ElementType::I1) return result = static_cast<int8_t>(value), true;
    if (target == ElementType::U1) return result = static_cast<uint8_t>(value), true;
    if (target == ElementType::I2) return result = static_cast<int16_t>(value), true;
    if (target == ElementType::U2) return result = static_cast<uint16_t>(value), true;
    if (target == ElementType::I4 || target == ElementType::U4) return result = static_cast<int32_t>(value), true;
    if (target != ElementType::I8 && target != ElementType::U8) return false;
    kind = Kind::I8;
    bool zero_extend = from == Kind::I4 && (unsigned_source || target == ElementType::U8);
    result = zero_extend ? static_cast<uint32_t>(value) : value;
    return true;
}

}  // namespace

// conv.r.un and conv.r4 together are how IL says that an unsigned integer becomes a float, with one rounding; and a
// float that was only widened is itself. True: the value on top is a float now.
bool ArithmeticOperations::join_with_widening() {
    Inst& widening = code_.insts.back();
    if (stack_.top().end != stack_.position() || widening.op != Op::Convert || widening.element != ElementType::R8)
        return false;
    Value& value = stack_.top();
    if (widening.from == Kind::F4) {
        code_.insts.pop_back();
        --value.end;
    } else if (widening.from == Kind::I8 && (widening.flags & inst_flags::unsigned_source)) {
        widening.element = ElementType::R4;
        widening.kind = Kind::F4;
    } else {
        return false;
    }
    value.kind = Kind::F4;
    return true;
}

// Native integers convert as I8 and U8. Without overflow check: I8 of an I4 extends by sign, U8 by zero.
void ArithmeticOperations::convert(ElementType target, bool overflow, bool unsigned_source) {
    if (!stack_.require(1)) return;
    Value& value = stack_.top();
    if (is_aggregate(value.kind)) return state_.invalid();
    Kind from = value.kind;
    bool to_word = target == ElementType::I8 || target == ElementType::U8;
    if (is_word(from) && from != Kind::I8) {
        // conv.i and conv.u of a reference or address take its bits.
        if (to_word && !overflow) {
            value.kind = Kind::I8;
            value.known = value.known == Known::VarAddress ? Known::VarAddress : Known::Nothing;
            value.forget_type();
            return;
        }
        from = Kind::I8;
    }
    if (from == Kind::I8 && to_word && !overflow) return;
    int64_t result;
    Kind kind;
    if (value.known == Known::Integer && stack_.droppable(value) && !overflow &&
        fold_conversion(target, unsigned_source, from, value.imm, kind, result)) {
        stack_.drop();
        return stack_.push_integer(kind, result);
    }
    kind = target == ElementType::R4 ? Kind::F4 : target == ElementType::R8 ? Kind::F8 : to_word ? Kind::I8 : Kind::I4;
    if (from == kind && !overflow) {
        if (is_float(kind)) return;
        if (kind == Kind::I4 && (target == ElementType::I4 || target == ElementType::U4)) return;
        const Inst& last = code_.insts.back();
        // A load that already extended from the same type.
        if (value.end == stack_.position() && last.element == target && last.op == Op::Load) return;
    }
    if (target == ElementType::R4 && from == Kind::F8 && join_with_widening()) return;
    Inst& inst = stack_.emit(Op::Convert, kind);
    inst.from = from;
    inst.element = target;
    inst.flags = static_cast<uint8_t>((overflow ? inst_flags::overflow : 0) |
                                      (unsigned_source ? inst_flags::unsigned_source : 0));
    stack_.push_result(1, kind, !overflow);
}

// --- Comparisons

// Branches without sign extend an int32 by zeros where it is compared with a native int, but not a constant; that is
// what CoreCLR's compilers do.
bool ArithmeticOperations::comparison_operands(Kind& kind, bool zero_extend_variables) {
    if (!stack_.require(2)) return false;
    Kind a = stack_.top(1).kind, b = stack_.top(0).kind;
    if (is_float(a) && is_float(b)) {
        kind = a == b ? a : Kind::F8;
        return (a == kind || stack_.coerce_below(1, kind)) && (b == kind || stack_.coerce(kind));
    }
    if (a == Kind::I4 && b == Kind::I4) {
        kind = Kind::I4;
        return true;
    }
    if ((is_word(a) || a == Kind::I4) && (is_word(b) || b == Kind::I4)) {
        for (uint32_t depth : {1u, 0u}) {
            stack_.to_pointer_size(depth, zero_extend_variables && stack_.top(depth).known != Known::Integer);
        }
        kind = a == Kind::Ref && b == Kind::Ref ? Kind::Ref : Kind::I8;
        return !state_.is_invalid;
    }
    state_.invalid();
    return false;
}

namespace {

bool evaluate(Condition condition, Kind kind, int64_t a, int64_t b) {
    uint64_t ua = kind == Kind::I4 ? static_cast<uint32_t>(a) : static_cast<uint64_t>(a);
    uint64_t ub = kind == Kind::I4 ? static_cast<uint32_t>(b) : static_cast<uint64_t>(b);
    switch (condition) {
        case Condition::Eq:
            return a == b;
        case Condition::Ne:
            return a != b;
        case Condition::Lt:
            return a < b;
        case Condition::Le:
            return a <= b;
        case Condition::Gt:
            return a > b;
        case Condition::Ge:
            return a >= b;
        case Condition::LtUn:
            return ua < ub;
        case Condition::LeUn:
            return ua <= ub;
        case Condition::GtUn:
            return ua > ub;
        case Condition::GeUn:
            return ua >= ub;
    }
    return false;
}

}  // namespace

bool ArithmeticOperations::fold_comparison(Condition condition, int& result) const {
    if (stack_.size() < 2) return false;
    const Value& a = stack_[stack_.size() - 2];
    const Value& b = stack_.top();
    bool both_integers = a.known == Known::Integer && b.known == Known::Integer && a.kind == b.kind;
    if (both_integers) {
        result = evaluate(condition, a.kind, a.imm, b.imm);
        return true;
    }
    bool equal;
    if (a.known == Known::TypeObject && b.known == Known::TypeObject) {
        equal = a.subject == b.subject;
    } else if (a.known == Known::Null && b.known == Known::Null) {
        equal = true;
    } else if ((a.known == Known::Null && b.non_null) || (b.known == Known::Null && a.non_null)) {
        equal = false;
    } else {
        return false;
    }
    switch (condition) {
        case Condition::Eq:
            result = equal;
            return true;
        case Condition::Ne:
            result = !equal;
            return true;
        case Condition::GtUn:  // x > null asks whether x is not null
            if (b.known != Known::Null) return false;
            result = !equal;
            return true;
        case Condition::LeUn:
            if (b.known != Known::Null) return false;
            result = equal;
            return true;
        case Condition::Lt:
        case Condition::Le:
        case Condition::Gt:
        case Condition::Ge:
        case Condition::LtUn:
        case Condition::GeUn:
            return false;
    }
    return false;
}

void ArithmeticOperations::compare(Condition condition) {
    if (!stack_.require(2)) return;
    int result;
    if (fold_comparison(condition, result)) {
        stack_.drop();
        stack_.drop();
        return stack_.push_integer(Kind::I4, result);
    }
    Kind kind;
    if (!comparison_operands(kind, false)) return;
    // `ceq` of a comparison with 0 is the opposite comparison.
    if (condition == Condition::Eq && stack_.top().known == Known::Integer && stack_.top().imm == 0 &&
        stack_.droppable(stack_.top()) && stack_.top(1).end + 1 == stack_.position() &&
        code_.insts[stack_.position() - 2].op == Op::Compare) {
        stack_.drop();
        Inst& comparison = code_.insts.back();
        auto inner = static_cast<Condition>(comparison.small);
        comparison.small = static_cast<uint8_t>(negated(inner, is_float(comparison.kind)));
        return;
    }
    stack_.emit(Op::Compare, kind).small = static_cast<uint8_t>(condition);
    stack_.push_result(2, Kind::I4, true);
}

}  // namespace celer
