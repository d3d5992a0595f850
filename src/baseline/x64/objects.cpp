// Allocation, boxing, casts, class initialisation and atomics.
#include <utility>

#include "baseline/x64/compiler.h"
#include "baseline/x64/small_integers.h"
#include "gc/alloc_context.h"
#include "object/object.h"
#include "platform/loader_heap.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations or elements

namespace celer::x64 {

namespace {

uint32_t align8(uint32_t size) {
    return (size + 7) & ~7u;
}
bool inline_allocation_known() {
    return g_tls_offsets.alloc_limit != g_tls_offsets.alloc_pointer;
}
int32_t imm32(const void* address) {
    return static_cast<int32_t>(reinterpret_cast<uintptr_t>(address));
}

}  // namespace

// Pushes the new object, whose type is set. The fast path bumps the thread's allocation pointer.
void MethodCompiler::allocate(MethodTable* type) {
    uint32_t size = align8(type->base_size);
    Gpr object = scratch();
    Cold& cold = new_cold(ColdKind::AllocateObject, Helper::AllocateObject);
    cold.imm = imm32(type);
    cold.target = object;
    bool is_inline = inline_allocation_known() && !type->has_finalizer() && !type->has_component_size() &&
                     size <= gc::max_inline_size && size >= minimum_object_size;
    if (is_inline) {
        Gpr end = scratch();
        a_.mov_rm(8, object, thread_local_word(g_tls_offsets.alloc_pointer));
        a_.lea(8, end, at(object, static_cast<int32_t>(size)));
        a_.alu_rm(Alu::Cmp, 8, end, thread_local_word(g_tls_offsets.alloc_limit));
        a_.jump(Cc::A, cold.entry);
        a_.mov_mr(8, thread_local_word(g_tls_offsets.alloc_pointer), end);
        a_.mov_mi(8, at(object, 8), imm32(type));
        a_.alu_ri(Alu::Add, 8, object, 8);
        unpin(end);
    } else {
        a_.jump(cold.entry);
    }
    a_.bind(cold.back);
    push_gpr(Kind::Ref, object);
}

void MethodCompiler::new_array(const Inst& inst) {
    MethodTable* type = inst.type;
    bool is_signed32 = top().kind == Kind::I4;
    uint32_t component = type->component_size();
    bool is_power = component != 0 && (component & (component - 1)) == 0 && component <= 8;
    bool constant = top().where == Where::Constant;
    uint64_t total = constant ? array_base_size + static_cast<uint64_t>(top().imm) * component : 0;
    bool fits = constant && top().imm >= 0 && top().imm <= 2048 && total <= gc::max_inline_size;
    if (!inline_allocation_known() || !is_signed32 || type->base_size != array_base_size ||
        (constant ? !fits : !is_power)) {
        if (is_signed32) {
            Gpr length = own(top());
            a_.movsx_rr(8, 4, length, length);
            top().kind = Kind::I8;
        }
        push_constant(Kind::I8, imm32(type));
        std::swap(top(0), top(1));
        call_helper(Helper::AllocateArray, 2);
        return push_gpr(Kind::Ref, rax);
    }
    Gpr length = gpr(top());
    Gpr object = scratch();
    Gpr end = scratch();
    Cold& cold = new_cold(ColdKind::AllocateArray, Helper::AllocateArray);
    cold.imm = imm32(type);
    cold.target = object;
    cold.source = length;
    if (constant) {
        a_.mov_rm(8, object, thread_local_word(g_tls_offsets.alloc_pointer));
        a_.lea(8, end, at(object, static_cast<int32_t>(align8(static_cast<uint32_t>(total)))));
    } else {
        a_.alu_ri(Alu::Cmp, 4, length, static_cast<int32_t>((gc::max_inline_size - array_base_size) / component));
        a_.jump(Cc::A, cold.entry);
        uint8_t scale = static_cast<uint8_t>(__builtin_ctz(component));
        Mem bytes = at(no_gpr, length, scale, array_base_size + (component < 8 ? 7 : 0));
        a_.lea(8, end, bytes);
        if (component < 8) a_.alu_ri(Alu::And, 8, end, -8);
        a_.mov_rm(8, object, thread_local_word(g_tls_offsets.alloc_pointer));
        a_.alu_rr(Alu::Add, 8, end, object);
    }
    a_.alu_rm(Alu::Cmp, 8, end, thread_local_word(g_tls_offsets.alloc_limit));
    a_.jump(Cc::A, cold.entry);
    a_.mov_mr(8, thread_local_word(g_tls_offsets.alloc_pointer), end);
    a_.mov_mr(4, at(object, 8 + array_length_offset), length);
    a_.mov_mi(8, at(object, 8), imm32(type));
    a_.alu_ri(Alu::Add, 8, object, 8);
    a_.bind(cold.back);
    drop();
    push_gpr(Kind::Ref, object);
}

void MethodCompiler::box(const Inst& inst) {
    MethodTable* type = inst.type;
    allocate(type);
    Gpr object = static_cast<Gpr>(top().reg);
    pin(object);
    Value& value = top(1);
    if (value.where == Where::Gpr || value.where == Where::Memory) pin(static_cast<Gpr>(value.reg));
    if (value.kind == Kind::Struct) {
        store_struct(at(object, 8), gc::Destination::Fresh, memory_of(value), type);
    } else {
        uint32_t size = type->instance_field_bytes;
        Mem field = at(object, 8);
        if (value.kind == Kind::Vector) {
            a_.vmov_mr(size, field, xmm(value));
        } else if (is_float(value.kind)) {
            a_.movf_mr(size_of(value.kind), field, xmm(value));
        } else if (is_small(value)) {
            a_.mov_mi(static_cast<int>(size), field, static_cast<int32_t>(value.imm));
        } else {
            a_.mov_mr(static_cast<int>(size), field, gpr(value));
        }
    }
    std::swap(top(0), top(1));
    drop();
}

void MethodCompiler::box_nullable(const Inst& inst) {
    // The value must have an address.
    if (top().where != Where::Temp) materialise(top());
    Value value = top();
    values_.pop_back();  // the slot stays taken until the call is done
    push_constant(Kind::I8, imm32(inst.type));
    push(Kind::I8, Where::FrameAddress).displacement = value.displacement;
    call_helper(Helper::BoxNullable, 2);
    release(value);
    push_gpr(Kind::Ref, rax);
}

void MethodCompiler::unbox(const Inst& inst) {
    Gpr object = gpr(top());
    Gpr result = scratch();
    Cold& cold = new_cold(ColdKind::HelperObject, Helper::UnboxSlow);
    cold.imm = imm32(inst.type);
    cold.source = object;
    cold.target = result;
    a_.alu_mi(Alu::Cmp, 8, at(object), imm32(inst.type));
    a_.jump(Cc::Ne, cold.entry);
    a_.lea(8, result, at(object, 8));
    a_.bind(cold.back);
    set_gpr(top(), result);
    top().kind = Kind::ByRef;
}

void MethodCompiler::unbox_nullable(const Inst& inst) {
    uint32_t size = inst.type->instance_field_bytes;
    int32_t slot = take_temp(size);
    push_constant(Kind::I8, imm32(inst.type));
    push(Kind::I8, Where::FrameAddress).displacement = slot;
    Value object = top(2);
    values_[values_.size() - 3] = values_[values_.size() - 2];
    values_[values_.size() - 2] = values_[values_.size() - 1];
    values_[values_.size() - 1] = object;
    call_helper(Helper::UnboxNullable, 3);
    Value& value = push(Kind::Struct, Where::Temp);
    value.displacement = slot;
    value.type = inst.type;
    value.size_bytes = size;
}

// Classes are told by their identity or by the ancestor at their depth. For everything else each place keeps the type
// that it saw last (CastCache) and asks a helper about others.
void MethodCompiler::cast(const Inst& inst, bool throws) {
    CastKind kind = static_cast<CastKind>(inst.small);
    MethodTable* type = inst.type;
    bool exact = kind == CastKind::ExactClass;
    bool by_display = kind == CastKind::Class && type->depth < display_size;
    Helper helper = throws ? Helper::CastClass : Helper::IsInstance;
    Gpr object = gpr(top());
    Gpr result = object;
    if (top().where != Where::Gpr || gpr_uses_[object] != 1) {
        result = scratch();
        a_.mov_rr(8, result, object);
    }
    Gpr table = exact ? no_gpr : scratch();  // before the paths part
    Label done;
    a_.test_rr(8, object, object);
    a_.jump(Cc::E, done);
    if (exact || by_display) {
        Mem identity = at(object);
        if (by_display) {
            a_.mov_rm(8, table, at(object));
            identity = at(table, static_cast<int32_t>(offsetof(MethodTable, display) + 8u * type->depth));
        }
        a_.alu_mi(Alu::Cmp, 8, identity, imm32(type));
        if (throws) {
            Cold& cold = new_cold(ColdKind::HelperObject, helper);
            cold.imm = imm32(type);
            cold.source = object;
            cold.target = result;
            a_.jump(Cc::Ne, cold.entry);
            a_.bind(cold.back);
        } else {
            a_.jump(Cc::E, done);
            a_.alu_rr(Alu::Xor, 4, result, result);
        }
    } else {
        auto* cache = new_cast_cache(code_->method);
        Cold& cold = new_cold(throws ? ColdKind::CastCached : ColdKind::TestCached,
                              throws ? Helper::CastCached : Helper::IsInstanceCached);
        cold.imm = imm32(type);
        cold.source = object;
        cold.target = result;
        cold.scratch = table;
        cold.cache = cache;
        a_.mov_rm(8, table, at(object));
        a_.alu_rm(Alu::Cmp, 8, table, absolute(&cache->succeeded));
        a_.jump(Cc::Ne, cold.entry);
        a_.bind(cold.back);
    }
    a_.bind(done);
    if (top().where != Where::Gpr || top().reg != result) set_gpr(top(), result);
    top().kind = Kind::Ref;
}

void MethodCompiler::object_type(const Inst& inst) {
    Mem from = address(top(), 0);
    drop();
    pinned_ = 0;
    Gpr to = allocate_gpr();
    a_.mov_rm(8, to, from);
    push_gpr(Kind::I8, to);
}

void MethodCompiler::class_init(const Inst& inst) {
    Cold& cold = new_cold(ColdKind::Call1, Helper::ClassInit);
    cold.imm = imm32(inst.type);
    a_.test_mi8(absolute(&inst.type->auxiliary->flags), aux_flags::initialized);
    a_.jump(Cc::E, cold.entry);
    a_.bind(cold.back);
}

void MethodCompiler::intrinsic(const Inst& inst) {
    switch (static_cast<IntrinsicOp>(inst.small)) {
        case IntrinsicOp::CompareExchange:
            return compare_exchange(inst);
        case IntrinsicOp::Exchange:
            return atomic_exchange(inst, false);
        case IntrinsicOp::ExchangeAdd:
            return atomic_exchange(inst, true);
        case IntrinsicOp::MemoryBarrier:
            return a_.mfence();
        case IntrinsicOp::ReadBarrier:
        case IntrinsicOp::WriteBarrier:
            return;
        case IntrinsicOp::ReturnAddress: {
            Gpr to = allocate_gpr();
            a_.mov_rm(8, to, at(rbp, 8));
            return push_gpr(Kind::I8, to);
        }
    }
}

void MethodCompiler::compare_exchange(const Inst& inst) {
    flush_aliases(3);
    int size = integer_bytes(inst.element);
    bool is_recorded = gc::g_records_stores && inst.kind == Kind::Ref;
    claim(rax);
    load_into(rax, top(0));
    Gpr value = gpr(top(1));
    Mem target = address(top(2), 0);
    if (is_recorded) record_store(target, 8);
    a_.lock();
    a_.cmpxchg(size, target, value);
    if (is_recorded) record_store(target, 8);
    drop(3);
    if (size <= 4) move_integer(a_, inst.element, 4, rax, rax);
    push_gpr(inst.kind, rax);
}

void MethodCompiler::atomic_exchange(const Inst& inst, bool add) {
    flush_aliases(2);
    int size = integer_bytes(inst.element);
    bool is_recorded = gc::g_records_stores && inst.kind == Kind::Ref;
    Gpr value = own(top(0));
    Mem target = address(top(1), 0);
    if (is_recorded) record_store(target, 8);
    if (add) {
        a_.lock();
        a_.xadd(size, target, value);
    } else {
        a_.xchg_mr(size, target, value);
    }
    if (is_recorded) record_store(target, 8);
    if (SmallInteger small = small_integer(inst.element)) extend(a_, small, value, value);
    std::swap(top(0), top(1));
    drop();
    top().kind = inst.kind;
}

}  // namespace celer::x64
