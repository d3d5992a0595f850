#include "import/arrays.h"

#include "import/evaluation_stack.h"
#include "import/import_state.h"
#include "import/type_facts.h"

namespace celer {

void ArrayOperations::load_length() {
    if (!stack_.require(1) || !stack_.coerce(Kind::Ref)) return;
    uint8_t flags = base_flags(stack_.top());
    stack_.emit(Op::ArrayLength, Kind::I8).flags = flags;
    stack_.push_result(1, Kind::I8, false);
}

// ldelem.ref has no type: the element type of the array, if known, says what comes out.
void ArrayOperations::load_element(ElementType element, TypeHandle type) {
    Shape shape;
    if (!stack_.require(2)) return;
    if (type) {
        if (!types_.struct_shape(type, shape)) return;
    } else {
        shape.kind = kind_of_element(element);
        shape.element = element;
    }
    if (!coerce_index(0)) return;
    TypeHandle array = stack_.top(1).type;
    if (!stack_.coerce_below(1, Kind::Ref)) return;
    uint8_t flags = base_flags(stack_.top(1));
    Inst& inst = stack_.emit(Op::LoadElement, shape.kind);
    inst.element = shape.element;
    inst.flags = flags;
    if (is_aggregate(shape.kind)) inst.type = shape.type.method_table();
    stack_.pop();
    stack_.pop();
    Value& value = stack_.push_shape(shape);
    if (shape.kind != Kind::Ref) return;
    if (MethodTable* table = array.method_table(); table != nullptr && table->is_sz_array()) {
        TypeHandle of = TypeHandle::from_raw(table->element_type);
        if (of.is_reference()) type = of;
    }
    stack_.note(value, type);
}

void ArrayOperations::store_element(ElementType element, TypeHandle type) {
    Shape shape;
    if (!stack_.require(3)) return;
    if (type) {
        if (!types_.struct_shape(type, shape)) return;
    } else {
        shape.kind = kind_of_element(element);
        shape.element = element;
    }
    if (!stack_.coerce(shape.kind, shape.type) || !coerce_index(1) || !stack_.coerce_below(2, Kind::Ref)) return;
    stack_.retype(0);
    bool check_type = shape.kind == Kind::Ref;
    if (check_type) {
        if (stack_.top().known == Known::Null) check_type = false;
        MethodTable* array = stack_.top(2).type.method_table();
        if (array != nullptr && array->is_sz_array()) {
            TypeHandle of = TypeHandle::from_raw(array->element_type);
            MethodTable* exact = of.method_table();
            // An array of a sealed class holds nothing else; object[] that is exactly object[] takes everything.
            bool exact_object = stack_.top(2).exact && exact == well_known(WellKnown::Object);
            bool fits = stack_.top().type && !stack_.top().type.is_type_desc() && exact != nullptr &&
                        !exact->is_array() && is_sealed(exact) && stack_.top().type == of;
            if (exact_object || fits) check_type = false;
        }
    }
    uint8_t flags = base_flags(stack_.top(2));
    Inst& inst = stack_.emit(Op::StoreElement, shape.kind);
    inst.element = shape.element;
    inst.flags = flags | (check_type ? inst_flags::covariance_check : 0);
    if (is_aggregate(shape.kind)) inst.type = shape.type.method_table();
    stack_.pop();
    stack_.pop();
    stack_.pop();
}

bool ArrayOperations::coerce_index(uint32_t depth) {
    Kind kind = stack_.top(depth).kind;
    if (kind == Kind::I4 || kind == Kind::I8) return true;
    return stack_.coerce_below(depth, Kind::I8);
}

void ArrayOperations::element_address(TypeHandle type) {
    Shape shape;
    if (!stack_.require(2) || !types_.struct_shape(type, shape) || !coerce_index(0) ||
        !stack_.coerce_below(1, Kind::Ref))
        return;
    bool check_type = shape.kind == Kind::Ref && !state_.prefixes.has(prefixes::readonly);
    if (check_type && type.method_table() != nullptr && !type.method_table()->is_array() &&
        is_sealed(type.method_table())) {
        check_type = false;
    }
    uint8_t flags = base_flags(stack_.top(1));
    Inst& inst = stack_.emit(Op::ElementAddress, Kind::ByRef);
    inst.imm = shape.size_bytes;
    inst.element = shape.element;
    inst.flags = flags | (check_type ? inst_flags::exact_type_check : 0);
    inst.type = type.method_table();
    stack_.pop();
    stack_.pop();
    stack_.note_non_null(stack_.push(Kind::ByRef));
}

void ArrayOperations::new_array(TypeHandle element) {
    if (!stack_.require(1) || !coerce_index(0)) return;
    if (element.verification_type() == ElementType::Void || element.is_byref()) return state_.invalid();
    Result<MethodTable*> array = sz_array_of(element);
    if (!state_.check(array) || !state_.loaded(*array, LoadLevel::Complete)) return;
    // Elements may be boxed behind our back (Array.GetValue), so their type must be able to be an object's.
    if (element.is_value_type() && !state_.loaded(element.method_table(), LoadLevel::Complete)) return;
    int64_t length = stack_.top().known == Known::Integer ? stack_.top().imm : -1;
    stack_.emit(Op::NewArray, Kind::Ref).type = *array;
    Value& value = stack_.push_result(1, Kind::Ref, false, *array);
    stack_.note_new(value);
    value.array_length = length;
}

}  // namespace celer
