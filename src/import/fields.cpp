#include "import/fields.h"

#include <bit>

#include "import/access.h"
#include "import/call_emission.h"
#include "import/class_initialisation.h"
#include "import/code.h"
#include "import/evaluation_stack.h"
#include "import/import_state.h"
#include "import/memory.h"
#include "import/tokens.h"
#include "import/type_facts.h"
#include "object/object.h"

namespace celer {

// ldsfld, ldsflda, stsfld: 0, 1, 2.
void FieldOperations::static_field(uint32_t token, int what) {
    FieldDesc* field;
    Shape shape;
    if (!field_operand(token, field, shape, true) || (what == 2 && !stack_.require(1))) return;
    if (what == 0) {
        load_static(field);
    } else if (what == 1) {
        static_address(field, Kind::ByRef);
    } else {
        store_static(field);
    }
}

bool FieldOperations::field_operand(uint32_t token, FieldDesc*& field, Shape& shape, bool is_static) {
    Result<FieldDesc*> found = tokens_.resolve_field_token(token);
    if (!state_.check(found)) return false;
    if (is_static && !(*found)->is_static()) {
        state_.invalid();
        return false;
    }
    if (!access_.may_access(*found, token)) return false;
    field = *found;
    MethodTable* owner = field->owner;
    if (owner->contains_generic_variables()) {
        state_.invalid();
        return false;
    }
    if (field->is_static()) {
        if (!state_.loaded(owner, LoadLevel::Complete)) return false;
        if (field->flags & field_flags::is_literal) {
            state_.invalid(Error{
                ErrorKind::MissingField,
                "Field not found: '" + display_name(TypeHandle(owner)) + "." + std::string(field_name(field)) + "'.",
                {}});
            return false;
        }
    } else if (!state_.loaded(owner, LoadLevel::Layout)) {
        return false;
    }
    types_.assume_layout(owner);
    Result<TypeHandle> type = field_type(field);
    return state_.check(type) && types_.struct_shape(*type, shape);
}

void FieldOperations::load_field(uint32_t token) {
    FieldDesc* field;
    Shape shape;
    if (!field_operand(token, field, shape) || !stack_.require(1)) return;
    if (field->is_static()) {
        stack_.drop();
        return load_static(field);
    }
    load_field_of(field, shape);
}

void FieldOperations::load_field_of(FieldDesc* field, const Shape& shape) {
    Value& object = stack_.top();
    if (is_aggregate(object.kind)) {
        MethodTable* container = object.type.method_table();
        if (container == nullptr || field->offset + shape.size_bytes > container->instance_field_bytes)
            return state_.invalid();
        Inst& inst = stack_.emit(Op::LoadStructField, shape.kind);
        inst.imm = field->offset;
        inst.field = field;
        inst.element = shape.element;
        inst.type = is_aggregate(shape.kind) ? shape.type.method_table() : nullptr;
        stack_.push_result(1, shape.kind, true, shape.value_type());
        return;
    }
    if (!memory_.address_operand()) return;
    uint32_t offset = field->offset;
    bool is_reference = object.kind == Kind::Ref;
    Inst& last = code_.insts.back();
    bool extends = object.end == stack_.position() && last.op == Op::AddOffset;
    if (offset + (extends ? static_cast<uint64_t>(last.imm) : 0) >= null_guard_bytes) {
        memory_.add_offset(offset, false, field);
        return memory_.load_indirect(shape);
    }
    // Like load_indirect, with the offset in the instruction.
    bool on_stack = object.known == Known::VarAddress;
    if (extends) {
        offset += static_cast<uint32_t>(last.imm);
        code_.insts.pop_back();
        --object.end;
    }
    bool pure = object.is_this && is_reference;
    Inst& inst = stack_.emit(Op::Load, shape.kind);
    inst.element = shape.element;
    inst.imm = offset;
    inst.field = field;
    inst.flags = memory_.prefix_flags() | base_flags(object);
    if (on_stack) inst.flags |= inst_flags::on_stack_base;
    if (is_aggregate(shape.kind)) inst.type = shape.type.method_table();
    stack_.push_result(1, shape.kind, (pure || on_stack) && !state_.prefixes.has(prefixes::is_volatile),
                       shape.value_type());
}

void FieldOperations::load_field_address(uint32_t token) {
    FieldDesc* field;
    Shape shape;
    if (!field_operand(token, field, shape) || !stack_.require(1)) return;
    if (field->is_static()) {
        stack_.drop();
        if (static_address(field, Kind::ByRef)) stack_.top().kind = Kind::ByRef;
        return;
    }
    if (!memory_.address_operand()) return;
    bool from_pointer = stack_.top().kind == Kind::I8;
    memory_.add_offset(field->offset, stack_.top().kind == Kind::Ref && !stack_.top().non_null && !stack_.top().is_this,
                       field);
    if (from_pointer && !state_.is_invalid) stack_.top().kind = Kind::I8;
}

void FieldOperations::store_field(uint32_t token) {
    FieldDesc* field;
    Shape shape;
    if (!field_operand(token, field, shape) || !stack_.require(2)) return;
    if (field->is_static()) {
        if (!stack_.coerce(shape.kind, shape.type)) return;
        uint32_t variable = stack_.temporary_for(stack_.top());
        stack_.store_variable(variable);
        stack_.drop();
        stack_.push_variable(variable);
        return store_static(field);
    }
    store_field_of(field, shape);
}

void FieldOperations::store_field_of(FieldDesc* field, const Shape& shape) {
    if (!stack_.coerce(shape.kind, shape.type)) return;
    stack_.retype(0);
    if (stack_.top(1).kind == Kind::I4) stack_.to_pointer_size(1);
    if (!is_word(stack_.top(1).kind)) return state_.invalid();
    uint32_t offset = field->offset;
    const Value& base = stack_.top(1);
    bool extends = base.end > base.first && code_.insts[base.end - 1].op == Op::AddOffset;
    if (offset + (extends ? static_cast<uint64_t>(code_.insts[base.end - 1].imm) : 0) >= null_guard_bytes) {
        if (!memory_.operate_on_address(offset, field)) return;
        offset = 0;
    }
    bool on_stack = stack_.top(1).known == Known::VarAddress;
    uint8_t flags = memory_.prefix_flags() | base_flags(stack_.top(1));
    Inst& inst = stack_.emit(Op::Store, shape.kind);
    inst.element = shape.element;
    inst.imm = offset;
    inst.field = field;
    inst.flags = flags;
    if (on_stack) inst.flags |= inst_flags::on_stack_base;
    if (is_aggregate(shape.kind)) inst.type = shape.type.method_table();
    stack_.pop();
    stack_.pop();
}

// Pushes the address of a static field, after its type's initialisation.
bool FieldOperations::static_address(FieldDesc* field, Kind kind, uint32_t accessed_bytes) {
    MethodTable* owner = field->owner;
    uint32_t first = stack_.position();
    class_init_.ensure_class_init(owner);
    bool pure = stack_.position() == first;
    if (field->flags & field_flags::has_rva) {
        if (owner->module->rva_data(field->offset, accessed_bytes) == nullptr) {
            calls_.throw_error({ErrorKind::BadImageFormat, "Bad data of a static field.", {}});
            return false;
        }
        Inst& inst = stack_.emit(Op::RvaAddress, kind);
        inst.imm = field->offset;
        inst.module = owner->module;
    } else if (field->flags & field_flags::is_thread_static) {
        stack_.emit(Op::ThreadStaticAddress, Kind::ByRef).imm = owner->info->statics.thread_offset + field->offset;
    } else {
        Inst& inst = stack_.emit(Op::ConstAddress, kind);
        inst.imm = static_cast<int64_t>(reinterpret_cast<uintptr_t>(owner->info->statics.base) + field->offset);
        inst.small = static_cast<uint8_t>(AddressOf::StaticField);
    }
    code_.insts.back().field = field;
    stack_.note_non_null(stack_.push(kind, {}, pure));
    return true;
}

// BitConverter.IsLittleEndian is known before its class is initialised, as to CoreCLR's compiler.
static bool tells_byte_order(const FieldDesc* field, const Shape& shape) {
    return shape.size_bytes == 1 && (field->flags & field_flags::is_init_only) &&
           field->owner->module->assembly->is_corelib && type_name(field->owner) == "BitConverter" &&
           field_name(field) == "IsLittleEndian";
}

void FieldOperations::load_static(FieldDesc* field) {
    Result<TypeHandle> type = field_type(field);
    Shape shape;
    if (!state_.check(type) || !types_.struct_shape(*type, shape)) return;
    if (tells_byte_order(field, shape))
        return stack_.push_integer(Kind::I4, std::endian::native == std::endian::little);
    if (!static_address(field, Kind::ByRef, shape.size_bytes)) return;
    bool pure = stack_.top().pure;
    Inst& inst = stack_.emit(Op::Load, shape.kind);
    inst.element = shape.element;
    inst.field = field;
    inst.flags = memory_.prefix_flags() | inst_flags::non_null_base;
    // Once its class is initialised, what an initonly field holds stays.
    bool is_final = (field->flags & field_flags::is_init_only) && state_.stays_initialized(field->owner);
    if (is_final) inst.flags |= inst_flags::invariant;
    if (is_aggregate(shape.kind)) inst.type = shape.type.method_table();
    stack_.push_result(1, shape.kind, pure && !state_.prefixes.has(prefixes::is_volatile), shape.value_type());
    if (is_final) types_.assume(AssumptionKind::Initialized, field->owner);
}

void FieldOperations::store_static(FieldDesc* field) {
    Result<TypeHandle> type = field_type(field);
    Shape shape;
    if (!stack_.require(1) || !state_.check(type) || !types_.struct_shape(*type, shape) ||
        !stack_.coerce(shape.kind, shape.type))
        return;
    // The address goes below the value.
    Value value = stack_.top();
    uint32_t variable = no_variable;
    std::vector<Inst> moved;
    bool runs_code = field->owner->module != state_.method->owner->module &&
                     pending_initializer(field->owner->module, state_.options.may_assume) != nullptr;
    bool movable = !(runs_code || class_init_.needs_class_init(field->owner)) || value.first + 1 == value.end;
    if (movable && stack_.droppable(value) && code_.insts[value.first].op != Op::Dup) {
        moved.assign(code_.insts.begin() + value.first, code_.insts.end());
        code_.insts.resize(value.first);
        stack_.pop();
    } else {
        variable = stack_.temporary_for(value);
        stack_.store_variable(variable);
    }
    if (!static_address(field, Kind::ByRef, shape.size_bytes)) return;
    if (variable != no_variable) {
        stack_.push_variable(variable);
    } else {
        code_.insts.insert(code_.insts.end(), moved.begin(), moved.end());
        stack_.push(value.kind, value.type);
        stack_.top().made = value.made;
    }
    memory_.store_indirect(shape, field);
}

}  // namespace celer
