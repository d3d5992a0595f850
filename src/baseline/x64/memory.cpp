// Loads, stores, struct copies and blocks of memory.
#include <utility>

#include "base/assert.h"
#include "baseline/x64/compiler.h"
#include "baseline/x64/small_integers.h"
#include "code/process_cells.h"
#include "object/object.h"
#include "platform/loader_heap.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations or elements

namespace celer::x64 {

namespace {

constexpr uint32_t unrolled_copy_bytes = 128;

// Not null and not near it, as far as one can see.
bool is_known_address(const Value& value) {
    return value.where == Where::FrameAddress || (value.where == Where::Constant && value.imm >= null_guard_bytes);
}

gc::Destination destination_of(const Value& base) {
    if (base.where == Where::FrameAddress) return gc::Destination::Frame;
    return base.kind == Kind::Ref ? gc::Destination::Heap : gc::Destination::Unknown;
}

}  // namespace

void MethodCompiler::null_check(const Mem& address) {
    a_.alu_mr(Alu::Cmp, 1, address, rax);
}

// Pushes the value in memory. The registers of `from` stay as they are until the result has its own.
void MethodCompiler::load_element_of(const Mem& from, ElementType element, Kind kind) {
    if (is_float(kind)) {
        Xmm to = scratch_xmm();
        a_.movf_rm(size_of(kind), to, from);
        return push_xmm(kind, to);
    }
    Gpr to = allocate_gpr();
    load_integer(a_, element, integer_bytes(element), to, from);
    push_gpr(kind, to);
}

void MethodCompiler::load_vector_from(const Mem& from, MethodTable* type) {
    Xmm to = allocate_xmm();
    a_.vmov_rm(type->instance_field_bytes, to, from);
    push_vector(type, to);
}

void MethodCompiler::load(const Inst& inst) {
    Value& base = top();
    bool far = inst.imm >= null_guard_bytes && !is_known_address(base);
    if (far) null_check(address(base, 0));
    Mem from = address(base, inst.imm);
    if (inst.kind == Kind::Struct) {
        MethodTable* type = inst.type;
        uint32_t size = type->instance_field_bytes;
        if (from.base == no_gpr || from.index != no_gpr || (inst.flags & inst_flags::is_volatile)) {
            int32_t slot = take_temp(size);
            copy_struct(at(rbp, slot), from, size, type);
            drop();
            Value& value = push(Kind::Struct, Where::Temp);
            value.displacement = slot;
            value.type = type;
            value.size_bytes = size;
            return;
        }
        bool in_frame = from.base == rbp;
        if (size > null_guard_bytes && !in_frame) null_check(from);  // fields of it may be read from beyond the guard
        if (!in_frame) gpr_uses_[from.base]++;                       // outlives the address
        bool is_home = in_frame ? false : variable_gprs_ & 1u << from.base;
        drop();
        if (is_home) {  // the variable may change before the struct is read
            gpr_uses_[from.base]--;
            Gpr copy = scratch();
            a_.mov_rr(8, copy, from.base);
            from.base = copy;
            gpr_uses_[copy]++;
        }
        Value& value = push(Kind::Struct, Where::Memory);
        value.reg = from.base;
        value.displacement = from.displacement;
        value.type = type;
        value.size_bytes = size;
        return;
    }
    // The address's registers may be reused for the result: they are read by the same instruction.
    drop();
    pinned_ = 0;
    if (inst.kind == Kind::Vector) return load_vector_from(from, inst.type);
    load_element_of(from, inst.element, inst.kind);
}

// All registers and the stack stay as they are.
void MethodCompiler::record_store(const Mem& to, uint32_t size_bytes) {
    CELER_ASSERT(to.base != rsp, "a store to the frame needs no record");
    a_.push(rdi);
    a_.push(rsi);
    a_.lea(8, rdi, to);
    a_.mov_ri(4, rsi, size_bytes);
    a_.call_m(absolute(helper_slot(Helper::RecordStore)));
    a_.pop(rsi);
    a_.pop(rdi);
}

void MethodCompiler::store_reference(const Mem& to, gc::Destination destination, Value& value) {
    bool is_null = value.where == Where::Constant && value.imm == 0;
    bool is_recorded = gc::g_records_stores && gc::needs_barrier(destination) && !is_null;
    if (is_recorded) record_store(to, 8);
    if (value.where == Where::Constant && is_small(value)) {
        a_.mov_mi(8, to, static_cast<int32_t>(value.imm));
    } else {
        a_.mov_mr(8, to, gpr(value));
    }
    if (is_recorded) record_store(to, 8);
}

void MethodCompiler::store_struct(const Mem& to, gc::Destination destination, const Mem& from,
                                  const MethodTable* type) {
    uint32_t size = type->instance_field_bytes;
    bool is_recorded = gc::g_records_stores && gc::needs_barrier(destination) && type->contains_gc_pointers();
    if (is_recorded) record_store(to, size);
    copy_struct(to, from, size, type);
    if (is_recorded) record_store(to, size);
}

void MethodCompiler::store_element_to(const Mem& to, gc::Destination destination, ElementType element, Value& value,
                                      MethodTable* type) {
    if (value.kind == Kind::Struct) return store_struct(to, destination, memory_of(value), type);
    if (value.kind == Kind::Vector) return a_.vmov_mr(value.size_bytes, to, xmm(value));
    int size = integer_bytes(element);
    if (is_float(value.kind)) {
        a_.movf_mr(size_of(value.kind), to, xmm(value));
    } else if (element == ElementType::Class) {
        store_reference(to, destination, value);
    } else if (is_small(value)) {
        a_.mov_mi(size, to, static_cast<int32_t>(value.imm));
    } else {
        a_.mov_mr(size, to, gpr(value));
    }
}

void MethodCompiler::store(const Inst& inst) {
    flush_aliases(2);
    Value& value = top(0);
    Value& base = top(1);
    if (value.where == Where::Gpr || value.where == Where::Memory) pin(static_cast<Gpr>(value.reg));
    bool far = inst.imm >= null_guard_bytes && !is_known_address(base);
    if (far) null_check(address(base, 0));
    if (!is_aggregate(value.kind) && !is_float(value.kind) && !is_small(value)) gpr(value);
    gc::Destination destination = destination_of(base);
    Mem to = address(base, inst.imm);
    store_element_to(to, destination, inst.element, value, inst.type);
    drop(2);
}

void MethodCompiler::load_struct_field(const Inst& inst) {
    Value& source = top();
    if (source.where == Where::Xmm) spill(source);
    Mem from = memory_of(source);
    from.displacement += static_cast<int32_t>(inst.imm);
    if (inst.kind != Kind::Struct) {
        if (source.where == Where::Memory) pin(static_cast<Gpr>(source.reg));
        inst.kind == Kind::Vector ? load_vector_from(from, inst.type) : load_element_of(from, inst.element, inst.kind);
        std::swap(top(0), top(1));
        return drop();
    }
    MethodTable* type = inst.type;
    uint32_t size = type->instance_field_bytes;
    if (source.where == Where::Memory) {
        source.displacement += static_cast<int32_t>(inst.imm);
        source.type = type;
        source.size_bytes = size;
        return;
    }
    int32_t slot = take_temp(size);
    copy_struct(at(rbp, slot), from, size, type);
    drop();
    Value& value = push(Kind::Struct, Where::Temp);
    value.displacement = slot;
    value.type = type;
    value.size_bytes = size;
}

void MethodCompiler::add_offset(const Inst& inst) {
    Value& base = top();
    bool is_constant = base.where == Where::Constant;
    const Inst* next = next_inst();
    bool accessed_next = (next->op == Op::Load && inst.imm + next->imm < null_guard_bytes);
    if ((inst.flags & inst_flags::null_check) && !is_known_address(base) && !accessed_next)
        null_check(address(base, 0));
    base.kind = Kind::ByRef;
    if (is_constant) {
        base.imm += inst.imm;
        return;
    }
    if (base.where != Where::Gpr && base.where != Where::FrameAddress) {
        if (base.where == Where::Variable && homes_[base.variable].in == Home::In::Gpr) {
            if (inst.imm != 0) own(base);  // of its own, since the variable may change
        } else {
            gpr(base);
        }
    }
    if (inst.imm == 0) return;
    int64_t sum = base.displacement + inst.imm;
    if (sum == static_cast<int32_t>(sum)) {
        base.displacement = static_cast<int32_t>(sum);
        return;
    }
    Gpr to = own(base);
    Gpr far = scratch();
    a_.mov_ri(8, far, inst.imm);
    a_.alu_rr(Alu::Add, 8, to, far);
}

void MethodCompiler::null_check_op(const Inst&) {
    Value& value = top();
    if (!is_known_address(value)) null_check(address(value, 0));
    drop();
}

// With rep movs; all registers keep their values.
void MethodCompiler::copy_large_struct(Mem to, Mem from, uint32_t size_bytes) {
    a_.push(rdi);
    a_.push(rsi);
    a_.push(rcx);
    for (Mem* operand : {&from, &to}) {
        if (operand->base == rsp) operand->displacement += 24;
    }
    if (from.base != rdi && from.index != rdi) {
        a_.lea(8, rdi, to);
        a_.lea(8, rsi, from);
    } else if (to.base != rsi && to.index != rsi) {
        a_.lea(8, rsi, from);
        a_.lea(8, rdi, to);
    } else {
        CELER_ASSERT(from.index == no_gpr && to.index == no_gpr);
        a_.xchg_rr(rsi, rdi);
        a_.lea(8, rsi, at(rsi, from.displacement));
        a_.lea(8, rdi, at(rdi, to.displacement));
    }
    bool has_whole_words = size_bytes % 8 == 0;  // else it has no references, which must move in one piece
    a_.mov_ri(4, rcx, has_whole_words ? size_bytes / 8 : size_bytes);
    if (has_whole_words) {
        a_.rep_movsq();
    } else {
        a_.rep_movsb();
    }
    a_.pop(rcx);
    a_.pop(rsi);
    a_.pop(rdi);
}

// Reads everything through registers, front to back. References in the struct are stored as whole words.
void MethodCompiler::copy_struct(const Mem& to, const Mem& from, uint32_t size_bytes, const MethodTable* type) {
    if (size_bytes > unrolled_copy_bytes) return copy_large_struct(to, from, size_bytes);
    Mem source = from;
    Mem target = to;
    uint32_t left = size_bytes;
    for (Gpr reg : {target.base, target.index, source.base, source.index}) {
        if (reg != no_gpr && reg != rbp) pin(reg);
    }
    Xmm carrier = no_xmm;
    if (left >= 4) carrier = scratch_xmm();
    auto advance = [&](uint32_t bytes) {
        source.displacement += static_cast<int32_t>(bytes);
        target.displacement += static_cast<int32_t>(bytes);
        left -= bytes;
    };
    // In the pieces that code works on: a wider load soon after narrower stores would have to wait for the cache.
    constexpr uint32_t long_copy_bytes = 64;
    constexpr uint32_t lane_bytes = 16;
    uint32_t piece = type != nullptr ? type->piece_bytes() : 8;
    if (size_bytes > long_copy_bytes) piece = std::max(piece, lane_bytes);
    for (; piece >= lane_bytes; piece /= 2) {
        while (left >= piece) {
            piece == lane_bytes ? a_.movups_rm(carrier, source) : a_.vmov_rm(piece, carrier, source);
            piece == lane_bytes ? a_.movups_mr(target, carrier) : a_.vmov_mr(piece, target, carrier);
            advance(piece);
        }
    }
    while (left >= 8) {
        a_.movf_rm(8, carrier, source);
        a_.movf_mr(8, target, carrier);
        advance(8);
    }
    if (left >= 4) {
        a_.movf_rm(4, carrier, source);
        a_.movf_mr(4, target, carrier);
        advance(4);
    }
    if (left == 0) return;
    if (size_bytes >= 4) {  // the last bytes again, overlapping
        source.displacement -= static_cast<int32_t>(4 - left);
        target.displacement -= static_cast<int32_t>(4 - left);
        a_.movf_rm(4, carrier, source);
        a_.movf_mr(4, target, carrier);
        return;
    }
    Gpr word = allocate_gpr();
    if (left >= 2) {
        a_.movzx_rm(2, word, source);
        a_.mov_mr(2, target, word);
        advance(2);
    }
    if (left == 1) {
        a_.movzx_rm(1, word, source);
        a_.mov_mr(1, target, word);
    }
}

void MethodCompiler::clear_memory(const Mem& to, uint32_t size_bytes) {
    Mem target = to;
    uint32_t left = size_bytes;
    if (left > 256) {
        a_.push(rdi);
        a_.push(rcx);
        a_.push(rax);
        a_.lea(8, rdi, target);
        bool has_whole_words = left % 8 == 0;
        a_.mov_ri(4, rcx, has_whole_words ? left / 8 : left);
        a_.alu_rr(Alu::Xor, 4, rax, rax);
        if (has_whole_words) {
            a_.rep_stosq();
        } else {
            a_.rep_stosb();
        }
        a_.pop(rax);
        a_.pop(rcx);
        a_.pop(rdi);
        return;
    }
    auto advance = [&](uint32_t bytes) {
        target.displacement += static_cast<int32_t>(bytes);
        left -= bytes;
    };
    if (left >= 16) {
        Xmm zero = scratch_xmm();
        a_.xorps(zero, zero);
        while (left >= 16) {
            a_.movups_mr(target, zero);
            advance(16);
        }
    }
    while (left >= 8) {
        a_.mov_mi(8, target, 0);
        advance(8);
    }
    if (left >= 4) {
        a_.mov_mi(4, target, 0);
        advance(4);
    }
    if (left >= 2) {
        a_.mov_mi(2, target, 0);
        advance(2);
    }
    if (left == 1) a_.mov_mi(1, target, 0);
}

void MethodCompiler::clear_struct_op(const Inst& inst) {
    flush_aliases(1);
    Value& target = top();
    clear_memory(address(target, 0), inst.type->instance_field_bytes);
    drop();
}

void MethodCompiler::local_alloc(const Inst& inst) {
    bool init = inst.flags & inst_flags::init;
    claim(rax);
    claim(rcx);
    claim(rdi);
    // rcx: bytes, a multiple of 16; the block lies above the outgoing arguments, whose size is known at the end.
    Label done;
    Label too_large;
    Label probe;
    Label probed;
    load_into(rcx, top());
    drop();
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
    a_.alu_ri(Alu::Sub, 8, rsp, 4096);
    a_.alu_rr(Alu::Cmp, 8, rsp, rdi);
    a_.jump(Cc::Be, probed);
    a_.test_mi8(at(rsp), 0);
    a_.jump(probe);
    a_.bind(probed);
    a_.mov_rr(8, rsp, rdi);
    a_.mov_mr(8, at(rbp, stack_pointer_slot_), rsp);
    outgoing_patches_.push_back(a_.position() + 4);
    a_.lea(8, rdi, at(rsp, 0x7fffffff));
    if (init) {
        a_.push(rdi);
        a_.shift_ri(Shift::Shr, 8, rcx, 3);
        a_.rep_stosq();
        a_.pop(rdi);
    }
    a_.mov_rr(8, rax, rdi);
    a_.bind(done);
    push_gpr(Kind::I8, rax);
}

void MethodCompiler::thread_static_address(const Inst& inst) {
    Gpr to = allocate_gpr();
    a_.mov_rm(8, to, thread_local_word(g_tls_offsets.thread_statics));
    push_gpr(Kind::ByRef, to);
    top().displacement = static_cast<int32_t>(inst.imm);
}

// The address of a mapped file differs between processes, so it lies in a cell.
void MethodCompiler::rva_address(const Inst& inst) {
    const void** cell = new_rva_cell(compilation_->request().method, inst.module, static_cast<uint32_t>(inst.imm));
    Gpr to = allocate_gpr();
    a_.mov_rm(8, to, absolute(cell));
    push_gpr(inst.kind == Kind::Void ? Kind::ByRef : inst.kind, to);
}

}  // namespace celer::x64
