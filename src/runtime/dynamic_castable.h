// IDynamicInterfaceCastable: objects that tell at a cast which interfaces they have, and which interface type has the
// methods that implement one. Answers are per object, so nothing of them is remembered.
#pragma once

#include "base/result.h"
#include "object/object.h"
#include "types/member.h"

namespace celer {

// is_instance_of, and what the object itself says of an interface that its type does not implement. It is asked to
// throw if `throws`. Throws what the object throws: no frame on the way may need its destructors.
bool is_instance_of_object(Object* object, MethodTable* target, bool throws);

// resolve_virtual for the receiver, and whether the answer holds for all objects of its type. Throws likewise.
struct ResolvedMethod {
    MethodDesc* method;
    bool is_of_type;
};
Result<ResolvedMethod> resolve_for_object(Object* receiver, MethodDesc* declared);

}  // namespace celer
