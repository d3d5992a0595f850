// The compile-time evaluation stack and the registers its entries hold.
#include "base/assert.h"
#include "baseline/x64/compiler.h"
#include "baseline/x64/small_integers.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations or elements

namespace celer::x64 {

namespace {

constexpr uint32_t allocatable_gprs =
    1u << rax | 1u << rcx | 1u << rdx | 1u << rsi | 1u << rdi | 1u << r8 | 1u << r9 | 1u << r10 | 1u << r11;
constexpr uint32_t allocatable_xmms = 0xffff;

}  // namespace

Value& MethodCompiler::push(Kind kind, Where where) {
    values_.emplace_back();
    Value& value = values_.back();
    value.kind = kind;
    value.where = where;
    return value;
}

void MethodCompiler::push_gpr(Kind kind, Gpr reg) {
    push(kind, Where::Gpr).reg = reg;
    gpr_uses_[reg]++;
}

void MethodCompiler::push_xmm(Kind kind, Xmm reg) {
    push(kind, Where::Xmm).reg = reg;
    xmm_uses_[reg]++;
}

void MethodCompiler::push_vector(MethodTable* type, Xmm reg) {
    push_xmm(Kind::Vector, reg);
    top().type = type;
    top().size_bytes = type->instance_field_bytes;
}

void MethodCompiler::push_constant(Kind kind, int64_t bits) {
    push(kind, Where::Constant).imm = bits;
}

Value& MethodCompiler::push_temp(Kind kind, MethodTable* type, uint32_t size_bytes) {
    int32_t slot = take_temp(size_bytes);
    Value& value = push(kind, Where::Temp);
    value.displacement = slot;
    value.type = type;
    value.size_bytes = size_bytes;
    return value;
}

void MethodCompiler::release(Value& value) {
    switch (value.where) {
        case Where::Gpr:
        case Where::Memory:
            if (value.reg != rbp) gpr_uses_[value.reg]--;
            break;
        case Where::Xmm:
            xmm_uses_[value.reg]--;
            break;
        case Where::Temp:
            free_temp(value.displacement, value.size_bytes);
            break;
        case Where::Constant:
        case Where::Variable:
        case Where::FrameAddress:
            break;
    }
    value.where = Where::Constant;
}

void MethodCompiler::drop(uint32_t count) {
    for (; count > 0; count--) {
        release(values_.back());
        values_.pop_back();
    }
}

void MethodCompiler::set_gpr(Value& value, Gpr reg) {
    release(value);
    value.where = Where::Gpr;
    value.reg = reg;
    value.displacement = 0;
    gpr_uses_[reg]++;
}

void MethodCompiler::set_xmm(Value& value, Xmm reg) {
    release(value);
    value.where = Where::Xmm;
    value.reg = reg;
    xmm_uses_[reg]++;
}

Gpr MethodCompiler::allocate_gpr(uint32_t allowed) {
    uint32_t candidates = allocatable_gprs & allowed & ~variable_gprs_ & ~pinned_;
    for (uint32_t rest = candidates; rest != 0; rest &= rest - 1) {
        Gpr reg = static_cast<Gpr>(__builtin_ctz(rest));
        if (gpr_uses_[reg] == 0) return reg;
    }
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

Xmm MethodCompiler::allocate_xmm() {
    uint32_t candidates = allocatable_xmms & ~variable_xmms_ & ~pinned_xmm_;
    for (uint32_t rest = candidates; rest != 0; rest &= rest - 1) {
        Xmm reg = static_cast<Xmm>(__builtin_ctz(rest));
        if (xmm_uses_[reg] == 0) return reg;
    }
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

void MethodCompiler::claim(Gpr reg) {
    if (gpr_uses_[reg] != 0) {
        pin(reg);
        Gpr other = allocate_gpr();
        a_.mov_rr(8, other, reg);
        for (Value& value : values_) {
            if ((value.where == Where::Gpr || value.where == Where::Memory) && value.reg == reg) value.reg = other;
        }
        gpr_uses_[other] = gpr_uses_[reg];
        gpr_uses_[reg] = 0;
    }
    pin(reg);
}

Gpr MethodCompiler::scratch() {
    Gpr reg = allocate_gpr();
    pin(reg);
    return reg;
}

Xmm MethodCompiler::scratch_xmm() {
    Xmm reg = allocate_xmm();
    pin(reg);
    return reg;
}

void MethodCompiler::load_constant(Gpr reg, int size, int64_t bits) {
    if (bits == 0 || (size == 4 && static_cast<int32_t>(bits) == 0)) {
        a_.alu_rr(Alu::Xor, 4, reg, reg);
    } else {
        a_.mov_ri(size, reg, bits);
    }
}

void MethodCompiler::load_float_constant(Xmm reg, Kind kind, int64_t bits) {
    if (bits == 0) return a_.xorps(reg, reg);
    uint32_t patch = a_.movf_rip(size_of(kind), reg);
    pool_.push_back({patch, static_cast<uint64_t>(bits), static_cast<uint8_t>(size_of(kind))});
}

void MethodCompiler::load_into(Gpr reg, const Value& value) {
    int size = size_of(value.kind);
    switch (value.where) {
        case Where::Constant:
            load_constant(reg, size, value.imm);
            return;
        case Where::Variable: {
            const Home& home = homes_[value.variable];
            if (home.in == Home::In::Gpr) {
                if (home.reg != reg) a_.mov_rr(size, reg, static_cast<Gpr>(home.reg));
                return;
            }
            load_integer(a_, code_->variables[value.variable].element, size, reg, variable_slot(value.variable));
            return;
        }
        case Where::Gpr:
            if (value.displacement != 0) {
                a_.lea(8, reg, at(static_cast<Gpr>(value.reg), value.displacement));
            } else if (reg != value.reg) {
                a_.mov_rr(size, reg, static_cast<Gpr>(value.reg));
            }
            return;
        case Where::Xmm:
            a_.mov_gpr_xmm(size, reg, static_cast<Xmm>(value.reg));
            return;
        case Where::Temp:
            a_.mov_rm(size, reg, at(rbp, value.displacement));
            return;
        case Where::FrameAddress:
            a_.lea(8, reg, at(rbp, value.displacement));
            return;
        case Where::Memory:
            CELER_PANIC("baseline: a struct is not one word");
    }
}

void MethodCompiler::move_xmm(uint32_t size_bytes, Xmm to, Xmm from) {
    size_bytes <= 16 ? a_.movf_rr(to, from) : a_.vmov_rr(size_bytes, to, from);
}

void MethodCompiler::load_into(Xmm reg, const Value& value) {
    if (value.kind == Kind::Vector) return load_vector(reg, value);
    switch (value.where) {
        case Where::Constant:
            load_float_constant(reg, value.kind, value.imm);
            return;
        case Where::Variable:
            if (homes_[value.variable].in == Home::In::Xmm) {
                a_.movf_rr(reg, static_cast<Xmm>(homes_[value.variable].reg));
            } else {
                a_.movf_rm(size_of(value.kind), reg, variable_slot(value.variable));
            }
            return;
        case Where::Xmm:
            if (reg != value.reg) a_.movf_rr(reg, static_cast<Xmm>(value.reg));
            return;
        case Where::Temp:
            a_.movf_rm(size_of(value.kind), reg, at(rbp, value.displacement));
            return;
        case Where::Gpr:
        case Where::FrameAddress:
        case Where::Memory:
            CELER_PANIC("baseline: not a floating-point value");
    }
}

void MethodCompiler::load_vector(Xmm reg, const Value& value) {
    bool is_home = value.where == Where::Variable && homes_[value.variable].in == Home::In::Xmm;
    uint8_t from = is_home ? homes_[value.variable].reg : value.reg;
    if (!is_home && value.where != Where::Xmm) return a_.vmov_rm(value.size_bytes, reg, memory_of(value));
    if (from != reg) a_.vmov_rr(value.size_bytes, reg, static_cast<Xmm>(from));
}

Gpr MethodCompiler::gpr(Value& value) {
    if (value.where == Where::Variable && homes_[value.variable].in == Home::In::Gpr) {
        return static_cast<Gpr>(homes_[value.variable].reg);
    }
    if (value.where == Where::Gpr && value.displacement == 0) {
        pin(static_cast<Gpr>(value.reg));
        return static_cast<Gpr>(value.reg);
    }
    if (value.where == Where::Gpr && gpr_uses_[value.reg] == 1) {
        Gpr reg = static_cast<Gpr>(value.reg);
        a_.lea(8, reg, at(reg, value.displacement));
        value.displacement = 0;
        pin(reg);
        return reg;
    }
    if (value.where == Where::Gpr) pin(static_cast<Gpr>(value.reg));
    Gpr reg = allocate_gpr();
    load_into(reg, value);
    set_gpr(value, reg);
    pin(reg);
    return reg;
}

Gpr MethodCompiler::own(Value& value) {
    bool held = value.where == Where::Gpr;
    if (held && gpr_uses_[value.reg] == 1) return gpr(value);
    if (held) pin(static_cast<Gpr>(value.reg));
    Gpr reg = allocate_gpr();
    load_into(reg, value);
    set_gpr(value, reg);
    pin(reg);
    return reg;
}

Xmm MethodCompiler::xmm(Value& value) {
    if (value.where == Where::Variable && homes_[value.variable].in == Home::In::Xmm) {
        return static_cast<Xmm>(homes_[value.variable].reg);
    }
    if (value.where != Where::Xmm) {
        Xmm reg = allocate_xmm();
        load_into(reg, value);
        set_xmm(value, reg);
    }
    pin(static_cast<Xmm>(value.reg));
    return static_cast<Xmm>(value.reg);
}

Xmm MethodCompiler::own_xmm(Value& value) {
    if (value.where == Where::Xmm && xmm_uses_[value.reg] == 1) return xmm(value);
    if (value.where == Where::Xmm) pin(static_cast<Xmm>(value.reg));
    Xmm reg = allocate_xmm();
    load_into(reg, value);
    set_xmm(value, reg);
    pin(reg);
    return reg;
}

void MethodCompiler::spill(Value& value) {
    uint32_t size = value.kind == Kind::Vector ? value.size_bytes : 8;
    int32_t slot = take_temp(size);
    if (value.kind == Kind::Vector) {
        a_.vmov_mr(size, at(rbp, slot), static_cast<Xmm>(value.reg));
    } else if (value.where == Where::Xmm) {
        a_.movf_mr(size_of(value.kind), at(rbp, slot), static_cast<Xmm>(value.reg));
    } else {
        Gpr reg = static_cast<Gpr>(value.reg);  // lea, because the flags may be in use
        if (value.displacement != 0) a_.lea(8, reg, at(reg, value.displacement));
        a_.mov_mr(8, at(rbp, slot), reg);
        if (value.displacement != 0 && gpr_uses_[reg] > 1) a_.lea(8, reg, at(reg, -value.displacement));
    }
    release(value);
    value.where = Where::Temp;
    value.displacement = slot;
    value.size_bytes = size;
}

void MethodCompiler::materialise(Value& value) {
    if (value.kind == Kind::Struct) {
        int32_t slot = take_temp(value.size_bytes);
        copy_struct(at(rbp, slot), memory_of(value), value.size_bytes, value.type);
        release(value);
        value.where = Where::Temp;
        value.displacement = slot;
    } else if (in_xmm(value.kind)) {
        own_xmm(value);
    } else {
        own(value);
    }
}

void MethodCompiler::spill_all_below(uint32_t arguments) {
    flush_aliases(arguments);
    for (size_t i = 0; i + arguments < values_.size(); i++) {
        Value& value = values_[i];
        if (value.where == Where::Gpr || value.where == Where::Xmm) spill(value);
    }
}

void MethodCompiler::flush_variable(uint32_t variable, uint32_t arguments) {
    bool aliased = code_->variables[variable].address_taken;
    for (size_t i = 0; i + arguments < values_.size(); i++) {
        Value& value = values_[i];
        if ((value.where == Where::Variable && value.variable == variable) ||
            (aliased && value.where == Where::Memory)) {
            materialise(value);
        }
    }
}

void MethodCompiler::flush_aliases(uint32_t arguments) {
    for (size_t i = 0; i + arguments < values_.size(); i++) {
        Value& value = values_[i];
        if (value.where == Where::Memory ||
            (value.where == Where::Variable && code_->variables[value.variable].address_taken)) {
            materialise(value);
        }
    }
}

bool MethodCompiler::is_frame_operand(const Value& value) const {
    if (value.where == Where::Temp) return true;
    return value.where == Where::Variable && homes_[value.variable].in == Home::In::Frame &&
           !small_integer(code_->variables[value.variable].element);
}

Mem MethodCompiler::frame_operand(const Value& value) const {
    return value.where == Where::Temp ? at(rbp, value.displacement) : variable_slot(value.variable);
}

Mem MethodCompiler::memory_of(const Value& value) const {
    switch (value.where) {
        case Where::Temp:
        case Where::FrameAddress:
            return at(rbp, value.displacement);
        case Where::Variable:
            return variable_slot(value.variable);
        case Where::Memory:
            return at(static_cast<Gpr>(value.reg), value.displacement);
        case Where::Constant:
        case Where::Gpr:
        case Where::Xmm:
            break;
    }
    CELER_PANIC("baseline: a struct value without memory");
}

Mem MethodCompiler::address(Value& value, int64_t offset) {
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
        pin(static_cast<Gpr>(value.reg));
        return at(static_cast<Gpr>(value.reg), static_cast<int32_t>(displacement));
    }
    return at(gpr(value), static_cast<int32_t>(offset));
}

uint32_t MethodCompiler::live_gprs() const {
    uint32_t mask = 0;
    for (uint32_t reg = 0; reg < 16; reg++) {
        if (gpr_uses_[reg] != 0) mask |= 1u << reg;
    }
    return mask;
}

uint32_t MethodCompiler::live_xmm_bytes(uint32_t registers) const {
    uint32_t size = 8;
    for (const Value& value : values_) {
        if (value.where != Where::Xmm || value.kind != Kind::Vector || !(registers & 1u << value.reg)) continue;
        if (value.size_bytes > size) size = value.size_bytes;
    }
    return size;
}

uint32_t MethodCompiler::live_xmms() const {
    uint32_t mask = 0;
    for (uint32_t reg = 0; reg < 16; reg++) {
        if (xmm_uses_[reg] != 0) mask |= 1u << reg;
    }
    return mask;
}

}  // namespace celer::x64
