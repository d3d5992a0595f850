// What the importer knows of a value on the evaluation stack, and of a type.
#pragma once

#include "import/code.h"

namespace celer {

// What a type is to the stack and to memory.
struct Shape {
    Kind kind = Kind::Void;
    ElementType element = ElementType::End;  // normalised, see code.h
    uint32_t size_bytes = 0;
    TypeHandle type;
    TypeHandle value_type() const { return kind == Kind::Ref || is_aggregate(kind) ? type : TypeHandle(); }
};

enum class Known : uint8_t {
    Nothing,
    Integer,  // imm
    Null,
    TypeToken,        // a RuntimeTypeHandle of `subject`
    TypeObject,       // the RuntimeType of `subject`
    FieldToken,       // a RuntimeFieldHandle of `field`
    Function,         // ldftn of `method`
    VirtualFunction,  // ldvirtftn of `method`
    VarAddress,       // of variable imm
};

struct Value {
    Kind kind = Kind::Void;
    Kind made = Kind::Void;  // what the compilers take it for; Retype makes it `kind` where that matters
    Known known = Known::Nothing;
    bool exact = false;     // Ref: the object's type is exactly `type`
    bool non_null = false;  // Ref
    bool pure = false;      // the instructions [first, end) have no effect
    bool is_this = false;   // the method's own `this`
    uint32_t first = 0;
    uint32_t end = 0;
    TypeHandle type;     // static type of a Ref (null: unknown); type of a Struct
    TypeHandle subject;  // TypeToken, TypeObject
    int64_t imm = 0;
    int64_t array_length = -1;  // of a new array
    // Of a reference that is taken for another word.
    void forget_type() {
        type = {};
        exact = false;
    }
    union {
        MethodDesc* method = nullptr;
        FieldDesc* field;
    };
};

Condition negated(Condition condition, bool is_float);
Kind kind_of_element(ElementType element);
Shape shape_of(TypeHandle type);                   // no loading: sizes are valid from Layout on
Shape shape_of_value(Kind kind, TypeHandle type);  // on the evaluation stack, where integers are not small

inline bool is_known_non_null(const Value& value) {
    return value.non_null || (value.is_this && value.kind == Kind::Ref);
}
inline uint8_t base_flags(const Value& base) {
    return is_known_non_null(base) ? inst_flags::non_null_base : 0;
}

}  // namespace celer
