// Named -> Hierarchy: the exact parent, the display of ancestors and the exact interface map.
//
// The map's order is CoreCLR's, which reflection shows: the parent's interfaces, then each declared interface followed
// by those it declares itself, depth first; each exact interface once.
#include "metadata/flags.h"
#include "metadata/signature.h"
#include "types/definition_checks.h"
#include "types/interface_map.h"
#include "types/loader_state.h"
#include "types/loading_steps.h"
#include "types/type_desc.h"

namespace celer {

using metadata::Image;
using metadata::Table;
using metadata::Token;

namespace {

constexpr uint32_t global_type_token = 0x02000001;  // <Module>

class InterfaceMap {
  public:
    // Nothing may be loaded between the first add() and install(): what is in the map is known by a mark on the
    // interfaces.
    void add(MethodTable* interface) {
        if (interface->info->interface_mark == mark_) return;
        interface->info->interface_mark = mark_;
        list_.push(interface);
    }
    // The parent's may be there twice.
    void add_inherited(MethodTable* interface) {
        interface->info->interface_mark = mark_;
        list_.push(interface);
    }
    void add_with_inherited(MethodTable* interface) {
        add(interface);
        for (uint32_t i = 0; i < interface->num_interfaces; i++) add(interface->interface_map[i]);
    }
    Result<void> install(MethodTable* table) {
        if (list_.size() > 0xffff) return std::unexpected(type_load_error(table));
        if (list_.size() == 0 || table->is_nullable()) return {};
        auto* map = new_beside<MethodTable*>(table, Section::Types, list_.size());
        for (uint32_t i = 0; i < list_.size(); i++) map[i] = list_[i].method_table();
        table->interface_map = map;
        table->num_interfaces = static_cast<uint16_t>(list_.size());
        return {};
    }

