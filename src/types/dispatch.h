// Virtual methods and casts over loaded (Complete) types.
#pragma once

#include "base/result.h"
#include "types/loader.h"

namespace celer {

// --- Casts -----------------------------------------------------------------------------------------------------------
// Assignability with variance, arrays, Nullable and variables, as Type.IsAssignableFrom / castclass define it.
bool can_cast(TypeHandle from, TypeHandle to);
// Whether a type variable stands for references only: it is constrained to them, or to a class (of its own, or of a
// variable that it must derive from).
bool is_reference_variable(const TypeDesc* type);
bool is_instance_of(Object* object, TypeHandle type);                   // null object: false
bool implements_interface(MethodTable* table, MethodTable* interface);  // exact or by variance

// --- Virtual methods -------------------------------------------------------------------------------------------------
// The method that a call of `declared` on an object of exact type `table` runs: class virtuals, interface methods
// (explicit implementations, variance, default methods, most specific one), generic virtual methods. Abstract only if
// `table` is an abstract class (reflection asks for those). Errors: EntryPointNotFound, AmbiguousMatch.
Result<MethodDesc*> resolve_virtual(MethodTable* table, MethodDesc* declared);
// The implementation of a static virtual interface method for a type (constrained. call).
Result<MethodDesc*> resolve_static_virtual(TypeHandle constrained, MethodDesc* declared);
// What Type.GetInterfaceMap shows: of several default bodies the first one that matches by variance.
Result<MethodDesc*> resolve_for_interface_map(MethodTable* table, MethodDesc* declared);
// constrained. callvirt on a value type: the method declared by the value type itself, or null if the receiver must be
// boxed. For GetHashCode of an enum that of its underlying type.
Result<MethodDesc*> resolve_constrained(MethodTable* value_type, MethodDesc* declared);

void* method_stub(MethodDesc* method);  // stub of the method, made if missing

}  // namespace celer
