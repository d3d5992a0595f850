// Variables, fields, array elements, interlocked operations.
#include <cstring>

#include "code/process_cells.h"
#include "metadata/flags.h"
#include "object/object.h"
#include "optimizer/translator.h"
#include "types/well_known.h"

namespace celer::optimizer {

using llvm::Align;
using llvm::Value;

namespace {

constexpr int64_t most_fixed_bytes = 1024;  // of a block on the stack that is a part of the frame

uint32_t element_bytes(const Inst& inst, llvm::Type* type) {
    if (inst.element == ElementType::ValueType) return inst.type->instance_field_bytes;
    return type->isPointerTy() ? 8 : static_cast<uint32_t>(type->getPrimitiveSizeInBits().getFixedValue() / 8);
}

MemoryPlace element_place(uint32_t size_bytes) {
    return {.space = MemoryPlace::Space::Element, .element_size = size_bytes};
}

}  // namespace

// A block whose size is known and that is made at most once, before any loop, can be a part of the frame.
std::optional<uint32_t> fixed_stack_block(const ImportedCode& code, size_t inst) {
    size_t at = inst;
    while (at > 0 && code.insts[at - 1].op == Op::Convert) at--;
    if (at == 0) return std::nullopt;
    const Inst& size = code.insts[at - 1];
    if (size.op != Op::ConstI4 && size.op != Op::ConstI8) return std::nullopt;
    if (size.imm < 0 || size.imm > most_fixed_bytes) return std::nullopt;
    for (const Block& block : code.blocks) {
        if (block.is_loop_head) return std::nullopt;
        if (inst < block.first_inst + block.inst_count) break;
    }
    return (static_cast<uint32_t>(size.imm) + 15) & ~15u;
}

bool has_only_fixed_stack_blocks(const ImportedCode& code) {
    if (!code.has_localloc) return true;
    for (size_t i = 0; i < code.insts.size(); i++) {
        if (code.insts[i].op == Op::LocalAlloc && !fixed_stack_block(code, i)) return false;
    }
    return true;
}

void BodyTranslator::load_variable(const Inst& inst) {
    const Variable& variable = code_.variables[inst.target];
    Value* home = variables_[inst.target];
    if (variable.kind == Kind::Struct) {
        Value* value = temporary(variable.size_bytes);
        copy(value, home, variable.size_bytes);
        return push_struct(value, variable.type.method_table());
    }
    if (variable.kind == Kind::Vector)
        return push_vector(builder_.CreateAlignedLoad(variable_type(variable), home, Align(8)),
                           variable.type.method_table());
    Value* value = builder_.CreateLoad(variable_type(variable), home);
    push(inst.kind, from_memory(value, variable.element, inst.kind));
    const Fact& fact = variable_facts_[inst.target];
    stack_.back().in_object = fact.in_object && inst.kind == Kind::ByRef;
    if (inst.kind == Kind::ByRef) stack_.back().place = fact.place;
    if (!fact.exact || inst.kind != Kind::Ref) return;
    stack_.back().object_type = fact.object_type;
    stack_.back().exact = true;
}

void BodyTranslator::add_offset(const Inst& inst) {
    Operand base = pop();
    Value* address = as(base, Kind::Ref);
    if ((inst.flags & inst_flags::null_check) && !base.in_object) check_null(address);
    bool was_checked = base.kind == Kind::Ref && ((inst.flags & inst_flags::null_check) || base.non_null);
    Value* sum = was_checked ? inside(address, inst.imm) : offset(address, inst.imm);
    push(inst.kind, as({.kind = Kind::ByRef, .value = sum}, inst.kind));
    stack_.back().in_object = inst.kind == Kind::ByRef && (base.in_object || was_checked);
    if (inst.kind == Kind::ByRef && base.kind == Kind::ByRef) stack_.back().place = base.place.moved(inst.imm);
}

void BodyTranslator::store_variable(const Inst& inst) {
    const Variable& variable = code_.variables[inst.target];
    Value* home = variables_[inst.target];
    Operand operand = pop();
    note_stored(inst.target, operand);
    if (variable.kind == Kind::Struct) {
        copy(home, operand.value, variable.size_bytes);
    } else if (variable.kind == Kind::Vector) {
        builder_.CreateAlignedStore(operand.value, home, Align(8));
    } else {
        builder_.CreateStore(to_memory(operand.value, variable.element), home);
    }
}

// Where the access is, by the address that it starts from.
MemoryPlace BodyTranslator::place_of(const Inst& inst, const Operand& base) const {
    if (base.kind == Kind::ByRef && base.place.space != MemoryPlace::Space::Unknown) return base.place.moved(inst.imm);
    if (inst.field == nullptr) return {};
    if (inst.field->is_static()) {
        auto address = static_cast<int64_t>(constant_address(base.value));
        if (address == 0) return {};
        return {.space = MemoryPlace::Space::Static, .offset = address + inst.imm};
    }
    if (base.kind != Kind::Ref) return {};
    return {.space = MemoryPlace::Space::Object, .offset = inst.imm};
}

// Not for copies of structs: they read and write, and LLVM would take the tag for that of both.
llvm::MDNode* BodyTranslator::alias_tag(const Inst& inst, const MemoryPlace& place) {
    if (inst.flags & inst_flags::is_volatile) return nullptr;
    bool is_whole = inst.element == ElementType::ValueType;
    uint32_t size = is_whole ? inst.type->instance_field_bytes : element_bytes(inst, memory_type(inst.element));
    return inlining_->alias_facts.tag(context_, place, size, inst.element == ElementType::Class);
}

// A struct without fields is nothing but a block, and moves in vector registers: LLVM does not look into copies of
// blocks.
void BodyTranslator::copy_struct(Value* to, Value* from, MethodTable* type) {
    uint32_t size = type->instance_field_bytes;
    bool is_block = type->info->field_count == 0 && (size == 16 || size == 32 || size == 64);
    if (!is_block) return copy(to, from, size);
    Value* whole = builder_.CreateAlignedLoad(vector_type(size), from, Align(1));
    builder_.CreateAlignedStore(whole, to, Align(1));
}

// Fields may lie at any address: StructLayout packs them, and pointers come from anywhere.
void BodyTranslator::load_from(Value* address, const Inst& inst, const MemoryPlace& place) {
    bool is_volatile = inst.flags & inst_flags::is_volatile;
    llvm::MDNode* tag = alias_tag(inst, place);
    if (inst.kind == Kind::Struct) {
        uint32_t size = inst.type->instance_field_bytes;
        Value* value = temporary(size);
        copy_struct(value, address, inst.type);
        if (is_volatile) builder_.CreateFence(llvm::AtomicOrdering::Acquire);
        return push_struct(value, inst.type);
    }
    if (inst.kind == Kind::Vector) {
        llvm::Type* type = vector_type(inst.type->instance_field_bytes);
        llvm::LoadInst* value = builder_.CreateAlignedLoad(type, address, Align(1));
        value->setMetadata(llvm::LLVMContext::MD_tbaa, tag);
        push_vector(value, inst.type);
        if (is_volatile) builder_.CreateFence(llvm::AtomicOrdering::Acquire);
        return;
    }
    llvm::Type* type = memory_type(inst.element);
    llvm::LoadInst* value = builder_.CreateAlignedLoad(type, address, Align(1));
    value->setMetadata(llvm::LLVMContext::MD_tbaa, tag);
    if (is_volatile) {  // never torn, since such a field is aligned
        value->setAlignment(Align(element_bytes(inst, type)));
        value->setAtomic(llvm::AtomicOrdering::Acquire);
    }
    push(inst.kind, from_memory(value, inst.element, inst.kind));
}

void BodyTranslator::store_to(Value* address, const Inst& inst, const Operand& operand, const MemoryPlace& place) {
    bool is_volatile = inst.flags & inst_flags::is_volatile;
    llvm::MDNode* tag = alias_tag(inst, place);
    if (operand.kind == Kind::Struct) {
        if (is_volatile) builder_.CreateFence(llvm::AtomicOrdering::Release);
        copy_struct(address, operand.value, inst.type);
        return;
    }
    if (operand.kind == Kind::Vector) {
        if (is_volatile) builder_.CreateFence(llvm::AtomicOrdering::Release);
        builder_.CreateAlignedStore(operand.value, address, Align(1))->setMetadata(llvm::LLVMContext::MD_tbaa, tag);
        return;
    }
    Value* value = to_memory(operand.value, inst.element);
    llvm::StoreInst* store = builder_.CreateAlignedStore(value, address, Align(1));
    store->setMetadata(llvm::LLVMContext::MD_tbaa, tag);
    if (is_volatile) {
        store->setAlignment(Align(element_bytes(inst, value->getType())));
        store->setAtomic(llvm::AtomicOrdering::Release);
    }
}

// What a static readonly field holds for ever, once its class is initialised. References stay loads, since code holds
// no addresses of the heap; what they lead to is known.
bool BodyTranslator::load_settled(const Inst& inst, Value* address) {
    FieldDesc* field = inst.field;
    auto* place = reinterpret_cast<const void*>(constant_address(address));
    if (field == nullptr || place == nullptr) return false;
    if (!field->is_static() || !(field->attributes & metadata::field_flags::kInitOnly)) return false;
    if (!inlining_->may_assume || !field->owner->is_initialized() || inst.imm != 0) return false;
    llvm::Type* type = memory_type(inst.element);
    if (inst.kind == Kind::I4 || inst.kind == Kind::I8) {
        if (!type->isIntegerTy()) return false;
        uint64_t bits = 0;
        std::memcpy(&bits, place, element_bytes(inst, type));
        Value* value = llvm::ConstantInt::get(type, bits, false, true);
        push(inst.kind, from_memory(value, inst.element, inst.kind));
        return true;
    }
    auto* object = inst.kind == Kind::Ref ? *static_cast<Object* const*>(place) : nullptr;
    if (object == nullptr) return false;
    llvm::LoadInst* value = builder_.CreateLoad(type, address);
    mark_invariant(value);
    value->setMetadata(llvm::LLVMContext::MD_nonnull, llvm::MDNode::get(context_, {}));
    stack_.push_back(
        {.kind = Kind::Ref, .value = value, .object_type = object->method_table, .exact = true, .non_null = true});
    return true;
}

void BodyTranslator::load(const Inst& inst) {
    Operand base = pop();
    if (load_settled(inst, base.value)) return;
    check_pointer(base);
    load_from(offset(as(base, Kind::Ref), inst.imm), inst, place_of(inst, base));
}

void BodyTranslator::store(const Inst& inst) {
    Operand value = pop();
    Operand base = pop();
    check_pointer(base);
    store_to(offset(as(base, Kind::Ref), inst.imm), inst, value, place_of(inst, base));
}

void BodyTranslator::load_struct_field(const Inst& inst) {
    Operand source = pop();
    if (source.kind == Kind::Vector) {  // which has an address only in memory
        Value* home = temporary(source.type->instance_field_bytes);
        builder_.CreateAlignedStore(source.value, home, Align(8));
        source.value = home;
    }
    Value* from = offset(source.value, inst.imm);
    if (inst.kind == Kind::Struct) return push_struct(from, inst.type);
    if (inst.kind == Kind::Vector) {
        llvm::Type* type = vector_type(inst.type->instance_field_bytes);
        return push_vector(builder_.CreateAlignedLoad(type, from, Align(1)), inst.type);
    }
    Value* value = builder_.CreateAlignedLoad(memory_type(inst.element), from, Align(1));
    push(inst.kind, from_memory(value, inst.element, inst.kind));
}

// The index is checked unsigned: negative ones are large.
Value* BodyTranslator::element_address(const Operand& array_operand, const Operand& index_operand,
                                       uint32_t element_size) {
    Value* array = as(array_operand, Kind::Ref);
    check_null(array);
    Value* length = array_length(array, largest_array_length);
    Value* index = index_operand.value;
    if (index->getType()->isPointerTy()) index = as(index_operand, Kind::I8);
    if (index->getType()->isIntegerTy(32)) index = builder_.CreateZExt(index, builder_.getInt64Ty());
    throw_if(builder_.CreateICmpUGE(index, length), Helper::ThrowIndexOutOfRange);
    Value* distance = builder_.CreateMul(index, builder_.getInt64(element_size), "", true, true);
    return builder_.CreateInBoundsPtrAdd(inside(array, array_data_offset), distance);
}

void BodyTranslator::load_element(const Inst& inst) {
    Operand index = pop();
    Operand array = pop();
    uint32_t size = element_bytes(inst, memory_type(inst.element));
    load_from(element_address(array, index, size), inst, element_place(size));
}

void BodyTranslator::store_element(const Inst& inst) {
    Operand value = pop();
    Operand index = pop();
    Operand array = pop();
    if (!(inst.flags & inst_flags::covariance_check)) {
        uint32_t size = element_bytes(inst, memory_type(inst.element));
        return store_to(element_address(array, index, size), inst, value, element_place(size));
    }
    store_reference_element(inst, array, index, value);
}

Value* BodyTranslator::element_type(Value* array) {
    llvm::LoadInst* type =
        builder_.CreateLoad(builder_.getPtrTy(), offset(method_table(array), offsetof(MethodTable, element_type)));
    mark_invariant(type);
    return type;
}

// Null, an object of just the class of the elements, and any object in an object[]: the helper looks at the rest.
void BodyTranslator::store_reference_element(const Inst& inst, const Operand& array, const Operand& index,
                                             const Operand& value) {
    Value* address = element_address(array, index, sizeof(void*));
    Value* object = as(value, Kind::Ref);
    llvm::BasicBlock* fits = new_block("fits");
    llvm::BasicBlock* stored = new_block("stored");
    llvm::BasicBlock* looked_at = new_block("stored.object");
    builder_.CreateCondBr(builder_.CreateIsNull(object), fits, looked_at);
    builder_.SetInsertPoint(looked_at);
    Value* element = element_type(as(array, Kind::Ref));
    Value* is_same = builder_.CreateICmpEQ(element, method_table(object));
    Value* takes_all = builder_.CreateICmpEQ(element, constant_type(well_known(WellKnown::Object)));
    branch_to_cold(builder_.CreateNot(builder_.CreateOr(is_same, takes_all)), fits, "other.object");
    call_helper(Helper::StoreElementReference, Kind::Void, {as(array, Kind::Ref), as(index, Kind::I8), object});
    builder_.CreateBr(stored);
    builder_.SetInsertPoint(fits);
    store_to(address, inst, value, element_place(sizeof(void*)));
    builder_.CreateBr(stored);
    builder_.SetInsertPoint(stored);
}

// Of an array whose elements must be of exactly that type: the helper throws.
void BodyTranslator::check_element_type(const Operand& array, const Operand& index, MethodTable* type) {
    Value* object = as(array, Kind::Ref);
    check_null(object);
    llvm::BasicBlock* fits = new_block("fits");
    branch_to_cold(builder_.CreateICmpNE(element_type(object), constant_type(type)), fits, "other.element");
    call_helper(Helper::ElementAddressReference, Kind::ByRef, {object, as(index, Kind::I8), constant_type(type)});
    builder_.CreateBr(fits);
    builder_.SetInsertPoint(fits);
}

void BodyTranslator::element_address(const Inst& inst) {
    Operand index = pop();
    Operand array = pop();
    if (inst.flags & inst_flags::exact_type_check) check_element_type(array, index, inst.type);
    auto size = static_cast<uint32_t>(inst.imm);
    push(Kind::ByRef, element_address(array, index, size));
    stack_.back().in_object = true;
    stack_.back().place = element_place(size);
}

// Get, Set and Address of an array of several dimensions: the lengths are behind the header, the lower bounds behind
// them. False: left to the call, since references need a check of their type.
bool BodyTranslator::access_by_indexes(const CallInfo& info, std::span<const TypeHandle> types,
                                       std::vector<Operand>& arguments, Kind return_kind, TypeHandle return_type) {
    if (info.kind != CallKind::Direct) return false;
    MethodKind kind = info.method->kind;
    bool is_address = kind == MethodKind::ArrayAddress || kind == MethodKind::ArrayReadonlyAddress;
    if (kind != MethodKind::ArrayGet && kind != MethodKind::ArraySet && !is_address) return false;
    MethodTable* type = info.method->owner;
    TypeHandle element = TypeHandle::from_raw(type->element_type);
    bool is_reference = !element.is_value_type() && !element.is_type_desc();
    if (type->component_size() == 0) return false;  // not laid out yet
    if (type->is_sz_array() || (is_reference && (kind == MethodKind::ArraySet || kind == MethodKind::ArrayAddress)))
        return false;
    Value* array = as(arguments[0], Kind::Ref);
    check_null(array);
    Value* distance = builder_.getInt64(0);
    llvm::BasicBlock* outside = new_block("outside");
    for (uint32_t i = 0; i < type->rank; i++) {
        uint32_t at = array_data_offset + 4 * i;
        Value* bound = header_word(array, at + 4u * type->rank);
        Value* index = builder_.CreateSub(arguments[1 + i].value, bound);
        Value* length = header_word(array, at);
        llvm::BasicBlock* inside = new_block("checked");
        builder_.CreateCondBr(builder_.CreateICmpUGE(index, length), outside, inside,
                              llvm::MDBuilder(context_).createUnlikelyBranchWeights());
        builder_.SetInsertPoint(inside);
        llvm::Type* wide = builder_.getInt64Ty();
        if (i != 0) distance = builder_.CreateMul(distance, builder_.CreateZExt(length, wide), "", true, true);
        distance = builder_.CreateAdd(distance, builder_.CreateZExt(index, wide), "", true, true);
    }
    {  // the method itself throws, as it does in tier 0
        llvm::IRBuilder<>::InsertPointGuard guard(builder_);
        builder_.SetInsertPoint(outside);
        CallInfo throwing = info;
        throwing.returns_never = true;
        emit_plain_call(throwing, types, arguments, return_kind, return_type, nullptr);
    }
    distance = builder_.CreateMul(distance, builder_.getInt64(type->component_size()), "", true, true);
    Value* address = builder_.CreateInBoundsPtrAdd(inside(array, type->base_size - 8), distance);
    MemoryPlace place = element_place(type->component_size());
    if (is_address) {
        push(Kind::ByRef, address);
        stack_.back().place = place;
        return true;
    }
    Inst access{.op = Op::LoadElement, .kind = return_kind, .element = element.verification_type()};
    const Operand& value = arguments.back();
    if (kind == MethodKind::ArraySet) access.kind = value.kind;
    if (is_aggregate(access.kind)) access.type = element.method_table();
    if (kind == MethodKind::ArraySet) {
        store_to(address, access, value, place);
    } else {
        load_from(address, access, place);
        if (is_reference) stack_.back().object_type = return_type;
    }
    return true;
}

// What never changes in an object.
Value* BodyTranslator::header_word(Value* object, uint32_t at) {
    llvm::LoadInst* word = builder_.CreateLoad(builder_.getInt32Ty(), offset(object, at));
    mark_invariant(word);
    return word;
}

// A size beyond any stack ends at its guard page.
void BodyTranslator::local_alloc(const Inst& inst) {
    Value* size = pop_as(Kind::I8);
    llvm::Type* byte = builder_.getInt8Ty();
    if (auto bytes = fixed_stack_block(code_, static_cast<size_t>(&inst - code_.insts.data()))) {
        if (*bytes == 0) return push(Kind::I8, size);
        llvm::AllocaInst* block = slot(llvm::ArrayType::get(byte, *bytes));
        block->setAlignment(Align(16));
        if (inst.flags & inst_flags::init) clear(block, (*bytes + 7) & ~7u);
        return push(Kind::I8, builder_.CreatePtrToInt(block, builder_.getInt64Ty()));
    }
    constexpr uint64_t most_bytes = 0x7ffffff0;
    Value* bounded = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, size, builder_.getInt64(most_bytes));
    Value* whole = builder_.CreateAnd(builder_.CreateAdd(bounded, builder_.getInt64(15)), builder_.getInt64(~15ull));
    llvm::AllocaInst* block = builder_.CreateAlloca(byte, whole);
    block->setAlignment(Align(16));
    if (inst.flags & inst_flags::init) {
        llvm::Type* types[] = {builder_.getPtrTy(), builder_.getInt64Ty(), builder_.getInt64Ty()};
        auto* type = llvm::FunctionType::get(llvm::StructType::get(context_, llvm::ArrayRef(types)), types, false);
        const char* constraints = "={di},={ax},={cx},0,1,2,~{memory},~{dirflag},~{fpsr},~{flags}";
        builder_.CreateCall(llvm::InlineAsm::get(type, "rep;stosq", constraints, true),
                            {block, builder_.getInt64(0), builder_.CreateLShr(whole, 3)});
    }
    Value* is_empty = builder_.CreateICmpEQ(size, builder_.getInt64(0));
    Value* address = builder_.CreatePtrToInt(block, builder_.getInt64Ty());
    push(Kind::I8, builder_.CreateSelect(is_empty, builder_.getInt64(0), address));
}

