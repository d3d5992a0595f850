// One-dimensional arrays.
#include <utility>

#include "baseline/x64/compiler.h"
#include "baseline/x64/small_integers.h"
#include "object/object.h"
#include "types/well_known.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations or elements

namespace celer::x64 {

namespace {

uint32_t element_bytes(const Inst& inst) {
    if (inst.element == ElementType::ValueType) return inst.type->instance_field_bytes;
    return static_cast<uint32_t>(integer_bytes(inst.element));
}

}  // namespace

void MethodCompiler::array_length(const Inst& inst) {
    Mem from = address(top(), array_length_offset);
    drop();
    pinned_ = 0;
    Gpr to = allocate_gpr();
    a_.mov_rm(4, to, from);
    push_gpr(inst.kind, to);
}

void MethodCompiler::string_length() {
    Mem from = address(top(), string_length_offset);
    drop();
    pinned_ = 0;
    load_element_of(from, ElementType::I4, Kind::I4);
}

// Checks the index (just above the array on the stack) and gives the element's address.
Mem MethodCompiler::element(const Inst&, uint32_t array_depth, uint32_t element_size) {
    Value& array = top(array_depth);
    Value& index = top(array_depth - 1);
    Label& out_of_range = throw_label(Helper::ThrowIndexOutOfRange);
    Gpr base = gpr(array);
    Mem length = at(base, array_length_offset);
    if (index.where == Where::Constant && index.imm >= 0 && index.imm <= INT32_MAX) {
        a_.alu_mi(Alu::Cmp, 4, length, static_cast<int32_t>(index.imm));
        a_.jump(Cc::Be, out_of_range);
        int64_t offset = array_data_offset + index.imm * static_cast<int64_t>(element_size);
        if (offset <= INT32_MAX) return at(base, static_cast<int32_t>(offset));
    }
    Gpr number = gpr(index);
    if (index.kind == Kind::I4) {
        a_.alu_rm(Alu::Cmp, 4, number, length);
    } else {
        Gpr whole = scratch();
        a_.mov_rm(4, whole, length);
        a_.alu_rr(Alu::Cmp, 8, number, whole);
    }
    a_.jump(Cc::Ae, out_of_range);
    if (element_size == 1 || element_size == 2 || element_size == 4 || element_size == 8) {
        return at(base, number, static_cast<uint8_t>(__builtin_ctz(element_size)), array_data_offset);
    }
    Gpr scaled = scratch();
    if (element_size % 8 == 0 && (element_size == 16 || element_size == 32 || element_size == 64)) {
        a_.mov_rr(8, scaled, number);
        a_.shift_ri(Shift::Shl, 8, scaled, static_cast<uint8_t>(__builtin_ctz(element_size)));
    } else if (element_size == 24 || element_size == 40) {
        a_.lea(8, scaled, at(number, number, element_size == 24 ? 1 : 2, 0));
        return at(base, scaled, 3, array_data_offset);
    } else if (element_size == 12) {
        a_.lea(8, scaled, at(number, number, 1, 0));
        return at(base, scaled, 2, array_data_offset);
    } else {
        a_.imul_rri(8, scaled, number, static_cast<int32_t>(element_size));
    }
    return at(base, scaled, 0, array_data_offset);
}

void MethodCompiler::load_element(const Inst& inst) {
    Mem from = element(inst, 1, element_bytes(inst));
    if (inst.kind == Kind::Struct) {
        uint32_t size = inst.type->instance_field_bytes;
        int32_t slot = take_temp(size);
        copy_struct(at(rbp, slot), from, size, inst.type);
        drop(2);
        Value& value = push(Kind::Struct, Where::Temp);
        value.displacement = slot;
        value.type = inst.type;
        value.size_bytes = size;
        return;
    }
    drop(2);
    pinned_ = 0;
    if (inst.kind == Kind::Vector) return load_vector_from(from, inst.type);
    load_element_of(from, inst.element, inst.kind);
}

void MethodCompiler::store_element(const Inst& inst) {
    flush_aliases(3);
    if (inst.flags & inst_flags::covariance_check) return store_element_checked(inst);
    Value& value = top();
    if (value.where == Where::Gpr || value.where == Where::Memory) pin(static_cast<Gpr>(value.reg));
    if (!is_aggregate(value.kind) && !is_float(value.kind) && !is_small(value)) gpr(value);
    Mem to = element(inst, 2, element_bytes(inst));
    store_element_to(to, gc::Destination::Heap, inst.element, top(), inst.type);
    drop(3);
}

// Null, or an element of exactly the array's element type, is stored here; the helper decides the rest.
void MethodCompiler::store_element_checked(const Inst& inst) {
    if (top().where == Where::Constant && top().imm == 0) {
        Mem to = element(inst, 2, 8);
        store_element_to(to, gc::Destination::Heap, ElementType::Class, top(), nullptr);
        return drop(3);
    }
    Gpr value = gpr(top());
    Mem to = element(inst, 2, 8);
    Gpr array = gpr(top(2));
    Gpr type = scratch();
    Cold& cold = new_cold(ColdKind::StoreElement, Helper::StoreElementReference);
    Label store;
    a_.test_rr(8, value, value);
    a_.jump(Cc::E, store);
    a_.mov_rm(8, type, at(array));
    a_.mov_rm(8, type, at(type, offsetof(MethodTable, element_type)));
    a_.alu_rm(Alu::Cmp, 8, type, at(value));
    a_.jump(Cc::E, store);
    a_.alu_ri(Alu::Cmp, 8, type, static_cast<int32_t>(reinterpret_cast<uintptr_t>(well_known(WellKnown::Object))));
    a_.jump(Cc::Ne, cold.entry);  // anything may be stored to an object[]
    a_.bind(store);
    store_element_to(to, gc::Destination::Heap, ElementType::Class, top(), nullptr);
    a_.bind(cold.back);
    cold.target = array;
    cold.source = value;
    // The index: a register, or a constant.
    if (top(1).where == Where::Constant && to.index == no_gpr) {
        cold.imm = top(1).imm;
        cold.scratch = no_gpr;
    } else {
        cold.scratch = gpr(top(1));
    }
    drop(3);
}

void MethodCompiler::element_address(const Inst& inst) {
    if (inst.flags & inst_flags::exact_type_check) {
        push_constant(Kind::I8, reinterpret_cast<int64_t>(inst.type));
        if (top(1).kind == Kind::I4) {
            Gpr index = own(top(1));
            a_.movsx_rr(8, 4, index, index);
            top(1).kind = Kind::I8;
        }
        call_helper(Helper::ElementAddressReference, 3);
        return push_gpr(Kind::ByRef, rax);
    }
    Mem to = element(inst, 1, static_cast<uint32_t>(inst.imm));
    Gpr result;
    if (to.index == no_gpr && to.base != rbp && !(variable_gprs_ & 1u << to.base)) {
        result = to.base;  // an address with a displacement
        gpr_uses_[result]++;
        drop(2);
        push_gpr(Kind::ByRef, result);
        gpr_uses_[result]--;
        top().displacement = to.displacement;
        return;
    }
    drop(2);
    pinned_ = 0;
    result = allocate_gpr();
    int32_t displacement = to.displacement;
    to.displacement = 0;
    a_.lea(8, result, to);
    push_gpr(Kind::ByRef, result);
    top().displacement = displacement;
}

}  // namespace celer::x64
