#include "baseline/merged_form.h"

#include "base/assert.h"
#include "code/effects.h"
#include "import/operands.h"
#include "import/vector_instructions.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations

namespace celer {

namespace {

// Makes a value out of nothing but itself, and does nothing else.
bool is_simple(const Inst& inst) {
    if (inst.op == Op::LoadVar || inst.op == Op::VarAddress) return true;
    std::string_view operands = operands_of(inst.op);
    return operands.size() == 2 && operands.starts_with('>') && effects_of(inst) == effects::none &&
           inst.op != Op::CatchEntry;
}

}  // namespace

MergedForm::MergedForm(const ImportedCode& root) {
    code_.method = root.method;
    code_.signature = root.signature;
    code_.variables = root.variables;
    code_.argument_count = root.argument_count;
    code_.finally_chain = root.finally_chain;
    code_.assumptions = root.assumptions;
    code_.il_size = root.il_size;
    code_.has_localloc = root.has_localloc;
    code_.is_synchronized = root.is_synchronized;
}

uint32_t MergedForm::new_variable(const Variable& variable) {
    code_.variables.push_back(variable);
    return static_cast<uint32_t>(code_.variables.size() - 1);
}

uint32_t MergedForm::new_temporary(const Shape& shape) {
    return new_variable(
        {.kind = shape.kind, .element = shape.element, .type = shape.type, .size_bytes = shape.size_bytes});
}

void MergedForm::begin_block(uint32_t node, Region region, uint32_t il_offset, bool is_loop_head) {
    code_.blocks.push_back({static_cast<uint32_t>(code_.insts.size()), 0, il_offset, region, is_loop_head});
    node_of_block_.push_back(node);
    stack_.clear();
}

void MergedForm::add(uint32_t node, const Inst& inst) {
    follow(inst);
    code_.insts.push_back(inst);
    node_of_inst_.push_back(node);
    code_.blocks.back().inst_count++;
}

void MergedForm::load(uint32_t node, uint32_t variable, uint32_t il_offset) {
    add(node, {.op = Op::LoadVar, .kind = code_.variables[variable].kind, .il_offset = il_offset, .target = variable});
}

void MergedForm::store(uint32_t node, uint32_t variable, uint32_t il_offset) {
    add(node, {.op = Op::StoreVar, .kind = code_.variables[variable].kind, .il_offset = il_offset, .target = variable});
}

std::vector<Inst> MergedForm::take_back_simple(size_t most) {
    std::vector<Inst> taken;
    while (taken.size() < most && !stack_.empty() && stack_.back().made_at == code_.insts.size() - 1) {
        taken.push_back(code_.insts.back());
        code_.insts.pop_back();
        node_of_inst_.pop_back();
        code_.blocks.back().inst_count--;
        stack_.pop_back();
    }
    return taken;
}

Inst MergedForm::take_into_variable(uint32_t node, uint32_t il_offset) {
    MergedValue value = stack_.back();
    uint32_t variable = new_temporary(shape_of_value(value.kind, value.type));
    store(node, variable, il_offset);
    return {.op = Op::LoadVar, .kind = value.kind, .il_offset = il_offset, .target = variable};
}

std::vector<uint32_t> MergedForm::spill(uint32_t node, uint32_t il_offset) {
    std::vector<uint32_t> variables(stack_.size());
    for (size_t i = variables.size(); i-- > 0;) variables[i] = take_into_variable(node, il_offset).target;
    return variables;
}

bool MergedForm::is_extended(ElementType element) const {
    const Inst& inst = code_.insts.back();
    switch (inst.op) {
        case Op::Compare:
            return true;
        case Op::ConstI4:
            return inst.imm == 0 || inst.imm == 1;
        case Op::Load:
        case Op::LoadElement:
        case Op::LoadStructField:
        case Op::Convert:
            return inst.element == element;
        case Op::LoadVar:
            return code_.variables[inst.target].element == element;
        case Op::Call:
            return shape_of(inst.call->return_type).element == element;
        default:
            return false;
    }
}

void MergedForm::skip_jumps() {
    for (const Block& block : code_.blocks) {
        Inst& last = code_.insts[block.first_inst + block.inst_count - 1];
        bool is_branch = last.op == Op::Branch || last.op == Op::BranchIf;
        if (!is_branch && last.op != Op::Jump) continue;
        last.target = end_of_jumps(last.target, block.region);
        if (is_branch) last.imm = end_of_jumps(static_cast<uint32_t>(last.imm), block.region);
    }
}

uint32_t MergedForm::end_of_jumps(uint32_t number, Region region) const {
    for (size_t steps = 0; steps < code_.blocks.size(); steps++) {
        const Block& block = code_.blocks[number];
        const Inst& first = code_.insts[block.first_inst];
        bool only_jumps = first.op == Op::Jump && block.inst_count == 1 && !block.is_loop_head;
        if (!only_jumps || block.region != region || code_.blocks[first.target].region != region) break;
        number = first.target;
    }
    return number;
}

// --- What the instruction that comes next does to the evaluation stack (ops.def)

void MergedForm::pop(size_t count) {
    CELER_ASSERT(count <= stack_.size(), "more is taken from the stack than there is");
    stack_.resize(stack_.size() - count);
}

void MergedForm::push(Kind kind, TypeHandle type) {
    stack_.push_back({kind, is_aggregate(kind) ? type : TypeHandle()});
}

void MergedForm::follow(const Inst& inst) {
    std::string_view operands = operands_of(inst);
    if (operands.starts_with('?')) {
        follow_special(inst);
    } else {
        follow(operands, inst);
    }
    if (is_simple(inst)) stack_.back().made_at = static_cast<uint32_t>(code_.insts.size());
}

void MergedForm::follow(std::string_view operands, const Inst& inst) {
    size_t arrow = operands.find('>');
    pop(arrow);
    if (arrow + 1 < operands.size()) push(kind_of_operand(operands[arrow + 1], inst), inst.type);
}

void MergedForm::follow_special(const Inst& inst) {
    switch (inst.op) {
        case Op::LoadVar:
            return push(code_.variables[inst.target].kind, code_.variables[inst.target].type);
        case Op::StoreVar:
            return pop(1);
        case Op::VarAddress:
            return push(Kind::ByRef);
        case Op::Dup:
            return push(stack_.back().kind, stack_.back().type);
        case Op::Retype:
            stack_[stack_.size() - 1 - inst.count] = {inst.kind, {}};
            return;
        case Op::Vector:
            return follow_vector(inst);
        case Op::Call:
            return follow_call(inst);
        case Op::NewObject:
            follow_call(inst);
            return push(inst.kind, inst.call->type);
        case Op::Return:
            return pop(inst.kind == Kind::Void ? 0 : 1);
        default:
            CELER_PANIC("what operation %d does to the stack is not known", static_cast<int>(inst.op));
    }
}

void MergedForm::follow_vector(const Inst& inst) {
    const VectorInstruction& instruction = vector_instruction(static_cast<VectorInstructionId>(inst.target));
    bool has_constant = instruction.has_immediate() && !(inst.flags & inst_flags::variable_immediate);
    pop(instruction.operand_count() - (has_constant ? 1 : 0));
    if (inst.kind != Kind::Void) push(inst.kind, inst.type);
}

void MergedForm::follow_call(const Inst& inst) {
    const CallInfo& call = *inst.call;
    bool has_address = call.kind == CallKind::Indirect || call.kind == CallKind::UnmanagedIndirect;
    pop(call.argument_kinds.size() + (has_address ? 1 : 0));
    if (call.return_kind != Kind::Void) push(call.return_kind, call.return_type);
}

}  // namespace celer
