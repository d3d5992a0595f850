// Where instance fields lie: placing fields of known size, alignment and kind as CoreCLR places them on x64. Pure:
// knows no loader, so it is tested against the rules alone. Internal to types/.
//
// The rules, all observable through Unsafe.SizeOf and field addresses:
// - Sequential applies only while no field holds a reference (byrefs do not count); otherwise the type is laid out
// automatically
//   and Pack and Size mean nothing. Fields stand at multiples of min(alignment, Pack); Size is a lower bound that is
//   not rounded.
// - Auto: references, then the other 8-byte fields, then 4, 2, 1, then structs in declaration order. If the base class
// ends at an
//   offset that is no multiple of 8, smaller fields fill up to the next alignment first.
// - An automatically laid out struct is rounded up to a power of two up to 8, beyond to a multiple of 8 (or its largest
// alignment);
//   that is its alignment, too.
// - Explicit: references must be aligned and must not overlap anything but references.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "types/type_handle.h"

namespace celer::layout {

enum class FieldKind : uint8_t {
    Scalar,     // a primitive, pointer or byref: size is its alignment
    Reference,  // an object reference
    Struct,     // any other value type
};

struct PlacedField {
    uint32_t size_bytes = 0;
    uint32_t alignment = 1;  // of a struct that holds references: 8
    FieldKind kind = FieldKind::Scalar;
    const GcLayout* gc_layout = nullptr;  // Struct: where its references lie (boxed offsets), or null
    std::vector<uint32_t> byrefs;         // offsets of byrefs in the field; explicit layout keeps them whole
    uint32_t piece_bytes = 8;             // Struct: MethodTable::piece_bytes
    uint32_t offset = 0;                  // result, from the first field byte of the object; in: the explicit offset

    bool holds_references() const { return kind == FieldKind::Reference || gc_layout != nullptr; }
};

enum class Rule : uint8_t { Auto, Sequential, Explicit };

struct Request {
    Rule rule = Rule::Auto;
    bool is_value_type = false;
    uint32_t parent_bytes = 0;  // field bytes of the base class
    uint32_t packing = 0;
    uint32_t class_size = 0;
};

struct Outcome {
    uint32_t size_bytes = 0;  // value types: unboxed size; classes: all field bytes including those of the base
    uint32_t alignment = 1;
    enum class Failure : uint8_t {
        None,
        Overlap,      // explicit: a reference misaligned or overlapped
        TooFar,       // explicit: a field behind max_offset because of those of the base class
        Unreachable,  // sequential: a field behind max_offset
        Overflow,     // sequential: all fields together have 4 GiB or more
        TooLarge,     // automatic: larger than max_offset; else than INT32_MAX
    };
    Failure failure = Failure::None;
    uint32_t failed_offset = 0;  // of the overlap

    bool failed() const { return failure != Failure::None; }
};

inline constexpr uint32_t max_offset = 0x07fffff9;  // of a field; also the largest size with automatic layout

Outcome place_fields(const Request& request, std::span<PlacedField> fields);

}  // namespace celer::layout
