#include "optimizer/translation/osr_entry.h"

#include "object/object.h"
#include "optimizer/translation/shared_variables.h"
#include "optimizer/translation/signatures.h"
#include "optimizer/translation/struct_copier.h"
#include "optimizer/translation/values.h"
#include "optimizer/translation/variables.h"

namespace celer::optimizer {

using llvm::Value;

namespace {

constexpr uint32_t frame_pointer_number = 5;  // rbp

}  // namespace

std::optional<uint32_t> OsrEntry::block() {
    for (uint32_t i = 0; i < body_.code.blocks.size(); i++) {
        if (body_.code.blocks[i].il_offset != body_.osr->il_offset || !body_.code.is_osr_point(i)) continue;
        if (osr_variables_hash(*body_.osr->from) == body_.code.variables_hash()) return i;
        break;
    }
    body_.refuse("the import differs from that of the running code");
    return std::nullopt;
}

// The result is returned as the method would: one in memory by its address.
void OsrEntry::declare() {
    llvm::Type* pointer = builder_.getPtrTy();
    llvm::Type* result = signatures_.shape_of_self().type->getReturnType();
    auto* type = llvm::FunctionType::get(body_.layout.result().in_memory ? pointer : result, {pointer}, false);
    body_.state.function = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "method", body_.state.module);
}

void OsrEntry::receive() {
    Value* frame = body_.state.function->getArg(0);
    Value* frame_pointer = builder_.CreateLoad(
        builder_.getPtrTy(), values_.offset(frame, offsetof(OsrFrame, integers) + 8 * frame_pointer_number));
    std::vector<VariableHome> homes = variable_homes(*body_.osr->from);
    for (uint32_t i = 0; i < body_.code.variables.size(); i++) receive_variable(i, homes[i], frame_pointer);
    for (uint32_t i = 0; i < body_.code.variables.size(); i++) forget_variable(i, homes[i], frame_pointer);
    structs_.clear(frame, sizeof(OsrFrame));
    if (body_.layout.result().in_memory)
        body_.result_buffer =
            builder_.CreateLoad(builder_.getPtrTy(), values_.offset(frame_pointer, homes.back().offset));
}

void OsrEntry::receive_variable(uint32_t number, const VariableHome& home, Value* frame_pointer) {
    const Variable& variable = body_.code.variables[number];
    llvm::Type* type = values_.variable_type(variable);
    Value* from = nullptr;
    switch (home.in) {
        case VariableHome::In::Nowhere:
            break;
        case VariableHome::In::Frame:
            from = values_.offset(frame_pointer, home.offset);
            break;
        case VariableHome::In::Integer:
            from = values_.offset(body_.state.function->getArg(0),
                                  static_cast<int64_t>(offsetof(OsrFrame, integers) + 8u * home.reg));
            break;
        case VariableHome::In::Float:
            from = values_.offset(body_.state.function->getArg(0),
                                  static_cast<int64_t>(offsetof(OsrFrame, floats) + 32u * home.reg));
            break;
    }
    if (variable.address_taken && from != nullptr) {
        variables_.set_home(number, from);
        shared_.note_elsewhere(number, from);
        return;
    }
    Value* own = variables_.new_home(number);
    variables_.set_home(number, own);
    if (from == nullptr) {
        builder_.CreateStore(llvm::Constant::getNullValue(type), own);
    } else if (variable.kind == Kind::Struct) {
        structs_.copy(own, from, variable.size_bytes);
        if (is_span(variable.type.method_table())) note_span(own);
    } else {
        Value* value = builder_.CreateAlignedLoad(type, from, llvm::Align(8));
        builder_.CreateStore(value, own);
        variables_.pin(number, value);
    }
}

// Its length is not negative.
void OsrEntry::note_span(Value* span) {
    Value* length = values_.offset(span, span_length_offset);
    Value* known = builder_.CreateAnd(builder_.CreateLoad(builder_.getInt32Ty(), length), builder_.getInt32(INT32_MAX));
    builder_.CreateStore(known, length);
}

// What the waiting frame has of it would keep an object as long as the method runs.
void OsrEntry::forget_variable(uint32_t number, const VariableHome& home, Value* frame_pointer) {
    const Variable& variable = body_.code.variables[number];
    bool may_refer = variable.kind == Kind::Ref || variable.kind == Kind::ByRef || variable.kind == Kind::Struct;
    if (home.in != VariableHome::In::Frame || variable.address_taken || !may_refer) return;
    structs_.clear(values_.offset(frame_pointer, home.offset), variable.size_bytes);
}

}  // namespace celer::optimizer
