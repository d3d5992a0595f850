// Code of methods that native functions stand for: internal calls and P/Invokes. The code jumps through a process cell.
// In another process the method's entry leads to the prestub once more, which finds the function again and keeps the
// code.
#pragma once

#include <cstdint>

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
// Once before the arena is written: entries lead to the prestub again.
void unbind_native_code();

}  // namespace celer
