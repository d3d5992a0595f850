// MethodTable: what every object points to. The first 64 bytes are poked by managed CoreLib code (the contract's
// layouts); the rest is ours and known to the compilers by offsetof. Lives in Section::Types; written by types/ only.
#pragma once

#include <cstddef>
#include <cstdint>

namespace celer {

struct MethodTable;
struct MethodDesc;
struct Module;
struct TypeInfo;
struct Object;

// Element types, II.23.1.16, as far as a loaded type can have them.
enum class ElementType : uint8_t {
    End = 0x00,
    Void = 0x01,
    Boolean = 0x02,
    Char = 0x03,
    I1 = 0x04,
    U1 = 0x05,
    I2 = 0x06,
    U2 = 0x07,
    I4 = 0x08,
    U4 = 0x09,
    I8 = 0x0a,
    U8 = 0x0b,
    R4 = 0x0c,
    R8 = 0x0d,
    String = 0x0e,
    Ptr = 0x0f,
    ByRef = 0x10,
    ValueType = 0x11,
    Class = 0x12,
    Var = 0x13,
    Array = 0x14,
    GenericInst = 0x15,
    TypedByRef = 0x16,
    I = 0x18,
    U = 0x19,
    FnPtr = 0x1b,
    Object = 0x1c,
    SzArray = 0x1d,
    MVar = 0x1e,
};

namespace mt_flags {
inline constexpr uint32_t has_component_size = 0x80000000;  // then bits 0-15 are the component size, not flags
inline constexpr uint32_t contains_generic_variables = 0x20000000;
inline constexpr uint32_t contains_gc_pointers = 0x01000000;
inline constexpr uint32_t has_finalizer = 0x00100000;
inline constexpr uint32_t is_collectible = 0x00200000;  // can be unloaded: instances keep their loader allocator
inline constexpr uint32_t category_mask = 0x000F0000;
inline constexpr uint32_t category_class = 0x00000000;
inline constexpr uint32_t category_value_type = 0x00040000;  // kind_mask tells any value type
inline constexpr uint32_t category_nullable = 0x00050000;
inline constexpr uint32_t category_primitive = 0x00060000;       // enum
inline constexpr uint32_t category_true_primitive = 0x00070000;  // Int32, ...
inline constexpr uint32_t category_array = 0x00080000;           // kind_mask tells any array
inline constexpr uint32_t category_sz_array = 0x000A0000;
inline constexpr uint32_t category_interface = 0x000C0000;
inline constexpr uint32_t kind_mask = 0x000C0000;
// Valid only without has_component_size:
inline constexpr uint32_t generics_mask = 0x00000030;
inline constexpr uint32_t generics_instantiated = 0x00000010;
inline constexpr uint32_t generics_definition = 0x00000030;
inline constexpr uint32_t has_default_constructor = 0x00000200;
inline constexpr uint32_t is_by_ref_like = 0x00001000;
}  // namespace mt_flags

namespace mt_flags2 {  // ours
inline constexpr uint32_t is_delegate = 1;
inline constexpr uint32_t has_precise_cctor = 2;  // not beforefieldinit
inline constexpr uint32_t has_cctor = 4;
inline constexpr uint32_t has_variance = 8;  // some generic parameter of the definition is variant
inline constexpr uint32_t implements_variant_interface = 16;
inline constexpr uint32_t is_inline_array = 32;
inline constexpr uint32_t has_explicit_layout = 64;
inline constexpr uint32_t vtable_built = 128;
inline constexpr uint32_t is_intrinsic_type = 256;    // [Intrinsic] or System.Runtime.Intrinsics
inline constexpr uint32_t is_dynamic_castable = 512;  // implements IDynamicInterfaceCastable
inline constexpr uint32_t has_slot_overrides = 1024;  // some slot (own or inherited) was overridden by a MethodImpl
inline constexpr uint32_t is_vector = 4096;           // its values live in one vector register
inline constexpr uint32_t has_foreign_layout = 2048;  // fields, own or inherited, whose layout another module decides
inline constexpr uint32_t piece_shift = 13;           // two bits: MethodTable::piece_bytes
}  // namespace mt_flags2

namespace aux_flags {  // MethodTableAuxiliaryData.Flags; values CoreLib's IL tests
inline constexpr uint32_t initialized = 0x0001;
inline constexpr uint32_t has_checked_can_compare_bits = 0x0002;
inline constexpr uint32_t can_compare_bits = 0x0004;
inline constexpr uint32_t has_checked_stream_override = 0x0400;
inline constexpr uint32_t is_stream_overridden_read = 0x0800;
inline constexpr uint32_t is_stream_overridden_write = 0x1000;
}  // namespace aux_flags

struct MethodTableAuxiliaryData {  // a process cell
    uint32_t flags;                // aux_flags
    uint32_t padding;
    Module* loader_module;         // 8
    Object* exposed_class_object;  // 16: frozen RuntimeType object, or null: managed code then calls the engine
};

// Where references lie in an instance. Offsets are in bytes from the object address (so from 8 up) for classes and
// boxed value types; for array elements they are from the element's start.
struct GcSeries {
    uint32_t offset;
    uint32_t slot_count;  // consecutive 8-byte reference slots
};
struct GcLayout {
    uint32_t series_count;
    uint32_t element_size;  // arrays: bytes per element (8 for arrays of references); 0 otherwise
    GcSeries series[1];     // series_count entries
};

inline constexpr int display_size = 8;
inline constexpr int interface_dispatch_size = 32;  // power of two

struct MethodTable {
    uint32_t flags;                       // 0
    uint32_t base_size;                   // 4
    uint32_t flags2;                      // 8: mt_flags2
    uint16_t num_virtuals;                // 12
    uint16_t num_interfaces;              // 14
    MethodTable* parent;                  // 16
    Module* module;                       // 24: of the type's definition
    MethodTableAuxiliaryData* auxiliary;  // 32
    TypeInfo* info;                       // 40: the cold part (types/type_info.h)
    union {                               // 48
        uintptr_t element_type;           // arrays: TypeHandle of the element
        uintptr_t** per_inst_info;  // generic instances: per_inst_info[0] is the array of type arguments (TypeHandle)
    };
    union {                           // 56
        MethodTable** interface_map;  // all interfaces, num_interfaces entries
        struct {
            uint32_t nullable_value_offset;  // Nullable<T>: offset of `value` in the unboxed struct
            uint32_t nullable_value_size;
        };
    };
    // Ours from here on.
    void** interface_dispatch;      // 64: interface_dispatch_size code addresses, indexed by MethodDesc::dispatch_index
    GcLayout* gc_layout;            // 72: of an instance (or of an array's element); null without references
    uint32_t instance_field_bytes;  // 80: unboxed size of a value type; bytes of all instance fields of a class
    ElementType element;            // 84: ValueType, Class, I4 for Int32; an enum's is its underlying type's
    uint8_t depth;                  // 85: number of ancestors; Object is 0
    uint8_t rank;                   // 86: arrays
    uint8_t alignment_log2;         // 87: alignment that a field of this type needs
    MethodTable* display[display_size];  // 88: display[i] is the ancestor at depth i (self at depth), null above
    // 152: vtable, num_virtuals code addresses (each a stable stub)

