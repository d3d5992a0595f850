#include "optimizer/translation/arrays.h"

#include "object/object.h"
#include "optimizer/address_checks.h"
#include "optimizer/translation/call_emitter.h"
#include "optimizer/translation/checks.h"
#include "optimizer/translation/memory.h"
#include "optimizer/translation/object_headers.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/values.h"
#include "types/well_known.h"

namespace celer::optimizer {

using llvm::Value;

// Arrays of several dimensions may have more elements than an Int32 counts; who asks for their number checks that.
void Arrays::array_length(const Inst& inst) {
    Value* array = stack_.pop_address();
    checks_.check_null(array);
    const Inst& next = *(&inst + 1);
    bool is_checked = next.op != Op::Convert || (next.flags & inst_flags::overflow);
    stack_.push(Kind::I8, headers_.array_length(array, is_checked ? ~0u : largest_array_length));
}

void Arrays::string_length() {
    Value* text = stack_.pop_address();
    checks_.check_null(text);
    stack_.push(Kind::I4, headers_.string_length(text));
}

// The index is checked unsigned: negative ones are large.
Value* Arrays::element_address(const Operand& array_operand, const Operand& index_operand, uint32_t element_size) {
    Value* array = values_.as(array_operand, Kind::Ref);
    checks_.check_null(array);
    Value* length = headers_.array_length(array, largest_array_length);
    Value* index = index_operand.value;
    if (index->getType()->isPointerTy()) index = values_.as(index_operand, Kind::I8);
    if (index->getType()->isIntegerTy(32)) index = builder_.CreateZExt(index, builder_.getInt64Ty());
    checks_.throw_if(builder_.CreateICmpUGE(index, length), Helper::ThrowIndexOutOfRange);
    Value* distance = builder_.CreateMul(index, builder_.getInt64(element_size), "", true, true);
    return builder_.CreateInBoundsPtrAdd(values_.inside(array, array_data_offset), distance);
}

void Arrays::string_char() {
    Value* index = stack_.pop_as(Kind::I4);
    Value* text = stack_.pop_address();
    checks_.check_null(text);
    checks_.throw_if(builder_.CreateICmpUGE(index, headers_.string_length(text)), Helper::ThrowIndexOutOfRange);
    Value* distance = builder_.CreateShl(builder_.CreateZExt(index, builder_.getInt64Ty()), 1, "", true, true);
    Value* address = builder_.CreateInBoundsPtrAdd(values_.inside(text, string_characters_offset), distance);
    memory_.load_from(address, {.op = Op::StringChar, .kind = Kind::I4, .element = ElementType::U2}, {});
}

void Arrays::span_element(const Inst& inst) {
    Value* index = stack_.pop_as(Kind::I4);
    Operand span = stack_.pop();
    checks_.check_pointer(span);
    Value* base = values_.as(span, Kind::Ref);
    Value* length = builder_.CreateLoad(builder_.getInt32Ty(), values_.offset(base, span_length_offset));
    checks_.throw_if(builder_.CreateICmpUGE(index, length), Helper::ThrowIndexOutOfRange);
    Value* reference = builder_.CreateLoad(builder_.getPtrTy(), values_.offset(base, span_reference_offset));
    index = builder_.CreateZExt(index, builder_.getInt64Ty());
    Value* distance = builder_.CreateMul(index, builder_.getInt64(static_cast<uint64_t>(inst.imm)), "", true, true);
    stack_.push(Kind::ByRef, builder_.CreateInBoundsPtrAdd(reference, distance));
}

void Arrays::load_element(const Inst& inst) {
    Operand index = stack_.pop();
    Operand array = stack_.pop();
    uint32_t size = values_.element_bytes(inst);
    memory_.load_from(element_address(array, index, size), inst, element_place(size));
}

void Arrays::store_element(const Inst& inst) {
    Operand value = stack_.pop();
    Operand index = stack_.pop();
    Operand array = stack_.pop();
    if (!(inst.flags & inst_flags::covariance_check)) {
        uint32_t size = values_.element_bytes(inst);
        return memory_.store_to(element_address(array, index, size), inst, value, element_place(size));
    }
    store_reference_element(inst, array, index, value);
}

// Null, an object of just the class of the elements, and any object in an object[]: the helper looks at the rest.
void Arrays::store_reference_element(const Inst& inst, const Operand& array, const Operand& index,
                                     const Operand& value) {
    Value* address = element_address(array, index, sizeof(void*));
    Value* object = values_.as(value, Kind::Ref);
    llvm::BasicBlock* fits = body_.new_block("fits");
    llvm::BasicBlock* stored = body_.new_block("stored");
    llvm::BasicBlock* looked_at = body_.new_block("stored.object");
    builder_.CreateCondBr(builder_.CreateIsNull(object), fits, looked_at);
    builder_.SetInsertPoint(looked_at);
    Value* element = headers_.element_type(values_.as(array, Kind::Ref));
    Value* is_same = builder_.CreateICmpEQ(element, headers_.method_table(object));
    Value* takes_all = builder_.CreateICmpEQ(element, values_.constant_type(well_known(WellKnown::Object)));
    checks_.branch_to_cold(builder_.CreateNot(builder_.CreateOr(is_same, takes_all)), fits, "other.object");
    emitter_.call_helper(Helper::StoreElementReference, Kind::Void,
                         {values_.as(array, Kind::Ref), values_.as(index, Kind::I8), object});
    builder_.CreateBr(stored);
    builder_.SetInsertPoint(fits);
    memory_.store_to(address, inst, value, element_place(sizeof(void*)));
    builder_.CreateBr(stored);
    builder_.SetInsertPoint(stored);
}

// Of an array whose elements must be of exactly that type: the helper throws.
void Arrays::check_element_type(const Operand& array, const Operand& index, MethodTable* type) {
    Value* object = values_.as(array, Kind::Ref);
    checks_.check_null(object);
    llvm::BasicBlock* fits = body_.new_block("fits");
    checks_.branch_to_cold(builder_.CreateICmpNE(headers_.element_type(object), values_.constant_type(type)), fits,
                           "other.element");
    emitter_.call_helper(Helper::ElementAddressReference, Kind::ByRef,
                         {object, values_.as(index, Kind::I8), values_.constant_type(type)});
    builder_.CreateBr(fits);
    builder_.SetInsertPoint(fits);
}

void Arrays::element_address(const Inst& inst) {
    Operand index = stack_.pop();
    Operand array = stack_.pop();
    if (inst.flags & inst_flags::exact_type_check) check_element_type(array, index, inst.type);
    auto size = static_cast<uint32_t>(inst.imm);
    Value* address = element_address(array, index, size);
    note_in_object(address);
    stack_.push(Kind::ByRef, address);
    stack_.top().in_object = true;
    stack_.top().place = element_place(size);
}

}  // namespace celer::optimizer
