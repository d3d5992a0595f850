#include "optimizer/translation/bits.h"

#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/values.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // a switch over most of the operations

namespace celer::optimizer {

using llvm::Value;
using llvm::Intrinsic::ID;

void BitOperations::bits(const Inst& inst) {
    auto unary = [&](ID operation) { return builder_.CreateUnaryIntrinsic(operation, stack_.pop_as(inst.kind)); };
    auto count = [&](Value* value) { stack_.push(Kind::I4, builder_.CreateZExtOrTrunc(value, builder_.getInt32Ty())); };
    switch (static_cast<BitsOp>(inst.small)) {
        case BitsOp::PopCount:
            return count(unary(llvm::Intrinsic::ctpop));
        case BitsOp::LeadingZeroCount:
        case BitsOp::TrailingZeroCount: {
            bool leading = static_cast<BitsOp>(inst.small) == BitsOp::LeadingZeroCount;
            ID operation = leading ? llvm::Intrinsic::ctlz : llvm::Intrinsic::cttz;
            return count(builder_.CreateBinaryIntrinsic(operation, stack_.pop_as(inst.kind), builder_.getFalse()));
        }
        case BitsOp::RotateLeft:
        case BitsOp::RotateRight: {
            Value* distance = stack_.pop_as(Kind::I4);
            Value* value = stack_.pop_as(inst.kind);
            distance = builder_.CreateZExt(distance, value->getType());
            bool left = static_cast<BitsOp>(inst.small) == BitsOp::RotateLeft;
            ID operation = left ? llvm::Intrinsic::fshl : llvm::Intrinsic::fshr;
            return stack_.push(inst.kind,
                               builder_.CreateIntrinsic(operation, {value->getType()}, {value, value, distance}));
        }
        case BitsOp::ByteSwap:
            return stack_.push(inst.kind, unary(llvm::Intrinsic::bswap));
        case BitsOp::Sqrt:
            return stack_.push(inst.kind, unary(llvm::Intrinsic::sqrt));
        case BitsOp::Abs:
            if (!is_float(inst.kind)) return body_.refuse("absolute value of an integer");
            return stack_.push(inst.kind, unary(llvm::Intrinsic::fabs));
        case BitsOp::Floor:
            return stack_.push(inst.kind, unary(llvm::Intrinsic::floor));
        case BitsOp::Ceiling:
            return stack_.push(inst.kind, unary(llvm::Intrinsic::ceil));
        case BitsOp::Truncate:
            return stack_.push(inst.kind, unary(llvm::Intrinsic::trunc));
        case BitsOp::BigMulHighUn: {
            llvm::Type* wide = builder_.getIntNTy(2 * values_.type_of(inst.kind)->getIntegerBitWidth());
            Value* right = builder_.CreateZExt(stack_.pop_as(inst.kind), wide);
            Value* left = builder_.CreateZExt(stack_.pop_as(inst.kind), wide);
            Value* product = builder_.CreateLShr(builder_.CreateMul(left, right), wide->getIntegerBitWidth() / 2);
            return stack_.push(inst.kind, builder_.CreateTrunc(product, values_.type_of(inst.kind)));
        }
        default:
            body_.refuse("an operation on bits that has no translation yet");
    }
}

}  // namespace celer::optimizer
