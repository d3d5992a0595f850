// P/Invoke, II.15.5: native targets of `pinvokeimpl` methods.
#pragma once

#include "base/result.h"

namespace celer {

struct MarshalledCall;
struct MethodDesc;
struct MethodSignature;

// Makes the code of a P/Invoke that is no QCall.
Result<void*> pinvoke_code(MethodDesc* method);
// What an unmanaged calli of the caller does.
Result<MarshalledCall> marshalled_call(MethodDesc* caller, const MethodSignature* signature);

void install_interop_unloading();

}  // namespace celer
