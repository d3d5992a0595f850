// Result<T>: a value, or an Error that bad input produced. An Error becomes a managed exception only at the engine's
// edge.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <utility>

namespace celer {

// The managed exception that reports an Error if it reaches managed code.
enum class ErrorKind : uint8_t {
    BadImageFormat,
    FileNotFound,
    FileLoad,
    TypeLoad,
    MissingMethod,
    MissingField,
    MethodAccess,
    FieldAccess,
    TypeAccess,
    InvalidProgram,
    EntryPointNotFound,
    DllNotFound,
    NotSupported,
    PlatformNotSupported,
    OutOfMemory,
    AmbiguousMatch,
    MarshalDirective,
    Argument,
    ArgumentNull,  // the message is the parameter's name
    InvalidCast,
    ExecutionEngine,
    Target,
    Verification,
    InvalidOperation,
    Application,
    Security,
    OfResult,  // the one that stands for Error::hresult: runtime/hresult_exceptions.def
};

struct Error {
    ErrorKind kind;
    std::string message;
    std::string subject;  // type name, file name or entry point, where the managed exception carries one
    // Points to a gc::Handle, freed with the last copy, if the exception exists already: a handler in managed code has
    // thrown it, or it wraps what a handler threw.
    std::shared_ptr<void> exception = {};
    uint32_t hresult = 0;  // of OfResult
};

// Says nothing about the input: the same request may succeed later. Nobody remembers such a failure.
inline bool is_transient(const Error& error) {
    return error.kind == ErrorKind::OutOfMemory || error.exception != nullptr;
}

template <typename T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(ErrorKind kind, std::string message, std::string subject = {}) {
    return std::unexpected(Error{kind, std::move(message), std::move(subject)});
}

// A failure that CoreCLR knows by its HRESULT only; the message is that of base/hresult_messages.def.
Error error_of_result(uint32_t hresult);
inline std::unexpected<Error> fail(uint32_t hresult) {
    return std::unexpected(error_of_result(hresult));
}

// Unwraps a Result or returns its Error from the enclosing function (GNU statement expression).
#define CELER_TRY(expression)                                            \
    ({                                                                   \
        auto celer_try_result = (expression);                            \
        if (!celer_try_result) [[unlikely]]                              \
            return std::unexpected(std::move(celer_try_result).error()); \
        std::move(celer_try_result).value();                             \
    })
#define CELER_TRY_VOID(expression)                                                \
    do {                                                                          \
        if (auto celer_try_result = (expression); !celer_try_result) [[unlikely]] \
            return std::unexpected(std::move(celer_try_result).error());          \
    } while (false)

}  // namespace celer
