// Edges between blocks: which are allowed, what crosses them, and the instructions that make them.
#include <algorithm>

#include "import/importer.h"

namespace celer {

namespace {

bool merge_kinds(Kind a, Kind b, Kind& merged) {
    if (a == b) {
        merged = a;
    } else if (is_word(a) && is_word(b)) {
        merged = Kind::ByRef;
    } else if ((a == Kind::I4 && (b == Kind::I8 || b == Kind::ByRef)) ||
               (b == Kind::I4 && (a == Kind::I8 || a == Kind::ByRef))) {
        merged = a == Kind::I4 ? b : a;
    } else if ((a == Kind::F4 || a == Kind::F8) && (b == Kind::F4 || b == Kind::F8)) {
        merged = Kind::F8;
    } else {
        return false;
    }
    return true;
}

}  // namespace

Condition negated(Condition condition, bool is_float) {
    switch (condition) {
        case Condition::Eq:
            return Condition::Ne;
        case Condition::Ne:
            return Condition::Eq;
        case Condition::Lt:
            return is_float ? Condition::GeUn : Condition::Ge;
        case Condition::Le:
            return is_float ? Condition::GtUn : Condition::Gt;
        case Condition::Gt:
            return is_float ? Condition::LeUn : Condition::Le;
        case Condition::Ge:
            return is_float ? Condition::LtUn : Condition::Lt;
        case Condition::LtUn:
            return is_float ? Condition::Ge : Condition::GeUn;
        case Condition::LeUn:
            return is_float ? Condition::Gt : Condition::GtUn;
        case Condition::GtUn:
            return is_float ? Condition::Le : Condition::LeUn;
        case Condition::GeUn:
            return is_float ? Condition::Lt : Condition::LtUn;
    }
    return condition;
}

// --- Regions

bool Importer::region_inside(Region region, Region outer) const {
    for (; !region.is_none(); region = enclosing_region(region)) {
        if (region == outer) return true;
    }
    return outer.is_none();
}

bool Importer::edge_allowed(Region from, Region to, uint32_t to_offset, bool is_leave) const {
    if (from == to) return true;
    for (Region region = from; !region.is_none(); region = enclosing_region(region)) {
        if (region_inside(to, region)) continue;
        if (!is_leave) return false;
        if (region.is(RegionPart::Try)) continue;
        if (region.is(RegionPart::Filter) || code_.clauses[region.clause()].is_funclet()) return false;
    }
    for (Region region = to; !region.is_none(); region = enclosing_region(region)) {
        if (region_inside(from, region)) continue;
        if (!region.is(RegionPart::Try)) return false;
        uint32_t clause = region.clause();
        bool from_own_handler = is_leave && region_inside(from, Region(clause, RegionPart::Handler));
        if (to_offset != code_.clauses[clause].try_begin && !from_own_handler) return false;
    }
    return true;
}

// The handlers of every try around a reachable block are reachable.
void Importer::reach_handlers(Region region) {
    for (; !region.is_none(); region = enclosing_region(region)) {
        if (!region.is(RegionPart::Try)) continue;
        for (uint32_t part = 0; part < 2; ++part) {
            uint32_t entry = scratch_.entry_block[region.clause() * 2 + part];
            if (entry != no_block) reach_entry(entry);
        }
    }
}

void Importer::set_pending(uint32_t block) {
    if (scratch_.blocks[block].imported) return;
    scratch_.blocks[block].pending = true;
    if (block < lowest_pending_) lowest_pending_ = block;
}

void Importer::reach_entry(uint32_t block) {
    scratch_.blocks[block].has_state = true;
    set_pending(block);
}

// --- What crosses an edge

uint32_t Importer::spill_variable(uint32_t depth, Kind kind, TypeHandle type) {
    for (const SpillVariable& spill : scratch_.spills) {
        if (spill.depth == depth && spill.kind == kind && (!is_aggregate(kind) || spill.type == type))
            return spill.variable;
    }
    TypeHandle variable_type = is_aggregate(kind) ? type : TypeHandle();
    uint32_t variable = new_temporary(kind, variable_type, Origin::Spill, depth);
    scratch_.spills.push_back({depth, kind, variable_type, variable});
    return variable;
}

bool Importer::prepare_edges(const uint32_t* targets, uint32_t count, uint32_t operands) {
    if (invalid_) return false;
    std::vector<EntryState>& states = scratch_.edge_states;
    states.clear();
    uint32_t depth = static_cast<uint32_t>(stack_.size()) - operands;
    if (depth == 0) return true;
    for (uint32_t d = 0; d < depth; ++d) {
        EntryState state{stack_[d].kind, stack_[d].type};
        for (uint32_t t = 0; t < count; ++t) {
            const ScratchBlock& block = scratch_.blocks[targets[t]];
            bool ok = true;
            for (const ForcedState& forced : scratch_.forced) {
                if (forced.block == targets[t] && forced.depth == d) {
                    ok = merge_kinds(state.kind, forced.kind, state.kind);
                    if (state.kind == Kind::Ref) state.type = {};
                }
            }
            if (ok && block.has_state && d < block.stack_depth) {
                ok = merge_kinds(state.kind, scratch_.entry_states[block.stack_first + d].kind, state.kind);
            }
            if (!ok) {
                invalid();
                return false;
            }
        }
        if (state.kind != Kind::Ref && !is_aggregate(state.kind)) state.type = {};
        states.push_back(state);
    }
    // dup; brtrue: the copy below goes through its variable.
    if (operands == 1 && depth == 1 && code_.insts.back().op == Op::Dup && stack_[1].end == position() &&
        stack_[0].end + 1 == position() && stack_[0].kind == states[0].kind) {
        code_.insts.pop_back();
        stack_.pop_back();
        uint32_t variable = spill_variable(0, states[0].kind, states[0].type);
        Value value = stack_[0];
        store_variable(variable);
        push_variable(variable);
        if (value.kind == Kind::Ref) note(stack_.back(), value.type);
        return true;
    }
    Value saved[2];
    uint32_t temporaries[2];
    for (uint32_t i = 0; i < operands; ++i) {
        saved[i] = top();
        temporaries[i] = temporary_for(saved[i]);
        store_variable(temporaries[i]);
    }
    for (uint32_t d = depth; d-- > 0;) {
        if (!coerce(states[d].kind)) return false;
        store_variable(spill_variable(d, states[d].kind, states[d].type));
    }
    for (uint32_t i = operands; i-- > 0;) push_variable(temporaries[i]);
    return !invalid_;
}

// An edge to a block, after prepare_edges.
void Importer::reach(uint32_t index, bool is_leave) {
    if (invalid_) return;
    ScratchBlock& block = scratch_.blocks[index];
    if (!edge_allowed(scratch_.blocks[current_block_].region, block.region, block.il_offset, is_leave))
        return invalid();
    const ScratchBlock& from = scratch_.blocks[current_block_];
    if (from.kind == ScratchKind::Normal && block.kind == ScratchKind::Normal && block.il_offset <= from.il_offset) {
        block.loop_head = true;
    }
    const std::vector<EntryState>& states = scratch_.edge_states;
    if (!states.empty() && !region_inside(from.region, block.region)) return invalid();  // a try begins with nothing
    if (!block.has_state) {
        block.has_state = true;
        block.stack_first = static_cast<uint32_t>(scratch_.entry_states.size());
        block.stack_depth = static_cast<uint32_t>(states.size());
        scratch_.entry_states.insert(scratch_.entry_states.end(), states.begin(), states.end());
    } else {
        if (block.stack_depth != states.size()) return invalid();
        for (uint32_t d = 0; d < states.size(); ++d) {
            EntryState& recorded = scratch_.entry_states[block.stack_first + d];
            bool same_kind = recorded.kind == states[d].kind;
            if (same_kind && recorded.type == states[d].type) continue;
            if (same_kind && is_aggregate(states[d].kind)) return invalid();
            if (same_kind && (recorded.type.is_null() || !block.imported)) {
                recorded.type = {};
                continue;
            }
            scratch_.forced.push_back({index, d, states[d].kind});
            restart_ = true;
        }
    }
    set_pending(index);
}

// --- Jumps and branches

void Importer::jump_to(uint32_t block) {
    if (!prepare_edges(&block, 1, 0)) return;
    emit(Op::Jump).target = block;
    reach(block);
    stack_.clear();
    end_block();
}

void Importer::fall_into(uint32_t block) {
    jump_to(block);
}

void Importer::two_way(Op op, Condition condition, Kind kind, bool negate, uint32_t target, uint32_t otherwise,
                       uint32_t operands) {
    uint32_t targets[2] = {target, otherwise};
    if (!prepare_edges(targets, 2, operands)) return;
    Inst& inst = emit(op, kind);
    inst.small = static_cast<uint8_t>(condition);
    inst.flags = negate ? inst_flags::negate : 0;
    inst.target = target;
    inst.imm = otherwise;
    reach(target);
    reach(otherwise);
    stack_.clear();
    end_block();
}

void Importer::branch_if(bool on_true, const il::Instruction& instruction) {
    if (!require(1)) return;
    if (instruction.next_offset >= il_.size()) return invalid();
    uint32_t target = scratch_.block_at[instruction.target];
    uint32_t next = scratch_.block_at[instruction.next_offset];
    Value& value = top();
    if (is_aggregate(value.kind) || value.kind == Kind::F4 || value.kind == Kind::F8) return invalid();
    bool known = true;
    bool truth = true;
    if (value.known == Known::Integer) {
        truth = value.imm != 0;
    } else if (value.known == Known::Null) {
        truth = false;
    } else if (value.end == position() && code_.insts.back().op == Op::BoxNullable) {
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
        drop();
        return jump_to(truth == on_true ? target : next);
    }
    if (target == next) {
        drop();
        return jump_to(next);
    }
    // A comparison that only feeds the branch becomes part of it.
    const Inst& last = code_.insts.back();
    if (stack_.size() == 1 && value.end == position() && last.op == Op::Compare) {
        Kind kind = last.kind;
        auto condition = static_cast<Condition>(last.small);
        if (!on_true) condition = negated(condition, kind == Kind::F4 || kind == Kind::F8);
        code_.insts.pop_back();
        pop();
        return two_way(Op::Branch, condition, kind, false, target, next, 0);
    }
    two_way(Op::BranchIf, Condition::Eq, value.kind, !on_true, target, next, 1);
}

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

void Importer::branch_compare(Condition condition, const il::Instruction& instruction) {
    if (!require(2)) return;
    if (instruction.next_offset >= il_.size()) return invalid();
    uint32_t target = scratch_.block_at[instruction.target];
    uint32_t next = scratch_.block_at[instruction.next_offset];
    int result;
    if (fold_comparison(condition, result)) {
        drop();
        drop();
        return jump_to(result ? target : next);
    }
    Kind kind;
    if (!comparison_operands(kind, is_unsigned(condition))) return;
    if (target == next) {
        drop();
        drop();
        return jump_to(next);
    }
    two_way(Op::Branch, condition, kind, false, target, next, 2);
}

void Importer::switch_on(const il::Instruction& instruction) {
    if (!require(1)) return;
    if (instruction.next_offset >= il_.size()) return invalid();
    uint32_t count = instruction.switch_count();
    uint32_t otherwise = scratch_.block_at[instruction.next_offset];
    if (top().kind != Kind::I4 && !coerce(Kind::I4)) return;
    if (top().known == Known::Integer) {
        uint32_t index = static_cast<uint32_t>(top().imm);
        drop();
        return jump_to(index < count ? scratch_.block_at[instruction.switch_target(index)] : otherwise);
    }
    if (count == 0) {
        drop();
        return jump_to(otherwise);
    }
    if (count > 0xffff) return invalid();
    std::vector<uint32_t>& targets = scratch_.targets;
    targets.clear();
    for (uint32_t i = 0; i < count; ++i) targets.push_back(scratch_.block_at[instruction.switch_target(i)]);
    targets.push_back(otherwise);
    if (!prepare_edges(targets.data(), count + 1, 1)) return;
    Inst& inst = emit(Op::Switch, Kind::I4);
    inst.imm = static_cast<int64_t>(code_.switch_targets.size());
    inst.count = static_cast<uint16_t>(count);
    inst.target = otherwise;
    code_.switch_targets.insert(code_.switch_targets.end(), targets.begin(), targets.end() - 1);
    for (uint32_t target : targets) reach(target);
    stack_.clear();
    end_block();
}

// --- Leaving

void Importer::leave(uint32_t offset) {
    leave_to_block(scratch_.block_at[offset]);
}

void Importer::leave_to_block(uint32_t index) {
    drop_all();
    if (invalid_) return;
    const ScratchBlock& target = scratch_.blocks[index];
    uint32_t chain_first = static_cast<uint32_t>(code_.finally_chain.size());
    bool exits_catch = false;
    for (Region region = scratch_.blocks[current_block_].region; !region.is_none(); region = enclosing_region(region)) {
        if (region_inside(target.region, region)) continue;
        if (!region.is(RegionPart::Try)) {
            exits_catch = true;
        } else if (code_.clauses[region.clause()].kind == ClauseKind::Finally) {
            code_.finally_chain.push_back(region.clause());
        }
    }
    scratch_.edge_states.clear();
    uint32_t count = static_cast<uint32_t>(code_.finally_chain.size()) - chain_first;
    if (count == 0 && !exits_catch) {
        emit(Op::Jump).target = index;
    } else {
        Inst& inst = emit(Op::Leave);
        inst.target = index;
        inst.imm = chain_first;
        inst.count = static_cast<uint16_t>(count);
    }
    reach(index, true);
    end_block();
}

void Importer::import_return() {
    Shape shape = shape_of(signature_->return_type);
    Region region = scratch_.blocks[current_block_].region;
    bool has_value = shape.kind != Kind::Void;
    if (stack_.size() != has_value) return invalid();
    if (has_value && !coerce(shape.kind, shape.type)) return;
    if (has_value) retype(0);
    if (synchronized_) {
        if (has_value) store_variable(sync_result_);
        if (region != Region(sync_clause_, RegionPart::Try)) return invalid();
        return leave_to_block(sync_exit_);
    }
    if (!region.is_none()) return invalid();  // ret inside a protected region
    Inst& inst = emit(Op::Return, shape.kind);
    if (shape.kind != Kind::Void) inst.element = shape.element;
    if (is_aggregate(shape.kind)) inst.type = shape.type.method_table();
    stack_.clear();
    end_block();
}

// --- Exceptions

void Importer::import_throw() {
    if (!require(1)) return;
    if (!coerce(Kind::Ref)) return;
    emit(Op::Throw, Kind::Ref);
    stack_.clear();
    end_block();
}

// Also in a finally or fault handler that stands in the catch handler: `leave` or another exception may run it.
void Importer::import_rethrow() {
    for (Region region = scratch_.blocks[current_block_].region; !region.is_none(); region = enclosing_region(region)) {
        if (region.is(RegionPart::Try)) continue;
        if (region.is(RegionPart::Filter)) return invalid();
        if (code_.clauses[region.clause()].is_funclet()) continue;
        emit(Op::Rethrow).imm = region.clause();
        stack_.clear();
        return end_block();
    }
    invalid();
}

void Importer::end_finally() {
    Region region = scratch_.blocks[current_block_].region;
    if (!region.is(RegionPart::Handler) || !code_.clauses[region.clause()].is_funclet()) return invalid();
    drop_all();
    emit(Op::EndFinally).imm = region.clause();
    end_block();
}

void Importer::end_filter() {
    Region region = scratch_.blocks[current_block_].region;
    if (!region.is(RegionPart::Filter) || !require(1) || !coerce(Kind::I4)) return invalid();
    if (stack_.size() != 1) return invalid();
    emit(Op::EndFilter, Kind::I4).imm = region.clause();
    stack_.clear();
    end_block();
}

// The first block of a handler or filter: takes the exception into the clause's variable.
void Importer::import_entry_block(ScratchBlock& block, uint32_t index) {
    uint32_t clause_index = block.clause;
    uint32_t offset = block.il_offset;
    const Clause& clause = code_.clauses[clause_index];
    if (clause.kind == ClauseKind::Catch || clause.kind == ClauseKind::Filter) {
        if (body_.max_stack() == 0) return invalid();
        emit(Op::CatchEntry, Kind::Ref).imm = clause_index;
        push(Kind::Ref, {});
        store_variable(clause.exception_variable);
        push_variable(clause.exception_variable);
        bool is_typed = clause.kind == ClauseKind::Catch && clause.catch_type;
        note(stack_.back(), is_typed ? clause.catch_type : TypeHandle(well_known(WellKnown::Object)));
        note_non_null(stack_.back());
    }
    uint32_t main = scratch_.block_at[offset];
    if (main != index) return fall_into(main);
    uint32_t limit = static_cast<uint32_t>(il_.size());
    for (uint32_t next = index + 1; next < scratch_.blocks.size(); ++next) {
        if (scratch_.blocks[next].il_offset > offset) {
            limit = std::min(limit, scratch_.blocks[next].il_offset);
            break;
        }
    }
    import_instructions(limit);
}

// --- Synchronized methods: enter; try { body } finally { exit }

void Importer::sync_finally_block() {
    push_variable(sync_object_);
    emit_helper(Helper::MonitorExit, 1, Kind::Void);
    emit(Op::EndFinally).imm = sync_clause_;
    end_block();
}

void Importer::sync_exit_block() {
    Shape shape = shape_of(signature_->return_type);
    if (shape.kind != Kind::Void) push_variable(sync_result_);
    Inst& inst = emit(Op::Return, shape.kind);
    if (shape.kind != Kind::Void) inst.element = shape.element;
    if (is_aggregate(shape.kind)) inst.type = shape.type.method_table();
    stack_.clear();
    end_block();
}

}  // namespace celer
