#include "inliner.h"

#include <algorithm>
#include <string_view>

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations

namespace celer::second {

namespace {

constexpr uint32_t deepest = 3;
constexpr size_t most_insts = 40;
constexpr size_t most_nodes = 30;
constexpr int unknown_depth = -1;

bool may_be_put_in(const ImportedCode& code) {
    if (code.invalid || !code.clauses.empty() || code.has_localloc || code.insts.size() > most_insts) return false;
    // An address of a variable may be a StackCrawlMark's, whose method must have a frame of its own.
    if (std::ranges::any_of(code.variables, &Variable::address_taken)) return false;
    return std::ranges::none_of(code.insts, [](const Inst& inst) {
        bool asks_for_caller =
            inst.op == Op::Intrinsic && inst.small == static_cast<uint8_t>(IntrinsicOp::ReturnAddress);
        return asks_for_caller || (inst.op == Op::Call && inst.call->explicit_tail);
    });
}

}  // namespace

Inliner::Inliner(const ImportedCode& code) {
    merged_.method = code.method;
    merged_.signature = code.signature;
    merged_.variables = code.variables;
    merged_.argument_count = code.argument_count;
    merged_.finally_chain = code.finally_chain;
    merged_.assumptions = code.assumptions;
    merged_.il_size = code.il_size;
    merged_.has_localloc = code.has_localloc;
    merged_.is_synchronized = code.is_synchronized;
    Body root{.code = &code};
    put(root);
    place_clauses(root);
}

void Inliner::put(Body& body) {
    for (const Block& block : body.code->blocks) {
        Region region = body.node == 0 ? block.region : body.region;
        body.block_starts.push_back(static_cast<uint32_t>(merged_.blocks.size()));
        begin_block(body.node, region, block);
        stack_depth_ = 0;
        for (uint32_t i = 0; i < block.inst_count; i++) {
            const Inst& inst = body.code->insts[block.first_inst + i];
            if (!is_candidate(inst, body) || !put_callee(body, inst, region)) put_inst(body, inst);
        }
    }
    patch_branches(body);
}

void Inliner::put_inst(Body& body, Inst inst) {
    follow_stack(inst);
    switch (inst.op) {
        case Op::LoadVar:
        case Op::StoreVar:
        case Op::VarAddress:
        case Op::ClearVar:
            inst.target += body.first_variable;
            break;
        case Op::Return:
            if (body.node == 0) break;
            if (const Variable& result = merged_.variables[body.result]; result.kind != Kind::Void)
                add({.op = Op::StoreVar, .kind = result.kind, .il_offset = inst.il_offset, .target = body.result});
            inst = {.op = Op::Jump, .il_offset = inst.il_offset};
            body.returns.push_back(merged_.insts.size());
            break;
        case Op::Jump:
        case Op::Branch:
        case Op::BranchIf:
        case Op::Switch:
        case Op::Leave:
            body.branches.push_back(merged_.insts.size());
            break;
        default:
            break;
    }
    add(inst);
}

bool Inliner::is_candidate(const Inst& inst, const Body& caller) const {
    if (inst.op != Op::Call || inst.call->kind != CallKind::Direct || caller.depth == deepest) return false;
    const CallInfo& call = *inst.call;
    const MethodDesc* callee = call.method;
    if (callee == nullptr || callee->kind != MethodKind::IL || !callee->is_static() || nodes_.size() == most_nodes)
        return false;
    constexpr uint16_t keeps_frame =
        method_flags::no_inlining | method_flags::is_synchronized | method_flags::is_unmanaged_callers_only;
    if ((callee->flags & keeps_frame) || call.explicit_tail || call.returns_never) return false;
    if (call.return_kind == Kind::Struct || callee->owner->module != merged_.method->owner->module) return false;
    return stack_depth_ == static_cast<int>(call.argument_kinds.size());
}

bool Inliner::put_callee(Body& caller, const Inst& inst, Region region) {
    const CallInfo& call = *inst.call;
    auto code = std::make_unique<ImportedCode>();
    import_method(call.method, *code);
    if (!may_be_put_in(*code) || code->argument_count != call.argument_kinds.size()) return false;
    nodes_.push_back({call.method, caller.node, inst.il_offset});
    for (const Assumption& one : code->assumptions) {
        if (std::ranges::find(merged_.assumptions, one) == merged_.assumptions.end())
            merged_.assumptions.push_back(one);
    }
    Body callee{.code = code.get(),
                .node = static_cast<uint32_t>(nodes_.size()),
                .depth = caller.depth + 1,
                .region = region,
                .first_variable = static_cast<uint32_t>(merged_.variables.size())};
    for (Variable variable : code->variables) {
        variable.origin = Origin::Temporary;
        merged_.variables.push_back(variable);
    }
    callee.result = static_cast<uint32_t>(merged_.variables.size());
    Variable result;
    result.kind = call.return_kind;
    result.type = call.return_type;
    result.element = call.return_type.verification_type();
    if (is_aggregate(result.kind)) result.size_bytes = call.return_type.method_table()->instance_field_bytes;
    merged_.variables.push_back(result);
    store_arguments(callee, inst);
    put(callee);
    for (size_t jump : callee.returns) merged_.insts[jump].target = static_cast<uint32_t>(merged_.blocks.size());
    begin_block(caller.node, region, {.il_offset = inst.il_offset});
    stack_depth_ = 0;
    if (result.kind != Kind::Void) {
        add({.op = Op::LoadVar, .kind = result.kind, .il_offset = inst.il_offset, .target = callee.result});
        stack_depth_ = 1;
    }
    callees_.push_back(std::move(code));
    return true;
}

void Inliner::store_arguments(const Body& callee, const Inst& call) {
    for (uint32_t i = callee.code->argument_count; i > 0; i--) {
        uint32_t variable = callee.first_variable + i - 1;
        add({.op = Op::StoreVar,
             .kind = merged_.variables[variable].kind,
             .il_offset = call.il_offset,
             .target = variable});
    }
    for (uint32_t i = callee.code->argument_count; i < callee.code->variables.size(); i++) {
        if (!callee.code->variables[i].needs_zero) continue;
        add({.op = Op::ClearVar, .il_offset = call.il_offset, .target = callee.first_variable + i});
    }
    auto first_block = static_cast<uint32_t>(merged_.blocks.size());
    add({.op = Op::Jump, .il_offset = call.il_offset, .target = first_block});
}

void Inliner::patch_branches(const Body& body) {
    for (size_t i : body.branches) {
        Inst& inst = merged_.insts[i];
        inst.target = body.block_starts[inst.target];
        if (inst.op == Op::Branch || inst.op == Op::BranchIf) {
            inst.imm = body.block_starts[static_cast<size_t>(inst.imm)];
        } else if (inst.op == Op::Switch) {
            auto first = static_cast<size_t>(inst.imm);
            inst.imm = static_cast<int64_t>(merged_.switch_targets.size());
            for (size_t k = 0; k < inst.count; k++)
                merged_.switch_targets.push_back(body.block_starts[body.code->switch_targets[first + k]]);
        }
    }
}

void Inliner::place_clauses(const Body& root) {
    auto place = [&](uint32_t block) {
        if (block == no_block) return no_block;
        bool is_end = block >= root.block_starts.size();
        return is_end ? static_cast<uint32_t>(merged_.blocks.size()) : root.block_starts[block];
    };
    for (Clause clause : root.code->clauses) {
        clause.handler_block = place(clause.handler_block);
        clause.filter_block = place(clause.filter_block);
        for (BlockRange* range : {&clause.try_blocks, &clause.handler_blocks, &clause.filter_blocks})
            *range = {place(range->begin), place(range->end)};
        merged_.clauses.push_back(clause);
    }
}

void Inliner::begin_block(uint32_t node, Region region, const Block& like) {
    merged_.blocks.push_back(
        {static_cast<uint32_t>(merged_.insts.size()), 0, like.il_offset, region, like.is_loop_head});
    node_of_block_.push_back(node);
}

Inst& Inliner::add(const Inst& inst) {
    merged_.insts.push_back(inst);
    merged_.blocks.back().inst_count++;
    return merged_.insts.back();
}

void Inliner::follow_stack(const Inst& inst) {
    if (stack_depth_ == unknown_depth) return;
    switch (inst.op) {
        case Op::LoadVar:
        case Op::VarAddress:
        case Op::Dup:
            stack_depth_++;
            return;
        case Op::StoreVar:
            stack_depth_--;
            return;
        case Op::Retype:
            return;
        case Op::Call:
            if (inst.call->kind != CallKind::Direct && inst.call->kind != CallKind::Virtual) break;
            stack_depth_ -= static_cast<int>(inst.call->argument_kinds.size());
            stack_depth_ += inst.call->return_kind != Kind::Void;
            return;
        default:
            if (std::string_view operands = operands_of(inst.op); !operands.starts_with('?')) {
                stack_depth_ += static_cast<int>(operands.size()) - 1 - 2 * static_cast<int>(operands.find('>'));
                return;
            }
    }
    stack_depth_ = unknown_depth;
}

}  // namespace celer::second
