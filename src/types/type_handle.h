// TypeHandle: a type as managed code passes it around: a MethodTable*, or (bit 1 set) a TypeDesc* for types that
// objects never have: pointers, byrefs, function pointers, generic variables. Two handles of the same type are equal
// bit by bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "object/method_table.h"
#include "platform/arena_pointer.h"

namespace celer {

struct TypeDesc;

struct TypeHandle {
    uintptr_t value = 0;

    TypeHandle() = default;
    TypeHandle(MethodTable* table) : value(reinterpret_cast<uintptr_t>(table)) {}
    TypeHandle(const TypeDesc* desc) : value(reinterpret_cast<uintptr_t>(desc) | type_desc_bit) {}
    static TypeHandle from_raw(uintptr_t raw) {
        TypeHandle handle;
        handle.value = raw;
        return handle;
    }

    static constexpr uintptr_t type_desc_bit = 2;
    bool is_null() const { return value == 0; }
    explicit operator bool() const { return value != 0; }
    bool is_type_desc() const { return value & type_desc_bit; }
    MethodTable* method_table() const { return is_type_desc() ? nullptr : reinterpret_cast<MethodTable*>(value); }
    TypeDesc* type_desc() const {
        return is_type_desc() ? reinterpret_cast<TypeDesc*>(value & ~type_desc_bit) : nullptr;
    }
    friend bool operator==(TypeHandle, TypeHandle) = default;

    // ValueType for every struct that is not a true primitive (enums included); Class for every reference type but
    // arrays and String/Object (which keep their own element types); Ptr, ByRef, FnPtr, Var, MVar for TypeDescs.
    inline ElementType element_type() const;
    // What the type is to the evaluation stack and to calls: enums are their underlying type, references are Class.
    inline ElementType verification_type() const;
    inline bool is_value_type() const;  // a struct, enum or primitive
    inline bool is_reference() const;   // an object reference
    inline bool is_byref() const;
    inline bool contains_variables() const;  // open: holds a Var or MVar somewhere
};

// Type arguments, interned in the arena: equal lists have equal addresses.
struct Instantiation {
    uint32_t count;
    TypeHandle arguments[1];

    std::span<const TypeHandle> span() const { return {arguments, count}; }
};

struct TypeDesc {
    uint32_t type_and_flags;  // 0: low byte ElementType; type_desc_contains_variables
    uint32_t padding;
    Object* exposed_class_object;  // 8: frozen RuntimeType object or null
    union {
        uintptr_t parameter;  // 16: Ptr, ByRef: TypeHandle of what is pointed to
        Module* module;       // 16: Var, MVar
        uintptr_t function_padding;
    };
    uint32_t argument_count;            // 24: FnPtr
    uint32_t calling_convention;        // 28: FnPtr, low nibble as II.23.2.3 plus the modifiers found
    TypeHandle* return_and_arguments;   // 32: FnPtr: argument_count + 1 handles
    uint32_t token;                     // 40: Var, MVar: GenericParam token
    uint16_t index;                     // 44: Var, MVar: number
    uint16_t is_method_variable;        // 46
    uintptr_t owner;                    // 48: Var: MethodTable* of the definition; MVar: MethodDesc* of the definition
    ArenaPointer<TypeDesc> pointer_to;  // 56: cached derived types
    ArenaPointer<TypeDesc> byref_to;    // 60
    ArenaPointer<MethodTable> sz_array_of;  // 64
    ArenaPointer<MethodTable> arrays_of;    // 68: multi-dimensional arrays, chained through TypeInfo::next_array

    ElementType element() const { return static_cast<ElementType>(type_and_flags & 0xff); }
};
inline constexpr uint32_t type_desc_contains_variables = 0x100;
static_assert(offsetof(TypeDesc, parameter) == 16 && offsetof(TypeDesc, return_and_arguments) == 32 &&
              offsetof(TypeDesc, token) == 40);

inline ElementType TypeHandle::element_type() const {
    if (is_type_desc()) return type_desc()->element();
    const MethodTable* table = reinterpret_cast<const MethodTable*>(value);
    return table->is_enum() ? ElementType::ValueType : table->element;
}
inline ElementType TypeHandle::verification_type() const {
    if (is_type_desc()) return type_desc()->element();
    const MethodTable* table = reinterpret_cast<const MethodTable*>(value);
    return table->is_value_type() || table->element == ElementType::Void ? table->element : ElementType::Class;
}
inline bool TypeHandle::is_value_type() const {
    return !is_type_desc() && method_table()->is_value_type();
}
inline bool TypeHandle::is_reference() const {
    return !is_type_desc() && !method_table()->is_value_type();
}
inline bool TypeHandle::is_byref() const {
    return is_type_desc() && type_desc()->element() == ElementType::ByRef;
}
inline bool TypeHandle::contains_variables() const {
    return is_type_desc() ? type_desc()->type_and_flags & type_desc_contains_variables
                          : method_table()->contains_generic_variables();
}

}  // namespace celer
