#include "import/value.h"

namespace celer {

Kind kind_of_element(ElementType element) {
    switch (element) {
        case ElementType::I1:
        case ElementType::U1:
        case ElementType::I2:
        case ElementType::U2:
        case ElementType::I4:
        case ElementType::U4:
        case ElementType::Boolean:
        case ElementType::Char:
            return Kind::I4;
        case ElementType::I8:
        case ElementType::U8:
        case ElementType::I:
        case ElementType::U:
        case ElementType::Ptr:
        case ElementType::FnPtr:
            return Kind::I8;
        case ElementType::R4:
            return Kind::F4;
        case ElementType::R8:
            return Kind::F8;
        case ElementType::String:
        case ElementType::Class:
        case ElementType::Object:
        case ElementType::Array:
        case ElementType::SzArray:
            return Kind::Ref;
        case ElementType::ByRef:
            return Kind::ByRef;
        case ElementType::ValueType:
        case ElementType::TypedByRef:
            return Kind::Struct;
        case ElementType::End:
        case ElementType::Void:
        case ElementType::Var:
        case ElementType::MVar:
        case ElementType::GenericInst:
            return Kind::Void;
    }
    return Kind::Void;
}

namespace {

ElementType normalized(ElementType element) {
    switch (element) {
        case ElementType::Boolean:
            return ElementType::U1;
        case ElementType::Char:
            return ElementType::U2;
        case ElementType::U4:
            return ElementType::I4;
        case ElementType::U8:
        case ElementType::I:
        case ElementType::U:
        case ElementType::Ptr:
        case ElementType::FnPtr:
            return ElementType::I8;
        case ElementType::String:
        case ElementType::Object:
        case ElementType::Array:
        case ElementType::SzArray:
            return ElementType::Class;
        case ElementType::TypedByRef:
            return ElementType::ValueType;
        case ElementType::End:
        case ElementType::Void:
        case ElementType::I1:
        case ElementType::U1:
        case ElementType::I2:
        case ElementType::U2:
        case ElementType::I4:
        case ElementType::I8:
        case ElementType::R4:
        case ElementType::R8:
        case ElementType::ByRef:
        case ElementType::ValueType:
        case ElementType::Class:
        case ElementType::Var:
        case ElementType::GenericInst:
        case ElementType::MVar:
            return element;
    }
    return element;
}

uint32_t element_size(ElementType element) {
    if (element == ElementType::I1 || element == ElementType::U1) return 1;
    if (element == ElementType::I2 || element == ElementType::U2) return 2;
    return element == ElementType::I4 || element == ElementType::R4 ? 4 : 8;
}

}  // namespace

Shape shape_of(TypeHandle type) {
    Shape shape;
    shape.type = type;
    ElementType element = type.verification_type();
    shape.kind = kind_of_element(element);
    shape.element = normalized(element);
    if (shape.kind == Kind::Struct) {
        shape.size_bytes = type.method_table()->instance_field_bytes;
        if (type.method_table()->is_vector()) shape.kind = Kind::Vector;
    } else if (shape.kind != Kind::Void) {
        shape.size_bytes = element_size(shape.element);
    }
    return shape;
}

Shape shape_of_value(Kind kind, TypeHandle type) {
    switch (kind) {
        case Kind::I4:
            return {kind, ElementType::I4, 4, type};
        case Kind::I8:
            return {kind, ElementType::I8, 8, type};
        case Kind::F4:
            return {kind, ElementType::R4, 4, type};
        case Kind::F8:
            return {kind, ElementType::R8, 8, type};
        case Kind::Ref:
            return {kind, ElementType::Class, 8, type};
        case Kind::ByRef:
            return {kind, ElementType::ByRef, 8, type};
        case Kind::Struct:
        case Kind::Vector:
            return {kind, ElementType::ValueType, type.method_table()->instance_field_bytes, type};
        case Kind::Void:
            return {};
    }
    return {};
}

Condition negated(Condition condition, bool is_float) {
    switch (condition) {
        case Condition::Eq:
            return Condition::Ne;
        case Condition::Ne:
            return Condition::Eq;
        case Condition::Lt:
            return is_float ? Condition::GeUn : Condition::Ge;
        case Condition::Le:
            return is_float ? Condition::GtUn : Condition::Gt;
        case Condition::Gt:
            return is_float ? Condition::LeUn : Condition::Le;
        case Condition::Ge:
            return is_float ? Condition::LtUn : Condition::Lt;
        case Condition::LtUn:
            return is_float ? Condition::Ge : Condition::GeUn;
        case Condition::LeUn:
            return is_float ? Condition::Gt : Condition::GtUn;
        case Condition::GtUn:
            return is_float ? Condition::Le : Condition::LeUn;
        case Condition::GeUn:
            return is_float ? Condition::Lt : Condition::LtUn;
    }
    return condition;
}

}  // namespace celer
