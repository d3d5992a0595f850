// Reading and writing variables.
#include "baseline/x64/compiler.h"
#include "baseline/x64/small_integers.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations or elements

namespace celer::x64 {

void MethodCompiler::load_variable(const Inst& inst) {
    const Variable& variable = code_->variables[inst.target];
    Value& value = push(variable.kind, Where::Variable);
    value.variable = inst.target;
    if (is_aggregate(variable.kind)) {
        value.type = variable.type.method_table();
        value.size_bytes = variable.size_bytes;
    }
}

// A value stored only to be loaded by the next instruction stays where it is.
bool MethodCompiler::forward_store(const Inst& inst, const Variable& variable) {
    const Inst* next = next_inst();
    if (next->op != Op::LoadVar || next->target != inst.target || variable.address_taken) return false;
    if (plan_.variables[inst.target].accesses != 2) return false;
    if (variable.kind == Kind::I4 && variable.element != ElementType::I4) return false;
    Value& value = top();
    if (is_aggregate(value.kind) || is_float(value.kind) || value.kind == Kind::I4) {
        if (value.kind != variable.kind) return false;
    }
    value.kind = variable.kind;
    skip_next();
    return true;
}

void MethodCompiler::store_variable(const Inst& inst) {
    const Variable& variable = code_->variables[inst.target];
    if (forward_store(inst, variable)) return;
    flush_variable(inst.target, 1);
    Value& value = top();
    const Home& home = homes_[inst.target];
    if (value.where == Where::Variable && value.variable == inst.target) return drop();
    if (variable.kind == Kind::Struct) {
        copy_struct(variable_slot(inst.target), memory_of(value), variable.size_bytes, value.type);
    } else if (home.in == Home::In::Gpr) {
        Gpr to = static_cast<Gpr>(home.reg);
        if (value.where == Where::Gpr && value.displacement == 0) {
            move_integer(a_, variable.element, size_of(variable.kind), to, static_cast<Gpr>(value.reg));
        } else {
            load_into(to, value);
            if (SmallInteger small = small_integer(variable.element)) extend(a_, small, to, to);
        }
    } else if (home.in == Home::In::Xmm) {
        load_into(static_cast<Xmm>(home.reg), value);
    } else if (variable.kind == Kind::Vector) {
        a_.vmov_mr(variable.size_bytes, variable_slot(inst.target), xmm(value));
        if (keeps_stored_value(inst, variable)) return;
    } else if (is_float(variable.kind)) {
        a_.movf_mr(size_of(variable.kind), variable_slot(inst.target), xmm(value));
        if (keeps_stored_value(inst, variable)) return;
    } else if (is_small(value) && !is_float(value.kind)) {
        a_.mov_mi(size_of(variable.kind), variable_slot(inst.target), static_cast<int32_t>(value.imm));
    } else {
        a_.mov_mr(size_of(variable.kind), variable_slot(inst.target), gpr(value));
        if (keeps_stored_value(inst, variable)) return;
    }
    drop();
}

// After a store to the frame: the next instruction reads the variable again, for which the register does.
bool MethodCompiler::keeps_stored_value(const Inst& inst, const Variable& variable) {
    const Inst* next = next_inst();
    if (next->op != Op::LoadVar || next->target != inst.target) return false;
    if (variable.kind == Kind::I4 && variable.element != ElementType::I4) return false;
    if (top().where != Where::Gpr && top().where != Where::Xmm) return false;
    top().kind = variable.kind;
    skip_next();
    return true;
}

void MethodCompiler::clear_variable(const Inst& inst) {
    const Variable& variable = code_->variables[inst.target];
    flush_variable(inst.target, 0);
    const Home& home = homes_[inst.target];
    if (home.in == Home::In::Gpr) {
        a_.alu_rr(Alu::Xor, 4, static_cast<Gpr>(home.reg), static_cast<Gpr>(home.reg));
    } else if (home.in == Home::In::Xmm) {
        a_.xorps(static_cast<Xmm>(home.reg), static_cast<Xmm>(home.reg));
    } else {
        clear_memory(variable_slot(inst.target), is_aggregate(variable.kind) ? variable.size_bytes : 8);
    }
}

// The register of the variable that the next instruction stores the result to, if the operation may compute right
// there.
Gpr MethodCompiler::fused_target(const Value& left, const Value& right) const {
    const Inst* next = next_inst();
    if (next->op != Op::StoreVar) return no_gpr;
    if (!code_->clauses.empty()) return no_gpr;  // a handler may want what the register holds if the operation throws
    const Home& home = homes_[next->target];
    const Variable& variable = code_->variables[next->target];
    if (home.in != Home::In::Gpr || (variable.kind == Kind::I4 && variable.element != ElementType::I4)) return no_gpr;
    for (const Value& value : values_) {
        bool reads = value.where == Where::Variable && value.variable == next->target;
        if (reads && &value != &left) return no_gpr;
    }
    return static_cast<Gpr>(home.reg);
}

}  // namespace celer::x64
