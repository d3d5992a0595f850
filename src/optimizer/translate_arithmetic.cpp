// Numbers: ECMA-335's operations as CoreCLR defines what the standard leaves open.
#include "optimizer/translator.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations or elements

namespace celer::optimizer {

using llvm::Value;
using llvm::Intrinsic::ID;

namespace {

// Words of all kinds are computed with as integers.
Kind number(Kind kind) {
    return kind == Kind::Ref || kind == Kind::ByRef ? Kind::I8 : kind;
}

}  // namespace

void BodyTranslator::binary(const Inst& inst) {
    Kind kind = number(inst.kind);
    Value* right = pop_as(kind);
    Operand left_operand = pop();
    bool is_address = left_operand.value->getType()->isPointerTy() && (inst.op == Op::Add || inst.op == Op::Sub);
    if (is_address && inst.kind == Kind::ByRef) {  // stays a pointer, so that its base is known
        Value* distance = inst.op == Op::Add ? right : builder_.CreateNeg(right);
        return push(inst.kind, builder_.CreatePtrAdd(left_operand.value, distance));
    }
    Value* left = as(left_operand, kind);
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
    push(inst.kind, as({kind, result, nullptr}, inst.kind));
}

// For LLVM x - -0.0, x * 1.0 and the like are x; for the processor a NaN becomes quiet, and which of two NaNs comes out
// depends on the order.
Value* BodyTranslator::opaque(Value* value) {
    auto* constant = llvm::dyn_cast<llvm::ConstantFP>(value);
    if (constant == nullptr) return value;
    const llvm::APFloat& number = constant->getValueAPF();
    bool is_plain =
        number.isFiniteNonZero() && !llvm::abs(number).bitwiseIsEqual(llvm::APFloat::getOne(number.getSemantics()));
    return is_plain ? value : builder_.CreateIntrinsic(llvm::Intrinsic::arithmetic_fence, {value->getType()}, {value});
}

// LLVM moves signs through products, which shows in those of NaNs.
void BodyTranslator::negate(const Inst& inst) {
    if (!is_float(inst.kind)) {
        Kind kind = number(inst.kind);
        return push(inst.kind, as({kind, builder_.CreateNeg(pop_as(kind)), nullptr}, inst.kind));
    }
    auto fence = [&](Value* value) {
        return builder_.CreateIntrinsic(llvm::Intrinsic::arithmetic_fence, {value->getType()}, {value});
    };
    push(inst.kind, fence(builder_.CreateFNeg(fence(pop_as(inst.kind)))));
}

void BodyTranslator::check_finite(const Inst& inst) {
    Value* value = pop_as(inst.kind);
    Value* size = builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value);
    throw_if(builder_.CreateFCmpUEQ(size, llvm::ConstantFP::getInfinity(value->getType())), Helper::ThrowOverflow);
    push(inst.kind, value);
}

void BodyTranslator::divide(const Inst& inst) {
    Kind kind = number(inst.kind);
    Value* right = pop_as(kind);
    Value* left = pop_as(kind);
    if (is_float(kind)) {
        if (inst.op == Op::Div) return push(kind, builder_.CreateFDiv(opaque(left), opaque(right)));
        Helper helper = kind == Kind::F4 ? Helper::RemainderF4 : Helper::RemainderF8;
        return push(kind, call_helper(helper, kind, {left, right}));
    }
    llvm::Type* type = left->getType();
    throw_if(builder_.CreateICmpEQ(right, llvm::Constant::getNullValue(type)), Helper::ThrowDivideByZero);
    if (inst.op == Op::DivUn) return push(inst.kind, builder_.CreateUDiv(left, right));
    if (inst.op == Op::RemUn) return push(inst.kind, builder_.CreateURem(left, right));
    auto* smallest = llvm::ConstantInt::get(context_, llvm::APInt::getSignedMinValue(type->getIntegerBitWidth()));
    Value* overflows = builder_.CreateAnd(builder_.CreateICmpEQ(right, llvm::Constant::getAllOnesValue(type)),
                                          builder_.CreateICmpEQ(left, smallest));
    throw_if(overflows, Helper::ThrowQuotientOverflow);
    push(inst.kind, inst.op == Op::Div ? builder_.CreateSDiv(left, right) : builder_.CreateSRem(left, right));
}

void BodyTranslator::with_overflow(const Inst& inst) {
    Kind kind = number(inst.kind);
    Value* right = pop_as(kind);
    Value* left = pop_as(kind);
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
    throw_if(builder_.CreateExtractValue(pair, 1), Helper::ThrowOverflow);
    push(inst.kind, as({kind, builder_.CreateExtractValue(pair, 0), nullptr}, inst.kind));
}

