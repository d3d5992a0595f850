#include "optimizer/translation/shared_variables.h"

#include <algorithm>

#include "optimizer/translation/frame.h"
#include "optimizer/translation/values.h"

namespace celer::optimizer {

using llvm::Value;

namespace {

constexpr uint32_t alignment = 8;  // of a variable in the block

bool uses_variable(Op op) {
    return op == Op::LoadVar || op == Op::StoreVar || op == Op::VarAddress || op == Op::ClearVar;
}

}  // namespace

bool has_filters(const ImportedCode& code) {
    return std::ranges::any_of(code.clauses, [](const Clause& clause) { return clause.kind == ClauseKind::Filter; });
}

void SharedVariables::find_places() {
    const ImportedCode& code = body_.code;
    for (uint32_t number = 0; number < code.blocks.size(); number++) {
        bool is_in_filter = std::ranges::any_of(
            code.clauses, [&](const Clause& clause) { return clause.filter_blocks.contains(number); });
        if (!is_in_filter) continue;
        const Block& block = code.blocks[number];
        for (uint32_t i = block.first_inst; i < block.first_inst + block.inst_count; i++) {
            const Inst& inst = code.insts[i];
            if (!uses_variable(inst.op) || places_.contains(inst.target)) continue;
            const Variable& variable = code.variables[inst.target];
            bool is_elsewhere = body_.is_osr() && variable.address_taken;
            uint32_t size_bytes = is_elsewhere ? sizeof(void*) : variable.size_bytes;
            places_[inst.target] = {size_bytes_, is_elsewhere};
            size_bytes_ += (size_bytes + alignment - 1) & ~(alignment - 1);
        }
    }
}

void SharedVariables::share() {
    find_places();
    if (places_.empty()) return;
    block_ = builder_.CreateAlloca(llvm::ArrayType::get(builder_.getInt8Ty(), size_bytes_));
    llvm::cast<llvm::AllocaInst>(block_)->setAlignment(llvm::Align(alignment));
    put_into_stack_map(builder_, block_);
    body_.state.has_filters = true;
}

void SharedVariables::receive(Value* block) {
    find_places();
    block_ = block;
}

Value* SharedVariables::home_of(uint32_t variable) {
    auto shared = places_.find(variable);
    bool is_here = shared != places_.end() && !shared->second.is_elsewhere;
    return is_here ? values_.offset(block_, shared->second.offset) : nullptr;
}

void SharedVariables::note_elsewhere(uint32_t variable, Value* home) {
    auto shared = places_.find(variable);
    if (shared != places_.end()) builder_.CreateStore(home, values_.offset(block_, shared->second.offset));
}

Value* SharedVariables::received(const Place& place) {
    Value* address = values_.offset(block_, place.offset);
    return place.is_elsewhere ? builder_.CreateLoad(builder_.getPtrTy(), address) : address;
}

}  // namespace celer::optimizer
