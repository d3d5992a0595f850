// Calls from managed to native code that marshal: P/Invokes and delegates made from function pointers.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "interop/marshalling.h"

namespace celer {

struct MarshalledParameter {
    Conversion conversion;
    TypeHandle declared;  // with the byref
    bool by_reference = false;
    bool copies_in = true;  // by reference, or a builder: the native side sees the old value
    bool copies_out = false;
};

struct CallPlan {
    std::vector<MarshalledParameter> parameters;
    Conversion result;
    bool set_last_error = false;
    bool preserve_signature = true;  // else the native function returns an HRESULT, and the result through a pointer
    bool suppress_transition = false;

    bool is_plain() const;  // no value changes: managed and native code call each other directly
};

// What a method's signature and its metadata say about its arguments. `method` is a P/Invoke or the Invoke of a
// delegate.
Result<CallPlan> plan_call(MethodDesc* method, MarshalContext context);
// Of a delegate type: UnmanagedFunctionPointerAttribute.
struct FunctionPointerOptions {
    MarshalContext context;
    bool set_last_error = false;
};
FunctionPointerOptions function_pointer_options(const MethodTable* delegate_type);

// Code with the managed signature of `method` that calls `function`; if that is null, the first argument is a delegate
// that holds the function in _methodPtrAux.
Result<const void*> make_call_out(MethodDesc* method, const CallPlan& plan, const void* function);

}  // namespace celer
