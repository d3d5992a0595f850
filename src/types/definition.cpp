// From tokens and names to definitions, without loading any type.
#include <vector>

#include "metadata/signature.h"
#include "metadata/signature_forms.h"
#include "types/loader_state.h"

namespace celer {

using metadata::Image;
using metadata::Table;
using metadata::Token;

namespace {

// Chains longer than these are cycles.
constexpr int maximum_forwarding = 32;

uint64_t definition_key(TypeDefinition definition) {
    return uint64_t{definition.module->index + 1} << 32 | definition.rid;
}
TypeDefinition definition_of_key(uint64_t key) {
    return {module_at(static_cast<uint32_t>(key >> 32) - 1), static_cast<uint32_t>(key)};
}

Result<TypeDefinition> find_by_name(Module* module, std::string_view name_space, std::string_view name, int depth);

// The definition behind an ExportedType row: a forwarder to another assembly, or nested in one.
Result<TypeDefinition> follow_exported_type(Module* module, uint32_t rid, int depth) {
    const Image& image = *module->image();
    metadata::ExportedTypeRow row = image.exported_type(rid);
    std::string_view name = image.string(row.name);
    if (depth > maximum_forwarding) return std::unexpected(type_load_error_by_name(module, name));
    if (row.implementation.is(Table::AssemblyRef)) {
        Assembly* assembly = CELER_TRY(resolve_assembly_ref(module, row.implementation.rid()));
        return find_by_name(assembly->module, image.string(row.name_space), name, depth + 1);
    }
    if (row.implementation.is(Table::ExportedType)) {
        TypeDefinition enclosing = CELER_TRY(follow_exported_type(module, row.implementation.rid(), depth + 1));
        if (enclosing.module == nullptr) return TypeDefinition{};
        uint32_t nested = enclosing.module->image()->find_type_def("", name, enclosing.rid);
        return nested == 0 ? TypeDefinition{} : TypeDefinition{enclosing.module, nested};
    }
    return TypeDefinition{};  // a module file of a multi-module assembly
}

Result<TypeDefinition> find_by_name(Module* module, std::string_view name_space, std::string_view name, int depth) {
    const Image& image = *module->image();
    if (uint32_t rid = image.find_type_def(name_space, name)) return TypeDefinition{module, rid};
    if (uint32_t rid = image.find_exported_type(name_space, name)) return follow_exported_type(module, rid, depth);
    return TypeDefinition{};
}

std::string full_name(std::string_view name_space, std::string_view name) {
    std::string text(name_space);
    if (!text.empty()) text += '.';
    return text.append(name);
}

Result<TypeDefinition> resolve_type_ref(Module* module, uint32_t rid) {
    const Image& image = *module->image();
    metadata::TypeRefRow row = image.type_ref(rid);
    std::string_view name_space = image.string(row.name_space);
    std::string_view name = image.string(row.name);
    Token scope = row.resolution_scope;
    if (!scope.is_nil() && !image.is_valid(scope)) return fail(ErrorKind::BadImageFormat, "Invalid Typeref token.");
    Module* target = module;
    if (scope.is(Table::TypeRef) && !scope.is_nil()) {
        Token outer = scope;
        std::vector<Token> chain;
        for (; outer.is(Table::TypeRef); outer = image.type_ref(outer.rid()).resolution_scope) {
            if (chain.size() > image.row_count(Table::TypeRef)) return std::unexpected(bad_image(module));
            chain.push_back(outer);
        }
        // From the outermost inwards: what is known already ends the recursion, so it is never deep.
        for (size_t i = chain.size(); i-- > 1;) static_cast<void>(resolve_definition(module, chain[i]));
        auto resolved = resolve_definition(module, scope);
        if (!resolved &&
            resolved.error().kind == ErrorKind::TypeLoad) {  // CoreCLR names the type asked for, not the outer one
            if (outer.is(Table::AssemblyRef)) target = CELER_TRY(resolve_assembly_ref(module, outer.rid()))->module;
            return std::unexpected(type_load_error_by_name(target, full_name(name_space, name)));
        }
        TypeDefinition enclosing = CELER_TRY(std::move(resolved));
        uint32_t nested = enclosing.module->image()->find_type_def(name_space, name, enclosing.rid);
        if (nested == 0) return std::unexpected(type_load_error_by_name(enclosing.module, full_name(name_space, name)));
        return TypeDefinition{enclosing.module, nested};
    }
    if (scope.is(Table::AssemblyRef) && !scope.is_nil())
        target = CELER_TRY(resolve_assembly_ref(module, scope.rid()))->module;
    TypeDefinition found = CELER_TRY(find_by_name(target, name_space, name, 0));
    if (found.module == nullptr) return std::unexpected(type_load_error_by_name(target, full_name(name_space, name)));
    return found;
}

}  // namespace

Result<TypeDefinition> find_definition(Module* module, std::string_view name_space, std::string_view name) {
    return find_by_name(module, name_space, name, 0);
}

Result<TypeDefinition> resolve_definition(Module* module, Token token) {
    const Image& image = *module->image();
    if (!image.is_valid(token)) {
        bool has_name = token.is(Table::TypeDef) || token.is(Table::TypeRef);
        return std::unexpected(has_name ? invalid_token_error(module, token) : bad_image(module));
    }
    if (token.is(Table::TypeDef)) return TypeDefinition{module, token.rid()};
    if (token.is(Table::TypeRef)) {
        uint64_t& cached = module->type_ref_definitions[token.rid()];
        if (uint64_t key = load_acquire(cached)) return definition_of_key(key);
        TypeDefinition definition = CELER_TRY(resolve_type_ref(module, token.rid()));
        store_release(cached, definition_key(definition));
        return definition;
    }
    if (token.is(Table::TypeSpec)) {
        metadata::SignatureReader reader(image.blob(image.type_spec(token.rid()).signature));
        reader.skip_modifiers();
        metadata::ElementType element = reader.read_element_type();
        if (element == metadata::ElementType::GenericInst) element = reader.read_element_type();
        if (element == metadata::ElementType::Class || element == metadata::ElementType::ValueType) {
            Token definition = reader.read_type_def_or_ref();
            if (!reader.failed() && !definition.is(Table::TypeSpec)) return resolve_definition(module, definition);
        }
    }
    return std::unexpected(bad_image(module));
}

Result<void> check_class_spec(TypeDefinition child, Token type) {
    const Image& image = *child.module->image();
    if (!type.is(Table::TypeSpec) || image.is_ready_to_run()) return {};
    metadata::BlobIndex signature = image.type_spec(type.rid()).signature;
    if (!image.has(signature)) return fail(ErrorKind::BadImageFormat, "The metadata is corrupt.");
    metadata::SignatureReader reader(image.blob(signature));
    metadata::ElementType element = reader.read_element_type();
    bool is_modifier =
        element == metadata::ElementType::RequiredModifier || element == metadata::ElementType::OptionalModifier;
    if (form_of(element) == metadata::SignatureForm::Invalid && !is_modifier)
        return fail(ErrorKind::BadImageFormat, "The signature is incorrect.");
    bool is_class =
        element == metadata::ElementType::GenericInst && reader.read_element_type() == metadata::ElementType::Class;
    if (is_class) return {};
    return std::unexpected(type_load_error_by_name(child.module, message_name(child),
                                                   "Could not load TypeSpec from assembly '{assembly}'."));
}

Result<ParentDefinition> parent_definition(TypeDefinition child) {
    const Image& image = *child.module->image();
    metadata::TypeDefRow row = image.type_def(child.rid);
    ParentDefinition parent;
    if (row.extends.is_nil()) return parent;
    parent.definition = CELER_TRY(resolve_definition(child.module, row.extends));
    if (!row.extends.is(Table::TypeSpec)) return parent;
    metadata::SignatureReader reader(image.blob(image.type_spec(row.extends.rid()).signature));
    reader.skip_modifiers();
    if (reader.read_element_type() != metadata::ElementType::GenericInst) return parent;
    reader.read_element_type();
    reader.read_type_def_or_ref();
    parent.substitution.count = reader.read_compressed();
    parent.substitution.module = child.module;
    parent.substitution.arguments = reader.rest();
    if (reader.failed()) return std::unexpected(bad_image(child.module));
    return parent;
}

bool is_well_known_definition(TypeDefinition definition, WellKnown type) {
    return definition.rid == g_loader->well_known_rids[static_cast<size_t>(type)] && g_loader->corelib != nullptr &&
           definition.module == g_loader->corelib->module;
}

std::string message_name(TypeDefinition definition) {
    const Image& image = *definition.module->image();
    metadata::TypeDefRow row = image.type_def(definition.rid);
    return full_name(image.string(row.name_space), image.string(row.name));
}

bool is_nesting_valid(TypeDefinition definition) {
    const Image& image = *definition.module->image();
    uint32_t levels = 0;
    for (uint32_t rid = definition.rid; rid != 0; rid = image.enclosing_type(rid)) {
        if (++levels > definition.module->type_def_count || rid > definition.module->type_def_count) return false;
    }
    return true;
}

// What separates the parts of a type name is escaped inside names, as Type.ToString() does.
static std::string escaped(std::string name) {
    constexpr std::string_view special = "\\+,[]&*";
    for (size_t i = name.find_first_of(special); i != std::string::npos; i = name.find_first_of(special, i + 2)) {
        name.insert(i, 1, '\\');
    }
    return name;
}

std::string definition_name(TypeDefinition definition) {
    const Image& image = *definition.module->image();
    metadata::TypeDefRow row = image.type_def(definition.rid);
    std::string name = escaped(std::string(image.string(row.name)));
    uint32_t enclosing = image.enclosing_type(definition.rid);
    if (enclosing == 0 || !is_nesting_valid(definition)) return full_name(image.string(row.name_space), name);
    return definition_name({definition.module, enclosing}) + "+" + name;
}

}  // namespace celer