// Counts are taken modulo the width, as the processor and CoreCLR do.
void BodyTranslator::shift(const Inst& inst) {
    Value* count = pop_as(Kind::I4);
    Value* value = pop_as(inst.kind);
    uint32_t width = value->getType()->getIntegerBitWidth();
    count = builder_.CreateAnd(count, builder_.getInt32(width - 1));
    if (width == 64) count = builder_.CreateZExt(count, builder_.getInt64Ty());
    Value* result = inst.op == Op::Shl   ? builder_.CreateShl(value, count)
                    : inst.op == Op::Shr ? builder_.CreateAShr(value, count)
                                         : builder_.CreateLShr(value, count);
    push(inst.kind, result);
}

Value* BodyTranslator::comparison(Condition condition, Kind kind, const Operand& left, const Operand& right) {
    using Predicate = llvm::CmpInst::Predicate;
    struct Row {
        Predicate of_integers, of_floats;
    };
    static constexpr Row rows[] = {
        {Predicate::ICMP_EQ, Predicate::FCMP_OEQ},  {Predicate::ICMP_NE, Predicate::FCMP_UNE},
        {Predicate::ICMP_SLT, Predicate::FCMP_OLT}, {Predicate::ICMP_SLE, Predicate::FCMP_OLE},
        {Predicate::ICMP_SGT, Predicate::FCMP_OGT}, {Predicate::ICMP_SGE, Predicate::FCMP_OGE},
        {Predicate::ICMP_ULT, Predicate::FCMP_ULT}, {Predicate::ICMP_ULE, Predicate::FCMP_ULE},
        {Predicate::ICMP_UGT, Predicate::FCMP_UGT}, {Predicate::ICMP_UGE, Predicate::FCMP_UGE},
    };
    const Row& row = rows[static_cast<size_t>(condition)];
    if (is_float(kind)) return builder_.CreateFCmp(row.of_floats, as(left, kind), as(right, kind));
    bool are_pointers = left.value->getType()->isPointerTy() && right.value->getType()->isPointerTy();
    Kind common = are_pointers ? Kind::Ref : number(kind);
    return builder_.CreateICmp(row.of_integers, as(left, common), as(right, common));
}

void BodyTranslator::compare(const Inst& inst) {
    Operand right = pop();
    Operand left = pop();
    Value* answer = comparison(static_cast<Condition>(inst.small), inst.kind, left, right);
    push(Kind::I4, builder_.CreateZExt(answer, builder_.getInt32Ty()));
}

void BodyTranslator::convert(const Inst& inst) {
    bool is_unsigned = inst.flags & inst_flags::unsigned_source;
    Operand operand = pop();
    Value* value = as(operand, number(inst.from));
    if (inst.element == ElementType::R4 || inst.element == ElementType::R8) {
        llvm::Type* type = memory_type(inst.element);
        if (is_float(inst.from)) return push(inst.kind, builder_.CreateFPCast(value, type));
        return push(inst.kind, is_unsigned ? builder_.CreateUIToFP(value, type) : builder_.CreateSIToFP(value, type));
    }
    if (inst.flags & inst_flags::overflow) {
        stack_.push_back({number(inst.from), value, nullptr});
        return convert_checked(inst);
    }
    IntegerTarget target = integer_target(inst.element);
    auto target_bits = static_cast<uint32_t>(8 * target.size_bytes);
    bool extends_unsigned = target.is_unsigned;
    if (is_float(inst.from)) {  // saturates; small integers come from a saturated I4
        bool saturates_unsigned = target.is_unsigned && target_bits >= 32;
        llvm::Type* type = builder_.getIntNTy(std::max(target_bits, 32u));
        ID operation = saturates_unsigned ? llvm::Intrinsic::fptoui_sat : llvm::Intrinsic::fptosi_sat;
        value = builder_.CreateIntrinsic(operation, {type, value->getType()}, {value});
    } else if (target_bits == 64) {
        extends_unsigned = target.is_unsigned || is_unsigned;
    }
    llvm::Type* narrow = builder_.getIntNTy(target_bits);
    llvm::Type* type = type_of(number(inst.kind));
    if (value->getType()->getIntegerBitWidth() > target_bits) value = builder_.CreateTrunc(value, narrow);
    value = extends_unsigned ? builder_.CreateZExtOrTrunc(value, type) : builder_.CreateSExtOrTrunc(value, type);
    push(inst.kind, as({number(inst.kind), value, nullptr}, inst.kind));
}

