#include "optimizer/translation/memory.h"

#include "code/helpers.h"
#include "gc/barrier.h"
#include "optimizer/address_checks.h"
#include "optimizer/barriers.h"
#include "optimizer/translation/checks.h"
#include "optimizer/translation/frame.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/statics.h"
#include "optimizer/translation/struct_copier.h"
#include "optimizer/translation/values.h"

namespace celer::optimizer {

using llvm::Align;
using llvm::Value;

void MemoryAccess::load(const Inst& inst) {
    Operand base = stack_.pop();
    if (statics_.load_settled(inst, base.value)) return;
    checks_.check_pointer(base);
    load_from(values_.offset(values_.as(base, Kind::Ref), inst.imm), inst, place_of(inst, base));
}

void MemoryAccess::store(const Inst& inst) {
    Operand value = stack_.pop();
    Operand base = stack_.pop();
    checks_.check_pointer(base);
    store_to(values_.offset(values_.as(base, Kind::Ref), inst.imm), inst, value, place_of(inst, base));
}

void MemoryAccess::load_struct_field(const Inst& inst) {
    Operand source = stack_.pop();
    if (source.kind == Kind::Vector) {  // which has an address only in memory
        Value* home = frame_.temporary(source.type->instance_field_bytes);
        builder_.CreateAlignedStore(source.value, home, Align(8));
        source.value = home;
    }
    Value* from = values_.offset(source.value, inst.imm);
    if (inst.kind == Kind::Struct) return stack_.push_struct(from, inst.type);
    if (inst.kind == Kind::Vector) {
        llvm::Type* type = values_.vector_type(inst.type->instance_field_bytes);
        return stack_.push_vector(builder_.CreateAlignedLoad(type, from, Align(1)), inst.type);
    }
    Value* value = builder_.CreateAlignedLoad(values_.memory_type(inst.element), from, Align(1));
    stack_.push(inst.kind, values_.from_memory(value, inst.element, inst.kind));
}

void MemoryAccess::add_offset(const Inst& inst) {
    Operand base = stack_.pop();
    Value* address = values_.as(base, Kind::Ref);
    if ((inst.flags & inst_flags::null_check) && !base.in_object) checks_.check_null(address);
    bool was_checked = base.kind == Kind::Ref && ((inst.flags & inst_flags::null_check) || base.non_null);
    Value* sum = was_checked ? values_.inside(address, inst.imm) : values_.offset(address, inst.imm);
    if (was_checked) note_in_object(sum);
    stack_.push(inst.kind, values_.as({.kind = Kind::ByRef, .value = sum}, inst.kind));
    stack_.top().in_object = inst.kind == Kind::ByRef && (base.in_object || was_checked);
    if (inst.kind == Kind::ByRef && base.kind == Kind::ByRef) stack_.top().place = base.place.moved(inst.imm);
}

void MemoryAccess::clear_struct(const Inst& inst) {
    Value* to = stack_.pop_address();
    checks_.check_null(to);
    structs_.clear(to, inst.type->instance_field_bytes);
}

// Fields may lie at any address: StructLayout packs them, and pointers come from anywhere.
void MemoryAccess::load_from(Value* address, const Inst& inst, const MemoryPlace& place) {
    bool is_volatile = inst.flags & inst_flags::is_volatile;
    llvm::MDNode* tag = alias_tag(inst, place);
    if (inst.kind == Kind::Struct) {
        uint32_t size = inst.type->instance_field_bytes;
        Value* value = frame_.temporary(size);
        structs_.copy_struct(value, address, inst.type);
        if (is_volatile) builder_.CreateFence(llvm::AtomicOrdering::Acquire);
        return stack_.push_struct(value, inst.type);
    }
    if (inst.kind == Kind::Vector) {
        llvm::Type* type = values_.vector_type(inst.type->instance_field_bytes);
        llvm::LoadInst* value = builder_.CreateAlignedLoad(type, address, Align(1));
        value->setMetadata(llvm::LLVMContext::MD_tbaa, tag);
        stack_.push_vector(value, inst.type);
        if (is_volatile) builder_.CreateFence(llvm::AtomicOrdering::Acquire);
        return;
    }
    llvm::Type* type = values_.memory_type(inst.element);
    llvm::LoadInst* value = builder_.CreateAlignedLoad(type, address, Align(1));
    value->setMetadata(llvm::LLVMContext::MD_tbaa, tag);
    if (is_volatile) {  // never torn, since such a field is aligned
        value->setAlignment(Align(values_.element_bytes(inst)));
        value->setAtomic(llvm::AtomicOrdering::Acquire);
    }
    stack_.push(inst.kind, values_.from_memory(value, inst.element, inst.kind));
}

static bool is_outside_heap(const Value* object) {
    uint64_t address = constant_address(object);
    return llvm::isa<llvm::ConstantPointerNull>(object) || (address != 0 && !g_barrier_cells->is_in_heap(address));
}

void MemoryAccess::before_store(Value* address, const Inst& inst, const Operand& operand, const MemoryPlace& place) {
    using Space = MemoryPlace::Space;
    if (place.space == Space::Static || place.space == Space::ThreadStatic) return;
    bool in_heap = place.space == Space::Object || place.space == Space::Element;
    if (inst.element == ElementType::Class) {
        if (!is_outside_heap(operand.value)) emit_barrier(builder_, address, in_heap);
    } else if (operand.kind == Kind::Struct && inst.type->contains_gc_pointers()) {
        gc::for_each_barrier_point(*inst.type->gc_layout, sizeof(MethodTable*), [&](uint32_t offset) {
            emit_barrier(builder_, values_.offset(address, offset), in_heap);
        });
    }
}

void MemoryAccess::store_to(Value* address, const Inst& inst, const Operand& operand, const MemoryPlace& place) {
    before_store(address, inst, operand, place);
    bool is_volatile = inst.flags & inst_flags::is_volatile;
    llvm::MDNode* tag = alias_tag(inst, place);
    if (operand.kind == Kind::Struct) {
        if (is_volatile) builder_.CreateFence(llvm::AtomicOrdering::Release);
        structs_.copy_struct(address, operand.value, inst.type);
        return;
    }
    if (operand.kind == Kind::Vector) {
        if (is_volatile) builder_.CreateFence(llvm::AtomicOrdering::Release);
        builder_.CreateAlignedStore(operand.value, address, Align(1))->setMetadata(llvm::LLVMContext::MD_tbaa, tag);
        return;
    }
    Value* value = values_.to_memory(operand.value, inst.element);
    llvm::StoreInst* store = builder_.CreateAlignedStore(value, address, Align(1));
    store->setMetadata(llvm::LLVMContext::MD_tbaa, tag);
    if (is_volatile) {
        store->setAlignment(Align(values_.element_bytes(inst)));
        store->setAtomic(llvm::AtomicOrdering::Release);
    }
}

// Where the access is, by the address that it starts from.
MemoryPlace MemoryAccess::place_of(const Inst& inst, const Operand& base) const {
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
llvm::MDNode* MemoryAccess::alias_tag(const Inst& inst, const MemoryPlace& place) {
    if (inst.flags & inst_flags::is_volatile) return nullptr;
    uint32_t size = values_.element_bytes(inst);
    return body_.state.alias_facts.tag(body_.state.context, place, size, inst.element == ElementType::Class);
}

}  // namespace celer::optimizer
