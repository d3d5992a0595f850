#include "baseline/x64/memory.h"

#include <utility>

#include "base/assert.h"
#include "baseline/x64/assembler.h"
#include "baseline/x64/cold.h"
#include "baseline/x64/cursor.h"
#include "baseline/x64/frame.h"
#include "baseline/x64/helper_calls.h"
#include "baseline/x64/homes.h"
#include "baseline/x64/operand_stack.h"
#include "baseline/x64/registers.h"
#include "baseline/x64/small_integers.h"
#include "baseline/x64/struct_copier.h"
#include "baseline/x64/value_reader.h"
#include "code/helpers.h"
#include "code/process_cells.h"

namespace celer::x64 {

namespace {

constexpr uint32_t method_table_bytes = 8;  // layouts count from it

// Not null and not near it, as far as one can see.
bool is_known_address(const Value& value) {
    return value.where == Where::FrameAddress || (value.where == Where::Constant && value.imm >= null_guard_bytes);
}

gc::Destination destination_of(const Value& base) {
    if (base.where == Where::FrameAddress) return gc::Destination::Frame;
    // What lies at a known address is no object of the heap.
    if (base.where == Where::Constant) return gc::Destination::Frame;
    return base.kind == Kind::Ref ? gc::Destination::Heap : gc::Destination::Unknown;
}

// Null and literals.
bool is_outside_heap(const Value& value) {
    return is_small(value) && !g_barrier_cells->is_in_heap(static_cast<uintptr_t>(value.imm));
}

}  // namespace

void MemoryAccess::null_check(const Mem& address) {
    a_.alu_mr(Alu::Cmp, 1, address, rax);
}

// Pushes the value in memory. The registers of `from` stay as they are until the result has its own.
void MemoryAccess::load_element_of(const Mem& from, ElementType element, Kind kind) {
    if (is_float(kind)) {
        Xmm to = stack_.scratch_xmm();
        a_.movf_rm(size_of(kind), to, from);
        return stack_.push_xmm(kind, to);
    }
    Gpr to = stack_.allocate_gpr();
    load_integer(a_, element, integer_bytes(element), to, from);
    stack_.push_gpr(kind, to);
}

void MemoryAccess::load_vector_from(const Mem& from, MethodTable* type) {
    Xmm to = stack_.allocate_xmm();
    a_.vmov_rm(type->instance_field_bytes, to, from);
    stack_.push_vector(type, to);
}

void MemoryAccess::load(const Inst& inst) {
    Value& base = stack_.top();
    bool far = inst.imm >= null_guard_bytes && !is_known_address(base);
    if (far) null_check(stack_.address(base, 0));
    Mem from = stack_.address(base, inst.imm);
    if (inst.kind == Kind::Struct) {
        MethodTable* type = inst.type;
        uint32_t size = type->instance_field_bytes;
        if (from.base == no_gpr || from.index != no_gpr || (inst.flags & inst_flags::is_volatile)) {
            int32_t slot = frame_.take_temp(size);
            structs_.copy_struct(at(rbp, slot), from, size, type);
            stack_.drop();
            Value& value = stack_.push(Kind::Struct, Where::Temp);
            value.displacement = slot;
            value.type = type;
            value.size_bytes = size;
            return;
        }
        bool in_frame = from.base == rbp;
        if (size > null_guard_bytes && !in_frame) null_check(from);  // fields of it may be read from beyond the guard
        if (!in_frame) gprs_.hold(from.base);                        // outlives the address
        bool is_home = in_frame ? false : homes_.gprs() & 1u << from.base;
        stack_.drop();
        if (is_home) {  // the variable may change before the struct is read
            gprs_.release(from.base);
            Gpr copy = stack_.scratch();
            a_.mov_rr(8, copy, from.base);
            from.base = copy;
            gprs_.hold(copy);
        }
        Value& value = stack_.push(Kind::Struct, Where::Memory);
        value.reg = from.base;
        value.displacement = from.displacement;
        value.type = type;
        value.size_bytes = size;
        return;
    }
    // The address's registers may be reused for the result: they are read by the same instruction.
    stack_.drop();
    gprs_.unpin_all();
    if (inst.kind == Kind::Vector) return load_vector_from(from, inst.type);
    load_element_of(from, inst.element, inst.kind);
}

// The barrier. All registers and the stack stay as they are.
void MemoryAccess::before_store(const Mem& to) {
    CELER_ASSERT(to.base != rsp, "a store to the frame needs no barrier");
    emit_before_store(a_, to);
}

// In loops, for what surely lies in the heap; elsewhere small code is worth more.
bool MemoryAccess::has_barrier_in_line(gc::Destination destination) const {
    return destination == gc::Destination::Heap && plan_.loop_depth[cursor_.block()] != 0;
}

// The same in line, which reads the card: the object is known not to be null. No register is moved: there may be
// several ways to the store.
void MemoryAccess::before_store_to_object(const Mem& to) {
    Gpr card = stack_.free_gpr();
    if (card == no_gpr) return before_store(to);
    Cold& cold = cold_.new_cold(ColdKind::BeforeStore, Helper::BeforeStore);
    cold.place = to;
    a_.lea(8, card, to);
    a_.shift_ri(Shift::Shr, 8, card, gc::card_shift);
    a_.alu_rm(Alu::Add, 8, card, absolute(&g_barrier_cells->cards));
    a_.alu_mi(Alu::Cmp, 1, at(card), static_cast<int32_t>(gc::Card::Clean));
    a_.jump(Cc::E, cold.entry);
    a_.bind(cold.back);
}

void MemoryAccess::store_reference(const Mem& to, gc::Destination destination, Value& value) {
    if (value.where != Where::Constant) stack_.gpr(value);
    if (gc::needs_barrier(destination) && !is_outside_heap(value))
        has_barrier_in_line(destination) ? before_store_to_object(to) : before_store(to);
    if (value.where == Where::Constant && is_small(value)) {
        a_.mov_mi(8, to, static_cast<int32_t>(value.imm));
    } else {
        a_.mov_mr(8, to, stack_.gpr(value));
    }
}

void MemoryAccess::store_struct(const Mem& to, gc::Destination destination, const Mem& from, const MethodTable* type) {
    if (gc::needs_barrier(destination) && type->contains_gc_pointers()) {
        gc::for_each_barrier_point(*type->gc_layout, method_table_bytes, [&](uint32_t offset) {
            Mem slot = to;
            slot.displacement += static_cast<int32_t>(offset);
            before_store(slot);
        });
    }
    structs_.copy_struct(to, from, type->instance_field_bytes, type);
}

void MemoryAccess::store_element_to(const Mem& to, gc::Destination destination, ElementType element, Value& value,
                                    MethodTable* type) {
    if (value.kind == Kind::Struct) return store_struct(to, destination, reader_.memory_of(value), type);
    if (value.kind == Kind::Vector) return a_.vmov_mr(value.size_bytes, to, stack_.xmm(value));
    int size = integer_bytes(element);
    if (is_float(value.kind)) {
        a_.movf_mr(size_of(value.kind), to, stack_.xmm(value));
    } else if (element == ElementType::Class) {
        store_reference(to, destination, value);
    } else if (is_small(value)) {
        a_.mov_mi(size, to, static_cast<int32_t>(value.imm));
    } else {
        a_.mov_mr(size, to, stack_.gpr(value));
    }
}

void MemoryAccess::store(const Inst& inst) {
    stack_.flush_aliases(2);
    Value& value = stack_.top(0);
    Value& base = stack_.top(1);
    if (value.where == Where::Gpr || value.where == Where::Memory) gprs_.pin(static_cast<Gpr>(value.reg));
    gc::Destination destination = destination_of(base);
    bool is_barrier_first =
        inst.element == ElementType::Class && !is_outside_heap(value) && has_barrier_in_line(destination);
    bool is_checked_by_store = inst.imm < null_guard_bytes && !is_barrier_first;
    if (!is_checked_by_store && !is_known_address(base)) null_check(stack_.address(base, 0));
    if (!is_aggregate(value.kind) && !is_float(value.kind) && !is_small(value)) stack_.gpr(value);
    Mem to = stack_.address(base, inst.imm);
    store_element_to(to, destination, inst.element, value, inst.type);
    stack_.drop(2);
}

void MemoryAccess::load_struct_field(const Inst& inst) {
    Value& source = stack_.top();
    if (source.where == Where::Xmm) stack_.spill(source);
    Mem from = reader_.memory_of(source);
    from.displacement += static_cast<int32_t>(inst.imm);
    if (inst.kind != Kind::Struct) {
        if (source.where == Where::Memory) gprs_.pin(static_cast<Gpr>(source.reg));
        inst.kind == Kind::Vector ? load_vector_from(from, inst.type) : load_element_of(from, inst.element, inst.kind);
        std::swap(stack_.top(0), stack_.top(1));
        return stack_.drop();
    }
    MethodTable* type = inst.type;
    uint32_t size = type->instance_field_bytes;
    if (source.where == Where::Memory) {
        source.displacement += static_cast<int32_t>(inst.imm);
        source.type = type;
        source.size_bytes = size;
        return;
    }
    int32_t slot = frame_.take_temp(size);
    structs_.copy_struct(at(rbp, slot), from, size, type);
    stack_.drop();
    Value& value = stack_.push(Kind::Struct, Where::Temp);
    value.displacement = slot;
    value.type = type;
    value.size_bytes = size;
}

void MemoryAccess::add_offset(const Inst& inst) {
    Value& base = stack_.top();
    bool is_constant = base.where == Where::Constant;
    const Inst* next = cursor_.next_inst();
    bool accessed_next = (next->op == Op::Load && inst.imm + next->imm < null_guard_bytes);
    if ((inst.flags & inst_flags::null_check) && !is_known_address(base) && !accessed_next)
        null_check(stack_.address(base, 0));
    base.kind = Kind::ByRef;
    if (is_constant) {
        base.imm += inst.imm;
        return;
    }
    if (base.where != Where::Gpr && base.where != Where::FrameAddress) {
        if (base.where == Where::Variable && homes_[base.variable].in == Home::In::Gpr) {
            if (inst.imm != 0) stack_.own(base);  // of its own, since the variable may change
        } else {
            stack_.gpr(base);
        }
    }
    if (inst.imm == 0) return;
    int64_t sum = base.displacement + inst.imm;
    if (sum == static_cast<int32_t>(sum)) {
        base.displacement = static_cast<int32_t>(sum);
        return;
    }
    Gpr to = stack_.own(base);
    Gpr far = stack_.scratch();
    a_.mov_ri(8, far, inst.imm);
    a_.alu_rr(Alu::Add, 8, to, far);
}

void MemoryAccess::null_check_op(const Inst&) {
    Value& value = stack_.top();
    if (!is_known_address(value)) null_check(stack_.address(value, 0));
    stack_.drop();
}

void MemoryAccess::clear_struct_op(const Inst& inst) {
    stack_.flush_aliases(1);
    Value& target = stack_.top();
    structs_.clear_memory(stack_.address(target, 0), inst.type->instance_field_bytes);
    stack_.drop();
}

void MemoryAccess::local_alloc(const Inst& inst) {
    bool init = inst.flags & inst_flags::init;
    stack_.claim(rax);
    stack_.claim(rcx);
    stack_.claim(rdi);
    // rcx: bytes, a multiple of 16; the block lies above the outgoing arguments, whose size is known at the end.
    Label done;
    Label too_large;
    Label probe;
    Label probed;
    reader_.load_into(rcx, stack_.top());
    stack_.drop();
    a_.alu_rr(Alu::Xor, 4, rax, rax);
    a_.test_rr(8, rcx, rcx);
    a_.jump(Cc::E, done);
    a_.alu_ri(Alu::Add, 8, rcx, 15);
    a_.jump(Cc::B, too_large);
    a_.alu_ri(Alu::And, 8, rcx, -16);
    a_.mov_rr(8, rdi, rsp);
    a_.alu_rr(Alu::Sub, 8, rdi, rcx);  // the new rsp
    a_.jump(Cc::Ae, probe);
    a_.bind(too_large);
    a_.alu_rr(Alu::Xor, 4, rdi, rdi);  // probing runs into the guard page
    a_.bind(probe);
    a_.alu_ri(Alu::Sub, 8, rsp, stack_probe_bytes);
    a_.alu_rr(Alu::Cmp, 8, rsp, rdi);
    a_.jump(Cc::Be, probed);
    a_.test_mi8(at(rsp), 0);
    a_.jump(probe);
    a_.bind(probed);
    a_.mov_rr(8, rsp, rdi);
    a_.mov_mr(8, at(rbp, frame_.stack_pointer_slot()), rsp);
    frame_.add_outgoing_size(a_.position() + 4, 0);
    a_.lea(8, rdi, at(rsp, 0x7fffffff));
    if (init) {
        a_.push(rdi);
        a_.shift_ri(Shift::Shr, 8, rcx, 3);
        a_.rep_stosq();
        a_.pop(rdi);
    }
    a_.mov_rr(8, rax, rdi);
    a_.bind(done);
    stack_.push_gpr(Kind::I8, rax);
}

void MemoryAccess::thread_static_address(const Inst& inst) {
    Gpr to = stack_.allocate_gpr();
    a_.mov_rm(8, to, thread_local_word(g_tls_offsets.thread_statics));
    stack_.push_gpr(Kind::ByRef, to);
    stack_.top().displacement = static_cast<int32_t>(inst.imm);
}

// The address of a mapped file differs between processes, so it lies in a cell.
void MemoryAccess::rva_address(const Inst& inst) {
    const void** cell = new_rva_cell(cursor_.request().method, inst.module, static_cast<uint32_t>(inst.imm));
    Gpr to = stack_.allocate_gpr();
    a_.mov_rm(8, to, absolute(cell));
    stack_.push_gpr(inst.kind == Kind::Void ? Kind::ByRef : inst.kind, to);
}

}  // namespace celer::x64
