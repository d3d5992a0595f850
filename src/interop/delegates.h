// Delegates as native function pointers, and native function pointers as delegates.
#pragma once

#include "base/result.h"
#include "object/object.h"
#include "types/member.h"

namespace celer {

// A native entry that calls the delegate. The same pointer for the same delegate; good as long as the delegate lives.
Result<void*> function_pointer_for(Object* delegate);
Object* delegate_behind(void* function);  // the delegate that such an entry calls, or null
// Makes the new `delegate` call `function`.
Result<void> bind_to_native(Object* delegate, void* function);

void forget_unloading_delegates();  // of types that are unloaded; the world is stopped

}  // namespace celer
