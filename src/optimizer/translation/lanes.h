// Vectors as LLVM sees them: of elements of any size, in parts, and as masks. Owned by BodyTranslator.
#pragma once

#include <span>

#include "import/vector_instructions.h"
#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

inline uint32_t bits_of(const llvm::Value* value) {
    return static_cast<uint32_t>(value->getType()->getPrimitiveSizeInBits().getFixedValue());
}

inline uint32_t lane_count(const MethodTable* vector) {
    return vector->instance_field_bytes / vector_element_bytes(vector);
}

class Lanes {
  public:
    explicit Lanes(Body& body) : builder_(body.state.builder) {}

    llvm::Value* elements(llvm::Value* value, uint32_t bits);  // as a vector of integers
    llvm::Value* part_of(llvm::Value* vector, uint32_t first, uint32_t count);
    llvm::Value* resized(llvm::Value* vector, uint32_t bits);
    llvm::Value* widened(llvm::Value* vector, uint32_t count);  // with zeros behind it
    llvm::Value* blend(std::span<const Operand> operands, uint32_t bits);

    // Masks: in .NET vectors, of which the sign bits count.
    llvm::Type* mask_type(uint32_t lanes);
    llvm::Value* mask_of(llvm::Value* vector, const MethodTable* type);
    llvm::Value* lanes_of_mask(llvm::Value* mask, const MethodTable* type);

  private:
    llvm::IRBuilder<>& builder_;
};

}  // namespace celer::optimizer
