#include "baseline/x64/value_reader.h"

#include "baseline/x64/assembler.h"
#include "baseline/x64/cursor.h"
#include "baseline/x64/homes.h"
#include "baseline/x64/literal_pool.h"
#include "baseline/x64/small_integers.h"

namespace celer::x64 {

void ValueReader::load_constant(Gpr reg, int size, int64_t bits) {
    if (bits == 0 || (size == 4 && static_cast<int32_t>(bits) == 0)) {
        a_.alu_rr(Alu::Xor, 4, reg, reg);
    } else {
        a_.mov_ri(size, reg, bits);
    }
}

void ValueReader::load_float_constant(Xmm reg, Kind kind, int64_t bits) {
    if (bits == 0) return a_.xorps(reg, reg);
    uint32_t patch = a_.movf_rip(size_of(kind), reg);
    literals_.add({patch, static_cast<uint64_t>(bits), static_cast<uint8_t>(size_of(kind))});
}

void ValueReader::load_into(Gpr reg, const Value& value) {
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
            load_integer(a_, cursor_.code().variables[value.variable].element, size, reg,
                         homes_.variable_slot(value.variable));
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

void ValueReader::move_xmm(uint32_t size_bytes, Xmm to, Xmm from) {
    size_bytes <= 16 ? a_.movf_rr(to, from) : a_.vmov_rr(size_bytes, to, from);
}

void ValueReader::load_into(Xmm reg, const Value& value) {
    if (value.kind == Kind::Vector) return load_vector(reg, value);
    switch (value.where) {
        case Where::Constant:
            load_float_constant(reg, value.kind, value.imm);
            return;
        case Where::Variable:
            if (homes_[value.variable].in == Home::In::Xmm) {
                a_.movf_rr(reg, static_cast<Xmm>(homes_[value.variable].reg));
            } else {
                a_.movf_rm(size_of(value.kind), reg, homes_.variable_slot(value.variable));
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

void ValueReader::load_vector(Xmm reg, const Value& value) {
    bool is_home = value.where == Where::Variable && homes_[value.variable].in == Home::In::Xmm;
    uint8_t from = is_home ? homes_[value.variable].reg : value.reg;
    if (!is_home && value.where != Where::Xmm) return a_.vmov_rm(value.size_bytes, reg, memory_of(value));
    if (from != reg) a_.vmov_rr(value.size_bytes, reg, static_cast<Xmm>(from));
}

bool ValueReader::is_frame_operand(const Value& value) const {
    if (value.where == Where::Temp) return true;
    return value.where == Where::Variable && homes_[value.variable].in == Home::In::Frame &&
           !small_integer(cursor_.code().variables[value.variable].element);
}

Mem ValueReader::frame_operand(const Value& value) const {
    return value.where == Where::Temp ? at(rbp, value.displacement) : homes_.variable_slot(value.variable);
}

Mem ValueReader::memory_of(const Value& value) const {
    switch (value.where) {
        case Where::Temp:
        case Where::FrameAddress:
            return at(rbp, value.displacement);
        case Where::Variable:
            return homes_.variable_slot(value.variable);
        case Where::Memory:
            return at(static_cast<Gpr>(value.reg), value.displacement);
        case Where::Constant:
        case Where::Gpr:
        case Where::Xmm:
            break;
    }
    CELER_PANIC("baseline: a struct value without memory");
}

}  // namespace celer::x64
