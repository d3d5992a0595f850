// Delegates, II.14.6. Object layout as CoreLib's System.Delegate and MulticastDelegate declare it:
//   _target@8 _methodBase@16 _methodPtr@24 _methodPtrAux@32 _invocationList@40 _invocationCount@48
// closed: _target is the first argument, _methodPtr the stub. open static: _target is the delegate itself, _methodPtr a
// shuffle thunk of the signature, _methodPtrAux the stub. Multicast: _target is the delegate itself, _methodPtr a loop
// over _invocationList.
#pragma once

#include "base/result.h"
#include "code/compiler.h"
#include "object/object.h"

namespace celer {

// Fills a new delegate. `function` is a stub address (ldftn, ldvirtftn); `method` its method if known, else it is
// looked up by the stub. A null target with an instance method makes an error as CoreCLR's (ArgumentException) unless
// allowed.
Result<void> bind_delegate(Object* delegate, Object* target, void* function, MethodDesc* method);

// The thunk for delegates of the type with that Invoke. Made once for a shape of signatures, remembered by the Invoke.
Result<void*> delegate_thunk(MethodDesc* invoke, DelegateThunk kind);

// The method behind a stub address, or null.
MethodDesc* method_of_stub(const void* stub);

}  // namespace celer
