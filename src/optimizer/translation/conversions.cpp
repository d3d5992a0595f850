#include "optimizer/translation/conversions.h"

#include <algorithm>

#include "optimizer/translation/call_emitter.h"
#include "optimizer/translation/checks.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/values.h"

namespace celer::optimizer {

using llvm::Value;
using llvm::Intrinsic::ID;

void Conversions::convert(const Inst& inst) {
    bool is_unsigned = inst.flags & inst_flags::unsigned_source;
    Operand operand = stack_.pop();
    Value* value = values_.as(operand, number_kind(inst.from));
    if (inst.element == ElementType::R4 || inst.element == ElementType::R8) {
        llvm::Type* type = values_.memory_type(inst.element);
        if (is_float(inst.from)) return stack_.push(inst.kind, builder_.CreateFPCast(value, type));
        return stack_.push(inst.kind,
                           is_unsigned ? builder_.CreateUIToFP(value, type) : builder_.CreateSIToFP(value, type));
    }
    if (inst.flags & inst_flags::overflow) {
        stack_.push({number_kind(inst.from), value, nullptr});
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
    llvm::Type* type = values_.type_of(number_kind(inst.kind));
    if (value->getType()->getIntegerBitWidth() > target_bits) value = builder_.CreateTrunc(value, narrow);
    value = extends_unsigned ? builder_.CreateZExtOrTrunc(value, type) : builder_.CreateSExtOrTrunc(value, type);
    stack_.push(inst.kind, values_.as({number_kind(inst.kind), value, nullptr}, inst.kind));
}

// Through 64 bits and a comparison of what comes back.
void Conversions::convert_checked(const Inst& inst) {
    IntegerTarget target = integer_target(inst.element);
    auto target_bits = static_cast<uint32_t>(8 * target.size_bytes);
    bool is_unsigned = inst.flags & inst_flags::unsigned_source;
    Value* value = stack_.pop().value;
    llvm::Type* wide = builder_.getInt64Ty();
    if (is_float(inst.from)) {
        if (value->getType()->isFloatTy()) value = builder_.CreateFPExt(value, builder_.getDoubleTy());
        bool to_u8 = target_bits == 64 && target.is_unsigned;
        value = emitter_.call_helper(to_u8 ? Helper::F8ToU8Overflow : Helper::F8ToI8Overflow, Kind::I8, {value});
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
        checks_.throw_if(differs, Helper::ThrowOverflow);
        value = back;
    } else if (!keeps_sign) {
        checks_.throw_if(builder_.CreateICmpSLT(value, builder_.getInt64(0)), Helper::ThrowOverflow);
    }
    value = builder_.CreateTrunc(value, values_.type_of(number_kind(inst.kind)));
    stack_.push(inst.kind, values_.as({number_kind(inst.kind), value, nullptr}, inst.kind));
}

}  // namespace celer::optimizer
