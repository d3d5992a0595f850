// The exceptions that HRESULTs stand for.
#include "base/hresult_messages.h"
#include "gc/barrier.h"
#include "runtime/exceptions.h"
#include "runtime/objects.h"
#include "runtime/stack_trace.h"

namespace celer {

namespace {

enum class ResultMessage : uint8_t { numbered, own, missing };

struct ExceptionOfResult {
    uint32_t result;
    const char* name_space;
    const char* name;
    ResultMessage message;
};

constexpr ExceptionOfResult exceptions_of_results[] = {
#define CELER_RESULT_EXCEPTION(result, name_space, name, message) {result, name_space, name, ResultMessage::message},
#include "runtime/hresult_exceptions.def"
#undef CELER_RESULT_EXCEPTION
};

constexpr uint32_t unspecified_failure = 0x80004005;

}  // namespace

Object* make_exception(Thread& thread, uint32_t hresult) {
    for (const ExceptionOfResult& row : exceptions_of_results) {
        if (row.result != hresult) continue;
        if (row.message == ResultMessage::missing) return make_exception(thread, row.name_space, row.name, ".ctor");
        // Not by the constructor: that of ArgumentOutOfRangeException takes a parameter's name.
        Object* exception = make_exception(thread, row.name_space, row.name, {});
        if (row.message == ResultMessage::numbered) {
            gc::store_field(exception, exception_fields().message, new_string(hresult_message(hresult)));
        }
        exception->field<uint32_t>(exception_fields().hresult) = hresult;
        return exception;
    }
    Object* exception = make_exception(thread, "System.Runtime.InteropServices", "COMException",
                                       hresult == unspecified_failure
                                           ? "Unexpected HRESULT has been returned from a call to a COM component."
                                           : hresult_message(hresult));
    exception->field<uint32_t>(exception_fields().hresult) = hresult;
    return exception;
}

}  // namespace celer
