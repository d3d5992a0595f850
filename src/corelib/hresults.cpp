// HRESULTs: the managed exceptions that they stand for (Marshal.GetExceptionForHR), and the texts of exceptions about
// loading.
#include <algorithm>
#include <string>

#include "base/hresult_messages.h"
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "reflection/exposed_objects.h"
#include "runtime/exceptions.h"
#include "runtime/objects.h"
#include "runtime/stack_trace.h"

namespace celer {

namespace {

void exception_for_result(int32_t result, intptr_t, ObjectHandleOnStack exception) {
    exception.set(make_exception(current_thread(), static_cast<uint32_t>(result)));
}

void message_for_result(int32_t result, StringHandleOnStack text) {
    text.set(new_string_or_throw(load_result_text(static_cast<uint32_t>(result))));
}

void file_load_format(int32_t result, StringHandleOnStack text) {
    text.set(new_string_or_throw(load_result_format(static_cast<uint32_t>(result))));
}

void type_load_format(int32_t /*resource*/, StringHandleOnStack text) {
    text.set(new_string_or_throw("Could not load type '{0}' from assembly '{1}'."));
}

// Win32's function as CoreLib calls it: the message of a system error, into a buffer of its own. 0: there is none.
int32_t format_message(int32_t /*flags*/, intptr_t /*source*/, uint32_t error, int32_t /*language*/, char16_t* buffer,
                       int32_t capacity, intptr_t /*arguments*/) {
    const char* known = system_message(error);
    if (known == nullptr) return 0;
    std::string_view text = known;
    if (text.size() > static_cast<size_t>(capacity)) return 0;
    std::ranges::copy(text, buffer);
    return static_cast<int32_t>(text.size());
}

const NativeEntry entries[] = {
    CELER_QCALL("FormatMessageW", format_message),
    CELER_QCALL("FileLoadException_GetMessageForHR", message_for_result),
    CELER_QCALL("GetFileLoadExceptionMessage", file_load_format),
    CELER_QCALL("GetTypeLoadExceptionMessage", type_load_format),
    CELER_QCALL("MarshalNative_GetExceptionForHR", exception_for_result),
};

}  // namespace

NativeTable hresults_contract() {
    return entries;
}

}  // namespace celer
