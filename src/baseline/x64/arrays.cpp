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

// Checks the index (just above the array or string on the stack) and gives the element's address.
Mem Arrays::element(uint32_t array_depth, uint32_t element_size, uint32_t data_offset) {
    static_assert(array_length_offset == string_length_offset);
    Value& array = stack_.top(array_depth);
    Value& index = stack_.top(array_depth - 1);
    Label& out_of_range = cold_.throw_label(Helper::ThrowIndexOutOfRange);
    Gpr base = stack_.gpr(array);
    Mem length = at(base, array_length_offset);
    if (index.where == Where::Constant && index.imm >= 0 && index.imm <= INT32_MAX) {
        a_.alu_mi(Alu::Cmp, 4, length, static_cast<int32_t>(index.imm));
        a_.jump(Cc::Be, out_of_range);
        int64_t offset = data_offset + index.imm * static_cast<int64_t>(element_size);
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
    return scaled(base, number, element_size, static_cast<int32_t>(data_offset));
}

// base + index * element_size + displacement, for an index without upper bits.
Mem Arrays::scaled(Gpr base, Gpr index, uint32_t element_size, int32_t displacement) {
    if (element_size == 1 || element_size == 2 || element_size == 4 || element_size == 8)
        return at(base, index, static_cast<uint8_t>(__builtin_ctz(element_size)), displacement);
    Gpr distance = stack_.scratch();
    if (element_size == 16 || element_size == 32 || element_size == 64) {
        a_.mov_rr(8, distance, index);
        a_.shift_ri(Shift::Shl, 8, distance, static_cast<uint8_t>(__builtin_ctz(element_size)));
    } else if (element_size == 24 || element_size == 40) {
        a_.lea(8, distance, at(index, index, element_size == 24 ? 1 : 2, 0));
        return at(base, distance, 3, displacement);
    } else if (element_size == 12) {
        a_.lea(8, distance, at(index, index, 1, 0));
        return at(base, distance, 2, displacement);
    } else {
        a_.imul_rri(8, distance, index, static_cast<int32_t>(element_size));
    }
    return at(base, distance, 0, displacement);
}

void Arrays::load_element(const Inst& inst) {
    Mem from = element(1, element_bytes(inst));
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
    Mem to = element(2, element_bytes(inst));
    memory_.store_element_to(to, gc::Destination::Heap, inst.element, stack_.top(), inst.type);
    stack_.drop(3);
}

// Null, or an element of exactly the array's element type, is stored here; the helper decides the rest.
void Arrays::store_element_checked(const Inst& inst) {
    if (stack_.top().where == Where::Constant && stack_.top().imm == 0) {
        Mem to = element(2, 8);
        memory_.store_element_to(to, gc::Destination::Heap, ElementType::Class, stack_.top(), nullptr);
        return stack_.drop(3);
    }
    Gpr value = stack_.gpr(stack_.top());
    Mem to = element(2, 8);
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
    push_address(element(1, static_cast<uint32_t>(inst.imm)), 2);
}

// In place of the operands it was made from.
void Arrays::push_address(Mem of, uint32_t operands) {
    Gpr result;
    if (of.index == no_gpr && of.base != rbp && !(homes_.gprs() & 1u << of.base)) {
        result = of.base;  // an address with a displacement
        gprs_.hold(result);
        stack_.drop(operands);
        stack_.push_gpr(Kind::ByRef, result);
        gprs_.release(result);
        stack_.top().displacement = of.displacement;
        return;
    }
    stack_.drop(operands);
    gprs_.unpin_all();
    result = stack_.allocate_gpr();
    int32_t displacement = of.displacement;
    of.displacement = 0;
    a_.lea(8, result, of);
    stack_.push_gpr(Kind::ByRef, result);
    stack_.top().displacement = displacement;
}

void Arrays::string_char() {
    Mem from = element(1, sizeof(char16_t), string_characters_offset);
    stack_.drop(2);
    gprs_.unpin_all();
    memory_.load_element_of(from, ElementType::Char, Kind::I4);
}

void Arrays::span_element(const Inst& inst) {
    Value& index = stack_.top();
    Label& out_of_range = cold_.throw_label(Helper::ThrowIndexOutOfRange);
    Mem reference = stack_.address(stack_.top(1), span_reference_offset);
    Mem length = reference;
    length.displacement += span_length_offset - span_reference_offset;
    bool is_constant = index.where == Where::Constant && index.imm >= 0 && index.imm <= INT32_MAX / inst.imm;
    int64_t offset = is_constant ? index.imm * inst.imm : 0;
    Gpr number = is_constant ? no_gpr : stack_.gpr(index);
    if (is_constant) {
        a_.alu_mi(Alu::Cmp, 4, length, static_cast<int32_t>(index.imm));
    } else {
        a_.alu_rm(Alu::Cmp, 4, number, length);
    }
    a_.jump(is_constant ? Cc::Be : Cc::Ae, out_of_range);
    Gpr first = stack_.scratch();
    a_.mov_rm(8, first, reference);
    auto size = static_cast<uint32_t>(inst.imm);
    push_address(is_constant ? at(first, static_cast<int32_t>(offset)) : scaled(first, number, size, 0), 2);
}

}  // namespace celer::x64
