#include "import/import_state.h"

#include "types/loader.h"

namespace celer {

void ImportState::invalid() {
    if (!is_invalid) invalid(invalid_program());
}

void ImportState::invalid(const Error& error) {
    if (is_invalid) return;
    is_invalid = true;
    ended = true;
    code.invalid = error;
    if (error.message.empty()) code.invalid->message = invalid_program().message;
}

bool ImportState::loaded(MethodTable* table, LoadLevel level) {
    if (table->info->has_reached(level)) [[likely]]
        return true;
    return check(ensure_loaded(table, level));
}

Error bad_format() {
    return {ErrorKind::BadImageFormat, "Bad IL format.", {}};
}

Error no_such_virtual() {
    return {ErrorKind::MissingMethod, "Method not found: '?'.", {}};
}

}  // namespace celer
