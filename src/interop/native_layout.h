// The native form of a struct or of a class with layout: where its fields lie, and the type that stands for it in
// signatures.
#pragma once

#include "interop/marshalling.h"

namespace celer {

struct NativeField {
    FieldDesc* field;
    Conversion conversion;
    uint32_t offset;
    uint32_t repeat = 1;  // of an inline array's one field
};

struct NativeLayout {
    uint32_t size_bytes = 0;
    uint32_t alignment = 1;
    bool is_same = true;       // the managed bytes are the native ones
    uint32_t field_count = 0;  // with the parents' fields
    NativeField* fields = nullptr;
    MethodTable* native = nullptr;         // a struct with these fields; the type itself where it is_same and a struct
    const Error* unmarshalable = nullptr;  // of the first own field that has no native form; that takes one byte
};

// Computed once per type. Fails for types without layout.
Result<const NativeLayout*> native_layout(MethodTable* table);
// The same for a type whose values cross. Fails also for fields that have no native form.
Result<const NativeLayout*> marshalable_layout(MethodTable* table);
bool has_native_layout(const MethodTable* table);  // not auto layout

void forget_unloading_layouts();  // of types that are unloaded; the world is stopped

}  // namespace celer
