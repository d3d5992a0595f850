#include "types/saved_errors.h"

#include <cstring>
#include <string>
#include <unordered_map>

#include "base/assert.h"
#include "base/lock.h"
#include "types/loader_state.h"

namespace celer {

namespace {

constinit Lock g_lock(LockRank::SavedErrors);

// What tells errors apart, to the index: of those in LoaderRoots::errors.
std::unordered_map<std::string, uint32_t>& known_errors() CELER_REQUIRES(g_lock) {
    static auto* known = new std::unordered_map<std::string, uint32_t>;
    return *known;
}

std::string key_of(const Error& error) {
    return std::to_string(static_cast<int>(error.kind)) + ' ' + std::to_string(error.hresult) + error.message + '\0' +
           error.subject;
}

// Those that a mapped arena brought along.
void know_mapped_errors() CELER_REQUIRES(g_lock) {
    const SavedError* newest = load_acquire(g_loader->errors);
    if (newest == nullptr || known_errors().size() > newest->index) return;
    for (const SavedError* one = newest; one != nullptr; one = one->next)
        known_errors().try_emplace(key_of(error_of(*one)), static_cast<uint32_t>(one->index));
}

}  // namespace

SavedError* save_error(const Error& error, LoaderHeap* heap) {
    CELER_ASSERT(error.exception == nullptr, "an exception object is not for ever");
    auto* saved = heap_new<SavedError>(heap, Section::Types);
    saved->kind = static_cast<uint32_t>(error.kind);
    saved->hresult = error.hresult;
    saved->message_bytes = static_cast<uint32_t>(error.message.size());
    saved->subject_bytes = static_cast<uint32_t>(error.subject.size());
    std::string both = error.message + error.subject;
    auto* texts = static_cast<char*>(heap_allocate(heap, Section::Types, both.size() + 1, 1));
    std::memcpy(texts, both.data(), both.size());
    saved->texts = texts;
    return saved;
}

Error error_of(const SavedError& saved) {
    Error error{static_cast<ErrorKind>(saved.kind), std::string(saved.texts, saved.message_bytes),
                std::string(saved.texts + saved.message_bytes, saved.subject_bytes)};
    error.hresult = saved.hresult;
    return error;
}

uint32_t register_error(Error error) {
    LockGuard guard(g_lock);
    know_mapped_errors();
    const SavedError* before = g_loader->errors;
    uint32_t next = before == nullptr ? 0 : static_cast<uint32_t>(before->index) + 1;
    auto [known, is_new] = known_errors().try_emplace(key_of(error), next);
    if (!is_new) return known->second;
    SavedError* saved = save_error(error, nullptr);
    saved->index = next;
    saved->next = before;
    store_release(g_loader->errors, static_cast<const SavedError*>(saved));
    return next;
}

Error registered_error(uint32_t index) {
    const SavedError* error = load_acquire(g_loader->errors);
    while (error != nullptr && error->index != index) error = error->next;
    CELER_ASSERT(error != nullptr, "no error %u", index);
    return error_of(*error);
}

}  // namespace celer
