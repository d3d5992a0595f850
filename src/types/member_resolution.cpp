// Tokens of methods and fields to exact MethodDescs and FieldDescs (II.22.25, II.22.29).
//
// A member is searched in metadata: by name and signature blob in the definition that the MemberRef names, then up its
// parents, with the arguments of generic parents substituted. The number of steps up is then walked again over the
// exact parents.
#include "base/hresults.h"
#include "metadata/signature.h"
#include "metadata/signature_check.h"
#include "types/loader_state.h"

namespace celer {

using metadata::Image;
using metadata::Table;
using metadata::Token;

namespace {

constexpr uint32_t maximum_ancestors = 256;

struct FoundMember {
    uint32_t rid = 0;  // 0: not found
    uint32_t steps_up = 0;
};

struct Wanted {
    std::string_view name;
    SignatureScope signature;
    bool is_field;
};

Result<uint32_t> find_in_definition(const Wanted& wanted, TypeDefinition definition, const Substitution* substitution) {
    const Image& image = *definition.module->image();
    if (wanted.is_field) {
        for (uint32_t rid : image.fields_of(definition.rid)) {
            metadata::FieldRow row = image.field_def(rid);
            if (!image.has(row.name)) return fail(hresult::index_not_found);
            if (image.string(row.name) != wanted.name) continue;
            SignatureScope declared{definition.module, image.blob(row.signature), substitution};
            if (CELER_TRY(compare_field_signatures(wanted.signature, declared))) return rid;
        }
        return 0;
    }
    // Of methods (not constructors) defined twice the last one counts; who compiled an image ahead has made sure that
    // there are none.
    uint32_t found = 0;
    uint32_t rid = image.find_method(definition.rid, wanted.name);
    for (; rid != 0; rid = image.find_method(definition.rid, wanted.name, rid)) {
        SignatureScope declared{definition.module, image.blob(image.method_def(rid).signature), substitution};
        if (CELER_TRY(compare_method_signatures(wanted.signature, declared))) found = rid;
        if (found != 0 && (image.is_ready_to_run() || wanted.name == ".ctor")) break;
    }
    return found;
}

Result<FoundMember> find_up(const Wanted& wanted, TypeDefinition definition, const Substitution* substitution,
                            uint32_t steps_up) {
    Result<uint32_t> found = find_in_definition(wanted, definition, substitution);
    if (is_question_pending()) return std::unexpected(pending_question_error());  // the search may have missed it
    if (!found) return std::unexpected(std::move(found).error());
    if (*found != 0) return FoundMember{*found, steps_up};
    if (wanted.is_field || wanted.name == ".ctor") return FoundMember{};  // not inherited
    ParentDefinition parent = CELER_TRY(parent_definition(definition));
    if (parent.definition.module == nullptr || steps_up == maximum_ancestors) return FoundMember{};
    parent.substitution.next = substitution;
    const Substitution* of_parent = parent.substitution.count == 0 ? nullptr : &parent.substitution;
    return find_up(wanted, parent.definition, of_parent, steps_up + 1);
}

// The exact type that declares what was found, and the member's rid in it.
Result<MethodTable*> exact_owner(MethodTable* table, uint32_t steps_up) {
    if (steps_up != 0) CELER_TRY_VOID(ensure_loaded(table, LoadLevel::Hierarchy));
    for (; steps_up != 0; steps_up--) table = table->parent;
    return table;
}

std::string member_name(const MethodTable* table, std::string_view name) {
    std::string text = table->is_array() ? display_name(TypeHandle(const_cast<MethodTable*>(table)))
                                         : message_name({table->module, Token(table->info->token).rid()});
    return text.append(".").append(name);
}

Error missing_method(Module* module, const MethodTable* table, const metadata::MemberRefRow& row) {
    const Image& image = *module->image();
    std::string name = member_name(table, image.string(row.name));
    return Error{ErrorKind::MissingMethod,
                 "Method not found: '" + message_signature(module, image.blob(row.signature), name) + "'.", name};
}

Error missing_field(const MethodTable* table, std::string_view name) {
    std::string full = member_name(table, name);
    return Error{ErrorKind::MissingField, "Field not found: '" + full + "'.", full};
}

// The type that the MemberRef names as parent.
Result<MethodTable*> load_member_parent(Module* module, Token parent, GenericContext context) {
    if (parent.is(Table::MethodDef)) {  // a call site of a vararg method of this module
        uint32_t type_rid = module->image()->type_of_method(parent.rid());
        if (type_rid == 0) return std::unexpected(bad_image(module));
        return load_definition({module, type_rid});
    }
    const Image& image = *module->image();
    if (parent.is(Table::TypeSpec) && !image.is_valid(parent)) return fail(hresult::invalid_argument);
    if (parent.is(Table::ModuleRef)) {
        if (!image.is_valid(parent)) return fail(hresult::bad_format);
        return load_definition({module, 1});  // global members of another module: ours is <Module>
    }
    if (parent.is_nil()) return std::unexpected(invalid_token_error(module, Token(Table::TypeDef, 0)));
    TypeHandle type = CELER_TRY(load_type(module, parent.value(), context));
    if (type.is_type_desc()) return std::unexpected(bad_image(module));
    return type.method_table();
}

Result<MethodDesc*> find_array_method(Module* module, MethodTable* array, const metadata::MemberRefRow& row,
                                      GenericContext context) {
    const Image& image = *module->image();
    metadata::SignatureReader reader(image.blob(row.signature));
    metadata::MethodSignatureHeader header = reader.read_method_header();
    bool is_plain = !reader.failed() && header.convention == metadata::kSignatureHasThis;
    MethodDesc* method = is_plain ? array_method(array, image.string(row.name), header.parameter_count) : nullptr;
    if (method == nullptr) {
        if (uint32_t error = metadata::check_method_text(image, image.blob(row.signature))) return fail(error);
        return std::unexpected(missing_method(module, array, row));
    }
    const MethodSignature* own = method->signature_cache;
    TypeHandle result = CELER_TRY(load_signature_type(module, reader, context));
    bool is_equal = result == own->return_type;
    for (uint32_t i = 0; i < own->parameter_count; i++)
        is_equal &= CELER_TRY(load_signature_type(module, reader, context)) == own->parameters[i];
    if (!is_equal) return std::unexpected(missing_method(module, array, row));
    return method;
}

bool is_field_signature(Bytes blob) {
    constexpr auto field = static_cast<uint8_t>(metadata::SignatureKind::Field);
    return !blob.empty() && (static_cast<uint8_t>(blob[0]) & metadata::kSignatureKindMask) == field;
}

Result<MethodDesc*> find_referenced_method(Module* module, const metadata::MemberRefRow& row, GenericContext context) {
    const Image& image = *module->image();
    MethodTable* table = CELER_TRY(load_member_parent(module, row.parent, context));
    Wanted wanted{image.string(row.name), {module, image.blob(row.signature), nullptr}, false};
    MethodTable* searched = table;
    if (table->is_array()) {
        std::string_view name = wanted.name;
        if (name == "Get" || name == "Set" || name == "Address" || name == ".ctor")
            return find_array_method(module, table, row, context);
        searched = well_known(WellKnown::Array);
    }
    TypeDefinition definition{searched->module, Token(searched->info->token).rid()};
    FoundMember found = CELER_TRY(find_up(wanted, definition, nullptr, 0));
    if (found.rid == 0) {
        if (uint32_t error = metadata::check_method_text(image, image.blob(row.signature))) return fail(error);
        return std::unexpected(missing_method(module, table, row));
    }
    MethodTable* owner = CELER_TRY(exact_owner(searched, found.steps_up));
    return declared_method_of_rid(owner, found.rid);
}

// Whether what a MemberRef names is the same in every generic context.
bool is_context_free(const Image& image, Token parent) {
    return !parent.is(Table::TypeSpec) || !has_variables(image.blob(image.type_spec(parent.rid()).signature));
}

// What a MemberRef names is looked for as what its signature says, before it is refused for being of the other kind.
Result<FieldDesc*> resolve_field_ref(Module* module, uint32_t rid, GenericContext context);

Result<MethodDesc*> resolve_member_ref(Module* module, uint32_t rid, GenericContext context) {
    uintptr_t& slot = module->member_refs[rid];
    if (uintptr_t known = load_acquire(slot)) {
        if (known & 1) return std::unexpected(bad_image(module));
        return reinterpret_cast<MethodDesc*>(known);
    }
    const Image& image = *module->image();
    metadata::MemberRefRow row = image.member_ref(rid);
    if (!image.has(row.name) || !image.has(row.signature)) return fail(hresult::index_not_found);
    if (is_field_signature(image.blob(row.signature))) {
        CELER_TRY(resolve_field_ref(module, rid, context));
        return std::unexpected(bad_image(module));
    }
    MethodDesc* method = CELER_TRY(find_referenced_method(module, row, context));
    if (is_context_free(image, row.parent)) store_release(slot, reinterpret_cast<uintptr_t>(method));
    return method;
}

Result<MethodDesc*> resolve_method_def(Module* module, uint32_t rid) {
    if (MethodDesc* known = load_acquire(module->method_defs[rid])) return known;
    uint32_t type_rid = module->image()->type_of_method(rid);
    if (type_rid == 0) return std::unexpected(bad_image(module));
    MethodTable* owner = CELER_TRY(load_definition({module, type_rid}));
    if (!declares_method(owner, rid)) {
        CELER_TRY_VOID(ensure_loaded(owner, LoadLevel::Hierarchy));  // its own error comes first
        return std::unexpected(bad_image(module));
    }
    return declared_method_of_rid(owner, rid);
}

Result<MethodDesc*> resolve_method_spec(Module* module, uint32_t rid, GenericContext context) {
    uintptr_t& slot = module->method_specs[rid];
    if (uintptr_t known = load_acquire(slot)) return reinterpret_cast<MethodDesc*>(known);
    const Image& image = *module->image();
    metadata::MethodSpecRow row = image.method_spec(rid);
    if (row.method.is_nil()) return std::unexpected(invalid_token_error(module, Token(Table::TypeDef, 0)));
    if (row.method.is(Table::MethodSpec)) return std::unexpected(bad_image(module));
    MethodDesc* definition = CELER_TRY(resolve_method(module, row.method.value(), context));
    Bytes blob = image.blob(row.instantiation);
    metadata::SignatureReader reader(blob);
    uint32_t count = reader.read_method_spec_header();
    if (reader.failed() || count > blob.size()) return std::unexpected(bad_image(module));
    bool context_free = !has_variables(reader.rest());
    if (row.method.is(Table::MemberRef))
        context_free &= is_context_free(image, image.member_ref(row.method.rid()).parent);
    TypeList arguments;
    for (uint32_t i = 0; i < count; i++) {
        TypeHandle argument = CELER_TRY(load_signature_type(module, reader, context));
        ElementType element = argument.verification_type();
        if (argument.is_byref() || element == ElementType::Void || element == ElementType::TypedByRef)
            return fail(hresult::bad_format);
        arguments.push(argument);
    }
    MethodDesc* method = CELER_TRY(instantiate_method(definition, arguments.span()));
    if (context_free) store_release(slot, reinterpret_cast<uintptr_t>(method));
    return method;
}

// An instance field needs its owner's layout, a static one its storage too.
Result<FieldDesc*> field_of(MethodTable* owner, uint32_t rid) {
    CELER_TRY_VOID(ensure_loaded(owner, LoadLevel::Layout));
    FieldDesc* field = declared_field_of_rid(owner, rid);
    if (field->is_static()) CELER_TRY_VOID(ensure_loaded(owner, LoadLevel::Complete));
    return field;
}

Result<FieldDesc*> resolve_field_ref(Module* module, uint32_t rid, GenericContext context) {
    uintptr_t& slot = module->member_refs[rid];
    if (uintptr_t known = load_acquire(slot)) {
        if (!(known & 1)) return std::unexpected(bad_image(module));
        return reinterpret_cast<FieldDesc*>(known - 1);
    }
    const Image& image = *module->image();
    metadata::MemberRefRow row = image.member_ref(rid);
    if (!image.has(row.name) || !image.has(row.signature)) return fail(hresult::index_not_found);
    if (!is_field_signature(image.blob(row.signature))) {
        CELER_TRY(resolve_member_ref(module, rid, context));
        return std::unexpected(bad_image(module));
    }
    MethodTable* table = CELER_TRY(load_member_parent(module, row.parent, context));
    Wanted wanted{image.string(row.name), {module, image.blob(row.signature), nullptr}, true};
    if (table->is_array()) return std::unexpected(missing_field(table, wanted.name));
    auto found = find_up(wanted, {table->module, Token(table->info->token).rid()}, nullptr, 0);
    if (!found || found->rid == 0) {  // its own error comes first
        CELER_TRY_VOID(ensure_loaded(table->info->typical, LoadLevel::Layout));
        CELER_TRY_VOID(ensure_loaded(table, LoadLevel::Layout));
    }
    if (!found) return std::unexpected(std::move(found).error());
    if (found->rid == 0) return std::unexpected(missing_field(table, wanted.name));
    MethodTable* owner = CELER_TRY(exact_owner(table, found->steps_up));
    FieldDesc* field = CELER_TRY(field_of(owner, found->rid));
    if (is_context_free(image, row.parent)) store_release(slot, reinterpret_cast<uintptr_t>(field) | 1);
    return field;
}

}  // namespace

Result<MethodDesc*> resolve_method(Module* module, uint32_t raw_token, GenericContext context) {
    Token token(raw_token);
    if (!module->image()->is_valid(token)) {
        constexpr uint32_t index_not_found = 0x80131124;
        if (token.is(Table::MemberRef)) return fail(index_not_found);
        return std::unexpected(bad_image(module));
    }
    if (token.is(Table::MethodDef)) return resolve_method_def(module, token.rid());
    if (token.is(Table::MemberRef)) return resolve_member_ref(module, token.rid(), context);
    if (token.is(Table::MethodSpec)) return resolve_method_spec(module, token.rid(), context);
    return fail(ErrorKind::BadImageFormat, "Bad method token.");
}

Result<MethodDesc*> resolve_entry_point(Module* module) {
    Token token = module->image()->entry_point();
    if (token.is(Table::File)) return fail(ErrorKind::BadImageFormat, "Index not found. (0x80131124)");  // no modules
    if (!token.is(Table::MethodDef) || token.is_nil() || module->image()->type_of_method(token.rid()) == 0)
        return nullptr;
    if (!module->image()->has_valid_params(token.rid())) {
        return fail(ErrorKind::BadImageFormat,
                    "Specified entry point in assembly '" + assembly_display_name(module) + "' is not a legal method.");
    }
    MethodDesc* entry = CELER_TRY(resolve_method(module, token.value(), {}));
    if (entry->owner->info->instantiation != nullptr) return std::unexpected(type_load_error(entry->owner));
    CELER_TRY_VOID(ensure_loaded(entry->owner));
    return entry;
}

Result<FieldDesc*> resolve_field(Module* module, uint32_t raw_token, GenericContext context) {
    Token token(raw_token);
    const Image& image = *module->image();
    if (!image.is_valid(token)) {
        if (!token.is(Table::Field) || image.row_count(Table::TypeDef) == 0) return std::unexpected(bad_image(module));
        if (token.is_nil()) return std::unexpected(invalid_token_error(module, Token(Table::TypeDef, 0)));
        // A row behind the last one would belong to the last type, and CoreCLR says so.
        std::string name = message_name({module, image.row_count(Table::TypeDef)}) + ".Invalid FieldDef record";
        return fail(ErrorKind::MissingField, "Field not found: '" + name + "'.", name);
    }
    if (token.is(Table::MemberRef)) return resolve_field_ref(module, token.rid(), context);
    if (!token.is(Table::Field)) return std::unexpected(bad_image(module));
    uint32_t type_rid = module->image()->type_of_field(token.rid());
    if (type_rid == 0) return std::unexpected(bad_image(module));
    MethodTable* owner = CELER_TRY(load_definition({module, type_rid}));
    if (!declares_field(owner, token.rid())) return std::unexpected(bad_image(module));
    return field_of(owner, token.rid());
}

}  // namespace celer
