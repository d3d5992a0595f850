#include "baseline/inliner.h"

#include <algorithm>
#include <string_view>

#include "code/profile.h"
#include "import/inlining_rules.h"
#include "import/successors.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations

namespace celer {

namespace {

constexpr uint32_t deepest = 6;
constexpr size_t most_insts = 40;  // of a callee
constexpr size_t most_insts_of_guess = 20;
constexpr size_t most_guesses = 2;
constexpr size_t most_insts_aggressive = 100;
constexpr size_t most_insts_of_tiny = 8;
constexpr uint32_t most_code_bytes = 700;  // of a callee's code in tier 0: not imported if it is larger
constexpr size_t most_added = 300;         // of all callees; tiny ones come in up to twice as many
constexpr size_t most_nodes = 60;

bool returns(const ImportedCode& code) {
    return std::ranges::any_of(code.insts, [](const Inst& inst) { return inst.op == Op::Return; });
}

bool is_straight(const ImportedCode& code) {
    return code.blocks.size() == 1 && code.insts.back().op == Op::Return;
}

bool is_changed(const ImportedCode& code, uint32_t variable) {
    return code.variables[variable].address_taken || std::ranges::any_of(code.insts, [variable](const Inst& inst) {
               return (inst.op == Op::StoreVar || inst.op == Op::ClearVar) && inst.target == variable;
           });
}

// As far as tier 0 has counted.
bool was_never_run(const ImportedCode& code, uint32_t block) {
    constexpr uint32_t least_runs = 32;  // of the method: fewer say nothing
    const MethodProfile* profile = profile_of(code.method);
    if (profile == nullptr || profile->block_count == 0 || profile->blocks()[0].times() < least_runs) return false;
    if (!has_own_offset(code, block)) return false;
    auto count = std::ranges::find(profile->blocks(), code.blocks[block].il_offset, &BlockCount::il_offset);
    return count != profile->blocks().end() && count->times() == 0;
}

// Which code reads only where it needs it.
bool is_read_late(const MergedValue& value) {
    return value.kind == Kind::Struct && value.made_at == MergedValue::none;
}

// Narrower than it is on the evaluation stack.
bool is_small(ElementType element) {
    return integer_target(element).size_bytes < 4;
}

}  // namespace

Inliner::Inliner(const ImportedCode& code, bool may_assume, bool may_load)
    : root_(code), may_assume_(may_assume), may_load_(may_load), merged_(code) {
    Body root{.code = &code};
    put(root);
    place_clauses(root);
    merged_.skip_jumps();
}

void Inliner::put(Body& body) {
    for (uint32_t b = 0; b < body.code->blocks.size(); b++) {
        const Block& block = body.code->blocks[b];
        if (!body.is_straight) {
            body.block_starts.push_back(merged_.next_block());
            merged_.begin_block(body.node, body.node == 0 ? block.region : body.region, block.il_offset,
                                block.is_loop_head);
        }
        bool is_cold = ends_by_throwing(*body.code, b) || was_never_run(*body.code, b);
        std::span<const Inst> insts = insts_of(*body.code, b);
        for (size_t done = 0; !insts.empty(); insts = insts.subspan(done)) {
            done = is_cold ? 0 : put_callees(body, insts);
            if (done != 0) continue;
            put_inst(body, insts[0]);
            done = 1;
        }
    }
    patch_branches(body);
}

void Inliner::put_inst(Body& body, Inst inst) {
    switch (inst.op) {
        case Op::LoadVar:
            if (const std::optional<Inst>& value = body.value_of(inst.target)) {
                uint32_t il_offset = inst.il_offset;
                inst = *value;
                inst.il_offset = il_offset;
                break;
            }
            [[fallthrough]];
        case Op::StoreVar:
        case Op::VarAddress:
        case Op::ClearVar:
            inst.target += body.first_variable;
            break;
        case Op::Return:
            if (body.node != 0) return put_return(body, inst);
            break;
        case Op::Jump:
        case Op::Branch:
        case Op::BranchIf:
        case Op::Switch:
        case Op::Leave:
            body.branches.push_back(merged_.next_inst());
            break;
        default:
            break;
    }
    merged_.add(body.node, inst);
}

// A small integer is extended, as who calls does with what comes back. A struct is read now: what it is read from may
// be no object, which would be this body's fault.
void Inliner::put_return(Body& body, const Inst& inst) {
    bool stays = body.is_straight || body.branch != nullptr;
    if (stays && is_small(body.result_element) && !merged_.is_extended(body.result_element))
        merged_.add(body.node, {.op = Op::Convert,
                                .kind = Kind::I4,
                                .element = body.result_element,
                                .from = Kind::I4,
                                .il_offset = inst.il_offset});
    if (body.branch != nullptr) return put_branch(body, inst);
    if (body.is_straight) {
        if (inst.kind == Kind::Struct && is_read_late(merged_.stack().back()))
            merged_.add(body.node, merged_.take_into_variable(body.node, inst.il_offset));
        return;
    }
    if (body.result != no_variable) merged_.store(body.node, body.result, inst.il_offset);
    body.returns.push_back(merged_.next_inst());
    merged_.add(body.node, {.op = Op::Jump, .il_offset = inst.il_offset});
}

// What a caller does with the result, in place of the return.
void Inliner::put_branch(const Body& body, const Inst& inst) {
    Inst branch = *body.branch;
    std::vector<Inst> value = merged_.take_back_simple(1);
    if (!value.empty() && value[0].op == Op::ConstI4) {
        bool is_taken = (value[0].imm != 0) != ((branch.flags & inst_flags::negate) != 0);
        uint32_t target = is_taken ? branch.target : static_cast<uint32_t>(branch.imm);
        branch = {.op = Op::Jump, .il_offset = inst.il_offset, .target = target};
    } else if (!value.empty()) {
        merged_.add(body.node, value[0]);
    }
    body.branching->branches.push_back(merged_.next_inst());
    merged_.add(body.branching->node, branch);
}

bool Inliner::may_be_put_in(const Body& caller, const MethodDesc* callee) const {
    if (caller.depth == deepest || nodes_.size() >= most_nodes) return false;
    for (const Body* body = &caller; body != nullptr; body = body->caller) {
        if (body->code->method == callee) return false;
    }
    const MethodCode* code = __atomic_load_n(&callee->code, __ATOMIC_ACQUIRE);
    bool is_aggressive = callee->flags & method_flags::aggressive_inlining;
    if (code != nullptr && code->size_bytes > most_code_bytes && !is_aggressive) return false;
    return refusal_to_put_in(callee, may_assume_, may_load_) == nullptr;
}

bool Inliner::fits(const ImportedCode& code, size_t most) const {
    if (refusal_to_put_in(code) != nullptr || !code.clauses.empty() || code.has_localloc || !returns(code))
        return false;
    bool is_aggressive = code.method->flags & method_flags::aggressive_inlining;
    size_t size = code.insts.size();
    if (size > (is_aggressive ? most_insts_aggressive : most)) return false;
    return added_insts_ + size <= (size <= most_insts_of_tiny ? 2 * most_added : most_added);
}

// Null: it stays a call.
const ImportedCode* Inliner::import_callee(const Body& caller, MethodDesc* method,
                                           const std::vector<ArgumentFact>& facts, size_t most) {
    if (!may_be_put_in(caller, method)) return nullptr;
    auto code = std::make_unique<ImportedCode>();
    import_method(method, *code, {.arguments = facts, .may_assume = may_assume_});
    if (!fits(*code, most) || code->argument_count != facts.size()) return nullptr;
    callees_.push_back(std::move(code));
    return callees_.back().get();
}

void Inliner::assume(const Assumption& one) {
    std::vector<Assumption>& all = merged_.code().assumptions;
    if (std::ranges::find(all, one) == all.end()) all.push_back(one);
}

Inliner::Body Inliner::new_body(Body& caller, const ImportedCode& code, uint32_t il_offset) {
    nodes_.push_back({code.method, caller.node, il_offset});
    added_insts_ += code.insts.size();
    for (const Assumption& one : code.assumptions) assume(one);
    if (code.method->owner->module != root_.method->owner->module)
        assume({.kind = AssumptionKind::Body, .type = {}, .method = code.method});
    return {.code = &code,
            .caller = &caller,
            .node = static_cast<uint32_t>(nodes_.size()),
            .depth = caller.depth + 1,
            .region = merged_.region()};
}

// The first of the instructions, if it is a call. How many instructions that took the place of.
size_t Inliner::put_callees(Body& caller, std::span<const Inst> insts) {
    const Inst& inst = insts[0];
    bool is_new_value = inst.op == Op::NewObject && inst.call->type->is_value_type();
    if (!is_new_value && inst.op != Op::Call) return 0;
    const CallInfo& call = *inst.call;
    if (call.method == nullptr || call.explicit_tail || call.returns_never) return 0;
    if (call.is_dispatched()) return put_guesses(caller, insts);
    return call.kind == CallKind::Direct ? put_callee(caller, insts) : 0;
}

size_t Inliner::put_callee(Body& caller, std::span<const Inst> insts) {
    const Inst& inst = insts[0];
    const CallInfo& call = *inst.call;
    bool is_new = inst.op == Op::NewObject;
    size_t count = call.argument_kinds.size();
    std::vector<ArgumentFact> facts = facts_of(count);
    if (is_new) facts.insert(facts.begin(), ArgumentFact());
    const ImportedCode* code = import_callee(caller, call.method, facts, most_insts);
    if (code == nullptr) return 0;
    Body callee = new_body(caller, *code, inst.il_offset);
    callee.is_straight = is_straight(*code) && !has_struct_below(count);
    bool branches = !is_new && find_branch(caller, callee, insts.subspan(1), count);
    if (!is_new && call.return_kind != Kind::Void) callee.result_element = shape_of(call.return_type).element;
    add_variables(callee);
    uint32_t object = is_new ? add_object(inst) : no_variable;
    pass_arguments(caller, callee, inst, object);
    if (callee.is_straight) {
        put(callee);
    } else if (branches) {
        put_blocks(caller, callee, inst.il_offset);
    } else if (is_returned(caller, inst, insts.subspan(1))) {
        callee.result = caller.result;
        put_blocks(caller, callee, inst.il_offset);
        caller.returns.insert(caller.returns.end(), callee.returns.begin(), callee.returns.end());
        return 2;
    } else {
        if (!is_new) callee.result = add_result(call);
        std::vector<uint32_t> spilled = merged_.spill(caller.node, inst.il_offset);
        put_blocks(caller, callee, inst.il_offset);
        continue_behind(caller, callee, inst.il_offset, spilled);
    }
    if (is_new) merged_.load(caller.node, object, inst.il_offset);
    return branches ? 2 : 1;
}

// Below a call's arguments: they have to be read before the callee's code, whose fault it would be if they cannot.
bool Inliner::has_struct_below(size_t argument_count) const {
    const std::vector<MergedValue>& stack = merged_.stack();
    return std::any_of(stack.begin(), stack.end() - static_cast<ptrdiff_t>(argument_count), is_read_late);
}

// By a caller that is put in itself: its result is the callee's.
bool Inliner::is_returned(const Body& caller, const Inst& call, std::span<const Inst> behind) const {
    if (caller.node == 0 || caller.is_straight || caller.branch != nullptr || !merged_.stack().empty()) return false;
    return call.op == Op::Call && behind[0].op == Op::Return && behind[0].kind == call.call->return_kind;
}

void Inliner::put_blocks(Body& caller, Body& callee, uint32_t il_offset) {
    merged_.add(caller.node, {.op = Op::Jump, .il_offset = il_offset, .target = merged_.next_block()});
    put(callee);
}

// What tier 0 has met at a virtual call, each behind a check, and the call for others.
size_t Inliner::put_guesses(Body& caller, std::span<const Inst> insts) {
    const Inst& inst = insts[0];
    const CallInfo& call = *inst.call;
    std::vector<Guess> guesses = find_guesses(caller, inst);
    if (guesses.empty()) return 0;
    Body like;  // of the call itself: what all of them do with the result
    if (call.return_kind != Kind::Void) like.result_element = shape_of(call.return_type).element;
    bool branches = find_branch(caller, like, insts.subspan(1), call.argument_kinds.size());
    std::vector<Inst> values = take_arguments(caller, inst);
    std::vector<uint32_t> spilled = merged_.spill(caller.node, inst.il_offset);
    if (!branches) like.result = add_result(call);
    like.region = merged_.region();
    for (Guess& guess : guesses) put_guess(caller, guess, inst, values, like);
    for (const Inst& value : values) merged_.add(caller.node, value);
    merged_.add(caller.node, inst);
    merged_.last().flags |= inst_flags::is_guessed;
    if (branches) {
        put_branch(like, inst);
        return 2;
    }
    if (like.result != no_variable) merged_.store(caller.node, like.result, inst.il_offset);
    like.returns.push_back(merged_.next_inst());
    merged_.add(caller.node, {.op = Op::Jump, .il_offset = inst.il_offset});
    continue_behind(caller, like, inst.il_offset, spilled);
    return 1;
}

std::vector<Inliner::Guess> Inliner::find_guesses(const Body& caller, const Inst& inst) {
    std::vector<Guess> guesses;
    std::vector<ArgumentFact> facts = facts_of(inst.call->argument_kinds.size());
    for (uint32_t met : met_at(caller.code->method, inst.il_offset).classes) {
        auto* receiver = reinterpret_cast<MethodTable*>(static_cast<uintptr_t>(met));
        if (met == 0 || guesses.size() == most_guesses) continue;
        MethodDesc* method = method_for(*inst.call, receiver);
        if (method == nullptr || method->owner->is_value_type()) continue;
        facts[0] = {.type = receiver, .exact = true, .non_null = true};
        const ImportedCode* code = import_callee(caller, method, facts, most_insts_of_guess);
        if (code != nullptr) guesses.push_back({receiver, code});
    }
    return guesses;
}

void Inliner::put_guess(Body& caller, Guess& guess, const Inst& inst, const std::vector<Inst>& values, Body& like) {
    merged_.add(caller.node, values[0]);
    merged_.add(caller.node, {.op = Op::ObjectType, .kind = Kind::I8, .il_offset = inst.il_offset});
    merged_.add(caller.node, {.op = Op::ConstAddress,
                              .kind = Kind::I8,
                              .small = static_cast<uint8_t>(AddressOf::Type),
                              .il_offset = inst.il_offset,
                              .imm = static_cast<int64_t>(reinterpret_cast<uintptr_t>(guess.receiver))});
    size_t check = merged_.next_inst();
    merged_.add(caller.node, {.op = Op::Branch,
                              .kind = Kind::I8,
                              .small = static_cast<uint8_t>(Condition::Ne),
                              .il_offset = inst.il_offset,
                              .imm = merged_.next_block()});
    merged_.begin_block(caller.node, like.region, inst.il_offset);
    Body callee = new_body(caller, *guess.code, inst.il_offset);
    callee.result = like.result;
    callee.result_element = like.result_element;
    callee.branch = like.branch;
    callee.branching = like.branching;
    add_variables(callee);
    for (uint32_t i = 0; i < values.size(); i++) pass_simple(caller, callee, i, values[i]);
    clear_locals(caller, callee, inst.il_offset);
    put_blocks(caller, callee, inst.il_offset);
    like.returns.insert(like.returns.end(), callee.returns.begin(), callee.returns.end());
    merged_.code().insts[check].target = merged_.next_block();
    merged_.begin_block(caller.node, like.region, inst.il_offset);
}

// Of a result that a branch follows on, at once or where the caller returns it, nothing is kept.
bool Inliner::find_branch(Body& caller, Body& callee, std::span<const Inst> behind, size_t argument_count) const {
    if (callee.is_straight || behind.empty() || merged_.stack().size() != argument_count) return false;
    if (behind[0].op == Op::BranchIf && behind[0].kind == Kind::I4) {
        callee.branch = &behind[0];
        callee.branching = &caller;
    } else if (behind[0].op == Op::Return && caller.branch != nullptr) {
        callee.branch = caller.branch;
        callee.branching = caller.branching;
    }
    return callee.branch != nullptr;
}

// What is known of the values that a call takes.
std::vector<ArgumentFact> Inliner::facts_of(size_t count) const {
    std::vector<ArgumentFact> facts(count);
    for (size_t i = 0; i < count; i++) {
        const MergedValue& value = merged_.stack()[merged_.stack().size() - count + i];
        if (value.made_at == MergedValue::none) continue;
        const Inst& inst = merged_.code().insts[value.made_at];
        if (inst.op == Op::ConstI4 || inst.op == Op::ConstI8) facts[i].constant = inst.imm;
        if (value.kind != Kind::Ref) continue;
        facts[i].type = inst.result_type();
        facts[i].exact = inst.flags & inst_flags::exact;
        facts[i].non_null = inst.flags & inst_flags::non_null;
        if (inst.op == Op::ConstObject) facts[i].described = TypeHandle::from_raw(inst.target);
    }
    return facts;
}

// What newobj of a value type makes.
uint32_t Inliner::add_object(const Inst& call) {
    uint32_t object = merged_.new_temporary(shape_of(call.call->type));
    merged_.code().variables[object].address_taken = true;
    return object;
}

void Inliner::add_variables(Body& callee) {
    callee.first_variable = static_cast<uint32_t>(merged_.code().variables.size());
    callee.values.resize(callee.code->argument_count);
    for (Variable variable : callee.code->variables) {
        variable.origin = Origin::Temporary;
        merged_.new_variable(variable);
    }
}

uint32_t Inliner::add_result(const CallInfo& call) {
    if (call.return_kind == Kind::Void) return no_variable;
    return merged_.new_temporary(shape_of(call.return_type));
}

void Inliner::pass_arguments(const Body& caller, Body& callee, const Inst& call, uint32_t object) {
    uint32_t count = callee.code->argument_count;
    uint32_t first = object == no_variable ? 0 : 1;
    std::vector<Inst> simple = merged_.take_back_simple(count - first);
    auto others = static_cast<uint32_t>(count - simple.size());
    for (uint32_t i = others; i-- > first;) merged_.store(caller.node, callee.first_variable + i, call.il_offset);
    if (object != no_variable) {
        merged_.add(caller.node, {.op = Op::ClearVar,
                                  .kind = merged_.code().variables[object].kind,
                                  .il_offset = call.il_offset,
                                  .target = object});
        pass_simple(caller, callee, 0,
                    {.op = Op::VarAddress, .kind = Kind::ByRef, .il_offset = call.il_offset, .target = object});
    }
    for (uint32_t i = others; i < count; i++) pass_simple(caller, callee, i, simple[count - 1 - i]);
    if (call.call->null_check_this) check_this(caller, callee, call.il_offset);
    clear_locals(caller, callee, call.il_offset);
}

void Inliner::clear_locals(const Body& caller, const Body& callee, uint32_t il_offset) {
    for (uint32_t i = callee.code->argument_count; i < callee.code->variables.size(); i++) {
        const Variable& variable = callee.code->variables[i];
        if (!variable.needs_zero) continue;
        merged_.add(
            caller.node,
            {.op = Op::ClearVar, .kind = variable.kind, .il_offset = il_offset, .target = callee.first_variable + i});
    }
}

// All of them, in order, as instructions that make them again.
std::vector<Inst> Inliner::take_arguments(const Body& caller, const Inst& call) {
    size_t count = call.call->argument_kinds.size();
    std::vector<Inst> values = merged_.take_back_simple(count);
    while (values.size() < count) values.push_back(merged_.take_into_variable(caller.node, call.il_offset));
    std::ranges::reverse(values);
    const Inst& self = values[0];  // is looked at more than once: must not change meanwhile
    if (self.op == Op::LoadVar && merged_.code().variables[self.target].address_taken) {
        merged_.add(caller.node, self);
        values[0] = merged_.take_into_variable(caller.node, call.il_offset);
    }
    return values;
}

void Inliner::pass_simple(const Body& caller, Body& callee, uint32_t argument, const Inst& value) {
    if (may_stand_for(value, callee, argument)) {
        callee.values[argument] = value;
    } else {
        merged_.add(caller.node, value);
        merged_.store(caller.node, callee.first_variable + argument, value.il_offset);
    }
}

// A null `this` is the caller's mistake.
void Inliner::check_this(const Body& caller, const Body& callee, uint32_t il_offset) {
    if (const std::optional<Inst>& value = callee.values[0]) {
        bool is_object = value->op == Op::VarAddress || (value->flags & inst_flags::non_null) != 0;
        if (is_object) return;
        merged_.add(caller.node, *value);
    } else {
        merged_.load(caller.node, callee.first_variable, il_offset);
    }
    merged_.add(caller.node, {.op = Op::NullCheck, .il_offset = il_offset});
}

// While the callee's instructions run, nobody stores to variables of its callers, unless by an address.
bool Inliner::may_stand_for(const Inst& value, const Body& callee, uint32_t argument) const {
    const Variable& variable = callee.code->variables[argument];
    if (is_changed(*callee.code, argument) || is_small(variable.element)) return false;
    if (value.op != Op::LoadVar) return value.kind == variable.kind;
    const Variable& source = merged_.code().variables[value.target];
    return source.kind == variable.kind && !source.address_taken;
}

void Inliner::continue_behind(const Body& caller, const Body& callee, uint32_t il_offset,
                              const std::vector<uint32_t>& spilled) {
    for (size_t jump : callee.returns) merged_.code().insts[jump].target = merged_.next_block();
    merged_.begin_block(caller.node, callee.region, il_offset);
    for (uint32_t variable : spilled) merged_.load(caller.node, variable, il_offset);
    if (callee.result != no_variable) merged_.load(caller.node, callee.result, il_offset);
}

void Inliner::patch_branches(const Body& body) {
    for (size_t i : body.branches) {
        Inst& inst = merged_.code().insts[i];
        inst.target = body.block_starts[inst.target];
        if (inst.op == Op::Branch || inst.op == Op::BranchIf) {
            inst.imm = body.block_starts[static_cast<size_t>(inst.imm)];
        } else if (inst.op == Op::Switch) {
            auto first = static_cast<size_t>(inst.imm);
            inst.imm = static_cast<int64_t>(merged_.code().switch_targets.size());
            for (size_t k = 0; k < inst.count; k++)
                merged_.code().switch_targets.push_back(body.block_starts[body.code->switch_targets[first + k]]);
        }
    }
}

void Inliner::place_clauses(const Body& root) {
    auto place = [&](uint32_t block) {
        if (block == no_block) return no_block;
        bool is_end = block >= root.block_starts.size();
        return is_end ? merged_.next_block() : root.block_starts[block];
    };
    for (Clause clause : root.code->clauses) {
        clause.handler_block = place(clause.handler_block);
        clause.filter_block = place(clause.filter_block);
        for (BlockRange* range : {&clause.try_blocks, &clause.handler_blocks, &clause.filter_blocks})
            *range = {place(range->begin), place(range->end)};
        merged_.code().clauses.push_back(clause);
    }
}

}  // namespace celer
