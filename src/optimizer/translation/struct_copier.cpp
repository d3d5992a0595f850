#include "optimizer/translation/struct_copier.h"

#include "optimizer/copies.h"
#include "optimizer/translation/values.h"

namespace celer::optimizer {

using llvm::Align;
using llvm::Value;

constexpr uint32_t most_unrolled_bytes = 256;  // of a copy

// Large blocks by an instruction with a loop of its own. Values with references consist of whole words.
void StructCopier::repeat(const char* instruction, Value* to, Value* from_or_zero, uint32_t size_bytes) {
    bool has_whole_words = size_bytes % 8 == 0;
    llvm::Type* types[] = {builder_.getPtrTy(), from_or_zero->getType(), builder_.getInt64Ty()};
    bool is_copy = types[1]->isPointerTy();
    auto* type =
        llvm::FunctionType::get(llvm::StructType::get(body_.state.context, llvm::ArrayRef(types)), types, false);
    const char* constraints = is_copy ? "={di},={si},={cx},0,1,2,~{memory},~{dirflag},~{fpsr},~{flags}"
                                      : "={di},={ax},={cx},0,1,2,~{memory},~{dirflag},~{fpsr},~{flags}";
    std::string text = std::string(instruction) + (has_whole_words ? "q" : "b");
    builder_.CreateCall(llvm::InlineAsm::get(type, text, constraints, true),
                        {to, from_or_zero, builder_.getInt64(has_whole_words ? size_bytes / 8 : size_bytes)});
}

void StructCopier::copy(Value* to, Value* from, uint32_t size_bytes, const MethodTable* type) {
    if (size_bytes > most_unrolled_bytes) return repeat("rep;movs", to, from, size_bytes);
    llvm::CallInst* copy =
        builder_.CreateMemCpyInline(to, llvm::Align(1), from, llvm::Align(1), builder_.getInt64(size_bytes));
    if (type != nullptr) mark_fields(*copy, type);
}

void StructCopier::clear(Value* to, uint32_t size_bytes) {
    if (size_bytes > most_unrolled_bytes) return repeat("rep;stos", to, builder_.getInt64(0), size_bytes);
    builder_.CreateMemSetInline(to, llvm::Align(1), builder_.getInt8(0), builder_.getInt64(size_bytes));
}

// A struct without fields is nothing but a block, and moves in vector registers: LLVM does not look into copies of
// blocks.
void StructCopier::copy_struct(Value* to, Value* from, MethodTable* type) {
    uint32_t size = type->instance_field_bytes;
    bool is_block = type->info->field_count == 0 && (size == 16 || size == 32 || size == 64);
    if (!is_block) return copy(to, from, size, type);
    Value* whole = builder_.CreateAlignedLoad(values_.vector_type(size), from, Align(1));
    builder_.CreateAlignedStore(whole, to, Align(1));
}

}  // namespace celer::optimizer
