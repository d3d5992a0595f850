// What must hold for the interfaces of a type that is completed: they stay distinct, their constraints are met, and a
// class that is not abstract has something for each of their methods. Framework images are in order: who compiled them
// has loaded their types.
#include <algorithm>
#include <string>

#include "metadata/flags.h"
#include "metadata/image.h"
#include "types/access.h"
#include "types/implementations.h"
#include "types/loader_state.h"

namespace celer {

using metadata::Image;
using metadata::Token;

namespace {

// What a class lists, and what these interfaces list, each once for the definition, may not become the same in an
// instance (class E<T> : I<T>, I<string>): which one would a call mean? That the base class has one of them is no
// matter.
class DistinctInterfaces {
  public:
    Result<void> check(MethodTable* table) {
        MethodTable* definition = table->info->typical;
        const Image& image = *definition->module->image();
        for (uint32_t rid : image.interface_impls(Token(definition->info->token).rid())) {
            Token token = image.interface_impl(rid).interface_type;
            TypeHandle listed = CELER_TRY(load_type(definition->module, token.value(), context_of(definition)));
            MethodTable* interface = listed.method_table();
            CELER_TRY_VOID(ensure_loaded(interface, LoadLevel::Hierarchy));
            CELER_TRY_VOID(visit(table, interface));
            for (uint32_t i = 0; i < interface->num_interfaces; i++)
                CELER_TRY_VOID(visit(table, interface->interface_map[i]));
        }
        return {};
    }

  private:
    Result<void> visit(MethodTable* table, MethodTable* general) {
        if (contains(general_, general)) return {};
        TypeHandle exact = CELER_TRY(substitute(general, context_of(table)));
        if (contains(exact_, exact)) {
            return std::unexpected(type_load_error(
                table,
                "The type '{type}' in assembly '{assembly}' has a contracting interface set for some instantiations"));
        }
        general_.push(general);
        exact_.push(exact);
        return {};
    }
    static bool contains(const TypeList& list, TypeHandle type) {
        return std::ranges::find(list.span(), type) != list.span().end();
    }
    TypeList general_;
    TypeList exact_;
};

bool has_duplicates(const MethodTable* table) {
    std::span<MethodTable* const> map(table->interface_map, table->num_interfaces);
    for (size_t i = 1; i < map.size(); i++) {
        if (std::ranges::find(map.first(i), map[i]) != map.begin() + static_cast<ptrdiff_t>(i)) return true;
    }
    return false;
}

// Interfaces of other assemblies of the program are completed, too: what is wrong with them is wrong with the class.
Result<void> complete_interfaces(MethodTable* table) {
    bool is_definition = table->info->typical == table;
    for (uint32_t i = 0; i < table->num_interfaces; i++) {
        MethodTable* interface = table->interface_map[i];
        CELER_TRY_VOID(is_definition ? check_open_constraints(interface) : check_constraints(interface));
        if (!interface->module->image()->is_ready_to_run()) CELER_TRY_VOID(ensure_loaded(interface));
    }
    return {};
}

}  // namespace

static bool is_concrete(const MethodTable* table) {
    return !table->is_interface() && !(table->info->attributes & metadata::type_flags::kAbstract);
}

Result<void> check_virtual_methods(MethodTable* table) {
    if (table->is_array() || table->is_nullable() || table->module->image()->is_ready_to_run()) return {};
    // Whether there are implementations is a matter of the definition.
    if (table->info->typical != table || table->info->virtuals == nullptr || !is_concrete(table)) return {};
    CELER_TRY_VOID(check_no_abstract_methods(table));
    for (uint32_t i = 0; i < table->num_interfaces; i++)
        CELER_TRY_VOID(check_implemented(table, table->interface_map[i]));
    return {};
}

Result<void> check_interfaces(MethodTable* table) {
    if (table->is_array() || table->is_nullable() || table->module->image()->is_ready_to_run()) return {};
    bool is_definition = table->info->typical == table;
    CELER_TRY_VOID(check_virtual_methods(table));
    CELER_TRY_VOID(complete_interfaces(table));
    if (!is_definition && has_duplicates(table)) CELER_TRY_VOID(DistinctInterfaces().check(table));
    return is_definition && is_concrete(table) ? check_static_methods(table) : Result<void>();
}

}  // namespace celer
