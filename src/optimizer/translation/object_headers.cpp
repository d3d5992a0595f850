#include "optimizer/translation/object_headers.h"

#include "object/object.h"
#include "optimizer/translation/values.h"

namespace celer::optimizer {

using llvm::Value;

Value* ObjectHeaders::method_table(Value* object) {
    llvm::LoadInst* table = builder_.CreateLoad(builder_.getPtrTy(), object);
    mark_invariant(table);
    return table;
}

Value* ObjectHeaders::array_length(Value* array, uint32_t most) {
    llvm::LoadInst* length = builder_.CreateLoad(builder_.getInt32Ty(), values_.offset(array, array_length_offset));
    mark_invariant(length);
    llvm::MDBuilder metadata(body_.state.context);
    bool is_bounded = most != ~0u;
    if (is_bounded)
        length->setMetadata(llvm::LLVMContext::MD_range,
                            metadata.createRange(llvm::APInt(32, 0), llvm::APInt(32, most + 1)));
    return builder_.CreateZExt(length, builder_.getInt64Ty(), "", is_bounded);
}

Value* ObjectHeaders::string_length(Value* text) {
    llvm::LoadInst* length = builder_.CreateLoad(builder_.getInt32Ty(), values_.offset(text, string_length_offset));
    mark_invariant(length);
    llvm::MDBuilder metadata(body_.state.context);
    length->setMetadata(llvm::LLVMContext::MD_range,
                        metadata.createRange(llvm::APInt(32, 0), llvm::APInt(32, 0x7fffffff)));
    return length;
}

Value* ObjectHeaders::header_word(Value* object, uint32_t at) {
    llvm::LoadInst* word = builder_.CreateLoad(builder_.getInt32Ty(), values_.offset(object, at));
    mark_invariant(word);
    return word;
}

Value* ObjectHeaders::element_type(Value* array) {
    llvm::LoadInst* type = builder_.CreateLoad(
        builder_.getPtrTy(), values_.offset(method_table(array), offsetof(MethodTable, element_type)));
    mark_invariant(type);
    return type;
}

}  // namespace celer::optimizer
