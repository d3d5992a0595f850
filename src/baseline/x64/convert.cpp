#include "baseline/x64/convert.h"

#include "baseline/x64/assembler.h"
#include "baseline/x64/cold.h"
#include "baseline/x64/helper_calls.h"
#include "baseline/x64/operand_stack.h"
#include "baseline/x64/registers.h"
#include "baseline/x64/value_reader.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations or elements

namespace celer::x64 {

namespace {

bool is_float_element(ElementType element) {
    return element == ElementType::R4 || element == ElementType::R8;
}

}  // namespace

void Conversions::convert(const Inst& inst) {
    if (is_float_element(inst.element)) return convert_to_float(inst);
    bool checked = inst.flags & inst_flags::overflow;
    if (is_float(inst.from)) return checked ? convert_from_float_checked(inst) : convert_from_float(inst);
    if (checked) return convert_int_checked(inst);
    convert_int(inst);
}

void Conversions::convert_to_float(const Inst& inst) {
    Kind kind = inst.element == ElementType::R8 ? Kind::F8 : Kind::F4;
    int size = size_of(kind);
    if (is_float(inst.from)) {
        if (inst.from == kind) {
            stack_.top().kind = kind;
            return;
        }
        Xmm from = stack_.xmm(stack_.top());
        Xmm to = stack_.scratch_xmm();
        a_.convert_float(size_of(inst.from), to, from);
        stack_.set_xmm(stack_.top(), to);
        stack_.top().kind = kind;
        return;
    }
    bool is_unsigned = inst.flags & inst_flags::unsigned_source;
    int from_size = size_of(inst.from);
    if (is_unsigned && from_size == 8) {
        Gpr value = stack_.own(stack_.top());
        Xmm to = stack_.scratch_xmm();
        a_.xorps(to, to);
        Cold& cold = cold_.new_cold(ColdKind::UnsignedToFloat, Helper::Throw);
        cold.source = value;
        cold.target = to;
        cold.size = static_cast<uint8_t>(size);
        a_.test_rr(8, value, value);
        a_.jump(Cc::S, cold.entry);
        a_.convert_int_to_float(size, 8, to, value);
        a_.bind(cold.back);
        stack_.set_xmm(stack_.top(), to);
        stack_.top().kind = kind;
        return;
    }
    Gpr value = stack_.gpr(stack_.top());
    Xmm to = stack_.scratch_xmm();
    a_.xorps(to, to);
    a_.convert_int_to_float(size, is_unsigned ? 8 : from_size, to, value);  // I4 in a register has a zero upper half
    stack_.set_xmm(stack_.top(), to);
    stack_.top().kind = kind;
}

void Conversions::convert_from_float(const Inst& inst) {
    IntegerTarget target = integer_target(inst.element);
    int float_size = size_of(inst.from);
    Xmm value = stack_.xmm(stack_.top());
    Gpr to = stack_.scratch();
    ColdKind kind;
    if (target.size_bytes == 8) {
        kind = target.is_unsigned ? ColdKind::SaturateU8 : ColdKind::SaturateI8;
        a_.truncate_float_to_int(float_size, 8, to, value);
    } else if (target.size_bytes == 4 && target.is_unsigned) {
        kind = ColdKind::SaturateU4;
        a_.truncate_float_to_int(float_size, 8, to, value);
    } else {
        kind = ColdKind::SaturateI4;  // small integers: from the saturated I4
        a_.truncate_float_to_int(float_size, 4, to, value);
    }
    Cold& cold = cold_.new_cold(kind, Helper::Throw);
    cold.source = value;
    cold.target = to;
    cold.size = static_cast<uint8_t>(float_size);
    Xmm spare = stack_.scratch_xmm();
    cold.scratch = spare;
    switch (kind) {
        case ColdKind::SaturateI4:
        case ColdKind::SaturateI8:
            a_.alu_ri(Alu::Cmp, kind == ColdKind::SaturateI4 ? 4 : 8, to,
                      1);  // overflows for the indefinite value only
            a_.jump(Cc::O, cold.entry);
            break;
        case ColdKind::SaturateU4: {
            Gpr low = stack_.scratch();
            a_.mov_rr(4, low, to);
            a_.alu_rr(Alu::Cmp, 8, low, to);
            a_.jump(Cc::Ne, cold.entry);
            break;
        }
        default:
            a_.test_rr(8, to, to);
            a_.jump(Cc::S, cold.entry);
            break;
    }
    a_.bind(cold.back);
    if (target.size_bytes < 4) narrow(to, to, inst.element, 4, false);
    stack_.set_gpr(stack_.top(), to);
    stack_.top().kind = inst.kind;
}

void Conversions::convert_from_float_checked(const Inst& inst) {
    IntegerTarget target = integer_target(inst.element);
    int float_size = size_of(inst.from);
    if (target.size_bytes == 8) {
        stack_.spill_all_below(1);
        Xmm value = stack_.xmm(stack_.top());
        if (float_size == 4) {
            a_.convert_float(4, xmm0, value);
        } else if (value != xmm0) {
            a_.movf_rr(xmm0, value);
        }
        stack_.drop();
        emit_helper_call(a_, target.is_unsigned ? Helper::F8ToU8Overflow : Helper::F8ToI8Overflow);
        stack_.push_gpr(inst.kind, rax);
        return;
    }
    Xmm value = stack_.xmm(stack_.top());
    Gpr to = stack_.scratch();
    a_.truncate_float_to_int(float_size, 8, to, value);
    check_range(to, 8, false, inst.element);
    narrow(to, to, inst.element, 8, false);
    stack_.set_gpr(stack_.top(), to);
    stack_.top().kind = inst.kind;
}

void Conversions::narrow(Gpr to, Gpr from, ElementType element, int source_size, bool source_unsigned) {
    IntegerTarget target = integer_target(element);
    switch (target.size_bytes) {
        case 1:
        case 2:
            if (target.is_unsigned) return a_.movzx_rr(target.size_bytes, to, from);
            return a_.movsx_rr(4, target.size_bytes, to, from);
        case 4:
            return a_.mov_rr(4, to, from);
        default:
            if (source_size == 8) {
                if (to != from) a_.mov_rr(8, to, from);
            } else if (target.is_unsigned || source_unsigned) {
                a_.mov_rr(4, to, from);
            } else {
                a_.movsx_rr(8, 4, to, from);
            }
            return;
    }
}

void Conversions::convert_int(const Inst& inst) {
    Value& value = stack_.top();
    IntegerTarget target = integer_target(inst.element);
    bool source_unsigned = inst.flags & inst_flags::unsigned_source;
    int source_size = size_of(inst.from);
    if (value.where == Where::Constant) {
        int64_t bits = value.imm;
        switch (target.size_bytes) {
            case 1:
                bits = target.is_unsigned ? static_cast<uint8_t>(bits) : static_cast<int8_t>(bits);
                break;
            case 2:
                bits = target.is_unsigned ? static_cast<uint16_t>(bits) : static_cast<int16_t>(bits);
                break;
            case 4:
                bits = static_cast<int32_t>(bits);
                break;
            default:
                if (source_size == 4) {
                    bool zero_extend = target.is_unsigned || source_unsigned;
                    bits = zero_extend ? int64_t{static_cast<uint32_t>(bits)} : int64_t{static_cast<int32_t>(bits)};
                }
                break;
        }
        value.imm = bits;
        value.kind = inst.kind;
        return;
    }
    if (target.size_bytes == 8 && source_size == 8) {
        value.kind = inst.kind;
        return;
    }
    if (target.size_bytes == 4 && source_size == 4) return;
    if (target.size_bytes == 8 && reader_.is_frame_operand(value)) {
        Gpr to = stack_.scratch();
        if (target.is_unsigned || source_unsigned) {
            a_.mov_rm(4, to, reader_.frame_operand(value));
        } else {
            a_.movsx_rm(8, 4, to, reader_.frame_operand(value));
        }
        stack_.set_gpr(value, to);
        value.kind = inst.kind;
        return;
    }
    Gpr from = stack_.gpr(value);
    Gpr to = value.where == Where::Gpr && gprs_.uses(from) == 1 ? from : stack_.scratch();
    narrow(to, from, inst.element, source_size, source_unsigned);
    if (value.where != Where::Gpr || value.reg != to) stack_.set_gpr(value, to);
    value.kind = inst.kind;
}

// Throws Overflow unless the value lies in the target's range.
void Conversions::check_range(Gpr value, int source_size, bool source_unsigned, ElementType element) {
    IntegerTarget target = integer_target(element);
    Label& overflow = cold_.throw_label(Helper::ThrowOverflow);
    if (target.size_bytes == 8) {
        if (target.is_unsigned == source_unsigned || (source_size == 4 && source_unsigned)) return;
        a_.test_rr(source_size, value, value);  // only the sign can be wrong
        a_.jump(Cc::S, overflow);
        return;
    }
    if (target.size_bytes == 4) {
        if (source_size == 4) {
            if (target.is_unsigned == source_unsigned) return;
            a_.test_rr(4, value, value);
            a_.jump(Cc::S, overflow);
            return;
        }
        Gpr check = stack_.scratch();
        if (target.is_unsigned) {
            a_.mov_rr(4, check, value);
        } else if (source_unsigned) {
            a_.mov_rr(8, check, value);
            a_.shift_ri(Shift::Shr, 8, check, 31);
            a_.jump(Cc::Ne, overflow);
            return;
        } else {
            a_.movsx_rr(8, 4, check, value);
        }
        a_.alu_rr(Alu::Cmp, 8, check, value);
        a_.jump(Cc::Ne, overflow);
        return;
    }
    int bits = target.size_bytes * 8;
    if (target.is_unsigned || source_unsigned) {  // one unsigned comparison with the maximum
        int32_t maximum = target.is_unsigned ? (1 << bits) - 1 : (1 << (bits - 1)) - 1;
        a_.alu_ri(Alu::Cmp, source_size, value, maximum);
        a_.jump(Cc::A, overflow);
        return;
    }
    Gpr check = stack_.scratch();
    a_.movsx_rr(source_size, target.size_bytes, check, value);
    a_.alu_rr(Alu::Cmp, source_size, check, value);
    a_.jump(Cc::Ne, overflow);
}

void Conversions::convert_int_checked(const Inst& inst) {
    bool source_unsigned = inst.flags & inst_flags::unsigned_source;
    int source_size = size_of(inst.from);
    IntegerTarget target = integer_target(inst.element);
    Gpr value = stack_.own(stack_.top());
    check_range(value, source_size, source_unsigned, inst.element);
    bool zero_extend = source_unsigned || (target.is_unsigned && target.size_bytes == 8);
    narrow(value, value, inst.element, source_size, zero_extend);
    stack_.top().kind = inst.kind;
}

}  // namespace celer::x64
