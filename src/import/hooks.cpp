#include "import/hooks.h"

#include <deque>
#include <string>
#include <unordered_map>

#include "base/assert.h"
#include "base/lock.h"

namespace celer {

namespace {

ImportHooks g_hooks;

struct ErrorTable {
    Lock mutex{LockRank::ImportHooks};
    std::deque<Error> errors;  // a deque: references stay valid
    std::unordered_map<std::string, uint32_t> by_text;
};

ErrorTable& error_table() {
    static ErrorTable* table = new ErrorTable();
    return *table;
}

}  // namespace

void set_import_hooks(const ImportHooks& hooks) {
    g_hooks = hooks;
}
const ImportHooks& import_hooks() {
    return g_hooks;
}

uint32_t register_error(Error error) {
    CELER_ASSERT(error.exception == nullptr, "an exception object is not for ever");
    std::string text = std::to_string(static_cast<int>(error.kind)) + error.message + '\0' + error.subject;
    ErrorTable& table = error_table();
    LockGuard lock(table.mutex);
    auto [known, is_new] = table.by_text.try_emplace(std::move(text), static_cast<uint32_t>(table.errors.size()));
    if (is_new) table.errors.push_back(std::move(error));
    return known->second;
}

const Error& registered_error(uint32_t index) {
    ErrorTable& table = error_table();
    LockGuard lock(table.mutex);
    CELER_ASSERT(index < table.errors.size());
    return table.errors[index];
}

}  // namespace celer
