#include "import/tokens.h"

#include "base/hresults.h"
#include "base/upcalls.h"
#include "import/import_state.h"
#include "metadata/image.h"
#include "types/loader_lock.h"

namespace celer {

Result<DynamicToken> Tokens::own_token(uint32_t token) {
    if (state_.supplied != nullptr) return state_.supplied->tokens[token];
    if (g_upcalls.dynamic_token == nullptr) return fail(ErrorKind::NotSupported, "Dynamic methods are not supported.");
    if (loads_unseen() && !g_upcalls.knows_dynamic_token(state_.method, token)) state_.invalid();
    if (state_.is_invalid) return std::unexpected(invalid_program());
    return g_upcalls.dynamic_token(state_.method, token);
}

Result<TypeHandle> Tokens::resolve_type(uint32_t token) {
    if (!state_.has_own_tokens()) {
        // In generic code CoreCLR looks such a token up when it needs the type, by other means.
        bool is_generic = state_.context.type_arguments != nullptr || state_.context.method_arguments != nullptr;
        bool is_spec = metadata::Token(token).is(metadata::Table::TypeSpec);
        if (is_generic && is_spec && !state_.image->is_valid(metadata::Token(token)))
            return fail(hresult::invalid_argument);
        return load_type(state_.module, token, state_.context);
    }
    DynamicToken found = CELER_TRY(own_token(token));
    if (!found.type) return std::unexpected(invalid_program());
    return found.type;
}

Result<MethodDesc*> Tokens::resolve_method_token(uint32_t token) {
    if (!state_.has_own_tokens()) return resolve_method(state_.module, token, state_.context);
    DynamicToken found = CELER_TRY(own_token(token));
    if (found.method == nullptr) return std::unexpected(invalid_program());
    return found.method;
}

Result<FieldDesc*> Tokens::resolve_field_token(uint32_t token) {
    if (!state_.has_own_tokens()) return resolve_field(state_.module, token, state_.context);
    DynamicToken found = CELER_TRY(own_token(token));
    if (found.field == nullptr) return std::unexpected(invalid_program());
    return found.field;
}

Result<const MethodSignature*> Tokens::resolve_signature(uint32_t token) {
    if (!state_.has_own_tokens()) return standalone_signature(state_.module, token, state_.context, state_.method);
    DynamicToken found = CELER_TRY(own_token(token));
    if (found.signature == nullptr) return std::unexpected(invalid_program());
    return found.signature;
}

bool Tokens::type_operand(const il::Instruction& instruction, TypeHandle& type) {
    Result<TypeHandle> result = resolve_type(instruction.token().value());
    if (!state_.check(result)) return false;
    type = *result;
    if (type.is_null() || type.contains_variables()) {
        MethodTable* table = type.is_null() ? nullptr : type.method_table();
        bool is_definition = table != nullptr && table->is_generic_definition() && !state_.has_own_tokens();
        is_definition ? state_.invalid(open_type_error(table)) : state_.invalid();
        return false;
    }
    return true;
}

}  // namespace celer
