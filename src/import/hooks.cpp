#include "import/hooks.h"

#include <deque>
#include <mutex>

#include "base/assert.h"

namespace celer {

namespace {

ImportHooks g_hooks;

struct ErrorTable {
    std::mutex mutex;
    std::deque<Error> errors;  // a deque: references stay valid
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
    ErrorTable& table = error_table();
    std::lock_guard lock(table.mutex);
    table.errors.push_back(std::move(error));
    return static_cast<uint32_t>(table.errors.size() - 1);
}

const Error& registered_error(uint32_t index) {
    ErrorTable& table = error_table();
    std::lock_guard lock(table.mutex);
    CELER_ASSERT(index < table.errors.size());
    return table.errors[index];
}

}  // namespace celer
