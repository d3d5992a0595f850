// The typed evaluation stack and the code behind its values.
#include <algorithm>

#include "import/importer.h"

namespace celer {

Value& Importer::missing() {
    invalid();
    dummy_ = {};
    dummy_.kind = Kind::I4;
    return dummy_;
}

// The value of the instruction just emitted.
Value& Importer::push(Kind kind, TypeHandle type, bool pure) {
    Value& value = stack_.emplace_back();
    value.kind = value.made = kind;
    value.type = type;
    value.end = position();
    if (value.end != 0) code_.insts.back().set_result_type(type);
    value.first = value.end == 0 ? 0 : value.end - 1;
    value.pure = pure;
    return value;
}

Value& Importer::push_shape(const Shape& shape, bool pure) {
    return push(shape.kind, shape.value_type(), pure);
}

Value& Importer::push_result(uint32_t operands, Kind kind, bool pure_operation, TypeHandle type) {
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

void Importer::push_integer(Kind kind, int64_t number) {
    if (kind == Kind::I4) number = static_cast<int32_t>(number);
    emit(kind == Kind::I4 ? Op::ConstI4 : Op::ConstI8, kind).imm = number;
    Value& value = push(kind, {}, true);
    value.known = Known::Integer;
    value.imm = number;
}

void Importer::push_null() {
    emit(Op::ConstNull, Kind::Ref);
    push(Kind::Ref, {}, true).known = Known::Null;
}

void Importer::push_address(AddressOf what, const void* address) {
    Inst& inst = emit(Op::ConstAddress, Kind::I8);
    inst.imm = static_cast<int64_t>(reinterpret_cast<uintptr_t>(address));
    inst.small = static_cast<uint8_t>(what);
    push(Kind::I8, {}, true);
}

// --- Facts

void Importer::note(Value& value, TypeHandle type) {
    value.type = type;
    code_.insts.back().set_result_type(type);
}

void Importer::note_new(Value& value) {
    value.exact = value.non_null = true;
    code_.insts.back().flags |= inst_flags::exact | inst_flags::non_null;
}

void Importer::note_non_null(Value& value) {
    value.non_null = true;
    code_.insts.back().flags |= inst_flags::non_null;
}

void Importer::emit_retype(uint32_t depth) {
    Value& value = top(depth);
    if ((value.made == Kind::I8) == (value.kind == Kind::I8) || !is_word(value.made)) return;
    emit(Op::Retype, value.kind).count = static_cast<uint16_t>(depth);
    value.made = value.kind;
    if (value.end + 1 == position()) value.end = position();
}

void Importer::push_variable(uint32_t variable) {
    const Variable& v = code_.variables[variable];
    Inst& inst = emit(Op::LoadVar, v.kind);
    inst.target = variable;
    inst.element = v.element;
    if (is_aggregate(v.kind)) inst.type = v.type.method_table();
    push(v.kind, v.kind == Kind::Ref || is_aggregate(v.kind) ? v.type : TypeHandle(), true);
}

void Importer::push_type_object(TypeHandle type) {
    Object* object = import_hooks().type_object == nullptr ? nullptr : import_hooks().type_object(type);
    if (object != nullptr) {
        Inst& inst = emit(Op::ConstObject, Kind::Ref);
        inst.imm = static_cast<int64_t>(reinterpret_cast<uintptr_t>(object));
        inst.target = static_cast<uint32_t>(type.value);
        push(Kind::Ref, well_known(WellKnown::RuntimeType), true);
        assume(AssumptionKind::TypeObject, type);
    } else {
        uint32_t first = position();
        push_address(AddressOf::Type, reinterpret_cast<void*>(type.value));
        emit_helper(Helper::TypeObject, 1, Kind::Ref, well_known(WellKnown::RuntimeType));
        stack_.back().pure = true;
        stack_.back().first = first;
    }
    Value& value = stack_.back();
    value.known = Known::TypeObject;
    value.subject = type;
    note_new(value);
}

// --- Dropping

bool Importer::drop() {
    if (stack_.empty()) {
        invalid();
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

void Importer::drop_all() {
    while (!stack_.empty()) drop();
}

// --- Temporaries

uint32_t Importer::new_temporary(Kind kind, TypeHandle type, Origin origin, uint32_t index) {
    Variable variable;
    variable.kind = kind;
    variable.origin = origin;
    variable.origin_index =
        origin == Origin::Temporary ? static_cast<uint32_t>(code_.variables.size()) - fixed_variables_ : index;
    variable.type = type;
    switch (kind) {
        case Kind::I4:
            variable.element = ElementType::I4;
            variable.size_bytes = 4;
            break;
        case Kind::I8:
            variable.element = ElementType::I8;
            break;
        case Kind::F4:
            variable.element = ElementType::R4;
            variable.size_bytes = 4;
            break;
        case Kind::F8:
            variable.element = ElementType::R8;
            break;
        case Kind::Ref:
            variable.element = ElementType::Class;
            break;
        case Kind::ByRef:
            variable.element = ElementType::ByRef;
            break;
        case Kind::Struct:
        case Kind::Vector:
            variable.element = ElementType::ValueType;
            variable.size_bytes = type.method_table()->instance_field_bytes;
            break;
        case Kind::Void:
            break;
    }
    code_.variables.push_back(variable);
    scratch_.address_uses.resize(code_.variables.size(), 0);
    return static_cast<uint32_t>(code_.variables.size() - 1);
}

uint32_t Importer::temporary_for(const Value& value) {
    TypeHandle type = value.type;
    if (value.kind == Kind::Ref && type.is_null()) type = well_known(WellKnown::Object);
    return new_temporary(value.kind, type);
}

void Importer::store_variable(uint32_t variable) {
    Kind kind = code_.variables[variable].kind;
    // CoreCLR narrows what it stores into a small variable, and a reference cannot be.
    bool is_small = code_.variables[variable].element < ElementType::I4;
    if (is_small && kind == Kind::I4 && top().kind == Kind::Ref && top().known != Known::Null) return invalid();
    if (!coerce(kind, code_.variables[variable].type)) return;
    retype(0);
    Inst& inst = emit(Op::StoreVar, kind);
    inst.target = variable;
    inst.element = code_.variables[variable].element;
    if (is_aggregate(kind)) inst.type = code_.variables[variable].type.method_table();
    pop();
}

// --- Coercions: what a store, an argument or a return accepts implicitly (III.1.6)

bool Importer::coerce(Kind kind, TypeHandle type) {
    Value& value = top();
    if (invalid_) return false;
    if (value.kind == kind) {
        if (!is_aggregate(kind) || type.is_null() || value.type == type) return true;
        // Another struct of the same size: unverifiable, but the code is what it would be.
        MethodTable* a = value.type.method_table();
        MethodTable* b = type.method_table();
        if (a != nullptr && b != nullptr && a->instance_field_bytes == b->instance_field_bytes) return true;
        invalid();
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
        stack_.back().kind = kind;
    } else if (is_word(value.kind) && kind == Kind::I4) {
        convert_to(ElementType::I4);
    } else if (value.kind == Kind::F4 && kind == Kind::F8) {
        convert_to(ElementType::R8);
    } else if (value.kind == Kind::F8 && kind == Kind::F4) {
        convert_to(ElementType::R4);
    } else {
        invalid();
        return false;
    }
    return true;
}

template <typename F>
bool Importer::operate_below(uint32_t depth, F&& operate) {
    if (!require(depth + 1)) return false;
    if (depth == 0) return operate();
    std::vector<Value> above(stack_.end() - depth, stack_.end());
    uint32_t base = stack_[stack_.size() - depth - 1].end;
    // If the code of the values above is pure and in one piece, it moves behind the operation.
    bool movable = above.back().end == position();
    uint32_t expected = base;
    for (const Value& value : above) {
        movable = movable && value.pure && value.first == expected && code_.insts[value.first].op != Op::Dup;
        expected = value.end;
    }
    if (movable) {
        std::vector<Inst> moved(code_.insts.begin() + base, code_.insts.end());
        code_.insts.resize(base);
        stack_.resize(stack_.size() - depth);
        if (!operate()) return false;
        uint32_t shift = position() - base;
        code_.insts.insert(code_.insts.end(), moved.begin(), moved.end());
        for (Value value : above) {
            value.first += shift;
            value.end += shift;
            stack_.push_back(value);
        }
        return true;
    }
    uint32_t first_temporary = static_cast<uint32_t>(code_.variables.size());
    for (uint32_t i = 0; i < depth; ++i) store_variable(temporary_for(top()));
    if (invalid_ || !operate()) return false;
    for (uint32_t i = 0; i < depth; ++i) {
        push_variable(first_temporary + depth - 1 - i);
        Value& value = stack_.back();
        Value old = above[i];
        old.first = value.first;
        old.end = value.end;
        old.made = value.made;
        old.pure = true;
        value = old;
        repeat_facts(value);
    }
    return true;
}

bool Importer::coerce_below(uint32_t depth, Kind kind, TypeHandle type) {
    Value& value = top(depth);
    if (invalid_) return false;
    if (is_word(value.kind) && is_word(kind)) {
        value.kind = kind;
        return true;
    }
    if (value.kind == kind && (!is_aggregate(kind) || type.is_null() || value.type == type)) return true;
    return operate_below(depth, [&] { return coerce(kind, type); });
}

void Importer::to_pointer_size(uint32_t depth, bool zero_extend) {
    if (top(depth).kind != Kind::I4) return;
    operate_below(depth, [&] {
        Value& value = stack_.back();
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
void Importer::repeat_facts(const Value& value) {
    Inst& inst = code_.insts.back();
    if (value.kind == Kind::Ref || is_aggregate(value.kind)) inst.set_result_type(value.type);
    if (value.kind == Kind::Ref && value.exact) inst.flags |= inst_flags::exact;
    if (value.non_null) inst.flags |= inst_flags::non_null;
}

// An argument of which the caller has told something, if the body leaves it as it came.
void Importer::push_known_argument(uint32_t index) {
    const ArgumentFact& fact = options_.arguments[index];
    Kind kind = code_.variables[index].kind;
    if (scratch_.changed_arguments[index]) return push_variable(index);
    if (fact.constant && (kind == Kind::I4 || kind == Kind::I8)) return push_integer(kind, *fact.constant);
    push_variable(index);
    Value& value = stack_.back();
    if (kind == Kind::Ref && fact.type) note(value, fact.type);
    if (kind == Kind::Ref && fact.exact) {
        value.exact = true;
        code_.insts.back().flags |= inst_flags::exact;
    }
    if (fact.non_null) note_non_null(value);
}

void Importer::assume(AssumptionKind kind, TypeHandle type, MethodDesc* method) {
    std::vector<Assumption>& all = code_.assumptions;
    Assumption assumption{kind, type, method};
    uintptr_t bits = type.value + reinterpret_cast<uintptr_t>(method) + static_cast<uintptr_t>(kind) * 8;
    uint32_t& place = scratch_.assumption_places[(bits >> 3 ^ bits >> 9) % scratch_.assumption_places.size()];
    if (place < all.size()) {
        if (all[place] == assumption || std::ranges::find(all, assumption) != all.end()) return;
    }
    place = static_cast<uint32_t>(all.size());
    all.push_back(assumption);
}

bool Importer::operate_on_address(uint32_t offset, FieldDesc* field) {
    return operate_below(1, [&] {
        add_offset(offset, false, field);
        return !invalid_;
    });
}

// constrained. on a receiver that lies below the arguments: replaces the address by the reference or box behind it.
bool Importer::dereference_below(uint32_t depth, TypeHandle type) {
    return operate_below(depth, [&] {
        load_object(type);
        if (!ended_ && type.is_value_type()) box(type);
        return !ended_;
    });
}

}  // namespace celer
