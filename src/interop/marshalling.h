// How a managed type crosses to native code: from the type, MarshalAs and the character set of its surroundings.
#pragma once

#include <cstdint>

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
    Utf8Builder,  // StringBuilder
    WideBuilder,
    Array,         // pointer to the first element; elements are Native::Same
    LayoutClass,   // class with layout and only Same fields: pointer to its first field
    CopiedClass,   // class with layout: pointer to a native copy
    CopiedStruct,  // struct with fields that are not Same: a native copy of size_bytes
    Function,      // delegate
    SafeHandle,
    CriticalHandle,
    HandleRef,
    FixedUtf8,  // fields only: string of `count` characters in place
    FixedWide,
    FixedArray,  // fields only: `count` elements of size_bytes / count bytes in place; elements are Same
};

enum class MarshalUse : uint8_t { Parameter, Result, Field };

struct MarshalContext {
    bool wide_characters = false;       // CharSet.Unicode
    bool marshalling_disabled = false;  // DisableRuntimeMarshalling
};

struct Conversion {
    Native native = Native::Same;
    TypeHandle managed;  // without the byref
    TypeHandle type;     // of the native value in a signature; null for copied structs and fixed fields
    uint32_t size_bytes = 0;
    uint32_t alignment = 1;
    uint32_t count = 0;
};

// Fails with the reason ("Invalid managed/unmanaged type combination."); the caller says what cannot be marshalled.
// Int128 and structs with such a field: they cross by reference only.
Result<bool> has_int128(TypeHandle type);
Result<Conversion> classify(TypeHandle managed, Bytes marshal_as, MarshalContext context, MarshalUse use);

bool runtime_marshalling_disabled(const Module* module);
Bytes marshal_blob(const metadata::Image& image, metadata::Token field_or_param);

// The native form of a struct or of a class with layout: where its fields lie.
struct NativeField {
    FieldDesc* field;
    Conversion conversion;
    uint32_t offset;
};
struct NativeLayout {
    uint32_t size_bytes = 0;
    uint32_t alignment = 1;
    bool is_same = true;       // the managed bytes are the native ones
    uint32_t field_count = 0;  // with the parents' fields
    NativeField* fields = nullptr;
};
// Computed once per type. Fails for types without layout.
Result<const NativeLayout*> native_layout(MethodTable* table);
bool has_native_layout(const MethodTable* table);  // not auto layout

}  // namespace celer
