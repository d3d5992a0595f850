// Result<T>: a value, or an Error that says what was wrong with the input. It is for bad input only: our own bugs are
// assertions, managed exceptions have their own path. A Result holds exactly one of the two and asking for the other is
// a bug.
//
//   Result<Bytes> read(...) { if (short) return Error(ErrorKind::BadImage, "truncated"); return bytes; }
//   Bytes bytes = CELER_TRY(read(...));      // returns the error to our caller
#pragma once

#include <cstdint>
#include <new>
#include <string>
#include <utility>

#include "base/assert.h"

namespace celer {

// What kind of managed exception (or host error) the failure becomes, if it becomes one.
enum class ErrorKind : uint8_t {
    BadImage,        // BadImageFormatException
    InvalidProgram,  // InvalidProgramException
    TypeLoad,        // TypeLoadException
    MissingMethod,   // MissingMethodException
    MissingField,    // MissingFieldException
    FileNotFound,    // FileNotFoundException
    FileLoad,        // FileLoadException
    DllNotFound,     // DllNotFoundException
    EntryPoint,      // EntryPointNotFoundException
    Argument,        // ArgumentException
    Access,          // MethodAccessException, FieldAccessException
    NotSupported,    // NotSupportedException
    NotImplemented,  // a part of the engine that does not exist yet; the message names it
    OutOfMemory,     // OutOfMemoryException
    System,          // the operating system refused
};

class [[nodiscard]] Error {
  public:
    Error(ErrorKind kind, std::string message) : message_(std::move(message)), kind_(kind) {}

    ErrorKind kind() const { return kind_; }
    const std::string& message() const { return message_; }

  private:
    std::string message_;
    ErrorKind kind_;
};

template <typename T>
class [[nodiscard]] Result {
  public:
    Result(T value) : value_(std::move(value)), ok_(true) {}       // NOLINT: implicit on purpose
    Result(Error error) : error_(std::move(error)), ok_(false) {}  // NOLINT: implicit on purpose
    Result(Result&& other) noexcept : ok_(other.ok_) {
        if (ok_) {
            new (&value_) T(std::move(other.value_));
        } else {
            new (&error_) Error(std::move(other.error_));
        }
    }
    Result& operator=(Result&& other) noexcept {
        if (this != &other) {
            this->~Result();
            new (this) Result(std::move(other));
        }
        return *this;
    }
    Result(const Result&) = delete;
    Result& operator=(const Result&) = delete;
    ~Result() {
        if (ok_) {
            value_.~T();
        } else {
            error_.~Error();
        }
    }

    bool ok() const { return ok_; }
    explicit operator bool() const { return ok_; }

    T& value() {
        CELER_CHECK(ok_, "value of a failed Result");
        return value_;
    }
    const T& value() const {
        CELER_CHECK(ok_, "value of a failed Result");
        return value_;
    }
    T& operator*() { return value(); }
    const T& operator*() const { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Error& error() const {
        CELER_CHECK(!ok_, "error of a successful Result");
        return error_;
    }

    // Move out of it; the Result is spent afterwards.
    T take() { return std::move(value()); }
    Error take_error() {
        CELER_CHECK(!ok_, "error of a successful Result");
        return std::move(error_);
    }

  private:
    union {
        T value_;
        Error error_;
    };
    bool ok_;
};

template <>
class [[nodiscard]] Result<void> {
  public:
    Result() = default;
    Result(Error error) : error_(new Error(std::move(error))) {}  // NOLINT: implicit on purpose
    Result(Result&& other) noexcept : error_(std::exchange(other.error_, nullptr)) {}
    Result& operator=(Result&& other) noexcept {
        std::swap(error_, other.error_);
        return *this;
    }
    Result(const Result&) = delete;
    Result& operator=(const Result&) = delete;
    ~Result() { delete error_; }

    bool ok() const { return error_ == nullptr; }
    explicit operator bool() const { return ok(); }
    const Error& error() const {
        CELER_CHECK(error_ != nullptr, "error of a successful Result");
        return *error_;
    }
    void take() {}
    Error take_error() {
        CELER_CHECK(error_ != nullptr, "error of a successful Result");
        return std::move(*error_);
    }

  private:
    Error* error_ = nullptr;
};

}  // namespace celer

// The value of a Result, or return its error from the function around it.
#define CELER_TRY(expression)                     \
    ({                                            \
        auto celer_try_result = (expression);     \
        if (!celer_try_result.ok()) [[unlikely]]  \
            return celer_try_result.take_error(); \
        celer_try_result.take();                  \
    })
