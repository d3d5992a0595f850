// Calls from managed to native code that marshal: P/Invokes, delegates made from function pointers, unmanaged calli.
#pragma once

#include <string>
#include <vector>

#include "interop/marshalling.h"

namespace celer {

struct MarshalledParameter {
    Conversion conversion;
    TypeHandle declared;  // with the byref
    uint32_t token = 0;   // its Param row, or 0
    bool by_reference = false;
    bool copies_in = true;  // the native side sees the old value
    bool copies_out = false;
    bool wide_characters = false;  // CharSet.Unicode around it
};

struct CallPlan {
    std::vector<MarshalledParameter> parameters;
    Conversion result;
    uint32_t result_token = 0;
    bool set_last_error = false;
    bool preserve_signature = true;  // else the native function returns an HRESULT, and the result through a pointer
    bool suppress_transition = false;

    bool returns() const;
    bool is_plain() const;  // no value changes: managed and native code call each other directly
};

// What a method's signature and its metadata say about its arguments. `method` is a P/Invoke or the Invoke of a
// delegate.
Result<CallPlan> plan_call(MethodDesc* method, MarshalContext context);
// The same for a bare signature.
Result<CallPlan> plan_signature(const MethodSignature* signature, MarshalContext context);

// A MarshalDirective error that says what could not be marshalled; other errors stay as they are.
std::unexpected<Error> cannot_marshal(const std::string& what, const Error& reason);

// Of a delegate type: UnmanagedFunctionPointerAttribute.
struct FunctionPointerOptions {
    MarshalContext context;
    bool set_last_error = false;
};
FunctionPointerOptions function_pointer_options(const MethodTable* delegate_type);

// Where the native function comes from.
enum class CallTarget : uint8_t {
    Cell,          // `function` is the address of a word that holds it
    Delegate,      // argument 0 is a delegate that holds it in _methodPtrAux
    LastArgument,  // the managed signature has it as one more argument
};

// Code with the managed signature of `method` that calls the target. For LastArgument `signature` is the managed one
// with that argument, and the code is registered under `method`.
Result<const void*> make_call_out(MethodDesc* method, const CallPlan& plan, CallTarget target, const void* function,
                                  const MethodSignature* signature = nullptr);

}  // namespace celer
