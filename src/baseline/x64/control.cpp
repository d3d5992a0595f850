#include "baseline/x64/control.h"

#include "baseline/x64/assembler.h"
#include "baseline/x64/block_labels.h"
#include "baseline/x64/cold.h"
#include "baseline/x64/compare.h"
#include "baseline/x64/cursor.h"
#include "baseline/x64/literal_pool.h"
#include "baseline/x64/operand_stack.h"

namespace celer::x64 {

void ControlFlow::branch_on(Flags flags, uint32_t target, uint32_t otherwise) {
    if (target == otherwise) return jump_to(target);
    if (flags.parity == Flags::Parity::AndClear) {
        jump_if(Cc::P, otherwise);
    } else if (flags.parity == Flags::Parity::OrSet) {
        jump_if(Cc::P, target);
    }
    if (falls_into(target)) {
        jump_if(invert(flags.condition), otherwise);
    } else {
        jump_if(flags.condition, target);
        jump_to(otherwise);
    }
}

// Whether the code of this block runs on into another one: not if slow paths come between.
bool ControlFlow::falls_into(uint32_t block) const {
    return block == cursor_.block() + 1 && !cold_.lie_before(block);
}

void ControlFlow::jump_to(uint32_t block) {
    if (!falls_into(block)) a_.jump(labels_[block]);
}

void ControlFlow::jump_if(Cc condition, uint32_t block) {
    a_.jump(condition, labels_[block]);
}

void ControlFlow::branch(const Inst& inst) {
    Flags flags = comparisons_.compare(inst.kind, static_cast<Condition>(inst.small));
    branch_on(flags, inst.target, static_cast<uint32_t>(inst.imm));
}

void ControlFlow::branch_if(const Inst& inst) {
    Flags flags = comparisons_.test_top(inst.kind, inst.flags & inst_flags::negate);
    branch_on(flags, inst.target, static_cast<uint32_t>(inst.imm));
}

void ControlFlow::switch_op(const Inst& inst) {
    Gpr index = stack_.gpr(stack_.top());
    Gpr table = stack_.scratch();
    Gpr offset = stack_.scratch();
    stack_.drop();
    a_.alu_ri(Alu::Cmp, 4, index, static_cast<int32_t>(inst.count));
    a_.jump(Cc::Ae, labels_[inst.target]);
    uint32_t patch = a_.lea_rip(table);
    literals_.add_switch({patch, static_cast<uint32_t>(inst.imm), inst.count});
    a_.movsx_rm(8, 4, offset, at(table, index, 2, 0));
    a_.alu_rr(Alu::Add, 8, table, offset);
    a_.jump_r(table);
}

}  // namespace celer::x64
