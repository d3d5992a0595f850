// Moves of few bytes in line.
#pragma once

#include "optimizer/llvm.h"

namespace celer::optimizer {

inline constexpr uint64_t most_of_block_operation = 64;  // bytes

// Moves `size_bytes` bytes in pieces; everything is read before anything is written. `known` is what lies at `from`, or
// null: pieces of up to 8 bytes of it become constants.
void move_block(llvm::IRBuilder<>& builder, llvm::Value* to, llvm::Value* from, uint64_t size_bytes,
                const void* known = nullptr);

}  // namespace celer::optimizer
