// Calling a method with arguments that reflection gives as addresses.
#pragma once

#include "base/result.h"
#include "runtime/thread.h"
#include "types/member.h"

namespace celer {

// What came back: `value` is boxed (null for void), or `exception` is what the method threw.
struct InvokeResult {
    Object* value = nullptr;
    Object* exception = nullptr;
    bool null_byref = false;  // a null byref was returned
};

// arguments[i] is the address of the value of parameter i; for a byref parameter, the byref itself. `receiver` is the
// object of an instance method (a box for value types), or null. No virtual dispatch. Managed mode; collects.
Result<InvokeResult> invoke(Thread& thread, MethodDesc* method, Object* receiver, void* const* arguments);

// newobj: allocates and runs the constructor. Strings and arrays, whose size the arguments tell, too.
Result<InvokeResult> construct(Thread& thread, MethodDesc* constructor, void* const* arguments);

// The object that stands for a value of the type at an address: a box, a reference, a Pointer; Nullable<T> boxes as T
// or null. May collect; null with out_of_memory set if memory is short.
Object* box_value(TypeHandle type, const void* address, bool& out_of_memory);

}  // namespace celer
