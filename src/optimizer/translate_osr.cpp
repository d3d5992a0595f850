// On-stack replacement: a function that gets the registers of a frame of tier 0's code (OsrFrame), which waits
// meanwhile. Variables are copied from where that code has them. Those whose address was taken stay there: it may be
// anywhere.
#include <algorithm>

#include "optimizer/translator.h"

namespace celer::optimizer {

using llvm::Value;

namespace {

constexpr uint32_t frame_pointer_number = 5;  // rbp

}  // namespace

std::optional<uint32_t> BodyTranslator::osr_block() {
    for (uint32_t i = 0; i < code_.blocks.size(); i++) {
        if (code_.blocks[i].il_offset != osr_->il_offset || !code_.is_osr_point(i)) continue;
        if (osr_variables_hash(*osr_->from) == code_.variables_hash()) return i;
        break;
    }
    refuse("the import differs from that of the running code");
    return std::nullopt;
}

// The result is returned as the method would: one in memory by its address.
void BodyTranslator::declare_osr() {
    llvm::Type* pointer = builder_.getPtrTy();
    llvm::Type* result = shape_of_self(layout_).type->getReturnType();
    auto* type = llvm::FunctionType::get(layout_.result().in_memory ? pointer : result, {pointer}, false);
    function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "method", module_);
}

void BodyTranslator::receive_frame() {
    Value* frame = function_->getArg(0);
    Value* frame_pointer = builder_.CreateLoad(builder_.getPtrTy(),
                                               offset(frame, offsetof(OsrFrame, integers) + 8 * frame_pointer_number));
    std::vector<VariableHome> homes = variable_homes(*osr_->from);
    for (uint32_t i = 0; i < code_.variables.size(); i++) receive_variable(i, homes[i], frame_pointer);
    if (layout_.result().in_memory)
        result_buffer_ = builder_.CreateLoad(builder_.getPtrTy(), offset(frame_pointer, homes.back().offset));
}

void BodyTranslator::receive_variable(uint32_t number, const VariableHome& home, Value* frame_pointer) {
    const Variable& variable = code_.variables[number];
    llvm::Type* type = variable_type(variable);
    Value* from = nullptr;
    switch (home.in) {
        case VariableHome::In::Nowhere:
            break;
        case VariableHome::In::Frame:
            from = offset(frame_pointer, home.offset);
            break;
        case VariableHome::In::Integer:
            from = offset(function_->getArg(0), static_cast<int64_t>(offsetof(OsrFrame, integers) + 8u * home.reg));
            break;
        case VariableHome::In::Float:
            from = offset(function_->getArg(0), static_cast<int64_t>(offsetof(OsrFrame, floats) + 32u * home.reg));
            break;
    }
    if (variable.address_taken && from != nullptr) {
        variables_.push_back(from);
        note_elsewhere(number, from);
        return;
    }
    Value* own = new_home(number);
    variables_.push_back(own);
    if (from == nullptr) {
        builder_.CreateStore(llvm::Constant::getNullValue(type), own);
    } else if (variable.kind == Kind::Struct) {
        copy(own, from, variable.size_bytes);
    } else {
        builder_.CreateStore(builder_.CreateAlignedLoad(type, from, llvm::Align(8)), own);
    }
}

}  // namespace celer::optimizer
