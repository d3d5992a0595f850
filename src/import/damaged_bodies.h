// For the fuzzer and the test that damages IL: imports a body of the caller's bytes in the place of a method's own.
#pragma once

#include <string>

#include "base/upcalls.h"
#include "import/code.h"
#include "import/supplied_body.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "types/literals.h"

namespace celer::testing_support {

struct DamagedBody {
    DynamicBody body;
    Module* module = nullptr;
    GenericContext context;
};
inline DamagedBody g_damaged;

inline Result<DynamicBody> damaged_body(MethodDesc*) {
    return g_damaged.body;
}

// The tokens of the module, as the importer would resolve them itself.
inline Result<DynamicToken> damaged_token(MethodDesc*, uint32_t value) {
    metadata::Token token(value);
    const metadata::Image& image = *g_damaged.module->image();
    DynamicToken result;
    if (!image.is_valid(token)) return fail(ErrorKind::InvalidProgram, "Bad token.");
    bool is_field = token.is(metadata::Table::Field);
    if (token.is(metadata::Table::MemberRef)) {
        Bytes blob = image.blob(image.member_ref(token.rid()).signature);
        is_field = !blob.empty() && (static_cast<uint8_t>(blob[0]) & 0x0f) == 6;
    }
    if (is_field) {
        result.field = CELER_TRY(resolve_field(g_damaged.module, value, g_damaged.context));
    } else if (token.is(metadata::Table::MethodDef) || token.is(metadata::Table::MethodSpec) ||
               token.is(metadata::Table::MemberRef)) {
        result.method = CELER_TRY(resolve_method(g_damaged.module, value, g_damaged.context));
    } else if (token.is(metadata::Table::TypeDef) || token.is(metadata::Table::TypeRef) ||
               token.is(metadata::Table::TypeSpec)) {
        result.type = CELER_TRY(load_type(g_damaged.module, value, g_damaged.context));
    } else if (token.is(metadata::Table::UserString)) {
        result.string = CELER_TRY(string_literal(g_damaged.module, value));
    } else if (token.is(metadata::Table::StandAloneSig)) {
        result.signature = CELER_TRY(standalone_signature(g_damaged.module, value, g_damaged.context, nullptr));
    } else {
        return fail(ErrorKind::InvalidProgram, "Bad token.");
    }
    return result;
}

// Returns what verify() has to say.
inline std::string import_damaged(MethodDesc* method, const DynamicBody& body, ImportedCode& code) {
    g_upcalls.dynamic_body = damaged_body;
    g_upcalls.dynamic_token = damaged_token;
    g_damaged = {body, method->owner->module, context_of(method)};
    static MethodDesc copy;  // the form refers to it
    copy = *method;
    copy.kind = MethodKind::Dynamic;
    import_method(&copy, code);
    return verify(code);
}

}  // namespace celer::testing_support
