// Calls from native to managed code that marshal: delegates whose function pointers native code holds.
#pragma once

#include "interop/call_out.h"

namespace celer {

struct CallIn {
    const MethodSignature* signature;  // the native one, with the delegate as `this`
    const void* code;
};

// Managed code that takes native arguments and calls the delegate with managed ones.
Result<CallIn> make_call_in(MethodDesc* invoke, const CallPlan& plan);

}  // namespace celer
