#include "import/scan.h"

#include <algorithm>
#include <array>

#include "import/block_graph.h"
#include "import/class_initialisation.h"
#include "import/code.h"
#include "import/import_state.h"
#include "import/synchronized_method.h"
#include "import/tokens.h"
#include "import/type_facts.h"
#include "import/variable_table.h"

namespace celer {

namespace {

constexpr uint32_t most_clauses = 65534;  // as CoreCLR's compiler has it

struct Range {
    uint32_t begin, end;
    bool contains(Range other) const { return begin <= other.begin && other.end <= end; }
    bool disjoint(Range other) const { return end <= other.begin || other.end <= begin; }
};

Range try_range(const il::ExceptionClause& c) {
    return {c.try_start, c.try_end};
}
Range handler_range(const il::ExceptionClause& c) {
    return {c.handler_start, c.handler_end};
}
Range filter_range(const il::ExceptionClause& c) {
    return c.kind == il::ClauseKind::Filter ? Range{c.filter_start, c.handler_start}
                                            : Range{c.handler_start, c.handler_start};
}

// From the first of its parts to the end of the last.
Range extent(const il::ExceptionClause& c) {
    uint32_t first = c.kind == il::ClauseKind::Filter ? c.filter_start : c.handler_start;
    return {c.try_start < first ? c.try_start : first, c.try_end > c.handler_end ? c.try_end : c.handler_end};
}

// An inner range against the parts of an outer clause: apart from each part, or inside it.
bool nests(Range inner, const il::ExceptionClause& outer, bool inner_is_try) {
    Range parts[3] = {try_range(outer), handler_range(outer), filter_range(outer)};
    for (int i = 0; i < 3; ++i) {
        if (parts[i].begin == parts[i].end || inner.disjoint(parts[i])) continue;
        if (!parts[i].contains(inner)) return false;
        // Two handlers cannot be one; a handler cannot be the whole of another.
        if (i != 0 && !inner_is_try && inner.begin == parts[i].begin) return false;
    }
    return true;
}

constexpr auto allowed_prefixes = [] {
    std::array<uint8_t, il::kOpcodeSpace> table{};
#define CELER_IMPORT(opcode, allowed, action) table[static_cast<size_t>(il::Opcode::opcode)] = prefixes::allowed;
#define CELER_IMPORT_TYPE CELER_IMPORT
#define CELER_IMPORT_ACCESS CELER_IMPORT
#include "import/instructions.def"
#undef CELER_IMPORT
#undef CELER_IMPORT_TYPE
#undef CELER_IMPORT_ACCESS
    return table;
}();

uint8_t prefix_bit(il::Opcode opcode) {
    if (il::opcode_info(opcode).flow != il::FlowControl::Prefix) [[likely]]
        return prefixes::none;
    if (opcode == il::Opcode::Unaligned) return prefixes::unaligned;
    if (opcode == il::Opcode::Volatile) return prefixes::is_volatile;
    if (opcode == il::Opcode::Tail) return prefixes::tail;
    return opcode == il::Opcode::Constrained ? prefixes::is_constrained : prefixes::readonly;
}

}  // namespace

bool Scanner::scan() {
    uint32_t size = static_cast<uint32_t>(state_.il.size());
    scratch_.marks.assign(size + 1, 0);
    scratch_.marks[0] = mark_leader;
    if (!scan_instructions() || !check_clauses()) {
        state_.invalid();
        return false;
    }
    find_regions();
    for (uint32_t offset = 0; offset < size; ++offset) {
        uint8_t marks = scratch_.marks[offset];
        if ((marks & mark_leader) && (!(marks & mark_start) || (marks & mark_prefixed))) {
            state_.invalid();  // into the middle of an instruction
            return false;
        }
    }
    make_blocks();
    return true;
}

// Of an instruction that may never be reached.
bool Scanner::may_have_prefixes(const il::Instruction& instruction, uint8_t prefixed) const {
    if (prefixed & ~allowed_prefixes[static_cast<size_t>(instruction.opcode)]) return false;
    if (!(prefixed & prefixes::tail)) return true;
    constexpr auto ret = static_cast<std::byte>(il::Opcode::Ret);
    return instruction.next_offset < state_.il.size() && state_.il[instruction.next_offset] == ret;
}

bool Scanner::scan_instructions() {
    uint32_t size = static_cast<uint32_t>(state_.il.size());
    std::vector<uint8_t>& marks = scratch_.marks;
    il::Decoder decoder(state_.il);
    il::Instruction instruction;
    uint8_t prefixed = prefixes::none;
    while (decoder.next(instruction)) {
        marks[instruction.offset] |= mark_start;
        if (uint8_t bit = prefix_bit(instruction.opcode); bit != prefixes::none) {
            marks[instruction.next_offset] |= mark_prefixed;
            prefixed |= bit;
            continue;
        }
        if (prefixed != prefixes::none) {
            if (!may_have_prefixes(instruction, prefixed)) return false;
            prefixed = prefixes::none;
        }
        using il::Opcode;
        using il::OperandKind;
        if (instruction.operand == OperandKind::Branch1 || instruction.operand == OperandKind::Branch4) {
            if (instruction.target >= size) return false;
            marks[instruction.target] |= mark_leader | mark_branch_target;
            marks[instruction.next_offset] |= mark_leader;
        } else if (instruction.operand == OperandKind::Switch) {
            for (uint32_t i = 0; i < instruction.switch_count(); ++i) {
                uint32_t target = instruction.switch_target(i);
                if (target >= size) return false;
                marks[target] |= mark_leader | mark_branch_target;
            }
            marks[instruction.next_offset] |= mark_leader;
        } else if (instruction.opcode == Opcode::LdargaS || instruction.opcode == Opcode::Ldarga) {
            if (instruction.integer >= code_.argument_count) return false;
        } else if (instruction.opcode == Opcode::LdlocaS || instruction.opcode == Opcode::Ldloca) {
            if (instruction.integer >= variables_.local_count()) return false;
        } else if (instruction.opcode == Opcode::Ret || instruction.opcode == Opcode::Throw ||
                   instruction.opcode == Opcode::Rethrow || instruction.opcode == Opcode::Endfinally ||
                   instruction.opcode == Opcode::Endfilter) {
            marks[instruction.next_offset] |= mark_leader;
        }
    }
    if (decoder.failed()) return false;
    switch (
        il::opcode_info(instruction.opcode).flow) {  // of the last one: nothing may run off the end, reachable or not
        case il::FlowControl::Branch:
        case il::FlowControl::Return:
        case il::FlowControl::Throw:
        case il::FlowControl::Leave:
        case il::FlowControl::EndHandler:
            return true;
        case il::FlowControl::Next:
        case il::FlowControl::ConditionalBranch:
        case il::FlowControl::Call:
        case il::FlowControl::Prefix:
        case il::FlowControl::Break:
            return instruction.opcode == il::Opcode::Jmp;
    }
    return false;
}

bool Scanner::check_clauses() {
    uint32_t size = static_cast<uint32_t>(state_.il.size());
    uint32_t count = state_.body.clause_count();
    std::vector<il::ExceptionClause>& clauses = scratch_.clauses;
    clauses.clear();
    code_.clauses.clear();
    if (count > most_clauses) return false;
    for (uint32_t i = 0; i < count; ++i) {
        il::ExceptionClause c = state_.body.clause(i);
        if (c.try_start >= c.try_end || c.try_end > size || c.handler_start >= c.handler_end || c.handler_end > size)
            return false;
        if (!try_range(c).disjoint(handler_range(c))) return false;
        if (c.kind == il::ClauseKind::Filter) {
            if (c.filter_start >= c.handler_start || !filter_range(c).disjoint(try_range(c))) return false;
            scratch_.marks[c.filter_start] |= mark_leader;
        }
        for (uint32_t offset : {c.try_start, c.try_end, c.handler_start, c.handler_end}) {
            scratch_.marks[offset] |= mark_leader;
        }
        Range all = extent(c);
        for (const il::ExceptionClause& inner : clauses) {
            if (all.disjoint(extent(inner))) continue;
            if (!nests(try_range(inner), c, true) || !nests(handler_range(inner), c, false)) return false;
            if (inner.kind == il::ClauseKind::Filter && !nests(filter_range(inner), c, false)) return false;
        }
        clauses.push_back(c);
    }
    if (state_.is_synchronized) {
        sync_.set_clause(static_cast<uint32_t>(clauses.size()));
        clauses.push_back({il::ClauseKind::Finally, 0, size, size, size + 1, 0, {}});
    }
    for (const il::ExceptionClause& c : clauses) {
        Clause clause{};
        switch (c.kind) {
            case il::ClauseKind::Catch:
                clause.kind = ClauseKind::Catch;
                break;
            case il::ClauseKind::Filter:
                clause.kind = ClauseKind::Filter;
                break;
            case il::ClauseKind::Finally:
                clause.kind = ClauseKind::Finally;
                break;
            case il::ClauseKind::Fault:
                clause.kind = ClauseKind::Fault;
                break;
        }
        clause.try_begin = c.try_start;
        clause.try_end = c.try_end;
        clause.handler_begin = c.handler_start;
        clause.handler_end = c.handler_end;
        clause.filter_begin = c.kind == il::ClauseKind::Filter ? c.filter_start : 0;
        clause.handler_block = clause.filter_block = no_block;
        clause.exception_variable = no_variable;
        if (c.kind == il::ClauseKind::Catch) {
            Result<TypeHandle> type = tokens_.resolve_type(c.catch_type.value());
            if (!state_.check(type)) return false;
            if (!type->contains_variables()) clause.catch_type = *type;
        }
        code_.clauses.push_back(clause);
    }
    return true;
}

// Which region each offset lies in, and each region: clauses are in inner-first order, so the last that is painted is
// the innermost.
void Scanner::find_regions() {
    std::vector<Region>& regions = scratch_.region_at;
    std::vector<Region>& enclosing = scratch_.enclosing_region;
    regions.clear();
    enclosing.assign(scratch_.clauses.size() * 3 + 1, {});
    if (scratch_.clauses.empty()) return;
    regions.assign(state_.il.size() + 2, {});
    for (uint32_t i = static_cast<uint32_t>(scratch_.clauses.size()); i-- > 0;) {
        const il::ExceptionClause& c = scratch_.clauses[i];
        const std::pair<Region, Range> parts[3] = {{Region(i, RegionPart::Try), try_range(c)},
                                                   {Region(i, RegionPart::Handler), handler_range(c)},
                                                   {Region(i, RegionPart::Filter), filter_range(c)}};
        for (const auto& [region, range] : parts) enclosing[region.index()] = regions[range.begin];
        for (const auto& [region, range] : parts) {
            std::fill(regions.begin() + range.begin, regions.begin() + range.end, region);
        }
    }
}

// The innermost region (Block::region) that contains an offset.
Region Scanner::region_at(uint32_t offset) const {
    return scratch_.region_at.empty() ? Region() : scratch_.region_at[offset];
}

// With argument facts: which arguments the body may change.
void Scanner::find_changed_arguments() {
    scratch_.changed_arguments.assign(code_.argument_count, 0);
    il::Decoder decoder(state_.il);
    il::Instruction instruction;
    while (!decoder.at_end() && decoder.next(instruction)) {
        il::Opcode opcode = instruction.opcode;
        bool changes = opcode == il::Opcode::Starg || opcode == il::Opcode::StargS || opcode == il::Opcode::Ldarga ||
                       opcode == il::Opcode::LdargaS;
        auto index = static_cast<uint64_t>(instruction.integer);
        if (changes && index < code_.argument_count) scratch_.changed_arguments[index] = 1;
    }
}

// One block per leader, with entry blocks before it where something must happen on entry only: the method's own, and
// those of handlers that begin with a branch target or with an inner try.
void Scanner::make_blocks() {
    uint32_t size = static_cast<uint32_t>(state_.il.size());
    std::vector<ScratchBlock>& blocks = scratch_.blocks;
    blocks.clear();
    scratch_.block_at.assign(size + 1, no_block);
    scratch_.entry_block.assign(scratch_.clauses.size() * 2, no_block);
    auto add = [&](uint32_t offset, Region region, ScratchKind kind, uint32_t clause) {
        ScratchBlock block{};
        block.il_offset = offset;
        block.region = region;
        block.kind = kind;
        block.clause = clause;
        block.number = no_block;
        blocks.push_back(block);
        return static_cast<uint32_t>(blocks.size() - 1);
    };
    bool class_init = class_init_.entry_runs_class_init() && !state_.stays_initialized(state_.method->owner);
    if (class_init_.entry_runs_class_init() && !class_init)
        types_.assume(AssumptionKind::Initialized, state_.method->owner);
    if (class_init || state_.is_synchronized || (scratch_.marks[0] & mark_branch_target) || !scratch_.clauses.empty()) {
        add(0, {}, ScratchKind::MethodEntry, 0);
    }
    for (uint32_t offset = 0; offset < size; ++offset) {
        if (!(scratch_.marks[offset] & mark_leader)) continue;
        Region region = region_at(offset);
        bool merged = false;
        for (uint32_t i = 0; i < scratch_.clauses.size(); ++i) {
            const il::ExceptionClause& c = scratch_.clauses[i];
            bool filter = c.kind == il::ClauseKind::Filter && c.filter_start == offset;
            if (!filter && c.handler_start != offset) continue;
            Region own(i, filter ? RegionPart::Filter : RegionPart::Handler);
            uint32_t index = add(offset, own, filter ? ScratchKind::FilterEntry : ScratchKind::HandlerEntry, i);
            scratch_.entry_block[i * 2 + (filter ? 1 : 0)] = index;
            if (own == region && !(scratch_.marks[offset] & mark_branch_target)) {
                scratch_.block_at[offset] = index;
                merged = true;
            }
        }
        if (!merged) scratch_.block_at[offset] = add(offset, region, ScratchKind::Normal, 0);
    }
    if (state_.is_synchronized) {
        uint32_t finally =
            add(size, Region(sync_.clause(), RegionPart::Handler), ScratchKind::SyncFinally, sync_.clause());
        scratch_.entry_block[sync_.clause() * 2] = finally;
        sync_.set_exit(add(size + 1, {}, ScratchKind::SyncExit, 0));
    }
}

// --- What was not reached

// With exception clauses, as on CoreCLR, unreached blocks too may go only where their regions let them.
bool Scanner::check_unreached() {
    if (state_.body.clause_count() == 0) return true;
    for (uint32_t index = 0; index < scratch_.blocks.size(); ++index) {
        const ScratchBlock& block = scratch_.blocks[index];
        bool has_code = block.il_offset < state_.il.size() && scratch_.block_at[block.il_offset] == index;
        if (has_code && !block.imported && !check_unreached_block(block.il_offset, block.region)) return false;
    }
    return true;
}

bool Scanner::unreached_edge_allowed(Region region, uint32_t target, bool is_leave) const {
    const ScratchBlock& block = scratch_.blocks[scratch_.block_at[target]];
    return blocks_.edge_allowed(region, block.region, block.il_offset, is_leave);
}

bool Scanner::check_unreached_block(uint32_t offset, Region region) const {
    il::Decoder decoder(state_.il, offset);
    il::Instruction last;
    while (decoder.next(last)) {
        if (decoder.at_end() || (scratch_.marks[decoder.offset()] & mark_leader)) break;
    }
    auto allowed = [&](uint32_t target) {
        return unreached_edge_allowed(region, target,
                                      last.opcode == il::Opcode::Leave || last.opcode == il::Opcode::LeaveS);
    };
    Region own_try = state_.is_synchronized ? Region(sync_.clause(), RegionPart::Try) : Region();
    switch (il::opcode_info(last.opcode).flow) {
        case il::FlowControl::Throw:
            return true;
        case il::FlowControl::Return:
            return region == own_try;
        case il::FlowControl::EndHandler: {
            while (region.is(RegionPart::Try)) region = blocks_.enclosing_region(region);
            if (region.is_none()) return false;
            if (last.opcode == il::Opcode::Endfilter) return region.is(RegionPart::Filter);
            return code_.clauses[region.clause()].is_funclet();
        }
        case il::FlowControl::Branch:
        case il::FlowControl::Leave:
            return allowed(last.target);
        case il::FlowControl::ConditionalBranch:
            if (last.operand != il::OperandKind::Switch) {
                if (!allowed(last.target)) return false;
            } else {
                for (uint32_t i = 0; i < last.switch_count(); ++i) {
                    if (!allowed(last.switch_target(i))) return false;
                }
            }
            return allowed(last.next_offset);
        case il::FlowControl::Next:
        case il::FlowControl::Call:
        case il::FlowControl::Prefix:
        case il::FlowControl::Break:
            if (last.opcode == il::Opcode::Jmp) return region == own_try;
            return allowed(last.next_offset);
    }
    return false;
}

}  // namespace celer
