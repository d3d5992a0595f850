// Making objects and strings from the engine. All return null when memory is short; *_or_throw throw what newarr and
// newobj throw.
#pragma once

#include <string>
#include <string_view>

#include "gc/heap.h"
#include "object/object.h"
#include "types/type_handle.h"

namespace celer {

Object* allocate_object(MethodTable* table);  // completes the type if need be; null also if that fails
ArrayObject* allocate_array(MethodTable* array_type, uint32_t length);
ArrayObject* new_vector_or_throw(MethodTable* array_type, int64_t length, gc::AllocFlags flags = gc::AllocFlags::None);
// A multi-dimensional array; lower_bounds may be null.
ArrayObject* new_dimensions_or_throw(MethodTable* array_type, const int32_t* lengths, const int32_t* lower_bounds);
StringObject* allocate_string(uint32_t length);
StringObject* new_string(std::string_view utf8);  // invalid sequences become U+FFFD
StringObject* new_string_utf16(std::u16string_view text);
std::string to_utf8(const StringObject* string);  // unpaired surrogates become U+FFFD
std::string to_utf8(std::u16string_view text);
std::u16string_view view(const StringObject* string);
std::u16string to_utf16(std::string_view utf8);
Object* box(MethodTable* value_type, const void* value);

// The RuntimeType object of a type: frozen, made once, the same object for ever.
Object* type_object(TypeHandle type);
TypeHandle type_of_object(Object* runtime_type);  // RuntimeType -> handle

// Static field storage for a well-known use (String.Empty ...): address of a static field of a loaded type.
void* static_field_address(MethodTable* table, std::string_view field);

}  // namespace celer
