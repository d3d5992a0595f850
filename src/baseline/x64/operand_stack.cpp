#include "baseline/x64/operand_stack.h"

#include "base/assert.h"
#include "baseline/x64/assembler.h"
#include "baseline/x64/cursor.h"
#include "baseline/x64/frame.h"
#include "baseline/x64/homes.h"
#include "baseline/x64/registers.h"
#include "baseline/x64/struct_copier.h"
#include "baseline/x64/value_reader.h"

namespace celer::x64 {

namespace {

constexpr uint32_t allocatable_gprs =
    1u << rax | 1u << rcx | 1u << rdx | 1u << rsi | 1u << rdi | 1u << r8 | 1u << r9 | 1u << r10 | 1u << r11;
constexpr uint32_t allocatable_xmms = 0xffff;

}  // namespace

Value& OperandStack::push(Kind kind, Where where) {
    values_.emplace_back();
    Value& value = values_.back();
    value.kind = kind;
    value.where = where;
    return value;
}

void OperandStack::push_gpr(Kind kind, Gpr reg) {
    push(kind, Where::Gpr).reg = reg;
    gprs_.hold(reg);
}

void OperandStack::push_xmm(Kind kind, Xmm reg) {
    push(kind, Where::Xmm).reg = reg;
    xmms_.hold(reg);
}

void OperandStack::push_vector(MethodTable* type, Xmm reg) {
    push_xmm(Kind::Vector, reg);
    top().type = type;
    top().size_bytes = type->instance_field_bytes;
}

void OperandStack::push_constant(Kind kind, int64_t bits) {
    push(kind, Where::Constant).imm = bits;
}

Value OperandStack::take() {
    Value value = values_.back();
    values_.pop_back();
    return value;
}

void OperandStack::move_top_below(uint32_t count) {
    Value value = take();
    values_.insert(values_.end() - count, value);
}

Value& OperandStack::push_temp(Kind kind, MethodTable* type, uint32_t size_bytes) {
    int32_t slot = frame_.take_temp(size_bytes);
    Value& value = push(kind, Where::Temp);
    value.displacement = slot;
    value.type = type;
    value.size_bytes = size_bytes;
    return value;
}

void OperandStack::release(Value& value) {
    switch (value.where) {
        case Where::Gpr:
        case Where::Memory:
            if (value.reg != rbp) gprs_.release(value.reg);
            break;
        case Where::Xmm:
            xmms_.release(value.reg);
            break;
        case Where::Temp:
            frame_.free_temp(value.displacement, value.size_bytes);
            break;
        case Where::Constant:
        case Where::Variable:
        case Where::FrameAddress:
            break;
    }
    value.where = Where::Constant;
}

void OperandStack::drop(uint32_t count) {
    for (; count > 0; count--) {
        release(values_.back());
        values_.pop_back();
    }
}

void OperandStack::set_gpr(Value& value, Gpr reg) {
    release(value);
    value.where = Where::Gpr;
    value.reg = reg;
    value.displacement = 0;
    gprs_.hold(reg);
}

void OperandStack::set_xmm(Value& value, Xmm reg) {
    release(value);
    value.where = Where::Xmm;
    value.reg = reg;
    xmms_.hold(reg);
}

Gpr OperandStack::free_gpr() const {
    uint32_t free = allocatable_gprs & ~homes_.gprs() & ~gprs_.pinned() & ~gprs_.live();
    return free != 0 ? static_cast<Gpr>(__builtin_ctz(free)) : no_gpr;
}

Gpr OperandStack::allocate_gpr(uint32_t allowed) {
    uint32_t candidates = allocatable_gprs & allowed & ~homes_.gprs() & ~gprs_.pinned();
    if (uint32_t free = candidates & ~gprs_.live(); free != 0) return static_cast<Gpr>(__builtin_ctz(free));
    for (Value& victim : values_) {
        if ((victim.where != Where::Gpr && victim.where != Where::Memory) || !(candidates & 1u << victim.reg)) continue;
        Gpr reg = static_cast<Gpr>(victim.reg);
        for (Value& value : values_) {
            if ((value.where != Where::Gpr && value.where != Where::Memory) || value.reg != reg) continue;
            if (value.where == Where::Memory) {
                materialise(value);
            } else {
                spill(value);
            }
        }
        return reg;
    }
    CELER_PANIC("baseline: out of registers");
}

Xmm OperandStack::allocate_xmm() {
    uint32_t candidates = allocatable_xmms & ~homes_.xmms() & ~xmms_.pinned();
    if (uint32_t free = candidates & ~xmms_.live(); free != 0) return static_cast<Xmm>(__builtin_ctz(free));
    for (Value& victim : values_) {
        if (victim.where != Where::Xmm || !(candidates & 1u << victim.reg)) continue;
        Xmm reg = static_cast<Xmm>(victim.reg);
        for (Value& value : values_) {
            if (value.where == Where::Xmm && value.reg == reg) spill(value);
        }
        return reg;
    }
    CELER_PANIC("baseline: out of floating-point registers");
}

void OperandStack::claim(Gpr reg) {
    if (gprs_.uses(reg) != 0) {
        gprs_.pin(reg);
        Gpr other = allocate_gpr();
        a_.mov_rr(8, other, reg);
        for (Value& value : values_) {
            if ((value.where == Where::Gpr || value.where == Where::Memory) && value.reg == reg) value.reg = other;
        }
        gprs_.move(reg, other);
    }
    gprs_.pin(reg);
}

Gpr OperandStack::scratch() {
    Gpr reg = allocate_gpr();
    gprs_.pin(reg);
    return reg;
}

Xmm OperandStack::scratch_xmm() {
    Xmm reg = allocate_xmm();
    xmms_.pin(reg);
    return reg;
}

Gpr OperandStack::gpr(Value& value) {
    if (value.where == Where::Variable && homes_[value.variable].in == Home::In::Gpr) {
        return static_cast<Gpr>(homes_[value.variable].reg);
    }
    if (value.where == Where::Gpr && value.displacement == 0) {
        gprs_.pin(static_cast<Gpr>(value.reg));
        return static_cast<Gpr>(value.reg);
    }
    if (value.where == Where::Gpr && gprs_.uses(value.reg) == 1) {
        Gpr reg = static_cast<Gpr>(value.reg);
        a_.lea(8, reg, at(reg, value.displacement));
        value.displacement = 0;
        gprs_.pin(reg);
        return reg;
    }
    if (value.where == Where::Gpr) gprs_.pin(static_cast<Gpr>(value.reg));
    Gpr reg = allocate_gpr();
    reader_.load_into(reg, value);
    set_gpr(value, reg);
    gprs_.pin(reg);
    return reg;
}

Gpr OperandStack::own(Value& value) {
    bool held = value.where == Where::Gpr;
    if (held && gprs_.uses(value.reg) == 1) return gpr(value);
    if (held) gprs_.pin(static_cast<Gpr>(value.reg));
    Gpr reg = allocate_gpr();
    reader_.load_into(reg, value);
    set_gpr(value, reg);
    gprs_.pin(reg);
    return reg;
}

Xmm OperandStack::xmm(Value& value) {
    if (value.where == Where::Variable && homes_[value.variable].in == Home::In::Xmm) {
        return static_cast<Xmm>(homes_[value.variable].reg);
    }
    if (value.where != Where::Xmm) {
        Xmm reg = allocate_xmm();
        reader_.load_into(reg, value);
        set_xmm(value, reg);
    }
    xmms_.pin(static_cast<Xmm>(value.reg));
    return static_cast<Xmm>(value.reg);
}

Xmm OperandStack::own_xmm(Value& value) {
    if (value.where == Where::Xmm && xmms_.uses(value.reg) == 1) return xmm(value);
    if (value.where == Where::Xmm) xmms_.pin(static_cast<Xmm>(value.reg));
    Xmm reg = allocate_xmm();
    reader_.load_into(reg, value);
    set_xmm(value, reg);
    xmms_.pin(reg);
    return reg;
}

void OperandStack::spill(Value& value) {
    uint32_t size = value.kind == Kind::Vector ? value.size_bytes : 8;
    int32_t slot = frame_.take_temp(size);
    if (value.kind == Kind::Vector) {
        a_.vmov_mr(size, at(rbp, slot), static_cast<Xmm>(value.reg));
    } else if (value.where == Where::Xmm) {
        a_.movf_mr(size_of(value.kind), at(rbp, slot), static_cast<Xmm>(value.reg));
    } else {
        Gpr reg = static_cast<Gpr>(value.reg);  // lea, because the flags may be in use
        if (value.displacement != 0) a_.lea(8, reg, at(reg, value.displacement));
        a_.mov_mr(8, at(rbp, slot), reg);
        if (value.displacement != 0 && gprs_.uses(reg) > 1) a_.lea(8, reg, at(reg, -value.displacement));
    }
    release(value);
    value.where = Where::Temp;
    value.displacement = slot;
    value.size_bytes = size;
}

void OperandStack::materialise(Value& value) {
    if (value.kind == Kind::Struct) {
        int32_t slot = frame_.take_temp(value.size_bytes);
        structs_.copy_struct(at(rbp, slot), reader_.memory_of(value), value.size_bytes, value.type);
        release(value);
        value.where = Where::Temp;
        value.displacement = slot;
    } else if (in_xmm(value.kind)) {
        own_xmm(value);
    } else {
        own(value);
    }
}

void OperandStack::spill_all_below(uint32_t arguments) {
    flush_aliases(arguments);
    for (size_t i = 0; i + arguments < values_.size(); i++) {
        Value& value = values_[i];
        if (value.where == Where::Gpr || value.where == Where::Xmm) spill(value);
    }
}

void OperandStack::flush_variable(uint32_t variable, uint32_t arguments) {
    bool aliased = cursor_.code().variables[variable].address_taken;
    for (size_t i = 0; i + arguments < values_.size(); i++) {
        Value& value = values_[i];
        if ((value.where == Where::Variable && value.variable == variable) ||
            (aliased && value.where == Where::Memory)) {
            materialise(value);
        }
    }
}

void OperandStack::flush_aliases(uint32_t arguments) {
    for (size_t i = 0; i + arguments < values_.size(); i++) {
        Value& value = values_[i];
        if (value.where == Where::Memory ||
            (value.where == Where::Variable && cursor_.code().variables[value.variable].address_taken)) {
            materialise(value);
        }
    }
}

Mem OperandStack::address(Value& value, int64_t offset) {
    int64_t displacement = offset;
    if (value.where == Where::Gpr || value.where == Where::FrameAddress) displacement += value.displacement;
    if (value.where == Where::Constant) {
        int64_t target = value.imm + offset;
        if (target > 0 && target == static_cast<int32_t>(target))
            return {no_gpr, no_gpr, 0, false, static_cast<int32_t>(target)};
    }
    if (displacement != static_cast<int32_t>(displacement)) {
        Gpr base = own(value);
        Gpr far = scratch();
        a_.mov_ri(8, far, offset);
        return at(base, far, 0, 0);
    }
    if (value.where == Where::FrameAddress) return at(rbp, static_cast<int32_t>(displacement));
    if (value.where == Where::Gpr) {
        gprs_.pin(static_cast<Gpr>(value.reg));
        return at(static_cast<Gpr>(value.reg), static_cast<int32_t>(displacement));
    }
    return at(gpr(value), static_cast<int32_t>(offset));
}

uint32_t OperandStack::live_xmm_bytes(uint32_t registers) const {
    uint32_t size = 8;
    for (const Value& value : values_) {
        if (value.where != Where::Xmm || value.kind != Kind::Vector || !(registers & 1u << value.reg)) continue;
        if (value.size_bytes > size) size = value.size_bytes;
    }
    return size;
}

void OperandStack::duplicate() {
    Value& value = top();
    if (value.where == Where::Temp && value.kind == Kind::Struct) {
        int32_t slot = frame_.take_temp(value.size_bytes);
        structs_.copy_struct(at(rbp, slot), reader_.memory_of(value), value.size_bytes, value.type);
        Value copy = top();
        copy.displacement = slot;
        values_.push_back(copy);
        return;
    }
    if (value.where == Where::Temp) in_xmm(value.kind) ? static_cast<void>(xmm(value)) : static_cast<void>(gpr(value));
    Value copy = value;
    if ((copy.where == Where::Gpr || copy.where == Where::Memory) && copy.reg != rbp) gprs_.hold(copy.reg);
    if (copy.where == Where::Xmm) xmms_.hold(copy.reg);
    values_.push_back(copy);
}

}  // namespace celer::x64
