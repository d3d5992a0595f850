// How a managed type crosses to native code: from the type, MarshalAs and the character set of its surroundings.
#pragma once

#include <cstdint>
#include <memory>

#include "base/bytes.h"
#include "base/result.h"
#include "metadata/token.h"
#include "types/loader.h"

namespace celer {

enum class Native : uint8_t {
    Same,      // bit by bit; Void too
    Bool,      // native integer of Conversion::size_bytes, any value but zero is true
    AnsiChar,  // one byte
    Utf8String,
    WideString,
    BStr,           // UTF-16 with a length before it
    AnsiBStr,       // UTF-8 with a length before it
    Utf8Builder,    // StringBuilder
    WideBuilder,    //
    Array,          // pointer to the first element, in place; elements are Native::Same
    CopiedArray,    // pointer to native copies of the elements
    LayoutClass,    // class with layout and only Same fields: pointer to its first field
    CopiedClass,    // class with layout: pointer to a native copy
    CopiedStruct,   // struct with fields that are not Same: its native form, Conversion::type
    StructPointer,  // struct passed by a pointer to it (MarshalAs LPStruct)
    Date,           // DateTime as an OLE automation date
    Currency,       // decimal as a 64-bit integer of ten thousandths
    Function,       // delegate
    SafeHandle,
    CriticalHandle,
    HandleRef,
    TypeHandle,  // RuntimeTypeHandle, RuntimeMethodHandle, RuntimeFieldHandle: its Value
    AsAny,       // object, by what it is at run time
    Custom,      // through an ICustomMarshaler
    // Fields only:
    FixedUtf8,  // string of `count` characters in place
    FixedWide,
    FixedArray,     // `count` elements in place
    EmbeddedClass,  // class with layout, in place
};

// What kinds have in common for those who write stubs.
enum class NativeShape : uint8_t {
    Value,          // converted on the evaluation stack
    Struct,         // CopiedStruct
    StructPointer,  //
    Object,         // LayoutClass, CopiedClass
    Array,          // Array, CopiedArray
    Builder,
    Handle,  // SafeHandle, CriticalHandle
    Any,
    Custom,
    InPlace,  // fields only
};
NativeShape shape_of(Native native);

enum class MarshalUse : uint8_t { Parameter, Result, Field, Element };

struct MarshalContext {
    bool wide_characters = false;       // CharSet.Unicode
    bool marshalling_disabled = false;  // DisableRuntimeMarshalling
};

struct Conversion {
    Native native = Native::Same;
    TypeHandle managed;  // without the byref
    TypeHandle type;     // of the native value in a signature; null for what lies in place in fields
    uint32_t size_bytes = 0;
    uint32_t alignment = 1;
    uint32_t count = 0;            // FixedUtf8, FixedWide, FixedArray; arrays by reference: the constant part
    int32_t count_parameter = -1;  // arrays: the parameter (from 0) that adds to their count
    std::shared_ptr<const Conversion> element;  // CopiedArray, FixedArray, Array
};

// Fails with the reason ("Invalid managed/unmanaged type combination."); the caller says what cannot be marshalled.
Result<Conversion> classify(TypeHandle managed, Bytes marshal_as, MarshalContext context, MarshalUse use);
// Int128 and structs with such a field: they cross by reference only.
Result<bool> has_int128(TypeHandle type);

bool is_custom_marshaled(Bytes marshal_as);
inline constexpr const char* as_any_only_in =
    "AsAny cannot be used on return types, ByRef parameters, ArrayWithOffset, or parameters passed from unmanaged to "
    "managed.";

bool runtime_marshalling_disabled(const Module* module);
Bytes marshal_blob(const metadata::Image& image, metadata::Token field_or_param);

// What an array's own form becomes when its elements must be copied though they look the same.
Conversion as_copied_array(const Conversion& array);
uint32_t managed_size(TypeHandle type);  // of a field or element

}  // namespace celer
