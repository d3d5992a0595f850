#include "import/block_graph.h"

#include <algorithm>

#include "import/code.h"
#include "import/evaluation_stack.h"
#include "import/import_state.h"

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

void BlockGraph::start_over() {
    scratch_.entry_states.clear();
    scratch_.spills.clear();
    for (ScratchBlock& block : scratch_.blocks) {
        block.pending = block.imported = block.loop_head = block.has_state = false;
        block.stack_depth = 0;
    }
    lowest_pending_ = 0;
}

bool BlockGraph::find_pending(uint32_t& block) {
    while (lowest_pending_ < scratch_.blocks.size() && !scratch_.blocks[lowest_pending_].pending) ++lowest_pending_;
    block = lowest_pending_;
    return block < scratch_.blocks.size();
}

// --- Regions

bool BlockGraph::region_inside(Region region, Region outer) const {
    for (; !region.is_none(); region = enclosing_region(region)) {
        if (region == outer) return true;
    }
    return outer.is_none();
}

bool BlockGraph::edge_allowed(Region from, Region to, uint32_t to_offset, bool is_leave) const {
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
void BlockGraph::reach_handlers(Region region) {
    for (; !region.is_none(); region = enclosing_region(region)) {
        if (!region.is(RegionPart::Try)) continue;
        for (uint32_t part = 0; part < 2; ++part) {
            uint32_t entry = scratch_.entry_block[region.clause() * 2 + part];
            if (entry != no_block) reach_entry(entry);
        }
    }
}

void BlockGraph::set_pending(uint32_t block) {
    if (scratch_.blocks[block].imported) return;
    scratch_.blocks[block].pending = true;
    if (block < lowest_pending_) lowest_pending_ = block;
}

void BlockGraph::reach_entry(uint32_t block) {
    scratch_.blocks[block].has_state = true;
    set_pending(block);
}

// --- What crosses an edge

uint32_t BlockGraph::spill_variable(uint32_t depth, Kind kind, TypeHandle type) {
    for (const SpillVariable& spill : scratch_.spills) {
        if (spill.depth == depth && spill.kind == kind && (!is_aggregate(kind) || spill.type == type))
            return spill.variable;
    }
    TypeHandle variable_type = is_aggregate(kind) ? type : TypeHandle();
    uint32_t variable = stack_.new_temporary(kind, variable_type, Origin::Spill, depth);
    scratch_.spills.push_back({depth, kind, variable_type, variable});
    return variable;
}

bool BlockGraph::prepare_edges(const uint32_t* targets, uint32_t count, uint32_t operands) {
    if (state_.is_invalid) return false;
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
                state_.invalid();
                return false;
            }
        }
        if (state.kind != Kind::Ref && !is_aggregate(state.kind)) state.type = {};
        states.push_back(state);
    }
    // dup; brtrue: the copy below goes through its variable.
    if (operands == 1 && depth == 1 && code_.insts.back().op == Op::Dup && stack_[1].end == stack_.position() &&
        stack_[0].end + 1 == stack_.position() && stack_[0].kind == states[0].kind) {
        code_.insts.pop_back();
        stack_.pop();
        uint32_t variable = spill_variable(0, states[0].kind, states[0].type);
        Value value = stack_[0];
        stack_.store_variable(variable);
        stack_.push_variable(variable);
        if (value.kind == Kind::Ref) stack_.note(stack_.top(), value.type);
        return true;
    }
    Value saved[2];
    uint32_t temporaries[2];
    for (uint32_t i = 0; i < operands; ++i) {
        saved[i] = stack_.top();
        temporaries[i] = stack_.temporary_for(saved[i]);
        stack_.store_variable(temporaries[i]);
    }
    for (uint32_t d = depth; d-- > 0;) {
        if (!stack_.coerce(states[d].kind)) return false;
        stack_.store_variable(spill_variable(d, states[d].kind, states[d].type));
    }
    for (uint32_t i = operands; i-- > 0;) stack_.push_variable(temporaries[i]);
    return !state_.is_invalid;
}