    void** vtable() { return reinterpret_cast<void**>(this + 1); }
    bool has_component_size() const { return flags & mt_flags::has_component_size; }
    uint16_t component_size() const { return static_cast<uint16_t>(flags); }
    bool contains_gc_pointers() const { return flags & mt_flags::contains_gc_pointers; }
    bool has_finalizer() const { return flags & mt_flags::has_finalizer; }
    bool is_value_type() const { return (flags & mt_flags::kind_mask) == mt_flags::category_value_type; }
    bool is_interface() const { return (flags & mt_flags::category_mask) == mt_flags::category_interface; }
    bool is_array() const { return (flags & mt_flags::kind_mask) == mt_flags::category_array; }
    bool is_sz_array() const { return (flags & mt_flags::category_mask) == mt_flags::category_sz_array; }
    bool is_nullable() const { return (flags & mt_flags::category_mask) == mt_flags::category_nullable; }
    bool is_enum() const { return (flags & mt_flags::category_mask) == mt_flags::category_primitive; }
    bool is_true_primitive() const { return (flags & mt_flags::category_mask) == mt_flags::category_true_primitive; }
    bool is_by_ref_like() const {
        return (flags & (mt_flags::has_component_size | mt_flags::is_by_ref_like)) == mt_flags::is_by_ref_like;
    }
    bool contains_generic_variables() const { return flags & mt_flags::contains_generic_variables; }
    bool is_generic_definition() const {
        return (flags & (mt_flags::has_component_size | mt_flags::generics_mask)) == mt_flags::generics_definition;
    }
    bool has_instantiation() const { return !has_component_size() && (flags & mt_flags::generics_mask) != 0; }
    bool is_vector() const { return flags2 & mt_flags2::is_vector; }
    // Structs: the widest part that code reads and writes at once, a word or a vector. Copies in other pieces make the
    // reader of a copy wait.
    uint32_t piece_bytes() const { return 8u << (flags2 >> mt_flags2::piece_shift & 3); }
    bool is_delegate() const { return flags2 & mt_flags2::is_delegate; }
    // Whoever sees it sees what the class constructor has stored.
    bool is_initialized() const {
        return __atomic_load_n(&auxiliary->flags, __ATOMIC_ACQUIRE) & aux_flags::initialized;
    }
    void set_initialized() { __atomic_fetch_or(&auxiliary->flags, aux_flags::initialized, __ATOMIC_RELEASE); }
};

static_assert(offsetof(MethodTable, parent) == 16);
static_assert(offsetof(MethodTable, auxiliary) == 32);
static_assert(offsetof(MethodTable, element_type) == 48);
static_assert(offsetof(MethodTable, interface_map) == 56);
static_assert(offsetof(MethodTable, nullable_value_size) == 60);
static_assert(offsetof(MethodTable, interface_dispatch) == 64);
static_assert(offsetof(MethodTable, display) == 88);
static_assert(sizeof(MethodTable) == 152);

}  // namespace celer
