// Accessibility (I.8.5.3, II.15.3, II.23.1): whether code may name a type or member. Decided by definitions: instances
// of one generic definition have the same rights, and what may be named of an instance depends on its arguments too.
#pragma once

#include "base/result.h"
#include "types/type_handle.h"

namespace celer {

struct FieldDesc;
struct MethodDesc;
struct Module;

// Whose code it is. Nested types have the rights of the types around them.
struct Accessor {
    const MethodTable* type;
};

// Whether `owner` names the friend in an InternalsVisibleToAttribute. Remembered, unless one of them is still being
// made.
bool shares_internals(const Module* owner, const Module* friend_module);

bool can_access_type(Accessor accessor, TypeHandle type);
// `owner`: the type by which the member is named, the declaring one or one derived from it.
bool can_access_method(Accessor accessor, const MethodTable* owner, const MethodDesc* method);
bool can_access_field(Accessor accessor, const MethodTable* owner, const FieldDesc* field);

// Like check_constraints, also of instances with variables.
Result<void> check_open_constraints(MethodTable* instance);
Result<void> check_open_constraints(MethodDesc* instance);

}  // namespace celer
