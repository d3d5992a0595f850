#include "import/code.h"

#include <algorithm>

#include "code/effects.h"
#include "code/helpers.h"
#include "metadata/flags.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // a switch over a few of many operations

namespace celer {

namespace {

using namespace effects;

constexpr uint8_t most_effects[] = {
#define CELER_OP(name, operands, effects, text) effects,
#include "import/ops.def"
#undef CELER_OP
};

constexpr std::string_view operands[] = {
#define CELER_OP(name, operands, effects, text) operands,
#include "import/ops.def"
#undef CELER_OP
};

}  // namespace

std::string_view operands_of(Op op) {
    return operands[static_cast<int>(op)];
}

IntegerTarget integer_target(ElementType element) {
    switch (element) {
        case ElementType::I1:
            return {1, false};
        case ElementType::U1:
        case ElementType::Boolean:
            return {1, true};
        case ElementType::I2:
            return {2, false};
        case ElementType::U2:
        case ElementType::Char:
            return {2, true};
        case ElementType::I4:
            return {4, false};
        case ElementType::U4:
            return {4, true};
        case ElementType::U8:
        case ElementType::U:
            return {8, true};
        default:
            return {8, false};
    }
}

uint8_t effects_of(const Inst& inst) {
    uint8_t most = most_effects[static_cast<int>(inst.op)];
    switch (inst.op) {
        case Op::Div:
            return is_float(inst.kind) ? none : throws;
        case Op::Rem:
            return is_float(inst.kind) ? calls : throws;
        case Op::Convert:
            if (!(inst.flags & inst_flags::overflow)) return none;
            return is_float(inst.from) ? throws | calls : throws;
        case Op::AddOffset:
            return inst.flags & inst_flags::null_check ? throws : none;
        case Op::StoreElement:
            return inst.flags & inst_flags::covariance_check ? any : throws | writes;
        case Op::ElementAddress:
            return inst.flags & inst_flags::exact_type_check ? throws | calls : throws;
        case Op::CastClass:
        case Op::IsInstance: {
            auto kind = static_cast<CastKind>(inst.small);
            if (kind != CastKind::ExactClass && kind != CastKind::Class) return any;
            return inst.op == Op::CastClass ? throws | calls : calls;
        }
        case Op::Call:
            if (inst.call->kind != CallKind::Helper) return any;
            return static_cast<uint8_t>((effects_of(static_cast<Helper>(inst.call->helper)) & ~ends) | calls);
        case Op::Intrinsic:
            if (inst.small == static_cast<uint8_t>(IntrinsicOp::ReturnAddress)) return none;
            if (inst.small >= static_cast<uint8_t>(IntrinsicOp::MemoryBarrier)) return reads | writes;
            return most;
        default:
            return most;
    }
}

ImportedCode::~ImportedCode() {
    for (CallInfo* call : calls) delete call;
    for (CallInfo* call : call_pool) delete call;
}

void ImportedCode::clear() {
    method = nullptr;
    signature = nullptr;
    invalid.reset();
    variables.clear();
    argument_count = 0;
    blocks.clear();
    insts.clear();
    clauses.clear();
    switch_targets.clear();
    finally_chain.clear();
    assumptions.clear();
    call_pool.insert(call_pool.end(), calls.begin(), calls.end());
    calls.clear();
    il_size = 0;
    has_localloc = false;
    is_synchronized = false;
}

uint32_t ImportedCode::variables_hash() const {
    uint32_t hash = argument_count;
    for (const Variable& variable : variables) {
        for (uint32_t part : {static_cast<uint32_t>(variable.kind), static_cast<uint32_t>(variable.element),
                              static_cast<uint32_t>(variable.origin), variable.origin_index, variable.size_bytes})
            hash = (hash ^ part) * 16777619;
    }
    return hash;
}

bool ImportedCode::is_osr_point(uint32_t block) const {
    if (!blocks[block].is_loop_head) return false;
    return std::ranges::none_of(clauses, [block](const Clause& clause) {
        return clause.handler_blocks.contains(block) || clause.filter_blocks.contains(block);
    });
}

CallInfo* ImportedCode::new_call() {
    CallInfo* call;
    if (call_pool.empty()) {
        call = new CallInfo();
    } else {
        call = call_pool.back();
        call_pool.pop_back();
        std::vector<Kind> kinds = std::move(call->argument_kinds);
        std::vector<TypeHandle> types = std::move(call->argument_types);
        kinds.clear();
        types.clear();
        *call = CallInfo{};
        call->argument_kinds = std::move(kinds);
        call->argument_types = std::move(types);
    }
    calls.push_back(call);
    return call;
}

bool is_sealed(const MethodTable* type) {
    if (type == nullptr || type->is_array() || type->is_interface()) return false;
    return type->is_value_type() || (type->info->attributes & metadata::type_flags::kSealed) != 0;
}

}  // namespace celer
