#include "optimizer/translation/statics.h"

#include <cstring>

#include "code/process_cells.h"
#include "metadata/flags.h"
#include "object/object.h"
#include "optimizer/translation/call_emitter.h"
#include "optimizer/translation/checks.h"
#include "optimizer/translation/object_headers.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/values.h"
#include "types/well_known.h"

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::Value;

// A class that is initialised by now needs no check.
void Statics::class_init(const Inst& inst) {
    if (body_.state.may_assume && inst.type->is_initialized()) return;
    const void* flags = &inst.type->auxiliary->flags;
    Value* word = builder_.CreateLoad(builder_.getInt32Ty(), values_.address_of(flags), true);
    Value* is_initialized = builder_.CreateAnd(word, builder_.getInt32(aux_flags::initialized));
    BasicBlock* done = body_.new_block("initialized");
    checks_.branch_to_cold(builder_.CreateICmpEQ(is_initialized, builder_.getInt32(0)), done, "initialize");
    emitter_.call_helper(Helper::ClassInit, Kind::Void, {values_.constant_type(inst.type)});
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
}

// The address of a mapped file differs between processes, so it lies in a cell.
void Statics::rva_address(const Inst& inst) {
    const void** cell = new_rva_cell(body_.code.method, inst.module, static_cast<uint32_t>(inst.imm));
    Kind kind = inst.kind == Kind::Void ? Kind::ByRef : inst.kind;
    llvm::LoadInst* address = builder_.CreateLoad(builder_.getPtrTy(), values_.address_of(cell));
    mark_invariant(address);
    address->setMetadata(llvm::LLVMContext::MD_nonnull, llvm::MDNode::get(body_.state.context, {}));
    stack_.push(kind, values_.as({Kind::Ref, address, nullptr}, kind));
    stack_.top().in_object = true;
}

// A thread has one block from its start to its end.
void Statics::thread_static_address(const Inst& inst) {
    llvm::LoadInst* block =
        builder_.CreateLoad(builder_.getPtrTy(), values_.thread_local_word(g_tls_offsets.thread_statics));
    mark_invariant(block);
    block->setMetadata(llvm::LLVMContext::MD_nonnull, llvm::MDNode::get(body_.state.context, {}));
    stack_.push(Kind::ByRef, values_.offset(block, inst.imm));
    stack_.top().in_object = true;
    stack_.top().place = {.space = MemoryPlace::Space::ThreadStatic, .offset = inst.imm};
}

// What a static readonly field holds for ever, once its class is initialised. References stay loads, since code holds
// no addresses of the heap; what they lead to is known.
bool Statics::load_settled(const Inst& inst, Value* address) {
    FieldDesc* field = inst.field;
    auto* place = reinterpret_cast<const void*>(constant_address(address));
    if (field == nullptr || place == nullptr) return false;
    if (!field->is_static() || !(field->attributes & metadata::field_flags::kInitOnly)) return false;
    if (!body_.state.may_assume || !field->owner->is_initialized() || inst.imm != 0) return false;
    llvm::Type* type = values_.memory_type(inst.element);
    if (inst.kind == Kind::I4 || inst.kind == Kind::I8) {
        if (!type->isIntegerTy()) return false;
        uint64_t bits = 0;
        std::memcpy(&bits, place, values_.element_bytes(inst));
        Value* value = llvm::ConstantInt::get(type, bits, false, true);
        stack_.push(inst.kind, values_.from_memory(value, inst.element, inst.kind));
        return true;
    }
    auto* object = inst.kind == Kind::Ref ? *static_cast<Object* const*>(place) : nullptr;
    if (object == nullptr) return false;
    llvm::LoadInst* value = builder_.CreateLoad(type, address);
    mark_invariant(value);
    value->setMetadata(llvm::LLVMContext::MD_nonnull, llvm::MDNode::get(body_.state.context, {}));
    assume_lengths(value, object);
    stack_.push(
        {.kind = Kind::Ref, .value = value, .object_type = object->method_table, .exact = true, .non_null = true});
    return true;
}

// Of an array or a string that never is another one.
void Statics::assume_lengths(Value* reference, const Object* object) {
    const MethodTable* type = object->method_table;
    auto assume = [&](Value* word, uint64_t known) {
        builder_.CreateAssumption(builder_.CreateICmpEQ(word, llvm::ConstantInt::get(word->getType(), known)));
    };
    if (type->is_sz_array()) {
        auto* array = static_cast<const ArrayObject*>(object);
        assume(headers_.array_length(reference, largest_array_length), array->length);
    } else if (type == well_known(WellKnown::String)) {
        assume(headers_.string_length(reference),
               static_cast<uint64_t>(static_cast<const StringObject*>(object)->length));
    } else {  // of each dimension, and its lower bound
        const int32_t* bounds = static_cast<const ArrayObject*>(object)->bounds();
        for (uint32_t i = 0; i < 2u * type->rank; i++)
            assume(headers_.header_word(reference, array_data_offset + 4 * i), static_cast<uint32_t>(bounds[i]));
    }
}

}  // namespace celer::optimizer
