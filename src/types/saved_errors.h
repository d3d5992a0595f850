// Errors as data of the arena: an Error that a type or a piece of code keeps, also for other processes.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "platform/loader_heap.h"

namespace celer {

struct SavedError {
    uint32_t kind;  // ErrorKind
    uint32_t hresult;
    uint32_t message_bytes;
    uint32_t subject_bytes;
    const char* texts;       // the message, the subject
    const SavedError* next;  // registered ones: the one before
    uint64_t index;
};

// Lives as long as the heap; null: for ever. Not for errors with an exception object.
SavedError* save_error(const Error& error, LoaderHeap* heap);
Error error_of(const SavedError& saved);

// Errors that code throws by number. Thread-safe; they stay for ever, equal ones once. Not for errors that are
// transient.
uint32_t register_error(Error error);
Error registered_error(uint32_t index);

}  // namespace celer
