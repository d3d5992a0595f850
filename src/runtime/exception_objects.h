// Exceptions that the engine itself makes. (make_exception is declared in runtime/exceptions.h.)
#pragma once

#include "object/object.h"

namespace celer {

struct Thread;

// Makes the OutOfMemoryException that is thrown when there is no memory. Once, after CoreLib's types are loaded.
void preallocate_exceptions();
Object* out_of_memory_exception(Thread& thread);  // the preallocated one; ends the process before it is made

// The preallocated exceptions, which every thread may share: their state never changes.
bool is_immutable_exception(const Object* exception);

// A non-exception object that IL threw, in the RuntimeWrappedException that catch clauses see.
Object* wrap_thrown_object(Thread& thread, Object* thrown);
// The thrown object in a RuntimeWrappedException, null for anything else.
Object* unwrap_thrown_object(Object* exception);
// What the clauses of a method get for a thrown object: its assembly's RuntimeCompatibility attribute says whether they
// see the wrapper; dynamic methods never do.
Object* seen_by_clauses(const MethodDesc* method, Object* exception);

}  // namespace celer
