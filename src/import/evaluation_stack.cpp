#include "import/evaluation_stack.h"

#include <algorithm>

#include "base/assert.h"
#include "import/code.h"
#include "import/import_state.h"
#include "import/variable_table.h"

namespace celer {

void EvaluationStack::duplicate() {
    if (!require(1)) return;
    Value value = top();
    // One instruction without operands is repeated; a variable's address must stay known.
    bool single = value.end == position() && value.first + 1 == value.end && value.pure;
    Op op = code_.insts.back().op;
    if (single &&
        (op == Op::LoadVar || op == Op::VarAddress || op == Op::ConstI4 || op == Op::ConstI8 || op == Op::ConstNull ||
         op == Op::ConstObject || op == Op::ConstAddress || op == Op::ConstF4 || op == Op::ConstF8)) {
        Inst copy = code_.insts.back();
        copy.il_offset = state_.il_offset;
        if (op == Op::VarAddress) ++scratch_.address_uses[copy.target];
        code_.insts.push_back(copy);
    } else {
        Inst& inst = emit(Op::Dup, value.kind);
        if (is_aggregate(value.kind)) inst.type = value.type.method_table();
        repeat_facts(value);
        inst.kind = value.made;
    }
    value.first = position() - 1;
    value.end = position();
    value.pure = true;
    values_.push_back(value);
}

void EvaluationStack::push_variable_address(uint32_t variable) {
    emit(Op::VarAddress, Kind::ByRef).target = variable;
    ++scratch_.address_uses[variable];
    Value& value = push(Kind::ByRef, {}, true);
    value.known = Known::VarAddress;
    value.imm = variable;
    note_non_null(value);
}

// The typed evaluation stack and the code behind its values.

Value& EvaluationStack::missing() {
    state_.invalid();
    dummy_ = {};
    dummy_.kind = Kind::I4;
    return dummy_;
}

// The value of the instruction just emitted.
Value& EvaluationStack::push(Kind kind, TypeHandle type, bool pure) {
    Value& value = values_.emplace_back();
    value.kind = value.made = kind;
    value.type = type;
    value.end = position();
    if (value.end != 0) code_.insts.back().set_result_type(type);
    value.first = value.end == 0 ? 0 : value.end - 1;
    value.pure = pure;
    return value;
}

Value& EvaluationStack::push_shape(const Shape& shape, bool pure) {
    return push(shape.kind, shape.value_type(), pure);
}

Value& EvaluationStack::push_result(uint32_t operands, Kind kind, bool pure_operation, TypeHandle type) {
    uint32_t end = position() - 1;  // of the last operand, if it lies right before the operation
    uint32_t first = end;
    bool pure = pure_operation;
    for (uint32_t i = 0; i < operands; ++i) {
        Value operand = pop();
        if (operand.end != first || !operand.pure) pure = false;
        first = operand.first;
    }
    Value& value = push(kind, type, pure);
    if (pure) value.first = first;
    return value;
}

void EvaluationStack::push_integer(Kind kind, int64_t number) {
    if (kind == Kind::I4) number = static_cast<int32_t>(number);
    emit(kind == Kind::I4 ? Op::ConstI4 : Op::ConstI8, kind).imm = number;
    Value& value = push(kind, {}, true);
    value.known = Known::Integer;
    value.imm = number;
}

void EvaluationStack::push_null() {
    emit(Op::ConstNull, Kind::Ref);
    push(Kind::Ref, {}, true).known = Known::Null;
}

void EvaluationStack::push_address(AddressOf what, const void* address) {
    Inst& inst = emit(Op::ConstAddress, Kind::I8);
    inst.imm = static_cast<int64_t>(reinterpret_cast<uintptr_t>(address));
    inst.small = static_cast<uint8_t>(what);
    push(Kind::I8, {}, true);
}

// --- Facts

void EvaluationStack::note(Value& value, TypeHandle type) {
    value.type = type;
    code_.insts.back().set_result_type(type);
}

void EvaluationStack::note_new(Value& value) {
    value.exact = value.non_null = true;
    code_.insts.back().flags |= inst_flags::exact | inst_flags::non_null;
}

void EvaluationStack::note_non_null(Value& value) {
    value.non_null = true;
    code_.insts.back().flags |= inst_flags::non_null;
}

void EvaluationStack::emit_retype(uint32_t depth) {
    Value& value = top(depth);
    if ((value.made == Kind::I8) == (value.kind == Kind::I8) || !is_word(value.made)) return;
    emit(Op::Retype, value.kind).count = static_cast<uint16_t>(depth);
    value.made = value.kind;
    if (value.end + 1 == position()) value.end = position();
}

void EvaluationStack::push_variable(uint32_t variable) {
    const Variable& v = code_.variables[variable];
    Inst& inst = emit(Op::LoadVar, v.kind);
    inst.target = variable;
    inst.element = v.element;
    if (is_aggregate(v.kind)) inst.type = v.type.method_table();
    push(v.kind, v.kind == Kind::Ref || is_aggregate(v.kind) ? v.type : TypeHandle(), true);
}

// --- Dropping

bool EvaluationStack::drop() {
    if (values_.empty()) {
        state_.invalid();
        return false;
    }
    Value value = pop();
    if (droppable(value)) {
        for (uint32_t i = value.first; i < position(); ++i) {
            if (code_.insts[i].op == Op::VarAddress) --scratch_.address_uses[code_.insts[i].target];
        }
        code_.insts.resize(value.first);
        return true;
    }
    if (value.end == position() && (code_.insts.back().op == Op::Box || code_.insts.back().op == Op::BoxNullable)) {
        MethodTable* type = code_.insts.back().type;
        code_.insts.pop_back();
        value.kind = shape_of(type).kind;
        value.type = type;
    }
    Inst& inst = emit(Op::Pop, value.kind);
    if (is_aggregate(value.kind)) inst.type = value.type.method_table();
    return true;
}

void EvaluationStack::drop_all() {
    while (!values_.empty()) drop();
}

// --- Temporaries

uint32_t EvaluationStack::new_temporary(Kind kind, TypeHandle type, Origin origin, uint32_t index) {
    Shape shape = shape_of_value(kind, type);
    Variable variable;
    variable.kind = kind;
    variable.element = shape.element;
    variable.size_bytes = shape.size_bytes;
    variable.origin = origin;
    variable.origin_index =
        origin == Origin::Temporary ? static_cast<uint32_t>(code_.variables.size()) - variables_.fixed() : index;
    variable.type = type;
    code_.variables.push_back(variable);
    scratch_.address_uses.resize(code_.variables.size(), 0);
    return static_cast<uint32_t>(code_.variables.size() - 1);
}

uint32_t EvaluationStack::temporary_for(const Value& value) {
    TypeHandle type = value.type;
    if (value.kind == Kind::Ref && type.is_null()) type = well_known(WellKnown::Object);
    return new_temporary(value.kind, type);
}

void EvaluationStack::store_variable(uint32_t variable) {
    Kind kind = code_.variables[variable].kind;
    // CoreCLR narrows what it stores into a small variable, and a reference cannot be.
    bool is_small = code_.variables[variable].element < ElementType::I4;
    if (is_small && kind == Kind::I4 && top().kind == Kind::Ref && top().known != Known::Null) return state_.invalid();
    if (!coerce(kind, code_.variables[variable].type)) return;
    retype(0);
    Inst& inst = emit(Op::StoreVar, kind);
    inst.target = variable;
    inst.element = code_.variables[variable].element;
    if (is_aggregate(kind)) inst.type = code_.variables[variable].type.method_table();
    pop();
}

void EvaluationStack::leave_unboxed(uint32_t depth) {
    Value& value = top(depth);
    Inst& box = code_.insts[value.end - 1];
    CELER_ASSERT(box.op == Op::Box, "what is left unboxed is a box");
    Shape shape = shape_of(box.type);
    uint32_t variable = new_temporary(shape.kind, shape.value_type());
    Inst store;
    store.op = Op::StoreVar;
    store.kind = shape.kind;
    store.il_offset = box.il_offset;
    store.target = variable;
    store.element = code_.variables[variable].element;
    if (is_aggregate(shape.kind)) store.type = box.type;
    Inst address;
    address.op = Op::VarAddress;
    address.kind = Kind::ByRef;
    address.il_offset = box.il_offset;
    address.target = variable;
    address.flags = inst_flags::non_null;
    box = store;
    code_.insts.insert(code_.insts.begin() + value.end, address);
    ++scratch_.address_uses[variable];
    for (size_t i = values_.size() - depth; i < values_.size(); i++) {
        values_[i].first++;
        values_[i].end++;
    }
    uint32_t end = value.end + 1;
    value = {};
    value.kind = value.made = Kind::ByRef;
    value.known = Known::VarAddress;
    value.imm = variable;
    value.non_null = value.pure = true;
    value.first = end - 1;
    value.end = end;
}

// --- Coercions: what a store, an argument or a return accepts implicitly (III.1.6)

bool EvaluationStack::coerce(Kind kind, TypeHandle type) {
    Value& value = top();
    if (state_.is_invalid) return false;
    if (value.kind == kind) {
        if (!is_aggregate(kind) || type.is_null() || value.type == type) return true;
        // Another struct of the same size: unverifiable, but the code is what it would be.
        MethodTable* a = value.type.method_table();
        MethodTable* b = type.method_table();
        if (a != nullptr && b != nullptr && a->instance_field_bytes == b->instance_field_bytes) return true;
        state_.invalid();
        return false;
    }
    if (is_word(value.kind) && is_word(kind)) {
        value.kind = kind;
        return true;
    }
    auto convert_to = [&](ElementType element) {
        Kind from = value.kind;
        Inst& inst = emit(Op::Convert, kind);
        inst.from = from;
        inst.element = element;
        push_result(1, kind, true);
    };
    if (value.kind == Kind::I4 && is_word(kind)) {
        to_pointer_size(0);
        values_.back().kind = kind;
    } else if (is_word(value.kind) && kind == Kind::I4) {
        convert_to(ElementType::I4);
    } else if (value.kind == Kind::F4 && kind == Kind::F8) {
        convert_to(ElementType::R8);
    } else if (value.kind == Kind::F8 && kind == Kind::F4) {
        convert_to(ElementType::R4);
    } else {
        state_.invalid();
        return false;
    }
    return true;
}

bool EvaluationStack::coerce_below(uint32_t depth, Kind kind, TypeHandle type) {
    Value& value = top(depth);
    if (state_.is_invalid) return false;
    if (is_word(value.kind) && is_word(kind)) {
        value.kind = kind;
        return true;
    }
    if (value.kind == kind && (!is_aggregate(kind) || type.is_null() || value.type == type)) return true;
    return operate_below(depth, [&] { return coerce(kind, type); });
}

void EvaluationStack::to_pointer_size(uint32_t depth, bool zero_extend) {
    if (top(depth).kind != Kind::I4) return;
    operate_below(depth, [&] {
        Value& value = values_.back();
        if (value.known == Known::Integer && droppable(value)) {
            int64_t number = zero_extend ? int64_t{static_cast<uint32_t>(value.imm)} : value.imm;
            drop();
            push_integer(Kind::I8, number);
            return true;
        }
        Inst& inst = emit(Op::Convert, Kind::I8);
        inst.from = Kind::I4;
        inst.element = zero_extend ? ElementType::U8 : ElementType::I8;
        push_result(1, Kind::I8, true);
        return true;
    });
}

// Of a reference that is taken for a number the class is no longer stated.
void EvaluationStack::repeat_facts(const Value& value) {
    Inst& inst = code_.insts.back();
    if (value.kind == Kind::Ref || is_aggregate(value.kind)) inst.set_result_type(value.type);
    if (value.kind == Kind::Ref && value.exact) inst.flags |= inst_flags::exact;
    if (value.non_null) inst.flags |= inst_flags::non_null;
}

}  // namespace celer
