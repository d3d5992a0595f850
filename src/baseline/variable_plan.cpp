#include "baseline/variable_plan.h"

#include <algorithm>

#include "code/effects.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations or elements

namespace celer {

namespace {

bool is_wide_vector(Kind kind, uint32_t size_bytes) {
    constexpr uint32_t narrow_bytes = 16;
    return kind == Kind::Vector && size_bytes > narrow_bytes;
}

// Throws that do not come back do not count.
bool loses_registers(const Inst& inst) {
    if (inst.op == Op::Throw || inst.op == Op::Rethrow) return false;
    return (effects_of(inst) & effects::calls) || inst.op == Op::LocalAlloc;
}

}  // namespace

void MethodPlan::analyse(const ImportedCode& code) {
    loop_depth.find(code);
    variables.assign(code.variables.size(), {});
    last_store_block_.assign(code.variables.size(), ~0u);
    makes_calls = false;
    has_wide_vectors = std::ranges::any_of(
        code.variables, [](const Variable& variable) { return is_wide_vector(variable.kind, variable.size_bytes); });
    for (uint32_t b = 0; b < code.blocks.size(); b++) {
        const Block& block = code.blocks[b];
        uint32_t weight = 1u << (3 * loop_depth[b]);
        for (uint32_t i = block.first_inst; i < block.first_inst + block.inst_count; i++) {
            const Inst& inst = code.insts[i];
            switch (inst.op) {
                case Op::StoreVar:
                case Op::ClearVar:
                    variables[inst.target].accesses++;
                    variables[inst.target].weight += weight;
                    variables[inst.target].stored = true;
                    last_store_block_[inst.target] = b;
                    break;
                case Op::LoadVar:
                case Op::VarAddress:
                    variables[inst.target].accesses++;
                    variables[inst.target].weight += weight;
                    if (last_store_block_[inst.target] != b) variables[inst.target].exposed = true;
                    break;
                case Op::Rethrow: {  // reads the exception
                    VariablePlan& caught = variables[code.clauses[static_cast<size_t>(inst.imm)].exception_variable];
                    caught.accesses++;
                    caught.weight += weight;
                    caught.exposed = true;
                    break;
                }
                case Op::Vector:
                    has_wide_vectors = has_wide_vectors || is_wide_vector(Kind::Vector, inst.count);
                    break;
                case Op::Load:
                    has_wide_vectors = has_wide_vectors || (inst.type != nullptr &&
                                                            is_wide_vector(inst.kind, inst.type->instance_field_bytes));
                    break;
                default:
                    break;
            }
            if (!makes_calls && loses_registers(inst)) makes_calls = true;
        }
    }
}

}  // namespace celer
