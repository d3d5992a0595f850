#include "optimizer/translation/arithmetic.h"

#include "optimizer/translation/call_emitter.h"
#include "optimizer/translation/checks.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/values.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations

namespace celer::optimizer {

using llvm::Value;
using llvm::Intrinsic::ID;

void Arithmetic::binary(const Inst& inst) {
    Kind kind = number_kind(inst.kind);
    Value* right = stack_.pop_as(kind);
    Operand left_operand = stack_.pop();
    bool is_address = left_operand.value->getType()->isPointerTy() && (inst.op == Op::Add || inst.op == Op::Sub);
    if (is_address && inst.kind == Kind::ByRef) {  // stays a pointer, so that its base is known
        Value* distance = inst.op == Op::Add ? right : builder_.CreateNeg(right);
        return stack_.push(inst.kind, builder_.CreatePtrAdd(left_operand.value, distance));
    }
    Value* left = values_.as(left_operand, kind);
    if (is_float(kind)) {
        left = opaque(left);
        right = opaque(right);
    }
    Value* result = nullptr;
    switch (inst.op) {
        case Op::Add:
            result = is_float(kind) ? builder_.CreateFAdd(left, right) : builder_.CreateAdd(left, right);
            break;
        case Op::Sub:
            result = is_float(kind) ? builder_.CreateFSub(left, right) : builder_.CreateSub(left, right);
            break;
        case Op::Mul:
            result = is_float(kind) ? builder_.CreateFMul(left, right) : builder_.CreateMul(left, right);
            break;
        case Op::And:
            result = builder_.CreateAnd(left, right);
            break;
        case Op::Or:
            result = builder_.CreateOr(left, right);
            break;
        default:
            result = builder_.CreateXor(left, right);
            break;
    }
    stack_.push(inst.kind, values_.as({kind, result, nullptr}, inst.kind));
}

// For LLVM x - -0.0, x * 1.0 and the like are x; for the processor a NaN becomes quiet, and which of two NaNs comes out
// depends on the order.
Value* Arithmetic::opaque(Value* value) {
    auto* constant = llvm::dyn_cast<llvm::ConstantFP>(value);
    if (constant == nullptr) return value;
    const llvm::APFloat& number = constant->getValueAPF();
    bool is_plain =
        number.isFiniteNonZero() && !llvm::abs(number).bitwiseIsEqual(llvm::APFloat::getOne(number.getSemantics()));
    return is_plain ? value : builder_.CreateIntrinsic(llvm::Intrinsic::arithmetic_fence, {value->getType()}, {value});
}

// LLVM moves signs through products, which shows in those of NaNs.
void Arithmetic::negate(const Inst& inst) {
    if (!is_float(inst.kind)) {
        Kind kind = number_kind(inst.kind);
        return stack_.push(inst.kind, values_.as({kind, builder_.CreateNeg(stack_.pop_as(kind)), nullptr}, inst.kind));
    }
    auto fence = [&](Value* value) {
        return builder_.CreateIntrinsic(llvm::Intrinsic::arithmetic_fence, {value->getType()}, {value});
    };
    stack_.push(inst.kind, fence(builder_.CreateFNeg(fence(stack_.pop_as(inst.kind)))));
}

void Arithmetic::complement(const Inst& inst) {
    stack_.push(inst.kind, builder_.CreateNot(stack_.pop_as(inst.kind)));
}

void Arithmetic::check_finite(const Inst& inst) {
    Value* value = stack_.pop_as(inst.kind);
    Value* size = builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value);
    checks_.throw_if(builder_.CreateFCmpUEQ(size, llvm::ConstantFP::getInfinity(value->getType())),
                     Helper::ThrowOverflow);
    stack_.push(inst.kind, value);
}

void Arithmetic::divide(const Inst& inst) {
    Kind kind = number_kind(inst.kind);
    Value* right = stack_.pop_as(kind);
    Value* left = stack_.pop_as(kind);
    if (is_float(kind)) {
        if (inst.op == Op::Div) return stack_.push(kind, builder_.CreateFDiv(opaque(left), opaque(right)));
        Helper helper = kind == Kind::F4 ? Helper::RemainderF4 : Helper::RemainderF8;
        return stack_.push(kind, emitter_.call_helper(helper, kind, {left, right}));
    }
    llvm::Type* type = left->getType();
    checks_.throw_if(builder_.CreateICmpEQ(right, llvm::Constant::getNullValue(type)), Helper::ThrowDivideByZero);
    if (inst.op == Op::DivUn) return stack_.push(inst.kind, builder_.CreateUDiv(left, right));
    if (inst.op == Op::RemUn) return stack_.push(inst.kind, builder_.CreateURem(left, right));
    auto* smallest =
        llvm::ConstantInt::get(body_.state.context, llvm::APInt::getSignedMinValue(type->getIntegerBitWidth()));
    Value* overflows = builder_.CreateAnd(builder_.CreateICmpEQ(right, llvm::Constant::getAllOnesValue(type)),
                                          builder_.CreateICmpEQ(left, smallest));
    checks_.throw_if(overflows, Helper::ThrowQuotientOverflow);
    stack_.push(inst.kind, inst.op == Op::Div ? builder_.CreateSDiv(left, right) : builder_.CreateSRem(left, right));
}

void Arithmetic::with_overflow(const Inst& inst) {
    Kind kind = number_kind(inst.kind);
    Value* right = stack_.pop_as(kind);
    Value* left = stack_.pop_as(kind);
    ID operation;
    switch (inst.op) {
        case Op::AddOvf:
            operation = llvm::Intrinsic::sadd_with_overflow;
            break;
        case Op::AddOvfUn:
            operation = llvm::Intrinsic::uadd_with_overflow;
            break;
        case Op::SubOvf:
            operation = llvm::Intrinsic::ssub_with_overflow;
            break;
        case Op::SubOvfUn:
            operation = llvm::Intrinsic::usub_with_overflow;
            break;
        case Op::MulOvf:
            operation = llvm::Intrinsic::smul_with_overflow;
            break;
        default:
            operation = llvm::Intrinsic::umul_with_overflow;
            break;
    }
    Value* pair = builder_.CreateBinaryIntrinsic(operation, left, right);
    checks_.throw_if(builder_.CreateExtractValue(pair, 1), Helper::ThrowOverflow);
    stack_.push(inst.kind, values_.as({kind, builder_.CreateExtractValue(pair, 0), nullptr}, inst.kind));
}

// Counts are taken modulo the width, as the processor and CoreCLR do.
void Arithmetic::shift(const Inst& inst) {
    Value* count = stack_.pop_as(Kind::I4);
    Value* value = stack_.pop_as(inst.kind);
    uint32_t width = value->getType()->getIntegerBitWidth();
    count = builder_.CreateAnd(count, builder_.getInt32(width - 1));
    if (width == 64) count = builder_.CreateZExt(count, builder_.getInt64Ty());
    Value* result = inst.op == Op::Shl   ? builder_.CreateShl(value, count)
                    : inst.op == Op::Shr ? builder_.CreateAShr(value, count)
                                         : builder_.CreateLShr(value, count);
    stack_.push(inst.kind, result);
}

}  // namespace celer::optimizer
