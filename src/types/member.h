// Methods and fields of loaded types. Both live in Section::Types; a MethodDesc is exact: its owner and its own type
// arguments are concrete (open ones exist for reflection only and are never compiled).
#pragma once

#include <cstdint>

#include "types/type_handle.h"

namespace celer {

struct MethodCode;

// A signature with every generic variable substituted, II.23.2.1. Shared by methods of equal signature is not promised.
struct MethodSignature {
    TypeHandle return_type;
    uint16_t parameter_count;  // without `this`
    uint8_t has_this;
    uint8_t
        calling_convention;    // low nibble of II.23.2.1: 0 default, 5 vararg, 1-4 unmanaged, 9 unmanaged by modifiers
    uint32_t unmanaged_flags;  // signature_flags
    TypeHandle parameters[1];  // parameter_count handles
};
namespace signature_flags {
inline constexpr uint32_t suppress_gc_transition = 1;  // modopt CallConvSuppressGCTransition
inline constexpr uint32_t member_function = 2;         // modopt CallConvMemberFunction
}  // namespace signature_flags

enum class MethodKind : uint8_t {
    IL,            // has a body
    Abstract,      // no body; a call is an error (or dispatches)
    InternalCall,  // CoreLib contract: native function by name
    PInvoke,       // includes the QCall pseudo-library
    DelegateCtor,
    DelegateInvoke,
    DelegateOther,  // BeginInvoke, EndInvoke
    ArrayCtor,      // methods of multi-dimensional and jagged array types, II.14.2
    ArrayGet,
    ArraySet,
    ArrayAddress,
    ArrayReadonlyAddress,  // what `readonly.` makes of Address: no check of the element's type; no member of the type
    StringCtor,            // newobj goes to the static String.Ctor overload
    UnsafeAccessor,
    Dynamic,  // DynamicMethod: IL and tokens come from a managed resolver
};

namespace method_flags {
inline constexpr uint16_t is_static = 1;
inline constexpr uint16_t is_virtual = 2;       // has a vtable slot or is an interface's instance/static virtual method
inline constexpr uint16_t is_generic = 4;       // has own type arguments
inline constexpr uint16_t is_intrinsic = 8;     // [Intrinsic]
inline constexpr uint16_t is_constructor = 16;  // .ctor or .cctor
inline constexpr uint16_t is_final = 32;        // sealed for devirtualisation
inline constexpr uint16_t is_unmanaged_callers_only = 64;
inline constexpr uint16_t is_open = 128;  // owner or own arguments contain variables: reflection only
inline constexpr uint16_t is_synchronized = 256;
inline constexpr uint16_t no_inlining = 512;
inline constexpr uint16_t aggressive_inlining = 1024;
inline constexpr uint16_t is_abstract = 2048;
}  // namespace method_flags

namespace no_helper_facts {
inline constexpr uint16_t not_straight = 1;     // it is not one straight line without calls
inline constexpr uint16_t without_vectors = 2;  // neither its owner nor its signature has to do with vectors
}  // namespace no_helper_facts

inline constexpr uint16_t no_slot = 0xffff;

struct MethodDesc {
    void* entry;               // 0: the entry cell; compiled code calls `call [entry]`. First the method's prestub.
    void* stub;                // 8: stable address that jumps through entry; made by method_stub()
    MethodTable* owner;        // 16: exact declaring type
    uint32_t token;            // 24: MethodDef (0x06......); 0x06000000 for methods without metadata (arrays, dynamic)
    uint16_t slot;             // 28: vtable slot, or index among an interface's virtual methods; no_slot
    uint16_t flags;            // 30: method_flags
    uint16_t attributes;       // 32: MethodAttributes, II.23.1.10
    uint16_t impl_attributes;  // 34: MethodImplAttributes, II.23.1.11
    MethodKind kind;           // 36
    uint8_t dispatch_index;    // 37: interface methods: index into MethodTable::interface_dispatch
    uint16_t intrinsic;        // 38: Intrinsic (import/intrinsics.def), 0 unknown yet, 1 none
    const Instantiation* instantiation;  // 40: own type arguments, or null
    MethodDesc* typical;  // 48: the definition in the typical type (self if neither owner nor method is generic)
    MethodSignature* signature_cache;  // 56: use signature()
    MethodCode* code;                  // 64: newest compiled code, or null
    union {
        void** delegate_thunks;         // 72: DelegateInvoke: thunks by DelegateThunk (code/compiler.h), or null
        struct MethodProfile* profile;  // 72: IL, Dynamic: code/profile.h, or null
        struct NativeCode* native;      // 72: InternalCall, PInvoke, DelegateCtor: code/native_code.h, or null
    };
    uint32_t id;  // 80: small number, 1.. in creation order (tables by method, bisecting)
    // What callers found who would read its body in place of a call (import/inline_path.cpp); atomic
    uint16_t was_read_in_place;  // 84: 1: the code of one has it
    uint16_t no_helper;          // 86: no_helper_facts: why tier 0 does not put its body in

    bool is_static() const { return flags & method_flags::is_static; }
    bool is_virtual() const { return flags & method_flags::is_virtual; }
    bool is_generic() const { return flags & method_flags::is_generic; }
    bool is_abstract() const { return flags & method_flags::is_abstract; }
    bool is_open() const { return flags & method_flags::is_open; }
};
static_assert(offsetof(MethodDesc, entry) == 0);

namespace field_flags {
inline constexpr uint8_t is_static = 1;
inline constexpr uint8_t is_thread_static = 2;
inline constexpr uint8_t has_rva = 4;
inline constexpr uint8_t is_literal = 8;
inline constexpr uint8_t is_init_only = 16;
}  // namespace field_flags

struct FieldDesc {
    MethodTable* owner;    // 0: exact declaring type
    uint32_t token;        // 8: FieldDef (0x04......)
    uint32_t offset;       // 12: instance: from the start of the unboxed value (value types) or from the object address
                           //     (classes, so from 8); static: from the type's statics block; RVA: the RVA
    uintptr_t type_cache;  // 16: TypeHandle, exact; use field_type()
    uint16_t attributes;   // 24: FieldAttributes, II.23.1.5
    uint8_t flags;         // 26
    ElementType
        element;  // 27: verification type of the field. Static fields: from Complete on; End for literals and for
                  //     RVA fields of struct type, which are not loaded (use field_type())
    uint32_t size_bytes;  // 28: bytes the field takes; 0 where element is End

    bool is_static() const { return flags & field_flags::is_static; }
};

}  // namespace celer
