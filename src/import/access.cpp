// Accessibility: whether the code may name what its tokens name. As in CoreCLR, the check belongs to the instruction:
// what may not be named throws when the instruction is reached. Casts, boxes and new arrays ask for their types, calls
// and field accesses for members; ldtoken, sizeof and accesses through addresses ask nothing. Dynamic methods and
// bodies that the engine supplies may name everything.
//
// The check of exact types is made first, and nearly always passes. What it refuses may still be what a variable of
// generic code stands for, which anybody may use; so then the token decides, with the variables left in it. Each body
// is imported once, so nothing is remembered per token.
#include "types/access.h"

#include "import/importer.h"
#include "metadata/image.h"

namespace celer {

bool Importer::checks_access() const {
    return method_->kind == MethodKind::IL && supplied_ == nullptr && !module_->assembly->is_corelib;
}

// The type that a token of a member names it by.
const MethodTable* Importer::naming_type(uint32_t token, MethodTable* declaring) const {
    metadata::Token t(token);
    if (t.is(metadata::Table::MethodSpec)) t = image_->method_spec(t.rid()).method;
    if (!t.is(metadata::Table::MemberRef)) return declaring;
    metadata::Token parent = image_->member_ref(t.rid()).parent;
    bool names_type = parent.is(metadata::Table::TypeRef) || parent.is(metadata::Table::TypeDef) ||
                      parent.is(metadata::Table::TypeSpec);
    if (!names_type) return declaring;
    Result<TypeHandle> type = load_type(module_, parent.value(), context_of(method_->typical));
    if (!type || type->method_table() == nullptr) return declaring;
    return type->method_table();
}

// What follows is imported, too: code that is invalid fails as a whole.
bool Importer::refuse(ErrorKind kind, std::string_view what, const std::string& name) {
    emit_throw({kind,
                "Attempt by method '" + message_name(method_->typical, true) + "' to access " + std::string(what) +
                    " '" + name + "' failed.",
                {}});
    return !invalid_;
}

// In generic code CoreCLR also loads the type that the token names with the variables left in it.
bool Importer::may_be_named(uint32_t token) {
    if (method_ == method_->typical || image_->is_ready_to_run()) return true;
    metadata::Token t(token);
    if (t.is(metadata::Table::MethodSpec)) t = image_->method_spec(t.rid()).method;
    if (t.is(metadata::Table::MemberRef)) t = image_->member_ref(t.rid()).parent;
    if (!t.is(metadata::Table::TypeSpec)) return true;
    Result<TypeHandle> type = load_type(module_, t.value(), context_of(method_->typical));
    if (!check(type)) return false;
    MethodTable* table = type->method_table();
    return table == nullptr || table->is_array() || check(check_open_constraints(table));
}

bool Importer::may_access(MethodDesc* method, uint32_t token) {
    if (!checks_access()) return true;
    if (!may_be_named(token)) return false;
    if (can_access_method({method_->owner}, method->owner, method)) [[likely]]
        return true;
    if (!loaded(method->owner, LoadLevel::Complete)) return false;
    Result<MethodDesc*> named = resolve_method(module_, token, context_of(method_->typical));
    if (!named || can_access_method({method_->owner}, naming_type(token, (*named)->owner), *named)) return true;
    return refuse(ErrorKind::MethodAccess, "method", message_name(*named, false));
}

bool Importer::may_access(FieldDesc* field, uint32_t token) {
    if (!checks_access()) return true;
    if (!may_be_named(token)) return false;
    if (can_access_field({method_->owner}, field->owner, field)) [[likely]]
        return true;
    if (!loaded(field->owner, LoadLevel::Complete)) return false;
    Result<FieldDesc*> named = resolve_field(module_, token, context_of(method_->typical));
    if (!named || can_access_field({method_->owner}, naming_type(token, (*named)->owner), *named)) return true;
    return refuse(ErrorKind::FieldAccess, "field", message_name(field, method_ != method_->typical));
}

bool Importer::may_access(TypeHandle type, uint32_t token) {
    if (!checks_access()) return true;
    if (!may_be_named(token)) return false;
    if (can_access_type({method_->owner}, type)) [[likely]]
        return true;
    Result<TypeHandle> named = load_type(module_, token, context_of(method_->typical));
    if (!named || can_access_type({method_->owner}, *named)) return true;
    TypeHandle element = *named;
    while (element.method_table() != nullptr && element.method_table()->is_array()) {
        element = TypeHandle::from_raw(element.method_table()->element_type);
    }
    return refuse(ErrorKind::TypeAccess, "type", message_name(element, false));
}

}  // namespace celer
