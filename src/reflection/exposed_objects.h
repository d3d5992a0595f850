// The managed objects that stand for the engine's assemblies, modules, methods and fields.
//
// Invariants:
// - An assembly has one RuntimeAssembly and one RuntimeModule, made at the first request and kept by a strong handle.
// - Method and field stubs (RuntimeMethodInfoStub, RuntimeFieldInfoStub) are made anew each time; managed code compares
//   the handles inside.
// - Every function here is called in Managed mode, may collect and may throw OutOfMemoryException.
#pragma once

#include <span>

#include "base/bytes.h"
#include "object/object.h"
#include "types/assembly.h"
#include "types/member.h"
#include "types/well_known.h"

namespace celer {

// Unwraps a Result<void> as value_or_throw (runtime/exceptions.h) does.
void success_or_throw(Result<void> result);

Object* assembly_object(Assembly* assembly);
Object* module_object(Module* module);
Object* assembly_object_if_exists(const Assembly* assembly);  // or null
Object* module_object_if_exists(const Module* module);
Assembly* assembly_of_object(Object* runtime_assembly);
Module* module_of_object(Object* runtime_module);

Object* method_stub_object(MethodDesc* method);
Object* field_stub_object(FieldDesc* field);
// IRuntimeMethodInfo (RuntimeMethodInfo, RuntimeConstructorInfo or the stub) and IRuntimeFieldInfo likewise.
MethodDesc* method_of_object(Object* method_info);
FieldDesc* field_of_object(Object* field_info);

// An array of the type with null or zero elements.
ArrayObject* new_array(MethodTable* element, uint32_t length);
// RuntimeType[] or Type[].
ArrayObject* new_type_array(std::span<const TypeHandle> types, bool as_runtime_types);
StringObject* new_string_or_throw(std::string_view utf8);
Object* allocate_or_throw(MethodTable* table);
ArrayObject* new_byte_array(Bytes bytes);

// The module whose metadata declares a type (of the element, for arrays and pointers).
Module* module_of_type(TypeHandle type);
// Whether the type, its element or a type argument of it comes from a collectible assembly.
bool has_collectible_part(TypeHandle type);

// Offset in the object of a field that CoreLib declares; panics if it has none.
uint32_t field_offset(MethodTable* table, std::string_view name);

// A type of CoreLib by name, loaded completely; panics if CoreLib has none.
MethodTable* corelib_type(std::string_view name_space, std::string_view name);

}  // namespace celer
