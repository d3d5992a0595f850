#include "baseline/x64/arrays.h"

#include "baseline/x64/assembler.h"
#include "baseline/x64/cold.h"
#include "baseline/x64/frame.h"
#include "baseline/x64/helper_calls.h"
#include "baseline/x64/homes.h"
#include "baseline/x64/memory.h"
#include "baseline/x64/operand_stack.h"
#include "baseline/x64/registers.h"
#include "baseline/x64/small_integers.h"
#include "baseline/x64/struct_copier.h"
#include "object/object.h"
#include "types/well_known.h"

namespace celer::x64 {

namespace {

uint32_t element_bytes(const Inst& inst) {
    if (inst.element == ElementType::ValueType) return inst.type->instance_field_bytes;
    return static_cast<uint32_t>(integer_bytes(inst.element));
}

}  // namespace

void Arrays::array_length(const Inst& inst) {
    Mem from = stack_.address(stack_.top(), array_length_offset);
    stack_.drop();
    gprs_.unpin_all();
    Gpr to = stack_.allocate_gpr();
    a_.mov_rm(4, to, from);
    stack_.push_gpr(inst.kind, to);
}

void Arrays::string_length() {
    Mem from = stack_.address(stack_.top(), string_length_offset);
    stack_.drop();
    gprs_.unpin_all();
    memory_.load_element_of(from, ElementType::I4, Kind::I4);
}

// Checks the index (just above the array on the stack) and gives the element's address.
Mem Arrays::element(const Inst&, uint32_t array_depth, uint32_t element_size) {
    Value& array = stack_.top(array_depth);
    Value& index = stack_.top(array_depth - 1);
    Label& out_of_range = cold_.throw_label(Helper::ThrowIndexOutOfRange);
    Gpr base = stack_.gpr(array);
    Mem length = at(base, array_length_offset);
    if (index.where == Where::Constant && index.imm >= 0 && index.imm <= INT32_MAX) {
        a_.alu_mi(Alu::Cmp, 4, length, static_cast<int32_t>(index.imm));
        a_.jump(Cc::Be, out_of_range);
        int64_t offset = array_data_offset + index.imm * static_cast<int64_t>(element_size);
        if (offset <= INT32_MAX) return at(base, static_cast<int32_t>(offset));
    }
    Gpr number = stack_.gpr(index);
    if (index.kind == Kind::I4) {
        a_.alu_rm(Alu::Cmp, 4, number, length);
    } else {
        Gpr whole = stack_.scratch();
        a_.mov_rm(4, whole, length);
        a_.alu_rr(Alu::Cmp, 8, number, whole);
    }
    a_.jump(Cc::Ae, out_of_range);
    if (element_size == 1 || element_size == 2 || element_size == 4 || element_size == 8) {
        return at(base, number, static_cast<uint8_t>(__builtin_ctz(element_size)), array_data_offset);
    }
    Gpr scaled = stack_.scratch();
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

void Arrays::load_element(const Inst& inst) {
    Mem from = element(inst, 1, element_bytes(inst));
    if (inst.kind == Kind::Struct) {
        uint32_t size = inst.type->instance_field_bytes;
        int32_t slot = frame_.take_temp(size);
        structs_.copy_struct(at(rbp, slot), from, size, inst.type);
        stack_.drop(2);
        Value& value = stack_.push(Kind::Struct, Where::Temp);
        value.displacement = slot;
        value.type = inst.type;
        value.size_bytes = size;
        return;
    }
    stack_.drop(2);
    gprs_.unpin_all();
    if (inst.kind == Kind::Vector) return memory_.load_vector_from(from, inst.type);
    memory_.load_element_of(from, inst.element, inst.kind);
}

void Arrays::store_element(const Inst& inst) {
    stack_.flush_aliases(3);
    if (inst.flags & inst_flags::covariance_check) return store_element_checked(inst);
    Value& value = stack_.top();
    if (value.where == Where::Gpr || value.where == Where::Memory) gprs_.pin(static_cast<Gpr>(value.reg));
    if (!is_aggregate(value.kind) && !is_float(value.kind) && !is_small(value)) stack_.gpr(value);
    Mem to = element(inst, 2, element_bytes(inst));
    memory_.store_element_to(to, gc::Destination::Heap, inst.element, stack_.top(), inst.type);
    stack_.drop(3);
}

// Null, or an element of exactly the array's element type, is stored here; the helper decides the rest.
void Arrays::store_element_checked(const Inst& inst) {
    if (stack_.top().where == Where::Constant && stack_.top().imm == 0) {
        Mem to = element(inst, 2, 8);
        memory_.store_element_to(to, gc::Destination::Heap, ElementType::Class, stack_.top(), nullptr);
        return stack_.drop(3);
    }
    Gpr value = stack_.gpr(stack_.top());
    Mem to = element(inst, 2, 8);
    Gpr array = stack_.gpr(stack_.top(2));
    Gpr type = stack_.scratch();
    Cold& cold = cold_.new_cold(ColdKind::StoreElement, Helper::StoreElementReference);
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
    memory_.store_element_to(to, gc::Destination::Heap, ElementType::Class, stack_.top(), nullptr);
    a_.bind(cold.back);
    cold.target = array;
    cold.source = value;
    // The index: a register, or a constant.
    if (stack_.top(1).where == Where::Constant && to.index == no_gpr) {
        cold.imm = stack_.top(1).imm;
        cold.scratch = no_gpr;
    } else {
        cold.scratch = stack_.gpr(stack_.top(1));
    }
    stack_.drop(3);
}

void Arrays::element_address(const Inst& inst) {
    if (inst.flags & inst_flags::exact_type_check) {
        stack_.push_constant(Kind::I8, reinterpret_cast<int64_t>(inst.type));
        if (stack_.top(1).kind == Kind::I4) {
            Gpr index = stack_.own(stack_.top(1));
            a_.movsx_rr(8, 4, index, index);
            stack_.top(1).kind = Kind::I8;
        }
        helpers_.call_helper(Helper::ElementAddressReference, 3);
        return stack_.push_gpr(Kind::ByRef, rax);
    }
    Mem to = element(inst, 1, static_cast<uint32_t>(inst.imm));
    Gpr result;
    if (to.index == no_gpr && to.base != rbp && !(homes_.gprs() & 1u << to.base)) {
        result = to.base;  // an address with a displacement
        gprs_.hold(result);
        stack_.drop(2);
        stack_.push_gpr(Kind::ByRef, result);
        gprs_.release(result);
        stack_.top().displacement = to.displacement;
        return;
    }
    stack_.drop(2);
    gprs_.unpin_all();
    result = stack_.allocate_gpr();
    int32_t displacement = to.displacement;
    to.displacement = 0;
    a_.lea(8, result, to);
    stack_.push_gpr(Kind::ByRef, result);
    stack_.top().displacement = displacement;
}

}  // namespace celer::x64
