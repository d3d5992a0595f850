// Marshal.GetExceptionForHR: the managed exceptions that HRESULTs stand for.
#include <cstdio>

#include "corelib/contract.h"
#include "corelib/tables.h"
#include "runtime/exceptions.h"
#include "runtime/stack_trace.h"

namespace celer {

namespace {

// The managed exception that a well-known HRESULT stands for; every other one is a COMException.
struct ExceptionOfResult {
    uint32_t result;
    const char* name_space;
    const char* name;
};

constexpr ExceptionOfResult exceptions_of_results[] = {
    {0x80004001, "System", "NotImplementedException"},
    {0x80004002, "System", "InvalidCastException"},
    {0x80004003, "System", "NullReferenceException"},
    {0x80070002, "System.IO", "FileNotFoundException"},
    {0x80070003, "System.IO", "DirectoryNotFoundException"},
    {0x80070005, "System", "UnauthorizedAccessException"},
    {0x8007000b, "System", "BadImageFormatException"},
    {0x8007000e, "System", "OutOfMemoryException"},
    {0x80070057, "System", "ArgumentException"},
    {0x80131501, "System", "SystemException"},
    {0x80131502, "System", "ArgumentOutOfRangeException"},
    {0x80131508, "System", "IndexOutOfRangeException"},
    {0x80131509, "System", "InvalidOperationException"},
    {0x80131515, "System", "NotSupportedException"},
    {0x80131516, "System", "OverflowException"},
    {0x80131537, "System", "FormatException"},
    {0x80131620, "System.IO", "IOException"},
    {0x80131623, "System", "TimeoutException"},
};

void exception_for_result(int32_t result, intptr_t, ObjectHandleOnStack exception) {
    Thread& thread = current_thread();
    for (const ExceptionOfResult& row : exceptions_of_results) {
        if (row.result != static_cast<uint32_t>(result)) continue;
        exception.set(make_exception(thread, row.name_space, row.name, {}));
        return;
    }
    char message[48];
    std::snprintf(message, sizeof message, "Exception from HRESULT: 0x%08X", static_cast<uint32_t>(result));
    Object* other = make_exception(thread, "System.Runtime.InteropServices", "COMException", message);
    other->field<int32_t>(exception_fields().hresult) = result;
    exception.set(other);
}

const NativeEntry entries[] = {
    CELER_QCALL("MarshalNative_GetExceptionForHR", exception_for_result),
};

}  // namespace

NativeTable hresults_contract() {
    return entries;
}

}  // namespace celer
