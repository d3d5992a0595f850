// The object model that managed code, the collector and the compilers share (layouts as CoreCLR).
//
//   -8  u32 padding            -4  u32 header (thin lock, hash or sync entry; object_header below)
//    0  MethodTable*            8  fields; string: i32 length, u16 chars at 12; array: u32 length, data at 16
//                               multi-dimensional array: length at 8, i32 lengths[rank], i32 lower_bounds[rank] at 16,
//                               data
// Sizes: base_size counts the header (8), the MethodTable pointer (8) and the fields; minimum 24; total size is
// base_size + length * component size, rounded up to 8. An object address is the address of its MethodTable pointer;
// its memory begins 8 bytes before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "object/method_table.h"

namespace celer {

struct Object {
    MethodTable* method_table;

    uint32_t& header() { return *(reinterpret_cast<uint32_t*>(this) - 1); }
    uint8_t* field_base() { return reinterpret_cast<uint8_t*>(this) + 8; }
    template <typename T>
    T& field(uint32_t offset_in_object) {
        static_assert(!std::is_convertible_v<T, const Object*>, "references: reference() and gc/barrier.h");
        return *reinterpret_cast<T*>(reinterpret_cast<uint8_t*>(this) + offset_in_object);
    }
    template <typename T = Object>
    T* reference(uint32_t offset_in_object) const {
        return *reinterpret_cast<T* const*>(reinterpret_cast<const uint8_t*>(this) + offset_in_object);
    }
    inline size_t size_bytes() const;
};

struct ArrayObject : Object {
    uint32_t length;
    uint32_t padding;

    uint8_t* data() {
        return reinterpret_cast<uint8_t*>(this) + method_table->base_size - 8;
    }  // also multi-dimensional
    // Of multi-dimensional arrays: rank lengths, then rank lower bounds.
    int32_t* bounds() { return reinterpret_cast<int32_t*>(this + 1); }
    const int32_t* bounds() const { return reinterpret_cast<const int32_t*>(this + 1); }
    // One-dimensional, zero-based arrays only.
    template <typename T>
    T* elements() {
        static_assert(!std::is_convertible_v<T, const Object*>, "references: references() and gc/barrier.h");
        return reinterpret_cast<T*>(reinterpret_cast<uint8_t*>(this) + 16);
    }
    Object* const* references() const {
        return reinterpret_cast<Object* const*>(reinterpret_cast<const uint8_t*>(this) + 16);
    }
};

struct StringObject : Object {
    int32_t length;
    char16_t characters[1];
};

// An access below this address is one through null. Fields further away are checked by compiled code. One page, as on
// CoreCLR: an address behind it is a wild one.
inline constexpr uint32_t null_guard_bytes = 4096;

inline constexpr uint32_t string_length_offset = 8;
inline constexpr uint32_t string_characters_offset = 12;
inline constexpr uint32_t string_base_size = 22;
inline constexpr uint32_t span_reference_offset = 0;  // Span and ReadOnlySpan, in themselves
inline constexpr uint32_t span_length_offset = 8;
inline constexpr uint32_t array_length_offset = 8;
inline constexpr uint32_t array_data_offset = 16;
inline constexpr uint32_t array_base_size = 24;
inline constexpr uint32_t largest_array_length = 0x7fffffc7;  // of one dimension
inline constexpr uint32_t minimum_object_size = 24;

// Fields of System.MulticastDelegate, as CoreLib declares them.
inline constexpr uint32_t delegate_target_offset = 8;
inline constexpr uint32_t delegate_method_base_offset = 16;
inline constexpr uint32_t delegate_method_pointer_offset = 24;
inline constexpr uint32_t delegate_method_pointer_aux_offset = 32;
inline constexpr uint32_t delegate_invocation_list_offset = 40;
inline constexpr uint32_t delegate_invocation_count_offset = 48;

inline size_t Object::size_bytes() const {
    size_t size = method_table->base_size;
    if (method_table->has_component_size()) {
        size += size_t{method_table->component_size()} * static_cast<const ArrayObject*>(this)->length;
    }
    return (size + 7) & ~size_t{7};
}

// The object header word at -4.
//   free:        0
//   thin lock:   bits 0-15 owner's managed thread id, bits 16-21 recursion, is_hash_or_sync clear
//   hash:        is_hash_or_sync | is_hash, low 26 bits the identity hash
//   sync entry:  is_hash_or_sync, low 26 bits the index of a sync entry (which holds lock and hash)
// The upper bits belong to the collector and the runtime, whatever the low bits say.
namespace object_header {
inline constexpr uint32_t is_hash_or_sync = 0x08000000;
inline constexpr uint32_t is_hash = 0x04000000;
inline constexpr uint32_t value_mask = 0x03FFFFFF;
inline constexpr uint32_t finalizer_run = 0x40000000;  // finalizer suppressed or already run
inline constexpr uint32_t gc_reserved = 0x20000000;    // remembered bit of the coming generational barrier
inline constexpr uint32_t frozen = 0x10000000;         // lives in Section::Frozen
inline constexpr uint32_t runtime_bits = finalizer_run | gc_reserved | frozen | 0x80000000;
}  // namespace object_header

static_assert(sizeof(ArrayObject) == array_data_offset);
static_assert(offsetof(StringObject, characters) == string_characters_offset);

}  // namespace celer
