// Filters: functions of their own, which the engine calls while the frames from the throw point to the method are still
// there (docs/decisions/0013). What a filter uses of the method's variables lies in one block of the method's frame,
// whose address goes to a stack map, so that LLVM expects every call to read and write it; the filter gets the address
// of the block.
#include "optimizer/translator.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/Intrinsics.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

using llvm::Value;

namespace {

constexpr uint32_t alignment = 8;  // of a variable in the block

bool uses_variable(Op op) {
    return op == Op::LoadVar || op == Op::StoreVar || op == Op::VarAddress || op == Op::ClearVar;
}

}  // namespace

FilterVariables variables_of_filters(const ImportedCode& code, bool is_osr) {
    FilterVariables shared;
    for (uint32_t number = 0; number < code.blocks.size(); number++) {
        bool is_in_filter = std::ranges::any_of(
            code.clauses, [&](const Clause& clause) { return clause.filter_blocks.contains(number); });
        if (!is_in_filter) continue;
        const Block& block = code.blocks[number];
        for (uint32_t i = block.first_inst; i < block.first_inst + block.inst_count; i++) {
            const Inst& inst = code.insts[i];
            if (!uses_variable(inst.op) || shared.places.contains(inst.target)) continue;
            const Variable& variable = code.variables[inst.target];
            bool is_elsewhere = is_osr && variable.address_taken;
            uint32_t size_bytes = is_elsewhere ? sizeof(void*) : variable.size_bytes;
            shared.places[inst.target] = {shared.size_bytes, is_elsewhere};
            shared.size_bytes += (size_bytes + alignment - 1) & ~(alignment - 1);
        }
    }
    return shared;
}

// In the method: the block, and the record of where it lies.
void BodyTranslator::share_variables() {
    shared_ = variables_of_filters(code_, is_osr());
    if (shared_.places.empty()) return;
    shared_block_ = builder_.CreateAlloca(llvm::ArrayType::get(builder_.getInt8Ty(), shared_.size_bytes));
    llvm::cast<llvm::AllocaInst>(shared_block_)->setAlignment(llvm::Align(alignment));
    builder_.CreateIntrinsic(builder_.getVoidTy(), llvm::Intrinsic::experimental_stackmap,
                             {builder_.getInt64(0), builder_.getInt32(0), shared_block_});
    inlining_->has_filters = true;
}

// A new variable of the frame, in the block if filters use it.
Value* BodyTranslator::new_home(uint32_t variable) {
    auto shared = shared_.places.find(variable);
    if (shared != shared_.places.end() && !shared->second.is_elsewhere)
        return offset(shared_block_, shared->second.offset);
    auto* home = builder_.CreateAlloca(variable_type(code_.variables[variable]));
    home->setAlignment(llvm::Align(alignment));
    note_elsewhere(variable, home);
    return home;
}

void BodyTranslator::note_elsewhere(uint32_t variable, Value* home) {
    auto shared = shared_.places.find(variable);
    if (shared != shared_.places.end()) builder_.CreateStore(home, offset(shared_block_, shared->second.offset));
}

// In a filter, which celer_call_handler calls: the exception, and the address of the block.
void BodyTranslator::declare_filter() {
    llvm::Type* pointer = builder_.getPtrTy();
    auto* type = llvm::FunctionType::get(builder_.getInt32Ty(), {pointer, pointer}, false);
    function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "filter", module_);
}

void BodyTranslator::receive_shared_variables() {
    shared_ = variables_of_filters(code_, is_osr());
    variables_.resize(code_.variables.size());
    shared_block_ = function_->getArg(1);
    for (const auto& [variable, place] : shared_.places) {
        Value* address = offset(shared_block_, place.offset);
        variables_[variable] = place.is_elsewhere ? builder_.CreateLoad(builder_.getPtrTy(), address) : address;
    }
    body_.exceptions[*filter_] = slot(builder_.getPtrTy());
    builder_.CreateStore(function_->getArg(0), body_.exceptions[*filter_]);
}

void BodyTranslator::end_filter() {
    builder_.CreateRet(pop_as(Kind::I4));
}

}  // namespace celer::optimizer
