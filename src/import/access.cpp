// Accessibility: whether the code may name what its tokens name. As in CoreCLR, the check belongs to the instruction:
// what may not be named throws when the instruction is reached. Casts, boxes and new arrays ask for their types, calls
// and field accesses for members; ldtoken, sizeof and accesses through addresses ask nothing. Dynamic methods and
// bodies that the engine supplies may name everything.
//
// The check of exact types is made first, and nearly always passes. What it refuses may still be what a variable of
// generic code stands for, which anybody may use; so then the token decides, with the variables left in it. Each body
// is imported once, so nothing is remembered per token.
#include "import/access.h"

#include "import/call_emission.h"
#include "import/import_state.h"
#include "metadata/image.h"
#include "types/access.h"

namespace celer {

bool AccessChecks::checks_access() const {
    return state_.method->kind == MethodKind::IL && state_.supplied == nullptr && !state_.module->assembly->is_corelib;
}

// The type that a token of a member names it by.
const MethodTable* AccessChecks::naming_type(uint32_t token, MethodTable* declaring) const {
    metadata::Token t(token);
    if (t.is(metadata::Table::MethodSpec)) t = state_.image->method_spec(t.rid()).method;
    if (!t.is(metadata::Table::MemberRef)) return declaring;
    metadata::Token parent = state_.image->member_ref(t.rid()).parent;
    bool names_type = parent.is(metadata::Table::TypeRef) || parent.is(metadata::Table::TypeDef) ||
                      parent.is(metadata::Table::TypeSpec);
    if (!names_type) return declaring;
    Result<TypeHandle> type = load_type(state_.module, parent.value(), context_of(state_.method->typical));
    if (!type || type->method_table() == nullptr) return declaring;
    return type->method_table();
}

// What follows is imported, too: code that is invalid fails as a whole.
bool AccessChecks::refuse(ErrorKind kind, std::string_view what, const std::string& name) {
    calls_.emit_throw({kind,
                       "Attempt by method '" + message_name(state_.method->typical, true) + "' to access " +
                           std::string(what) + " '" + name + "' failed.",
                       {}});
    return !state_.is_invalid;
}

// In generic code CoreCLR also loads the type that the token names with the variables left in it.
bool AccessChecks::may_be_named(uint32_t token) {
    if (state_.method == state_.method->typical || state_.image->is_ready_to_run()) return true;
    metadata::Token t(token);
    if (t.is(metadata::Table::MethodSpec)) t = state_.image->method_spec(t.rid()).method;
    if (t.is(metadata::Table::MemberRef)) t = state_.image->member_ref(t.rid()).parent;
    if (!t.is(metadata::Table::TypeSpec)) return true;
    Result<TypeHandle> type = load_type(state_.module, t.value(), context_of(state_.method->typical));
    if (!state_.check(type)) return false;
    MethodTable* table = type->method_table();
    return table == nullptr || table->is_array() || state_.check(check_open_constraints(table));
}

bool AccessChecks::may_access(MethodDesc* method, uint32_t token) {
    if (!checks_access()) return true;
    if (!may_be_named(token)) return false;
    if (can_access_method({state_.method->owner}, method->owner, method)) [[likely]]
        return true;
    if (!state_.loaded(method->owner, LoadLevel::Complete)) return false;
    Result<MethodDesc*> named = resolve_method(state_.module, token, context_of(state_.method->typical));
    if (!named || can_access_method({state_.method->owner}, naming_type(token, (*named)->owner), *named)) return true;
    return refuse(ErrorKind::MethodAccess, "method", message_name(*named, false));
}

bool AccessChecks::may_access(FieldDesc* field, uint32_t token) {
    if (!checks_access()) return true;
    if (!may_be_named(token)) return false;
    if (can_access_field({state_.method->owner}, field->owner, field)) [[likely]]
        return true;
    if (!state_.loaded(field->owner, LoadLevel::Complete)) return false;
    Result<FieldDesc*> named = resolve_field(state_.module, token, context_of(state_.method->typical));
    if (!named || can_access_field({state_.method->owner}, naming_type(token, (*named)->owner), *named)) return true;
    return refuse(ErrorKind::FieldAccess, "field", message_name(field, state_.method != state_.method->typical));
}

bool AccessChecks::may_access(TypeHandle type, uint32_t token) {
    if (!checks_access()) return true;
    if (!may_be_named(token)) return false;
    if (can_access_type({state_.method->owner}, type)) [[likely]]
        return true;
    Result<TypeHandle> named = load_type(state_.module, token, context_of(state_.method->typical));
    if (!named || can_access_type({state_.method->owner}, *named)) return true;
    TypeHandle element = *named;
    while (element.method_table() != nullptr && element.method_table()->is_array()) {
        element = TypeHandle::from_raw(element.method_table()->element_type);
    }
    return refuse(ErrorKind::TypeAccess, "type", message_name(element, false));
}

}  // namespace celer
