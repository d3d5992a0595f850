// Code of methods that native functions stand for: internal calls and P/Invokes. The code jumps through a process cell.
// In another process the method's entry leads to the prestub once more, which finds the function again and keeps the
// code.
#pragma once

#include "base/result.h"

namespace celer {

struct MethodDesc;

struct NativeCode {
    NativeCode* next;
    MethodDesc* method;
    void** cell;       // ProcessCell::NativeFunction
    const void* code;  // null until it is made
};

// The method's, made at the first request. The function may change its process, not its cell.
NativeCode& native_code(MethodDesc* method);
// The method's code, whose cell leads to the function from now on. make(cell): makes it, at the first time.
template <typename Make>
Result<void*> code_through_cell(MethodDesc* method, void* function, Make&& make) {
    NativeCode& native = native_code(method);
    __atomic_store_n(native.cell, function, __ATOMIC_RELEASE);
    const void* code = __atomic_load_n(&native.code, __ATOMIC_ACQUIRE);
    if (code == nullptr) {
        code = CELER_TRY(make(native.cell));
        __atomic_store_n(&native.code, code, __ATOMIC_RELEASE);
    }
    return const_cast<void*>(code);
}
// Once before the arena is written: entries lead to the prestub again.
void unbind_native_code();

}  // namespace celer
