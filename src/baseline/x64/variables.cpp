#include "baseline/x64/variables.h"

#include "baseline/variable_plan.h"
#include "baseline/x64/assembler.h"
#include "baseline/x64/cursor.h"
#include "baseline/x64/homes.h"
#include "baseline/x64/operand_stack.h"
#include "baseline/x64/small_integers.h"
#include "baseline/x64/struct_copier.h"
#include "baseline/x64/value_reader.h"

namespace celer::x64 {

void Variables::load_variable(const Inst& inst) {
    const Variable& variable = cursor_.code().variables[inst.target];
    Value& value = stack_.push(variable.kind, Where::Variable);
    value.variable = inst.target;
    if (is_aggregate(variable.kind)) {
        value.type = variable.type.method_table();
        value.size_bytes = variable.size_bytes;
    }
}

// A value stored only to be loaded by the next instruction stays where it is, unless its variable is pinned.
bool Variables::forward_store(const Inst& inst, const Variable& variable) {
    const Inst* next = cursor_.next_inst();
    if (next->op != Op::LoadVar || next->target != inst.target || variable.address_taken) return false;
    if (plan_.variables[inst.target].accesses != 2 || variable.is_pinned) return false;
    if (variable.kind == Kind::I4 && variable.element != ElementType::I4) return false;
    Value& value = stack_.top();
    if (is_aggregate(value.kind) || is_float(value.kind) || value.kind == Kind::I4) {
        if (value.kind != variable.kind) return false;
    }
    value.kind = variable.kind;
    cursor_.skip_next();
    return true;
}

void Variables::store_variable(const Inst& inst) {
    const Variable& variable = cursor_.code().variables[inst.target];
    if (forward_store(inst, variable)) return;
    stack_.flush_variable(inst.target, 1);
    Value& value = stack_.top();
    const Home& home = homes_[inst.target];
    if (value.where == Where::Variable && value.variable == inst.target) return stack_.drop();
    if (variable.kind == Kind::Struct) {
        structs_.copy_struct(homes_.variable_slot(inst.target), reader_.memory_of(value), variable.size_bytes,
                             value.type);
    } else if (home.in == Home::In::Gpr) {
        Gpr to = static_cast<Gpr>(home.reg);
        if (value.where == Where::Gpr && value.displacement == 0) {
            move_integer(a_, variable.element, size_of(variable.kind), to, static_cast<Gpr>(value.reg));
        } else {
            reader_.load_into(to, value);
            if (SmallInteger small = small_integer(variable.element)) extend(a_, small, to, to);
        }
    } else if (home.in == Home::In::Xmm) {
        reader_.load_into(static_cast<Xmm>(home.reg), value);
    } else if (variable.kind == Kind::Vector) {
        a_.vmov_mr(variable.size_bytes, homes_.variable_slot(inst.target), stack_.xmm(value));
        if (keeps_stored_value(inst, variable)) return;
    } else if (is_float(variable.kind)) {
        a_.movf_mr(size_of(variable.kind), homes_.variable_slot(inst.target), stack_.xmm(value));
        if (keeps_stored_value(inst, variable)) return;
    } else if (is_small(value) && !is_float(value.kind)) {
        a_.mov_mi(size_of(variable.kind), homes_.variable_slot(inst.target), static_cast<int32_t>(value.imm));
    } else {
        a_.mov_mr(size_of(variable.kind), homes_.variable_slot(inst.target), stack_.gpr(value));
        if (keeps_stored_value(inst, variable)) return;
    }
    stack_.drop();
}

// After a store to the frame: the next instruction reads the variable again, for which the register does.
bool Variables::keeps_stored_value(const Inst& inst, const Variable& variable) {
    const Inst* next = cursor_.next_inst();
    if (next->op != Op::LoadVar || next->target != inst.target) return false;
    if (variable.kind == Kind::I4 && variable.element != ElementType::I4) return false;
    if (stack_.top().where != Where::Gpr && stack_.top().where != Where::Xmm) return false;
    stack_.top().kind = variable.kind;
    cursor_.skip_next();
    return true;
}

void Variables::clear_variable(const Inst& inst) {
    const Variable& variable = cursor_.code().variables[inst.target];
    stack_.flush_variable(inst.target, 0);
    const Home& home = homes_[inst.target];
    if (home.in == Home::In::Gpr) {
        a_.alu_rr(Alu::Xor, 4, static_cast<Gpr>(home.reg), static_cast<Gpr>(home.reg));
    } else if (home.in == Home::In::Xmm) {
        a_.xorps(static_cast<Xmm>(home.reg), static_cast<Xmm>(home.reg));
    } else {
        structs_.clear_memory(homes_.variable_slot(inst.target), is_aggregate(variable.kind) ? variable.size_bytes : 8);
    }
}

// The register of the variable that the next instruction stores the result to, if the operation may compute right
// there.
Gpr Variables::fused_target(const Value& left, const Value& right) const {
    const Inst* next = cursor_.next_inst();
    if (next->op != Op::StoreVar) return no_gpr;
    if (!cursor_.code().clauses.empty())
        return no_gpr;  // a handler may want what the register holds if the operation throws
    const Home& home = homes_[next->target];
    const Variable& variable = cursor_.code().variables[next->target];
    if (home.in != Home::In::Gpr || (variable.kind == Kind::I4 && variable.element != ElementType::I4)) return no_gpr;
    for (const Value& value : stack_.values()) {
        bool reads = value.where == Where::Variable && value.variable == next->target;
        if (reads && &value != &left) return no_gpr;
    }
    return static_cast<Gpr>(home.reg);
}

void Variables::variable_address(const Inst& inst) {
    stack_.push(Kind::ByRef, Where::FrameAddress).displacement = homes_[inst.target].offset;
}

}  // namespace celer::x64