  private:
    TypeList list_;
    uint32_t mark_ = ++g_loader->last_interface_mark;
};

// ECMA's II.9.2 for a definition whose parent or interface names the definition itself with larger arguments, as
// class C<T> : Base<C<C<T>>> does. (Cycles through several definitions are only found by the depth of loading.)
bool names_itself_larger(Module* module, metadata::SignatureReader& reader, TypeDefinition self, uint32_t depth) {
    reader.skip_modifiers();
    if (depth > metadata::kMaxTypeDepth || reader.peek_element_type() != metadata::ElementType::GenericInst) {
        reader.skip_type();
        return false;
    }
    reader.read_element_type();
    reader.read_element_type();
    Token named = reader.read_type_def_or_ref();
    uint32_t count = reader.read_compressed();
    bool is_larger = false;
    for (uint32_t i = 0; i < count && !reader.failed(); i++) {
        metadata::SignatureReader argument = reader;
        bool is_variable = argument.peek_element_type() == metadata::ElementType::Var;
        if (names_itself_larger(module, reader, self, depth + 1)) return true;
        is_larger |= !is_variable && has_variables(argument.read_type_bytes());
    }
    if (!is_larger) return false;
    auto definition = resolve_definition(module, named);
    return definition && *definition == self;
}

Result<void> check_expansion(MethodTable* table, Token type) {
    if (!type.is(Table::TypeSpec) || table->info->instantiation == nullptr) return {};
    const Image& image = *table->module->image();
    metadata::SignatureReader reader(image.blob(image.type_spec(type.rid()).signature));
    if (!names_itself_larger(table->module, reader, {table->module, Token(table->info->token).rid()}, 0)) return {};
    return std::unexpected(type_load_error(
        table, "Could not load type '{type}' from assembly '{assembly}' because it has recursive generic definition."));
}

Result<void> set_parent(MethodTable* table, MethodTable* parent) {
    CELER_TRY_VOID(ensure_loaded(parent, LoadLevel::Hierarchy));
    if (parent->depth == 255) return std::unexpected(type_load_error(table));
    table->parent = parent;
    table->depth = static_cast<uint8_t>(parent->depth + 1);
    for (int i = 0; i < display_size; i++) table->display[i] = parent->display[i];
    return {};
}

// A generic definition stands for itself in no place of this kind.
Result<void> check_not_open(MethodTable* table, Token type, MethodTable* named) {
    if (type.is(Table::TypeSpec) || !named->is_generic_definition()) return {};
    return std::unexpected(
        type_load_error_by_name(table->module, message_name({named->module, Token(named->info->token).rid()})));
}

Result<MethodTable*> load_parent(MethodTable* table, Token extends) {
    CELER_TRY_VOID(check_expansion(table, extends));
    CELER_TRY_VOID(check_class_spec({table->module, Token(table->info->token).rid()}, extends));
    TypeHandle parent = CELER_TRY(load_type(table->module, extends.value(), context_of(table)));
    MethodTable* parent_table = parent.method_table();
    if (parent_table == nullptr || parent_table->is_array()) return std::unexpected(type_load_error(table));
    CELER_TRY_VOID(check_not_open(table, extends, parent_table));
    if (parent_table->is_interface()) {
        return std::unexpected(type_load_error(
            table, "Could not load type '{type}' from assembly '{assembly}' because the parent type is an interface."));
    }
    bool is_sealed = (parent_table->info->attributes & metadata::type_flags::kSealed) ||
                     parent_table->is_value_type() ||
                     (parent_table == well_known(WellKnown::Array) && !table->module->assembly->is_corelib);
    if (is_sealed) {
        return std::unexpected(type_load_error(
            table, "Could not load type '{type}' from assembly '{assembly}' because the parent type is sealed."));
    }
    if (parent_table->info->token == global_type_token) return std::unexpected(type_load_error(table));
    return parent_table;
}

// What interfaces extend is no parent, but it must be Object if there is anything.
Result<void> check_parent_of_interface(MethodTable* table, Token extends) {
    if (extends.is_nil() || table->module->image()->is_ready_to_run()) return {};
    TypeDefinition parent = CELER_TRY(resolve_definition(table->module, extends));
    if (is_well_known_definition(parent, WellKnown::Object)) return {};
    return refuse(table,
                  "Could not load interface '{type}' from assembly '{assembly}' because it must extend from Object.");
}

// The generic interfaces of one-dimensional arrays. Pointers cannot be type arguments.
Result<void> load_array_interfaces(MethodTable* array, TypeList& declared) {
    TypeHandle element = TypeHandle::from_raw(array->element_type);
    if (element.is_type_desc() && !is_variable(element.type_desc())) return {};
    for (WellKnown interface : array_interfaces) {
        MethodTable* exact = CELER_TRY(instantiate(well_known(interface), std::span(&element, 1)));
        CELER_TRY_VOID(ensure_loaded(exact, LoadLevel::Hierarchy));
        declared.push(exact);
    }
    return {};
}

Result<void> load_declared_interfaces(MethodTable* table, TypeList& declared) {
    const Image& image = *table->module->image();
    for (uint32_t rid : image.interface_impls(Token(table->info->token).rid())) {
        Token token = image.interface_impl(rid).interface_type;
        if (token.is_nil() || !image.is_valid(token)) {
            return std::unexpected(type_load_error(
                table,
                "Could not load type '{type}' from assembly '{assembly}' because the interface does not exist."));
        }
        CELER_TRY_VOID(check_expansion(table, token));
        CELER_TRY_VOID(check_class_spec({table->module, Token(table->info->token).rid()}, token));
        TypeHandle interface = CELER_TRY(load_type(table->module, token.value(), context_of(table)));
        if (interface == TypeHandle(table)) return std::unexpected(type_load_error(table));
        if (interface.is_type_desc() || !interface.method_table()->is_interface()) {
            return std::unexpected(type_load_error(table,
                                                   "Could not load type '{type}' from assembly '{assembly}' because it "
                                                   "attempts to implement a class as an interface."));
        }
        CELER_TRY_VOID(check_not_open(table, token, interface.method_table()));
        CELER_TRY_VOID(ensure_loaded(interface.method_table(), LoadLevel::Hierarchy));
        declared.push(interface);
    }
    return {};
}

// An instance has the interfaces of its definition, one by one; some may be there twice.
Result<void> take_interfaces_of_definition(MethodTable* table) {
    MethodTable* definition = table->info->typical;
    CELER_TRY_VOID(ensure_loaded(definition, LoadLevel::Hierarchy));
    uint32_t count = definition->num_interfaces;
    if (count == 0) return {};
    auto* map = new_beside<MethodTable*>(table, Section::Types, count);
    for (uint32_t i = 0; i < count; i++) {
        map[i] = CELER_TRY(substitute(definition->interface_map[i], context_of(table))).method_table();
        CELER_TRY_VOID(ensure_loaded(map[i], LoadLevel::Hierarchy));
    }
    table->interface_map = map;
    table->num_interfaces = static_cast<uint16_t>(count);
    return {};
}

Result<void> build_interface_map(MethodTable* table) {
    bool is_instance = table->has_instantiation() && table->info->typical != table;
    // Framework classes cannot have such interfaces, and their definitions need not be loaded.
    if (is_instance && !table->module->image()->is_ready_to_run()) return take_interfaces_of_definition(table);
    TypeList declared;
    if (table->is_sz_array()) {
        CELER_TRY_VOID(load_array_interfaces(table, declared));
    } else if (!table->is_array()) {
        CELER_TRY_VOID(load_declared_interfaces(table, declared));
    }
    InterfaceMap map;
    if (table->parent != nullptr) {
        for (uint32_t i = 0; i < table->parent->num_interfaces; i++) map.add_inherited(table->parent->interface_map[i]);
    }
    for (TypeHandle interface : declared.span()) {
        if (table->is_sz_array()) {
            map.add(interface.method_table());  // each is listed itself
        } else {
            map.add_with_inherited(interface.method_table());
        }
    }
    return map.install(table);
}

void note_special_interfaces(MethodTable* table) {
    for (uint32_t i = 0; i < table->num_interfaces; i++) {
        MethodTable* interface = table->interface_map[i];
        if (interface->flags2 & mt_flags2::has_variance)
            add_flags(table->flags2, mt_flags2::implements_variant_interface);
        if (interface == well_known(WellKnown::IDynamicInterfaceCastable))
            add_flags(table->flags2, mt_flags2::is_dynamic_castable);
    }
}

}  // namespace

Result<void> build_hierarchy(MethodTable* table) {
    TypeInfo* info = table->info;
    if (table->is_array()) {
        CELER_TRY_VOID(set_parent(table, well_known(WellKnown::Array)));
    } else {
        Token extends = table->module->image()->type_def(Token(info->token).rid()).extends;
        if (table->is_interface()) {
            CELER_TRY_VOID(check_parent_of_interface(table, extends));
        } else if (!extends.is_nil()) {
            MethodTable* parent = CELER_TRY(load_parent(table, extends));
            CELER_TRY_VOID(set_parent(table, parent));
        }
    }
    if (table->depth < display_size) table->display[table->depth] = table;
    CELER_TRY_VOID(check_definition_under_parent(table));
    CELER_TRY_VOID(build_interface_map(table));
    note_special_interfaces(table);
    return {};
}

}  // namespace celer
