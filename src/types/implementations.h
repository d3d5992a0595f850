// What classes and interfaces have for an interface method. Internal to types/; dispatch.h is what others ask.
//
// `declared` is always a definition: not an instance of a generic method. Answers are definitions, too.
#pragma once

#include "base/result.h"
#include "types/loader.h"

namespace celer {

enum class Matching { Exact, Variant };

Error no_implementation();  // EntryPointNotFound
// Another instance of the interface that can be used as `wanted`.
bool matches_by_variance(MethodTable* own, MethodTable* wanted);

// The body that a MethodImpl of exactly this class or interface gives for an interface method; null if there is none.
Result<MethodDesc*> explicit_implementation(MethodTable* table, MethodDesc* declared, Matching matching);
// What exactly this class has, for the interface itself or for another one that matches by variance; null if nothing.
Result<MethodDesc*> implementation_in_class(MethodTable* table, MethodDesc* declared, Matching matching);
// What the class and its ancestors have, as the class has overridden it; null if nothing.
Result<MethodDesc*> implementation_in_classes(MethodTable* table, MethodDesc* declared);
// What the interfaces have. Errors: EntryPointNotFound, AmbiguousMatch.
Result<MethodDesc*> default_implementation(MethodTable* table, MethodDesc* declared, Matching allowed);
Result<MethodDesc*> default_by_variance(MethodTable* table, MethodDesc* declared);
// Whether the class, which is not abstract, has something for each abstract instance method of one of its interfaces,
// or for each static one of any of them. A body that is abstract again, or one of several, fails when it is called.
// Error: TypeLoad.
Result<void> check_implemented(MethodTable* table, MethodTable* interface);
Result<void> check_static_methods(MethodTable* table);

}  // namespace celer
