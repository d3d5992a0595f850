// What a compiler is to the engine. baseline and optimizer implement it, host joins them.
#pragma once

#include "code/helpers.h"
#include "code/jit_listing.h"

namespace celer {

class Compilation;

class Compiler {
  public:
    virtual ~Compiler() = default;
    // Compiles and publishes what Compilation::code() says. Thread-safe. Tier 0 never fails; a compiler of a higher
    // tier gives null for a method that has to stay there.
    virtual MethodCode* compile(Compilation& compilation) = 0;
    virtual Disassembler disassembler() const = 0;
};

// Machine-code thunks, made by baseline/<arch>, asked for by runtime and interop.
struct NativeCallOptions {
    bool transition = true;       // leave Managed mode around the call
    bool set_last_error = false;  // store errno to Thread::last_pinvoke_error after the call, clear it before
};

enum class DelegateThunk : uint8_t {
    Invoke,         // body of Invoke: replaces the delegate by its target, jumps to _methodPtr
    OpenDirect,     // drops the delegate, jumps to the method stub in _methodPtrAux
    OpenVirtual,    // the same, to what the next argument's class has for the method of that stub
    OpenInterface,  // the same for an interface's method
    Multicast,      // calls every entry of _invocationList
    Native,         // calls the native function in _methodPtrAux
};
inline constexpr int delegate_thunk_count = 6;

// Interface methods called on a type and the code that they lead to: an open hash table by MethodDesc::id. An entry
// holds the addresses of the method (upper half) and of the code; 0 is free, and some always is.
struct DispatchTargets {
    uint32_t mask;
    uint32_t count;
    uint64_t entries[1];  // mask + 1
};

class ThunkMaker {
  public:
    virtual ~ThunkMaker() = default;
    // 24 bytes: a jump through the entry, or to the newest code if there is some; then the prestub part.
    virtual void* method_stub(MethodDesc* method) = 0;
    // Of a method that has a stub, when its code is another. Thread-safe, lock-free.
    virtual void lead_stub_to_newest(const MethodDesc* method) = 0;
    virtual void unprepare(MethodDesc* method) = 0;       // its next call prepares it again
    virtual void* unboxing_stub(MethodDesc* method) = 0;  // vtable entry of a value type method: this += 8, jump
    virtual MethodDesc* method_of(const void* stub) = 0;  // of a method stub or unboxing stub; else null
    // Of the delegate whose Invoke has that signature. All signatures of a shape (abi::CallLayout::shape) share one; it
    // names no type and stays for ever.
    virtual void* delegate_thunk(DelegateThunk kind, const MethodSignature* invoke) = 0;
    virtual void* array_method(MethodDesc* method) = 0;  // Get, Set, Address, .ctor of array types
    virtual void* native_call(MethodDesc* method, void** target_cell,
                              NativeCallOptions options) = 0;  // P/Invoke, blittable
    virtual void* reverse_call(MethodDesc* method) = 0;  // native-callable entry for UnmanagedCallersOnly; one a method
    // The same for the delegate of a type with that Invoke, in a handle. `signature` has `this`; a null code means the
    // delegate's own, else it is called with the delegate as `this`.
    virtual void* reverse_delegate_call(MethodDesc* invoke, const MethodSignature* signature, Object** delegate,
                                        const void* code) = 0;
    virtual void* helper_jump(Helper helper) = 0;  // arena code that jumps to a helper, all registers kept; one each
    // What interface_dispatch leads to, with the interface method in r10: jumps to `target` if that is `declared`, else
    // to `otherwise`. Lives as long as the type.
    virtual void* interface_check(const MethodTable* type, MethodDesc* declared, void* target, void* otherwise) = 0;
    // The same for many: looks r10 up in the table of the cell, or jumps to Helper::InterfaceResolve. Lives as long as
    // the cell.
    virtual void* interface_search(DispatchTargets* const* cell) = 0;
    // Cell of the code for a tail call with so many bytes of arguments on the stack. It is jumped to from the caller's
    // frame, with the caller's callee-saved registers restored, the target in rax and the stack arguments at rsp.
    virtual void* const* tail_thunk(uint32_t stack_bytes) = 0;
    virtual void forget_unloading() = 0;  // types/loader_allocator.h; the world is stopped
};

Compiler& baseline();
ThunkMaker& thunks();

}  // namespace celer