// The address of a mapped file differs between processes, so it lies in a cell.
void BodyTranslator::rva_address(const Inst& inst) {
    const void** cell = new_rva_cell(code_.method, inst.module, static_cast<uint32_t>(inst.imm));
    Kind kind = inst.kind == Kind::Void ? Kind::ByRef : inst.kind;
    llvm::LoadInst* address = builder_.CreateLoad(builder_.getPtrTy(), address_of(cell));
    mark_invariant(address);
    address->setMetadata(llvm::LLVMContext::MD_nonnull, llvm::MDNode::get(context_, {}));
    push(kind, as({Kind::Ref, address, nullptr}, kind));
    stack_.back().in_object = true;
}

// A thread has one block from its start to its end.
void BodyTranslator::thread_static_address(const Inst& inst) {
    llvm::LoadInst* block = builder_.CreateLoad(builder_.getPtrTy(), thread_local_word(g_tls_offsets.thread_statics));
    mark_invariant(block);
    block->setMetadata(llvm::LLVMContext::MD_nonnull, llvm::MDNode::get(context_, {}));
    push(Kind::ByRef, offset(block, inst.imm));
    stack_.back().in_object = true;
    stack_.back().place = {.space = MemoryPlace::Space::ThreadStatic, .offset = inst.imm};
}

