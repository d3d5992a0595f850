// What a MethodImpl row may say (II.22.27); checked once for each definition, before its methods are placed.
#include <string>
#include <unordered_map>

#include "metadata/flags.h"
#include "metadata/image.h"
#include "types/loader_state.h"

namespace celer {

using metadata::Table;
using metadata::Token;

namespace {

// One method has one body.
Result<void> check_not_overridden(MethodTable* table, std::unordered_map<MethodDesc*, MethodDesc*>& bodies,
                                  MethodDesc* declaration, MethodDesc* body) {
    if (bodies.emplace(declaration, body).second) return {};
    return std::unexpected(type_load_error(table, "Method '" + std::string(method_name(body)) +
                                                      "' on type '{type}' from assembly '{assembly}' is overriding a "
                                                      "method that has been overridden."));
}

}  // namespace

Result<void> check_method_impls(MethodTable* table) {
    const metadata::Image& image = *table->module->image();
    if (table->is_interface()) return {};  // the first one counts
    if (table->is_array() || table->info->typical != table || image.is_ready_to_run()) return {};
    GenericContext context = context_of(table);
    std::unordered_map<MethodDesc*, MethodDesc*> bodies;
    for (uint32_t rid : image.method_impls(Token(table->info->token).rid())) {
        metadata::MethodImplRow row = image.method_impl(rid);
        MethodDesc* declaration = CELER_TRY(resolve_method(table->module, row.declaration.value(), context));
        MethodDesc* body = CELER_TRY(resolve_method(table->module, row.body.value(), context));
        if (declaration->is_static()) continue;  // check_static_methods
        CELER_TRY_VOID(check_not_overridden(table, bodies, declaration, body));
    }
    return {};
}

}  // namespace celer