// An edge to a block, after prepare_edges.
void BlockGraph::reach(uint32_t index, bool is_leave) {
    if (state_.is_invalid) return;
    ScratchBlock& block = scratch_.blocks[index];
    if (!edge_allowed(scratch_.blocks[state_.current_block].region, block.region, block.il_offset, is_leave))
        return state_.invalid();
    const ScratchBlock& from = scratch_.blocks[state_.current_block];
    if (from.kind == ScratchKind::Normal && block.kind == ScratchKind::Normal && block.il_offset <= from.il_offset) {
        block.loop_head = true;
    }
    const std::vector<EntryState>& states = scratch_.edge_states;
    if (!states.empty() && !region_inside(from.region, block.region))
        return state_.invalid();  // a try begins with nothing
    if (!block.has_state) {
        block.has_state = true;
        block.stack_first = static_cast<uint32_t>(scratch_.entry_states.size());
        block.stack_depth = static_cast<uint32_t>(states.size());
        scratch_.entry_states.insert(scratch_.entry_states.end(), states.begin(), states.end());
    } else {
        if (block.stack_depth != states.size()) return state_.invalid();
        for (uint32_t d = 0; d < states.size(); ++d) {
            EntryState& recorded = scratch_.entry_states[block.stack_first + d];
            bool same_kind = recorded.kind == states[d].kind;
            if (same_kind && recorded.type == states[d].type) continue;
            if (same_kind && is_aggregate(states[d].kind)) return state_.invalid();
            if (same_kind && (recorded.type.is_null() || !block.imported)) {
                recorded.type = {};
                continue;
            }
            scratch_.forced.push_back({index, d, states[d].kind});
            state_.restart = true;
        }
    }
    set_pending(index);
}

void BlockGraph::number_blocks() {
    uint32_t count = 0;
    for (ScratchBlock& block : scratch_.blocks) block.number = block.imported ? count++ : no_block;
    code_.blocks.clear();
    code_.blocks.reserve(count);
    for (const ScratchBlock& block : scratch_.blocks) {
        if (!block.imported) continue;
        code_.blocks.push_back({block.first_inst, block.inst_count, block.il_offset, block.region, block.loop_head});
        CELER_ASSERT(block.inst_count != 0);
        Inst& last = code_.insts[block.first_inst + block.inst_count - 1];
        bool two_way = last.op == Op::Branch || last.op == Op::BranchIf;
        if (two_way) last.imm = scratch_.blocks[static_cast<uint32_t>(last.imm)].number;
        if (two_way || last.op == Op::Jump || last.op == Op::Leave || last.op == Op::Switch) {
            last.target = scratch_.blocks[last.target].number;
        }
    }
    for (uint32_t& target : code_.switch_targets) target = scratch_.blocks[target].number;
}

// Block ranges of the regions. A region is a run of scratch blocks, so a run of numbers too.
void BlockGraph::finish_clauses() {
    uint32_t total = static_cast<uint32_t>(code_.blocks.size());
    for (uint32_t i = 0; i < code_.clauses.size(); ++i) {
        Clause& clause = code_.clauses[i];
        clause.try_blocks = clause.handler_blocks = clause.filter_blocks = {total, total};
    }
    for (const ScratchBlock& block : scratch_.blocks) {
        if (!block.imported) continue;
        for (Region region = block.region; !region.is_none(); region = enclosing_region(region)) {
            BlockRange& range = code_.clauses[region.clause()].blocks(region.part());
            if (range.begin == total) range.begin = block.number;
            range.end = block.number + 1;
        }
    }
    // Clauses of one try share its range; enclosing_region names only the first of them.
    for (uint32_t i = 1; i < code_.clauses.size(); ++i) {
        Clause& clause = code_.clauses[i];
        const Clause& previous = code_.clauses[i - 1];
        if (clause.try_begin == previous.try_begin && clause.try_end == previous.try_end) {
            clause.try_blocks = previous.try_blocks;
        }
    }
    for (uint32_t i = 0; i < code_.clauses.size(); ++i) {
        Clause& clause = code_.clauses[i];
        uint32_t handler = scratch_.entry_block[2 * i];
        uint32_t filter = scratch_.entry_block[2 * i + 1];
        clause.handler_block = handler == no_block ? no_block : scratch_.blocks[handler].number;
        clause.filter_block = filter == no_block ? no_block : scratch_.blocks[filter].number;
    }
}

}  // namespace celer