// Through 64 bits and a comparison of what comes back.
void BodyTranslator::convert_checked(const Inst& inst) {
    IntegerTarget target = integer_target(inst.element);
    auto target_bits = static_cast<uint32_t>(8 * target.size_bytes);
    bool is_unsigned = inst.flags & inst_flags::unsigned_source;
    Value* value = pop().value;
    llvm::Type* wide = builder_.getInt64Ty();
    if (is_float(inst.from)) {
        if (value->getType()->isFloatTy()) value = builder_.CreateFPExt(value, builder_.getDoubleTy());
        bool to_u8 = target_bits == 64 && target.is_unsigned;
        value = call_helper(to_u8 ? Helper::F8ToU8Overflow : Helper::F8ToI8Overflow, Kind::I8, {value});
        is_unsigned = to_u8;
    } else if (value->getType() != wide) {
        value = is_unsigned ? builder_.CreateZExt(value, wide) : builder_.CreateSExt(value, wide);
    }
    bool keeps_sign = is_unsigned == target.is_unsigned;
    if (target_bits < 64) {
        llvm::Type* narrow = builder_.getIntNTy(target_bits);
        Value* small = builder_.CreateTrunc(value, narrow);
        Value* back = target.is_unsigned ? builder_.CreateZExt(small, wide) : builder_.CreateSExt(small, wide);
        Value* differs = builder_.CreateICmpNE(back, value);
        if (!target.is_unsigned && is_unsigned)  // a large unsigned number looks negative
            differs = builder_.CreateOr(differs, builder_.CreateICmpSLT(value, builder_.getInt64(0)));
        throw_if(differs, Helper::ThrowOverflow);
        value = back;
    } else if (!keeps_sign) {
        throw_if(builder_.CreateICmpSLT(value, builder_.getInt64(0)), Helper::ThrowOverflow);
    }
    value = builder_.CreateTrunc(value, type_of(number(inst.kind)));
    push(inst.kind, as({number(inst.kind), value, nullptr}, inst.kind));
}

void BodyTranslator::bits(const Inst& inst) {
    auto unary = [&](ID operation) { return builder_.CreateUnaryIntrinsic(operation, pop_as(inst.kind)); };
    auto count = [&](Value* value) { push(Kind::I4, builder_.CreateZExtOrTrunc(value, builder_.getInt32Ty())); };
    switch (static_cast<BitsOp>(inst.small)) {
        case BitsOp::PopCount:
            return count(unary(llvm::Intrinsic::ctpop));
        case BitsOp::LeadingZeroCount:
        case BitsOp::TrailingZeroCount: {
            bool leading = static_cast<BitsOp>(inst.small) == BitsOp::LeadingZeroCount;
            ID operation = leading ? llvm::Intrinsic::ctlz : llvm::Intrinsic::cttz;
            return count(builder_.CreateBinaryIntrinsic(operation, pop_as(inst.kind), builder_.getFalse()));
        }
        case BitsOp::RotateLeft:
        case BitsOp::RotateRight: {
            Value* distance = pop_as(Kind::I4);
            Value* value = pop_as(inst.kind);
            distance = builder_.CreateZExt(distance, value->getType());
            bool left = static_cast<BitsOp>(inst.small) == BitsOp::RotateLeft;
            ID operation = left ? llvm::Intrinsic::fshl : llvm::Intrinsic::fshr;
            return push(inst.kind, builder_.CreateIntrinsic(operation, {value->getType()}, {value, value, distance}));
        }
        case BitsOp::ByteSwap:
            return push(inst.kind, unary(llvm::Intrinsic::bswap));
        case BitsOp::Sqrt:
            return push(inst.kind, unary(llvm::Intrinsic::sqrt));
        case BitsOp::Abs:
            if (!is_float(inst.kind)) return refuse("absolute value of an integer");
            return push(inst.kind, unary(llvm::Intrinsic::fabs));
        case BitsOp::Floor:
            return push(inst.kind, unary(llvm::Intrinsic::floor));
        case BitsOp::Ceiling:
            return push(inst.kind, unary(llvm::Intrinsic::ceil));
        case BitsOp::Truncate:
            return push(inst.kind, unary(llvm::Intrinsic::trunc));
        case BitsOp::BigMulHighUn: {
            llvm::Type* wide = builder_.getIntNTy(2 * type_of(inst.kind)->getIntegerBitWidth());
            Value* right = builder_.CreateZExt(pop_as(inst.kind), wide);
            Value* left = builder_.CreateZExt(pop_as(inst.kind), wide);
            Value* product = builder_.CreateLShr(builder_.CreateMul(left, right), wide->getIntegerBitWidth() / 2);
            return push(inst.kind, builder_.CreateTrunc(product, type_of(inst.kind)));
        }
        default:
            refuse("an operation on bits that has no translation yet");
    }
}

}  // namespace celer::optimizer
