#include "baseline/x64/floating.h"

#include "baseline/x64/assembler.h"
#include "baseline/x64/cold.h"
#include "baseline/x64/cursor.h"
#include "baseline/x64/helper_calls.h"
#include "baseline/x64/homes.h"
#include "baseline/x64/operand_stack.h"
#include "baseline/x64/value_reader.h"

namespace celer::x64 {

void FloatArithmetic::float_binary(const Inst& inst) {
    Sse op = inst.op == Op::Add ? Sse::Add : inst.op == Op::Sub ? Sse::Sub : inst.op == Op::Mul ? Sse::Mul : Sse::Div;
    int size = size_of(inst.kind);
    Value& left = stack_.top(1);
    Value& right = stack_.top(0);
    if (right.where == Where::Xmm) stack_.xmm(right);
    const Inst* next = cursor_.next_inst();
    Xmm to;
    bool fused = false;
    if (next->op == Op::StoreVar && homes_[next->target].in == Home::In::Xmm) {
        fused = true;
        for (const Value& value : stack_.values()) {
            if (&value != &left && value.where == Where::Variable && value.variable == next->target) fused = false;
        }
    }
    if (fused) {
        to = static_cast<Xmm>(homes_[next->target].reg);
        if (left.where != Where::Variable || left.variable != next->target) reader_.load_into(to, left);
    } else {
        to = stack_.own_xmm(left);
    }
    if (reader_.is_frame_operand(right)) {
        a_.sse_rm(op, size, to, reader_.frame_operand(right));
    } else {
        a_.sse_rr(op, size, to, stack_.xmm(right));
    }
    if (fused) {
        stack_.drop(2);
        cursor_.skip_next();
    } else {
        stack_.drop();
        stack_.top().kind = inst.kind;
    }
}

void FloatArithmetic::float_remainder(const Inst& inst) {
    bool is_double = inst.kind == Kind::F8;
    stack_.spill_all_below(2);
    stack_.xmm(stack_.top(1));
    Xmm right = stack_.own_xmm(stack_.top(0));
    if (stack_.top(1).where == Where::Xmm && stack_.top(1).reg == xmm1) {
        Xmm left = stack_.scratch_xmm();
        a_.movf_rr(left, xmm1);
        stack_.set_xmm(stack_.top(1), left);
    }
    if (right != xmm1) a_.movf_rr(xmm1, right);
    reader_.load_into(xmm0, stack_.top(1));
    stack_.drop(2);
    emit_helper_call(a_, is_double ? Helper::RemainderF8 : Helper::RemainderF4);
    stack_.push_xmm(inst.kind, xmm0);
}

void FloatArithmetic::float_negate(const Inst& inst) {
    Xmm to = stack_.own_xmm(stack_.top());
    Xmm mask = stack_.scratch_xmm();
    reader_.load_float_constant(mask, inst.kind, inst.kind == Kind::F8 ? INT64_MIN : static_cast<int64_t>(0x80000000u));
    a_.xorps(to, mask);
}

// Finite values keep below infinity: |x| > max is infinity, unordered is NaN.
void FloatArithmetic::check_finite(const Inst& inst) {
    Kind kind = stack_.top().kind;
    int size = size_of(kind);
    Xmm value = stack_.xmm(stack_.top());
    Xmm difference = stack_.scratch_xmm();
    a_.movf_rr(difference, value);
    a_.sse_rr(Sse::Sub, size, difference, value);  // 0, or NaN for infinities and NaN
    a_.ucomis_rr(size, difference, difference);
    a_.jump(Cc::P, cold_.throw_label(Helper::ThrowOverflow));
}

}  // namespace celer::x64
