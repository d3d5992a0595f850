// Variables, indirect accesses, fields and arrays (III.3, III.4).
#include "import/importer.h"
#include "object/object.h"

namespace celer {

uint8_t Importer::prefix_flags() const {
    return static_cast<uint8_t>((prefixes_.has(prefixes::is_volatile) ? inst_flags::is_volatile : 0) |
                                (prefixes_.has(prefixes::unaligned) ? inst_flags::unaligned : 0));
}

// --- Variables

void Importer::load_argument_or_local(uint32_t index, bool is_argument) {
    uint32_t limit = is_argument ? code_.argument_count : local_count_;
    if (index >= limit) return invalid();
    if (is_argument && !options_.arguments.empty()) {
        push_known_argument(index);
    } else {
        push_variable(is_argument ? index : code_.argument_count + index);
    }
    if (is_argument && index == 0 && signature_->has_this) stack_.back().is_this = true;
}

void Importer::store_argument_or_local(uint32_t index, bool is_argument) {
    uint32_t limit = is_argument ? code_.argument_count : local_count_;
    if (index >= limit || !require(1)) return invalid();
    store_variable(is_argument ? index : code_.argument_count + index);
}

void Importer::load_variable_address(uint32_t index, bool is_argument) {
    uint32_t limit = is_argument ? code_.argument_count : local_count_;
    if (index >= limit) return invalid();
    push_variable_address(is_argument ? index : code_.argument_count + index);
}

void Importer::push_variable_address(uint32_t variable) {
    emit(Op::VarAddress, Kind::ByRef).target = variable;
    ++scratch_.address_uses[variable];
    Value& value = push(Kind::ByRef, {}, true);
    value.known = Known::VarAddress;
    value.imm = variable;
    note_non_null(value);
}

// --- Through addresses

bool Importer::address_operand() {
    if (!require(1)) return false;
    if (top().kind == Kind::I4) to_pointer_size(0);
    if (!is_word(top().kind)) {
        invalid();
        return false;
    }
    return true;
}

void Importer::load_indirect(const Shape& shape, FieldDesc* field) {
    if (!address_operand()) return;
    Value& address = top();
    // A whole variable read through its address is the variable.
    if (address.known == Known::VarAddress && droppable(address) && code_.insts.back().op == Op::VarAddress) {
        const Variable& variable = code_.variables[address.imm];
        if (variable.element == shape.element && (!is_aggregate(shape.kind) || variable.type == shape.type)) {
            uint32_t index = static_cast<uint32_t>(address.imm);
            drop();
            return push_variable(index);
        }
    }
    int64_t offset = 0;
    Inst& last = code_.insts.back();
    if (address.end == position() && last.op == Op::AddOffset && last.imm < null_guard_bytes) {
        // The load checks for null itself.
        offset = last.imm;
        field = last.field;
        code_.insts.pop_back();
        --address.end;
    }
    Inst& inst = emit(Op::Load, shape.kind);
    inst.element = shape.element;
    inst.imm = offset;
    inst.field = field;
    inst.flags = prefix_flags() | base_flags(address);
    if (address.known == Known::VarAddress) inst.flags |= inst_flags::on_stack_base;
    if (is_aggregate(shape.kind)) inst.type = shape.type.method_table();
    pop();
    push_shape(shape);
}

void Importer::store_indirect(const Shape& shape, FieldDesc* field) {
    if (!require(2)) return;
    if (!coerce(shape.kind, shape.type)) return;
    retype(0);
    if (top(1).kind == Kind::I4) to_pointer_size(1);
    if (!is_word(top(1).kind)) return invalid();
    bool on_stack = top(1).known == Known::VarAddress;
    uint8_t flags = prefix_flags() | base_flags(top(1));
    Inst& inst = emit(Op::Store, shape.kind);
    inst.element = shape.element;
    inst.field = field;
    inst.flags = flags;
    if (on_stack) inst.flags |= inst_flags::on_stack_base;
    if (is_aggregate(shape.kind)) inst.type = shape.type.method_table();
    pop();
    pop();
}

void Importer::load_object(TypeHandle type) {
    Shape shape;
    if (struct_shape(type, shape)) load_indirect(shape);
}

void Importer::store_object(TypeHandle type) {
    Shape shape;
    if (struct_shape(type, shape)) store_indirect(shape);
}

void Importer::copy_object(TypeHandle type) {
    Shape shape;
    if (!require(2) || !struct_shape(type, shape)) return;
    load_indirect(shape);
    if (!ended_) store_indirect(shape);
}

void Importer::init_object(TypeHandle type) {
    Shape shape;
    if (!address_operand() || !struct_shape(type, shape)) return;
    Value& address = top();
    if (address.known == Known::VarAddress && droppable(address) && code_.insts.back().op == Op::VarAddress) {
        uint32_t variable = static_cast<uint32_t>(address.imm);
        const Variable& v = code_.variables[variable];
        if (v.element == shape.element && (!is_aggregate(shape.kind) || v.type == shape.type)) {
            drop();
            emit(Op::ClearVar, v.kind).target = variable;
            return;
        }
    }
    if (is_aggregate(shape.kind)) {
        emit(Op::ClearStruct, Kind::Struct).type = type.method_table();
        pop();
        return;
    }
    switch (shape.kind) {
        case Kind::I4:
        case Kind::I8:
            push_integer(shape.kind, 0);
            break;
        case Kind::F4:
            emit(Op::ConstF4, Kind::F4);
            push(Kind::F4, {}, true);
            break;
        case Kind::F8:
            emit(Op::ConstF8, Kind::F8);
            push(Kind::F8, {}, true);
            break;
        case Kind::Ref:
        case Kind::ByRef:
            push_null();
            break;
        case Kind::Void:
        case Kind::Struct:
        case Kind::Vector:
            break;
    }
    store_indirect(shape);
}

// The address is the sum of another and an offset: that grows.
bool Importer::extends_offset(const Value& address, uint32_t offset, bool null_check, FieldDesc* field) {
    Inst& last = code_.insts.back();
    if (address.end != position() || last.op != Op::AddOffset || null_check || last.imm + offset >= 0x7fffffff) {
        return false;
    }
    last.imm += offset;
    last.field = field;
    return true;
}

void Importer::add_offset(uint32_t offset, bool null_check, FieldDesc* field) {
    Value& address = top();
    bool on_stack = address.known == Known::VarAddress;
    int64_t variable = address.imm;
    if (offset == 0 && !null_check) {
        address.kind = Kind::ByRef;
        address.type = {};
        return;
    }
    if (extends_offset(address, offset, null_check, field)) {
        Inst& last = code_.insts.back();
        if (last.imm < null_guard_bytes || on_stack || address.non_null) return;
        last.flags |= inst_flags::null_check;
        address.pure = false;
        return;
    }
    bool known = on_stack || is_known_non_null(address);
    if (offset >= null_guard_bytes && !known) null_check = true;
    uint8_t flags = base_flags(address);
    Inst& inst = emit(Op::AddOffset, Kind::ByRef);
    inst.imm = offset;
    inst.field = field;
    inst.flags = flags | (null_check ? inst_flags::null_check : 0);
    Value& value = push_result(1, Kind::ByRef, !null_check);
    if (on_stack) {
        value.known =
            Known::VarAddress;  // still on the stack; whoever wants the whole variable looks at the instruction
        value.imm = variable;
        note_non_null(value);
    }
}

// --- Fields

bool Importer::field_operand(uint32_t token, FieldDesc*& field, Shape& shape, bool is_static) {
    Result<FieldDesc*> found = resolve_field_token(token);
    if (!check(found)) return false;
    if (is_static && !(*found)->is_static()) {
        invalid();
        return false;
    }
    if (!may_access(*found, token)) return false;
    field = *found;
    MethodTable* owner = field->owner;
    if (owner->contains_generic_variables()) {
        invalid();
        return false;
    }
    if (field->is_static()) {
        if (!loaded(owner, LoadLevel::Complete)) return false;
        if (field->flags & field_flags::is_literal) {
            invalid(Error{
                ErrorKind::MissingField,
                "Field not found: '" + display_name(TypeHandle(owner)) + "." + std::string(field_name(field)) + "'.",
                {}});
            return false;
        }
    } else if (!loaded(owner, LoadLevel::Layout)) {
        return false;
    }
    assume_layout(owner);
    Result<TypeHandle> type = field_type(field);
    return check(type) && struct_shape(*type, shape);
}

void Importer::load_field(uint32_t token) {
    FieldDesc* field;
    Shape shape;
    if (!field_operand(token, field, shape) || !require(1)) return;
    if (field->is_static()) {
        drop();
        return load_static(field);
    }
    load_field_of(field, shape);
}

void Importer::load_field_of(FieldDesc* field, const Shape& shape) {
    Value& object = top();
    if (is_aggregate(object.kind)) {
        MethodTable* container = object.type.method_table();
        if (container == nullptr || field->offset + shape.size_bytes > container->instance_field_bytes)
            return invalid();
        Inst& inst = emit(Op::LoadStructField, shape.kind);
        inst.imm = field->offset;
        inst.field = field;
        inst.element = shape.element;
        inst.type = is_aggregate(shape.kind) ? shape.type.method_table() : nullptr;
        push_result(1, shape.kind, true, shape.value_type());
        return;
    }
    if (!address_operand()) return;
    uint32_t offset = field->offset;
    bool is_reference = object.kind == Kind::Ref;
    Inst& last = code_.insts.back();
    bool extends = object.end == position() && last.op == Op::AddOffset;
    if (offset + (extends ? static_cast<uint64_t>(last.imm) : 0) >= null_guard_bytes) {
        add_offset(offset, false, field);
        return load_indirect(shape);
    }
    // Like load_indirect, with the offset in the instruction.
    bool on_stack = object.known == Known::VarAddress;
    if (extends) {
        offset += static_cast<uint32_t>(last.imm);
        code_.insts.pop_back();
        --object.end;
    }
    bool pure = object.is_this && is_reference;
    Inst& inst = emit(Op::Load, shape.kind);
    inst.element = shape.element;
    inst.imm = offset;
    inst.field = field;
    inst.flags = prefix_flags() | base_flags(object);
    if (on_stack) inst.flags |= inst_flags::on_stack_base;
    if (is_aggregate(shape.kind)) inst.type = shape.type.method_table();
    push_result(1, shape.kind, (pure || on_stack) && !prefixes_.has(prefixes::is_volatile), shape.value_type());
}

void Importer::load_field_address(uint32_t token) {
    FieldDesc* field;
    Shape shape;
    if (!field_operand(token, field, shape) || !require(1)) return;
    if (field->is_static()) {
        drop();
        if (static_address(field, Kind::ByRef)) stack_.back().kind = Kind::ByRef;
        return;
    }
    if (!address_operand()) return;
    bool from_pointer = top().kind == Kind::I8;
    add_offset(field->offset, top().kind == Kind::Ref && !top().non_null && !top().is_this, field);
    if (from_pointer && !invalid_) stack_.back().kind = Kind::I8;
}

void Importer::store_field(uint32_t token) {
    FieldDesc* field;
    Shape shape;
    if (!field_operand(token, field, shape) || !require(2)) return;
    if (field->is_static()) {
        if (!coerce(shape.kind, shape.type)) return;
        uint32_t variable = temporary_for(top());
        store_variable(variable);
        drop();
        push_variable(variable);
        return store_static(field);
    }
    store_field_of(field, shape);
}

void Importer::store_field_of(FieldDesc* field, const Shape& shape) {
    if (!coerce(shape.kind, shape.type)) return;
    retype(0);
    if (top(1).kind == Kind::I4) to_pointer_size(1);
    if (!is_word(top(1).kind)) return invalid();
    uint32_t offset = field->offset;
    const Value& base = top(1);
    bool extends = base.end > base.first && code_.insts[base.end - 1].op == Op::AddOffset;
    if (offset + (extends ? static_cast<uint64_t>(code_.insts[base.end - 1].imm) : 0) >= null_guard_bytes) {
        if (!operate_on_address(offset, field)) return;
        offset = 0;
    }
    bool on_stack = top(1).known == Known::VarAddress;
    uint8_t flags = prefix_flags() | base_flags(top(1));
    Inst& inst = emit(Op::Store, shape.kind);
    inst.element = shape.element;
    inst.imm = offset;
    inst.field = field;
    inst.flags = flags;
    if (on_stack) inst.flags |= inst_flags::on_stack_base;
    if (is_aggregate(shape.kind)) inst.type = shape.type.method_table();
    pop();
    pop();
}

// --- Static fields

bool Importer::needs_class_init(MethodTable* table) {
    if (!(table->flags2 & mt_flags2::has_cctor)) return false;
    if (table->is_initialized()) {
        assume(AssumptionKind::Initialized, table);
        return false;
    }
    // The method's own type: its .cctor is running, or has been started before the method got here.
    if (table == method_->owner && method_->kind != MethodKind::Dynamic) {
        if (method_ == table->info->class_constructor) return false;
        bool precise = table->flags2 & mt_flags2::has_precise_cctor;
        if (precise && (entry_runs_class_init() || !table->is_value_type())) return false;
    }
    return true;
}

void Importer::ensure_class_init(MethodTable* table) {
    if (table->module != method_->owner->module) {
        if (MethodTable* module_type = pending_initializer(table->module)) emit(Op::ClassInit).type = module_type;
    }
    if (needs_class_init(table)) emit(Op::ClassInit).type = table;
}

// Pushes the address of a static field, after its type's initialisation.
bool Importer::static_address(FieldDesc* field, Kind kind, uint32_t accessed_bytes) {
    MethodTable* owner = field->owner;
    uint32_t first = position();
    ensure_class_init(owner);
    bool pure = position() == first;
    if (field->flags & field_flags::has_rva) {
        if (owner->module->rva_data(field->offset, accessed_bytes) == nullptr) {
            throw_error({ErrorKind::BadImageFormat, "Bad data of a static field.", {}});
            return false;
        }
        Inst& inst = emit(Op::RvaAddress, kind);
        inst.imm = field->offset;
        inst.module = owner->module;
    } else if (field->flags & field_flags::is_thread_static) {
        emit(Op::ThreadStaticAddress, Kind::ByRef).imm = owner->info->statics.thread_offset + field->offset;
    } else {
        Inst& inst = emit(Op::ConstAddress, kind);
        inst.imm = static_cast<int64_t>(reinterpret_cast<uintptr_t>(owner->info->statics.base) + field->offset);
        inst.small = static_cast<uint8_t>(AddressOf::StaticField);
    }
    code_.insts.back().field = field;
    note_non_null(push(kind, {}, pure));
    return true;
}

void Importer::load_static(FieldDesc* field) {
    Result<TypeHandle> type = field_type(field);
    Shape shape;
    if (!check(type) || !struct_shape(*type, shape)) return;
    if (!static_address(field, Kind::ByRef, shape.size_bytes)) return;
    bool pure = stack_.back().pure;
    Inst& inst = emit(Op::Load, shape.kind);
    inst.element = shape.element;
    inst.field = field;
    inst.flags = prefix_flags() | inst_flags::non_null_base;
    // Once its class is initialised, what an initonly field holds stays.
    bool is_final = (field->flags & field_flags::is_init_only) && field->owner->is_initialized();
    if (is_final) inst.flags |= inst_flags::invariant;
    if (is_aggregate(shape.kind)) inst.type = shape.type.method_table();
    push_result(1, shape.kind, pure && !prefixes_.has(prefixes::is_volatile), shape.value_type());
    if (is_final) assume(AssumptionKind::Initialized, field->owner);
}

void Importer::store_static(FieldDesc* field) {
    Result<TypeHandle> type = field_type(field);
    Shape shape;
    if (!require(1) || !check(type) || !struct_shape(*type, shape) || !coerce(shape.kind, shape.type)) return;
    // The address goes below the value.
    Value value = top();
    uint32_t variable = no_variable;
    std::vector<Inst> moved;
    bool runs_code =
        field->owner->module != method_->owner->module && pending_initializer(field->owner->module) != nullptr;
    bool movable = !(runs_code || needs_class_init(field->owner)) || value.first + 1 == value.end;
    if (movable && droppable(value) && code_.insts[value.first].op != Op::Dup) {
        moved.assign(code_.insts.begin() + value.first, code_.insts.end());
        code_.insts.resize(value.first);
        pop();
    } else {
        variable = temporary_for(value);
        store_variable(variable);
    }
    if (!static_address(field, Kind::ByRef, shape.size_bytes)) return;
    if (variable != no_variable) {
        push_variable(variable);
    } else {
        code_.insts.insert(code_.insts.end(), moved.begin(), moved.end());
        push(value.kind, value.type);
        stack_.back().made = value.made;
    }
    store_indirect(shape, field);
}

// --- Arrays

void Importer::load_length() {
    if (!require(1) || !coerce(Kind::Ref)) return;
    uint8_t flags = base_flags(top());
    emit(Op::ArrayLength, Kind::I8).flags = flags;
    push_result(1, Kind::I8, false);
}

// ldelem.ref has no type: the element type of the array, if known, says what comes out.
void Importer::load_element(ElementType element, TypeHandle type) {
    Shape shape;
    if (!require(2)) return;
    if (type) {
        if (!struct_shape(type, shape)) return;
    } else {
        shape.kind = kind_of_element(element);
        shape.element = element;
    }
    if (!coerce_index(0)) return;
    TypeHandle array = top(1).type;
    if (!coerce_below(1, Kind::Ref)) return;
    uint8_t flags = base_flags(top(1));
    Inst& inst = emit(Op::LoadElement, shape.kind);
    inst.element = shape.element;
    inst.flags = flags;
    if (is_aggregate(shape.kind)) inst.type = shape.type.method_table();
    pop();
    pop();
    Value& value = push_shape(shape);
    if (shape.kind != Kind::Ref) return;
    if (MethodTable* table = array.method_table(); table != nullptr && table->is_sz_array()) {
        TypeHandle of = TypeHandle::from_raw(table->element_type);
        if (of.is_reference()) type = of;
    }
    note(value, type);
}

void Importer::store_element(ElementType element, TypeHandle type) {
    Shape shape;
    if (!require(3)) return;
    if (type) {
        if (!struct_shape(type, shape)) return;
    } else {
        shape.kind = kind_of_element(element);
        shape.element = element;
    }
    if (!coerce(shape.kind, shape.type) || !coerce_index(1) || !coerce_below(2, Kind::Ref)) return;
    retype(0);
    bool check_type = shape.kind == Kind::Ref;
    if (check_type) {
        if (top().known == Known::Null) check_type = false;
        MethodTable* array = top(2).type.method_table();
        if (array != nullptr && array->is_sz_array()) {
            TypeHandle of = TypeHandle::from_raw(array->element_type);
            MethodTable* exact = of.method_table();
            // An array of a sealed class holds nothing else; object[] that is exactly object[] takes everything.
            bool exact_object = top(2).exact && exact == well_known(WellKnown::Object);
            bool fits = top().type && !top().type.is_type_desc() && exact != nullptr && !exact->is_array() &&
                        is_sealed(exact) && top().type == of;
            if (exact_object || fits) check_type = false;
        }
    }
    uint8_t flags = base_flags(top(2));
    Inst& inst = emit(Op::StoreElement, shape.kind);
    inst.element = shape.element;
    inst.flags = flags | (check_type ? inst_flags::covariance_check : 0);
    if (is_aggregate(shape.kind)) inst.type = shape.type.method_table();
    pop();
    pop();
    pop();
}

bool Importer::coerce_index(uint32_t depth) {
    Kind kind = top(depth).kind;
    if (kind == Kind::I4 || kind == Kind::I8) return true;
    return coerce_below(depth, Kind::I8);
}

void Importer::element_address(TypeHandle type) {
    Shape shape;
    if (!require(2) || !struct_shape(type, shape) || !coerce_index(0) || !coerce_below(1, Kind::Ref)) return;
    bool check_type = shape.kind == Kind::Ref && !prefixes_.has(prefixes::readonly);
    if (check_type && type.method_table() != nullptr && !type.method_table()->is_array() &&
        is_sealed(type.method_table())) {
        check_type = false;
    }
    uint8_t flags = base_flags(top(1));
    Inst& inst = emit(Op::ElementAddress, Kind::ByRef);
    inst.imm = shape.size_bytes;
    inst.element = shape.element;
    inst.flags = flags | (check_type ? inst_flags::exact_type_check : 0);
    inst.type = type.method_table();
    pop();
    pop();
    note_non_null(push(Kind::ByRef));
}

// --- Blocks of memory

void Importer::local_alloc() {
    if (!require(1)) return;
    for (Region region = scratch_.blocks[current_block_].region; !region.is_none(); region = enclosing_region(region)) {
        if (!region.is(RegionPart::Try)) return invalid();  // III.3.47: not in a handler
    }
    if (stack_.size() != 1) return invalid();
    if (top().kind == Kind::I4) convert(ElementType::U8, false, true);
    if (!coerce(Kind::I8)) return;
    emit(Op::LocalAlloc, Kind::I8).flags = body_.init_locals() ? inst_flags::init : 0;
    push_result(1, Kind::I8, false);
    code_.has_localloc = true;
}

// cpblk and initblk are calls of managed methods of CoreLib, whose frames a stack trace shows.
void Importer::copy_block(bool fill) {
    if (!require(3)) return;
    if (top(0).kind == Kind::I4) convert(ElementType::U8, false, true);
    if (!coerce(Kind::I8)) return;
    if (fill ? !coerce_below(1, Kind::I4) : !coerce_below(1, Kind::I8)) return;
    if (!coerce_below(2, Kind::I8)) return;
    if (!fill) {
        call_corelib(WellKnown::SpanHelpers, "Memmove", "static void (byte&, byte&, nuint)");
    } else if (top(1).known == Known::Integer && static_cast<uint8_t>(top(1).imm) == 0) {
        uint32_t size = new_temporary(Kind::I8, {});
        store_variable(size);
        drop();
        push_variable(size);
        call_corelib(WellKnown::SpanHelpers, "ClearWithoutReferences", "static void (byte&, nuint)");
    } else {
        call_corelib(WellKnown::SpanHelpers, "Fill", "static void (byte&, byte, nuint)");
    }
}

}  // namespace celer
