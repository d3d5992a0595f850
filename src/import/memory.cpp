#include "import/memory.h"

#include "import/arithmetic.h"
#include "import/block_graph.h"
#include "import/call_emission.h"
#include "import/code.h"
#include "import/evaluation_stack.h"
#include "import/import_state.h"
#include "import/type_facts.h"
#include "object/object.h"

namespace celer {

uint8_t MemoryOperations::prefix_flags() const {
    return static_cast<uint8_t>((state_.prefixes.has(prefixes::is_volatile) ? inst_flags::is_volatile : 0) |
                                (state_.prefixes.has(prefixes::unaligned) ? inst_flags::unaligned : 0));
}

// --- Through addresses

bool MemoryOperations::address_operand() {
    if (!stack_.require(1)) return false;
    if (stack_.top().kind == Kind::I4) stack_.to_pointer_size(0);
    if (!is_word(stack_.top().kind)) {
        state_.invalid();
        return false;
    }
    return true;
}

void MemoryOperations::load_indirect(const Shape& shape, FieldDesc* field) {
    if (!address_operand()) return;
    Value& address = stack_.top();
    // A whole variable read through its address is the variable.
    if (address.known == Known::VarAddress && stack_.droppable(address) && code_.insts.back().op == Op::VarAddress) {
        const Variable& variable = code_.variables[address.imm];
        if (variable.element == shape.element && (!is_aggregate(shape.kind) || variable.type == shape.type)) {
            uint32_t index = static_cast<uint32_t>(address.imm);
            stack_.drop();
            return stack_.push_variable(index);
        }
    }
    int64_t offset = 0;
    Inst& last = code_.insts.back();
    if (address.end == stack_.position() && last.op == Op::AddOffset && last.imm < null_guard_bytes) {
        // The load checks for null itself.
        offset = last.imm;
        field = last.field;
        code_.insts.pop_back();
        --address.end;
    }
    Inst& inst = stack_.emit(Op::Load, shape.kind);
    inst.element = shape.element;
    inst.imm = offset;
    inst.field = field;
    inst.flags = prefix_flags() | base_flags(address);
    if (address.known == Known::VarAddress) inst.flags |= inst_flags::on_stack_base;
    if (is_aggregate(shape.kind)) inst.type = shape.type.method_table();
    stack_.pop();
    stack_.push_shape(shape);
}

void MemoryOperations::store_indirect(const Shape& shape, FieldDesc* field) {
    if (!stack_.require(2)) return;
    if (!stack_.coerce(shape.kind, shape.type)) return;
    stack_.retype(0);
    if (stack_.top(1).kind == Kind::I4) stack_.to_pointer_size(1);
    if (!is_word(stack_.top(1).kind)) return state_.invalid();
    bool on_stack = stack_.top(1).known == Known::VarAddress;
    uint8_t flags = prefix_flags() | base_flags(stack_.top(1));
    Inst& inst = stack_.emit(Op::Store, shape.kind);
    inst.element = shape.element;
    inst.field = field;
    inst.flags = flags;
    if (on_stack) inst.flags |= inst_flags::on_stack_base;
    if (is_aggregate(shape.kind)) inst.type = shape.type.method_table();
    stack_.pop();
    stack_.pop();
}

void MemoryOperations::load_object(TypeHandle type) {
    Shape shape;
    if (types_.struct_shape(type, shape)) load_indirect(shape);
}

void MemoryOperations::store_object(TypeHandle type) {
    Shape shape;
    if (types_.struct_shape(type, shape)) store_indirect(shape);
}

void MemoryOperations::copy_object(TypeHandle type) {
    Shape shape;
    if (!stack_.require(2) || !types_.struct_shape(type, shape)) return;
    load_indirect(shape);
    if (!state_.ended) store_indirect(shape);
}

void MemoryOperations::init_object(TypeHandle type) {
    Shape shape;
    if (!address_operand() || !types_.struct_shape(type, shape)) return;
    Value& address = stack_.top();
    if (address.known == Known::VarAddress && stack_.droppable(address) && code_.insts.back().op == Op::VarAddress) {
        uint32_t variable = static_cast<uint32_t>(address.imm);
        const Variable& v = code_.variables[variable];
        if (v.element == shape.element && (!is_aggregate(shape.kind) || v.type == shape.type)) {
            stack_.drop();
            stack_.emit(Op::ClearVar, v.kind).target = variable;
            return;
        }
    }
    if (is_aggregate(shape.kind)) {
        stack_.emit(Op::ClearStruct, Kind::Struct).type = type.method_table();
        stack_.pop();
        return;
    }
    switch (shape.kind) {
        case Kind::I4:
        case Kind::I8:
            stack_.push_integer(shape.kind, 0);
            break;
        case Kind::F4:
            stack_.emit(Op::ConstF4, Kind::F4);
            stack_.push(Kind::F4, {}, true);
            break;
        case Kind::F8:
            stack_.emit(Op::ConstF8, Kind::F8);
            stack_.push(Kind::F8, {}, true);
            break;
        case Kind::Ref:
        case Kind::ByRef:
            stack_.push_null();
            break;
        case Kind::Void:
        case Kind::Struct:
        case Kind::Vector:
            break;
    }
    store_indirect(shape);
}

// The address is the sum of another and an offset: that grows.
bool MemoryOperations::extends_offset(const Value& address, uint32_t offset, bool null_check, FieldDesc* field) {
    Inst& last = code_.insts.back();
    if (address.end != stack_.position() || last.op != Op::AddOffset || null_check || last.imm + offset >= 0x7fffffff) {
        return false;
    }
    last.imm += offset;
    last.field = field;
    return true;
}

void MemoryOperations::add_offset(uint32_t offset, bool null_check, FieldDesc* field) {
    Value& address = stack_.top();
    bool on_stack = address.known == Known::VarAddress;
    int64_t variable = address.imm;
    if (offset == 0 && !null_check) {
        address.kind = Kind::ByRef;
        address.forget_type();
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
    Inst& inst = stack_.emit(Op::AddOffset, Kind::ByRef);
    inst.imm = offset;
    inst.field = field;
    inst.flags = flags | (null_check ? inst_flags::null_check : 0);
    Value& value = stack_.push_result(1, Kind::ByRef, !null_check);
    if (on_stack) {
        value.known =
            Known::VarAddress;  // still on the stack; whoever wants the whole variable looks at the instruction
        value.imm = variable;
        stack_.note_non_null(value);
    }
}

// --- Blocks of memory

void MemoryOperations::local_alloc() {
    if (!stack_.require(1)) return;
    for (Region region = scratch_.blocks[state_.current_block].region; !region.is_none();
         region = blocks_.enclosing_region(region)) {
        if (!region.is(RegionPart::Try)) return state_.invalid();  // III.3.47: not in a handler
    }
    if (stack_.size() != 1) return state_.invalid();
    if (stack_.top().kind == Kind::I4) arithmetic_.convert(ElementType::U8, false, true);
    if (!stack_.coerce(Kind::I8)) return;
    stack_.emit(Op::LocalAlloc, Kind::I8).flags = state_.body.init_locals() ? inst_flags::init : 0;
    stack_.push_result(1, Kind::I8, false);
    code_.has_localloc = true;
}

// cpblk and initblk are calls of managed methods of CoreLib, whose frames a stack trace shows.
void MemoryOperations::copy_block(bool fill) {
    if (!stack_.require(3)) return;
    if (stack_.top(0).kind == Kind::I4) arithmetic_.convert(ElementType::U8, false, true);
    if (!stack_.coerce(Kind::I8)) return;
    if (fill ? !stack_.coerce_below(1, Kind::I4) : !stack_.coerce_below(1, Kind::I8)) return;
    if (!stack_.coerce_below(2, Kind::I8)) return;
    if (!fill) {
        calls_.call_corelib(WellKnown::SpanHelpers, "Memmove", "static void (byte&, byte&, nuint)");
    } else if (stack_.top(1).known == Known::Integer && static_cast<uint8_t>(stack_.top(1).imm) == 0) {
        uint32_t size = stack_.new_temporary(Kind::I8, {});
        stack_.store_variable(size);
        stack_.drop();
        stack_.push_variable(size);
        calls_.call_corelib(WellKnown::SpanHelpers, "ClearWithoutReferences", "static void (byte&, nuint)");
    } else {
        calls_.call_corelib(WellKnown::SpanHelpers, "Fill", "static void (byte&, byte, nuint)");
    }
}

bool MemoryOperations::operate_on_address(uint32_t offset, FieldDesc* field) {
    return stack_.operate_below(1, [&] {
        add_offset(offset, false, field);
        return !state_.is_invalid;
    });
}

}  // namespace celer
