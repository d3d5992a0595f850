#include "import/hooks.h"

namespace celer {

namespace {

ImportHooks g_hooks;

}  // namespace

void set_import_hooks(const ImportHooks& hooks) {
    g_hooks = hooks;
}
const ImportHooks& import_hooks() {
    return g_hooks;
}

}  // namespace celer
