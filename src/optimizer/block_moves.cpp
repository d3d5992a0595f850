#include "optimizer/block_moves.h"

#include <cstring>
#include <utility>

namespace celer::optimizer {

using llvm::Align;
using llvm::Value;

static Value* read_piece(llvm::IRBuilder<>& builder, Value* from, uint64_t at, uint32_t bytes, const void* known) {
    constexpr uint32_t word = 8;
    llvm::Type* type = builder.getIntNTy(8 * bytes);
    if (bytes > word) type = llvm::FixedVectorType::get(builder.getInt64Ty(), bytes / word);
    if (known == nullptr || bytes > word)
        return builder.CreateAlignedLoad(type, builder.CreatePtrAdd(from, builder.getInt64(at)), Align(1));
    uint64_t bits = 0;
    std::memcpy(&bits, static_cast<const uint8_t*>(known) + at, bytes);
    return llvm::ConstantInt::get(type, bits);
}

void move_block(llvm::IRBuilder<>& builder, Value* to, Value* from, uint64_t size_bytes, const void* known) {
    llvm::SmallVector<std::pair<Value*, uint64_t>, 8> pieces;
    uint64_t at = 0;
    for (uint32_t bytes = 32; bytes != 0; bytes /= 2) {
        for (; size_bytes - at >= bytes; at += bytes)
            pieces.emplace_back(read_piece(builder, from, at, bytes, known), at);
    }
    for (auto [value, place] : pieces)
        builder.CreateAlignedStore(value, builder.CreatePtrAdd(to, builder.getInt64(place)), Align(1));
}

}  // namespace celer::optimizer
