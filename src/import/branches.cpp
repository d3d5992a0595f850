#include "import/branches.h"

#include "import/arithmetic.h"
#include "import/block_graph.h"
#include "import/code.h"
#include "import/evaluation_stack.h"
#include "import/import_state.h"
#include "import/synchronized_method.h"

namespace celer {

namespace {

bool is_unsigned(Condition condition) {
    switch (condition) {
        case Condition::Ne:  // bne.un; IL has no other
        case Condition::LtUn:
        case Condition::LeUn:
        case Condition::GtUn:
        case Condition::GeUn:
            return true;
        case Condition::Eq:
        case Condition::Lt:
        case Condition::Le:
        case Condition::Gt:
        case Condition::Ge:
            return false;
    }
    return false;
}

}  // namespace

void Branches::jump_to(uint32_t block) {
    if (!blocks_.prepare_edges(&block, 1, 0)) return;
    stack_.emit(Op::Jump).target = block;
    blocks_.reach(block);
    stack_.clear();
    state_.end_block();
}

void Branches::fall_into(uint32_t block) {
    jump_to(block);
}

void Branches::two_way(Op op, Condition condition, Kind kind, bool negate, uint32_t target, uint32_t otherwise,
                       uint32_t operands) {
    uint32_t targets[2] = {target, otherwise};
    if (!blocks_.prepare_edges(targets, 2, operands)) return;
    Inst& inst = stack_.emit(op, kind);
    inst.small = static_cast<uint8_t>(condition);
    inst.flags = negate ? inst_flags::negate : 0;
    inst.target = target;
    inst.imm = otherwise;
    blocks_.reach(target);
    blocks_.reach(otherwise);
    stack_.clear();
    state_.end_block();
}

void Branches::branch_if(bool on_true, const il::Instruction& instruction) {
    if (!stack_.require(1)) return;
    if (instruction.next_offset >= state_.il.size()) return state_.invalid();
    uint32_t target = scratch_.block_at[instruction.target];
    uint32_t next = scratch_.block_at[instruction.next_offset];
    Value& value = stack_.top();
    if (is_aggregate(value.kind) || value.kind == Kind::F4 || value.kind == Kind::F8) return state_.invalid();
    bool known = true;
    bool truth = true;
    if (value.known == Known::Integer) {
        truth = value.imm != 0;
    } else if (value.known == Known::Null) {
        truth = false;
    } else if (value.end == stack_.position() && code_.insts.back().op == Op::BoxNullable) {
        // box Nullable; brtrue asks for HasValue, which lies at offset 0.
        Inst& inst = code_.insts.back();
        inst.op = Op::LoadStructField;
        inst.kind = Kind::I4;
        inst.element = ElementType::U1;
        value.kind = Kind::I4;
        value.type = {};
        known = false;
    } else {
        known = value.non_null;
    }
    if (known) {
        stack_.drop();
        return jump_to(truth == on_true ? target : next);
    }
    if (target == next) {
        stack_.drop();
        return jump_to(next);
    }
    // A comparison that only feeds the branch becomes part of it.
    const Inst& last = code_.insts.back();
    if (stack_.size() == 1 && value.end == stack_.position() && last.op == Op::Compare) {
        Kind kind = last.kind;
        auto condition = static_cast<Condition>(last.small);
        if (!on_true) condition = negated(condition, kind == Kind::F4 || kind == Kind::F8);
        code_.insts.pop_back();
        stack_.pop();
        return two_way(Op::Branch, condition, kind, false, target, next, 0);
    }
    two_way(Op::BranchIf, Condition::Eq, value.kind, !on_true, target, next, 1);
}

void Branches::branch_compare(Condition condition, const il::Instruction& instruction) {
    if (!stack_.require(2)) return;
    if (instruction.next_offset >= state_.il.size()) return state_.invalid();
    uint32_t target = scratch_.block_at[instruction.target];
    uint32_t next = scratch_.block_at[instruction.next_offset];
    int result;
    if (arithmetic_.fold_comparison(condition, result)) {
        stack_.drop();
        stack_.drop();
        return jump_to(result ? target : next);
    }
    Kind kind;
    if (!arithmetic_.comparison_operands(kind, is_unsigned(condition))) return;
    if (target == next) {
        stack_.drop();
        stack_.drop();
        return jump_to(next);
    }
    two_way(Op::Branch, condition, kind, false, target, next, 2);
}

void Branches::switch_on(const il::Instruction& instruction) {
    if (!stack_.require(1)) return;
    if (instruction.next_offset >= state_.il.size()) return state_.invalid();
    uint32_t count = instruction.switch_count();
    uint32_t otherwise = scratch_.block_at[instruction.next_offset];
    if (stack_.top().kind != Kind::I4 && !stack_.coerce(Kind::I4)) return;
    if (stack_.top().known == Known::Integer) {
        uint32_t index = static_cast<uint32_t>(stack_.top().imm);
        stack_.drop();
        return jump_to(index < count ? scratch_.block_at[instruction.switch_target(index)] : otherwise);
    }
    if (count == 0) {
        stack_.drop();
        return jump_to(otherwise);
    }
    if (count > 0xffff) return state_.invalid();
    std::vector<uint32_t>& targets = scratch_.targets;
    targets.clear();
    for (uint32_t i = 0; i < count; ++i) targets.push_back(scratch_.block_at[instruction.switch_target(i)]);
    targets.push_back(otherwise);
    if (!blocks_.prepare_edges(targets.data(), count + 1, 1)) return;
    Inst& inst = stack_.emit(Op::Switch, Kind::I4);
    inst.imm = static_cast<int64_t>(code_.switch_targets.size());
    inst.count = static_cast<uint16_t>(count);
    inst.target = otherwise;
    code_.switch_targets.insert(code_.switch_targets.end(), targets.begin(), targets.end() - 1);
    for (uint32_t target : targets) blocks_.reach(target);
    stack_.clear();
    state_.end_block();
}

void Branches::leave(uint32_t offset) {
    leave_to_block(scratch_.block_at[offset]);
}

void Branches::leave_to_block(uint32_t index) {
    stack_.drop_all();
    if (state_.is_invalid) return;
    const ScratchBlock& target = scratch_.blocks[index];
    uint32_t chain_first = static_cast<uint32_t>(code_.finally_chain.size());
    bool exits_catch = false;
    for (Region region = scratch_.blocks[state_.current_block].region; !region.is_none();
         region = blocks_.enclosing_region(region)) {
        if (blocks_.region_inside(target.region, region)) continue;
        if (!region.is(RegionPart::Try)) {
            exits_catch = true;
        } else if (code_.clauses[region.clause()].kind == ClauseKind::Finally) {
            code_.finally_chain.push_back(region.clause());
        }
    }
    scratch_.edge_states.clear();
    uint32_t count = static_cast<uint32_t>(code_.finally_chain.size()) - chain_first;
    if (count == 0 && !exits_catch) {
        stack_.emit(Op::Jump).target = index;
    } else {
        Inst& inst = stack_.emit(Op::Leave);
        inst.target = index;
        inst.imm = chain_first;
        inst.count = static_cast<uint16_t>(count);
    }
    blocks_.reach(index, true);
    state_.end_block();
}

void Branches::import_return() {
    Shape shape = shape_of(state_.signature->return_type);
    Region region = scratch_.blocks[state_.current_block].region;
    bool has_value = shape.kind != Kind::Void;
    if (stack_.size() != has_value) return state_.invalid();
    if (has_value && !stack_.coerce(shape.kind, shape.type)) return;
    if (has_value) stack_.retype(0);
    if (state_.is_synchronized) {
        if (has_value) stack_.store_variable(sync_.result());
        if (region != Region(sync_.clause(), RegionPart::Try)) return state_.invalid();
        return leave_to_block(sync_.exit());
    }
    if (!region.is_none()) return state_.invalid();  // ret inside a protected region
    Inst& inst = stack_.emit(Op::Return, shape.kind);
    if (shape.kind != Kind::Void) inst.element = shape.element;
    if (is_aggregate(shape.kind)) inst.type = shape.type.method_table();
    stack_.clear();
    state_.end_block();
}

}  // namespace celer
