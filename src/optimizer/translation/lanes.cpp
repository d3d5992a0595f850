#include "optimizer/translation/lanes.h"

#include <algorithm>

namespace celer::optimizer {

using llvm::Value;

Value* Lanes::elements(Value* value, uint32_t bits) {
    return builder_.CreateBitCast(value, llvm::FixedVectorType::get(builder_.getIntNTy(bits), bits_of(value) / bits));
}

// Elements from `first` on.
Value* Lanes::part_of(Value* vector, uint32_t first, uint32_t count) {
    std::vector<int> order;
    for (uint32_t i = 0; i < count; i++) order.push_back(static_cast<int>(first + i));
    return builder_.CreateShuffleVector(vector, order);
}

// Its lower part, or the whole with zeros behind it.
Value* Lanes::resized(Value* vector, uint32_t bits) {
    uint32_t have = bits_of(vector);
    if (have == bits) return vector;
    Value* from = elements(vector, 64);
    return have > bits ? part_of(from, 0, bits / 64) : widened(from, bits / 64);
}

Value* Lanes::widened(Value* vector, uint32_t count) {
    auto have = llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
    std::vector<int> order;
    for (uint32_t i = 0; i < count; i++) order.push_back(static_cast<int>(std::min(i, have)));
    return builder_.CreateShuffleVector(vector, llvm::Constant::getNullValue(vector->getType()), order);
}

// The second vector's elements where the third's upper bits say so.
Value* Lanes::blend(std::span<const Operand> operands, uint32_t bits) {
    Value* mask = elements(operands[2].value, bits);
    Value* chosen = builder_.CreateICmpSLT(mask, llvm::Constant::getNullValue(mask->getType()));
    return builder_.CreateSelect(chosen, elements(operands[1].value, bits), elements(operands[0].value, bits));
}

llvm::Type* Lanes::mask_type(uint32_t lanes) {
    constexpr uint32_t least_bits = 8;
    return builder_.getIntNTy(std::max(lanes, least_bits));
}

// As a number with a bit for each element.
Value* Lanes::mask_of(Value* vector, const MethodTable* type) {
    Value* value = elements(vector, 8 * vector_element_bytes(type));
    Value* negative = builder_.CreateICmpSLT(value, llvm::Constant::getNullValue(value->getType()));
    uint32_t lanes = lane_count(type);
    auto* mask = mask_type(lanes);
    uint32_t bits = mask->getIntegerBitWidth();
    if (lanes != bits) negative = widened(negative, bits);
    return builder_.CreateBitCast(negative, mask);
}

// Ones where the number has a bit.
Value* Lanes::lanes_of_mask(Value* mask, const MethodTable* type) {
    uint32_t lanes = lane_count(type);
    uint32_t bits = mask->getType()->getIntegerBitWidth();
    Value* chosen = builder_.CreateBitCast(mask, llvm::FixedVectorType::get(builder_.getInt1Ty(), bits));
    if (lanes != bits) chosen = part_of(chosen, 0, lanes);
    llvm::Type* element = builder_.getIntNTy(8 * vector_element_bytes(type));
    return builder_.CreateSExt(chosen, llvm::FixedVectorType::get(element, lanes));
}

}  // namespace celer::optimizer
