// Floating-point arithmetic: IEEE as it stands, no contraction.
#include "baseline/x64/compiler.h"

namespace celer::x64 {

void MethodCompiler::float_binary(const Inst& inst) {
    Sse op = inst.op == Op::Add ? Sse::Add : inst.op == Op::Sub ? Sse::Sub : inst.op == Op::Mul ? Sse::Mul : Sse::Div;
    int size = size_of(inst.kind);
    Value& left = top(1);
    Value& right = top(0);
    if (right.where == Where::Xmm) xmm(right);
    const Inst* next = next_inst();
    Xmm to;
    bool fused = false;
    if (next->op == Op::StoreVar && homes_[next->target].in == Home::In::Xmm) {
        fused = true;
        for (const Value& value : values_) {
            if (&value != &left && value.where == Where::Variable && value.variable == next->target) fused = false;
        }
    }
    if (fused) {
        to = static_cast<Xmm>(homes_[next->target].reg);
        if (left.where != Where::Variable || left.variable != next->target) load_into(to, left);
    } else {
        to = own_xmm(left);
    }
    if (is_frame_operand(right)) {
        a_.sse_rm(op, size, to, frame_operand(right));
    } else {
        a_.sse_rr(op, size, to, xmm(right));
    }
    if (fused) {
        drop(2);
        skip_next();
    } else {
        drop();
        top().kind = inst.kind;
    }
}

void MethodCompiler::float_remainder(const Inst& inst) {
    bool is_double = inst.kind == Kind::F8;
    spill_all_below(2);
    xmm(top(1));
    Xmm right = own_xmm(top(0));
    if (top(1).where == Where::Xmm && top(1).reg == xmm1) {
        Xmm left = scratch_xmm();
        a_.movf_rr(left, xmm1);
        set_xmm(top(1), left);
    }
    if (right != xmm1) a_.movf_rr(xmm1, right);
    load_into(xmm0, top(1));
    drop(2);
    emit_helper_call(is_double ? Helper::RemainderF8 : Helper::RemainderF4);
    push_xmm(inst.kind, xmm0);
}

void MethodCompiler::float_negate(const Inst& inst) {
    Xmm to = own_xmm(top());
    Xmm mask = scratch_xmm();
    load_float_constant(mask, inst.kind, inst.kind == Kind::F8 ? INT64_MIN : static_cast<int64_t>(0x80000000u));
    a_.xorps(to, mask);
}

// Finite values keep below infinity: |x| > max is infinity, unordered is NaN.
void MethodCompiler::check_finite(const Inst& inst) {
    Kind kind = top().kind;
    int size = size_of(kind);
    Xmm value = xmm(top());
    Xmm difference = scratch_xmm();
    a_.movf_rr(difference, value);
    a_.sse_rr(Sse::Sub, size, difference, value);  // 0, or NaN for infinities and NaN
    a_.ucomis_rr(size, difference, difference);
    a_.jump(Cc::P, throw_label(Helper::ThrowOverflow));
}

}  // namespace celer::x64
