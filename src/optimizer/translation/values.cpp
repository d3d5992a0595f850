#include "optimizer/translation/values.h"

#include <algorithm>

#include "base/assert.h"
#include "optimizer/literals.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many elements

namespace celer::optimizer {

using llvm::Value;

llvm::Type* Values::type_of(Kind kind) {
    switch (kind) {
        case Kind::I4:
            return builder_.getInt32Ty();
        case Kind::I8:
            return builder_.getInt64Ty();
        case Kind::F4:
            return builder_.getFloatTy();
        case Kind::F8:
            return builder_.getDoubleTy();
        case Kind::Ref:
        case Kind::ByRef:
        case Kind::Struct:
            return builder_.getPtrTy();
        case Kind::Void:
            return builder_.getVoidTy();
        case Kind::Vector:
            break;
    }
    return nullptr;
}

llvm::Type* Values::memory_type(ElementType element) {
    switch (element) {
        case ElementType::Boolean:
        case ElementType::I1:
        case ElementType::U1:
            return builder_.getInt8Ty();
        case ElementType::Char:
        case ElementType::I2:
        case ElementType::U2:
            return builder_.getInt16Ty();
        case ElementType::I4:
        case ElementType::U4:
            return builder_.getInt32Ty();
        case ElementType::R4:
            return builder_.getFloatTy();
        case ElementType::R8:
            return builder_.getDoubleTy();
        case ElementType::Class:
        case ElementType::ByRef:
            return builder_.getPtrTy();
        default:
            return builder_.getInt64Ty();
    }
}

llvm::Type* Values::vector_type(uint32_t size_bytes) {
    return llvm::FixedVectorType::get(builder_.getInt64Ty(), size_bytes / 8);
}

llvm::Type* Values::variable_type(const Variable& variable) {
    if (variable.kind == Kind::Vector) return vector_type(variable.size_bytes);
    if (variable.kind != Kind::Struct) return memory_type(variable.element);
    return llvm::ArrayType::get(builder_.getInt8Ty(), std::max(variable.size_bytes, 1u));
}

uint32_t Values::element_bytes(const Inst& inst) {
    if (inst.element == ElementType::ValueType) return inst.type->instance_field_bytes;
    llvm::Type* type = memory_type(inst.element);
    return type->isPointerTy() ? 8 : static_cast<uint32_t>(type->getPrimitiveSizeInBits().getFixedValue() / 8);
}

Value* Values::from_memory(Value* value, ElementType element, Kind kind) {
    bool is_signed = element == ElementType::I1 || element == ElementType::I2;
    if (kind == Kind::I4 && value->getType() != builder_.getInt32Ty())
        return is_signed ? builder_.CreateSExt(value, builder_.getInt32Ty())
                         : builder_.CreateZExt(value, builder_.getInt32Ty());
    return as({value->getType()->isPointerTy()     ? Kind::Ref
               : value->getType()->isIntegerTy(64) ? Kind::I8
                                                   : kind,
               value, nullptr},
              kind);
}

// `value` is of any kind that the element's memory can take.
Value* Values::to_memory(Value* value, ElementType element) {
    llvm::Type* type = memory_type(element);
    if (value->getType() == type) return value;
    if (type->isPointerTy()) return builder_.CreateIntToPtr(value, type);
    if (value->getType()->isPointerTy()) return builder_.CreatePtrToInt(value, type);
    CELER_ASSERT(type->isIntegerTy() && value->getType()->isIntegerTy(), "a value of another kind than its memory");
    return builder_.CreateZExtOrTrunc(value, type);
}

Value* Values::as(const Operand& operand, Kind kind) {
    llvm::Type* type = type_of(kind);
    if (operand.value->getType() == type) return operand.value;
    if (type->isPointerTy() && operand.value->getType()->isIntegerTy(64))
        return builder_.CreateIntToPtr(operand.value, type);
    if (type->isIntegerTy(64) && operand.value->getType()->isPointerTy())
        return builder_.CreatePtrToInt(operand.value, type);
    if (type->isIntegerTy(64) && operand.value->getType()->isIntegerTy(32))
        return builder_.CreateSExt(operand.value, type);
    body_.refuse("a value of an unexpected kind");
    return llvm::UndefValue::get(type);
}

Value* Values::address_of(const void* pointer) {
    return known_address(builder_, pointer);
}

Value* Values::object_at(const void* object) {
    note_literal(*builder_.GetInsertBlock()->getModule(), object);
    return address_of(object);
}

Value* Values::thread_local_word(int32_t offset) {
    return thread_local_address(builder_, offset);
}

Value* Values::offset(Value* base, int64_t bytes) {
    return bytes == 0 ? base : builder_.CreatePtrAdd(base, builder_.getInt64(static_cast<uint64_t>(bytes)));
}

Value* Values::inside(Value* object, int64_t bytes) {
    return builder_.CreateInBoundsPtrAdd(object, builder_.getInt64(static_cast<uint64_t>(bytes)));
}

}  // namespace celer::optimizer