void BodyTranslator::atomic(const Inst& inst) {
    using llvm::AtomicOrdering;
    using llvm::AtomicRMWInst;
    llvm::Type* type = memory_type(inst.element);
    Align alignment(inst.element == ElementType::End ? 1 : element_bytes(inst, type));
    switch (static_cast<IntrinsicOp>(inst.small)) {
        case IntrinsicOp::CompareExchange: {
            Value* comparand = to_memory(pop().value, inst.element);
            Value* value = to_memory(pop().value, inst.element);
            Value* address = pop_address();
            check_null(address);
            Value* pair = builder_.CreateAtomicCmpXchg(address, comparand, value, alignment,
                                                       AtomicOrdering::SequentiallyConsistent,
                                                       AtomicOrdering::SequentiallyConsistent);
            return push(inst.kind, from_memory(builder_.CreateExtractValue(pair, 0), inst.element, inst.kind));
        }
        case IntrinsicOp::Exchange:
        case IntrinsicOp::ExchangeAdd: {
            bool adds = static_cast<IntrinsicOp>(inst.small) == IntrinsicOp::ExchangeAdd;
            Value* value = to_memory(pop().value, inst.element);
            Value* address = pop_address();
            check_null(address);
            Value* old = builder_.CreateAtomicRMW(adds ? AtomicRMWInst::Add : AtomicRMWInst::Xchg, address, value,
                                                  alignment, AtomicOrdering::SequentiallyConsistent);
            return push(inst.kind, from_memory(old, inst.element, inst.kind));
        }
        case IntrinsicOp::MemoryBarrier:
            builder_.CreateFence(AtomicOrdering::SequentiallyConsistent);
            return;
        case IntrinsicOp::ReadBarrier:
            builder_.CreateFence(AtomicOrdering::Acquire);
            return;
        case IntrinsicOp::WriteBarrier:
            builder_.CreateFence(AtomicOrdering::Release);
            return;
        case IntrinsicOp::ReturnAddress:
            refuse("an intrinsic that has no translation yet");
    }
}

}  // namespace celer::optimizer
