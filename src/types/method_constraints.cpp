// The constraints of a generic method that overrides or implements another: no caller of that one may fail them, so
// each must be among the other's.
#include <algorithm>
#include <string>

#include "metadata/flags.h"
#include "metadata/image.h"
#include "types/implementations.h"
#include "types/loader_state.h"

namespace celer {

using metadata::Image;
using metadata::Table;
using metadata::Token;

namespace {

// The constraints of one variable of a method, in terms of the variables of `of`.
Result<void> load_constraints(MethodDesc* method, uint32_t index, const Instantiation* of, TypeList& constraints,
                              uint32_t& flags) {
    Module* module = method->owner->module;
    const Image& image = *module->image();
    GenericContext context{context_of(method->owner).type_arguments, of};
    uint32_t at = 0;
    for (uint32_t rid : image.generic_params({Table::MethodDef, Token(method->token).rid()})) {
        if (at++ != index) continue;
        flags = image.generic_param(rid).flags & (metadata::generic_param_flags::kReferenceTypeConstraint |
                                                  metadata::generic_param_flags::kNotNullableValueTypeConstraint |
                                                  metadata::generic_param_flags::kDefaultConstructorConstraint);
        for (uint32_t row : image.generic_param_constraints(rid)) {
            Token token = image.generic_param_constraint(row).constraint;
            constraints.push(CELER_TRY(load_type(module, token.value(), context)));
        }
    }
    return {};
}

Result<bool> are_implied(MethodDesc* body, MethodDesc* declared) {
    const Instantiation* variables = declared->instantiation;
    if (!body->is_generic() || !declared->is_generic() || body->instantiation->count != variables->count) return true;
    for (uint32_t i = 0; i < variables->count; i++) {
        TypeList own;
        TypeList others;
        uint32_t own_flags = 0;
        uint32_t others_flags = 0;
        CELER_TRY_VOID(load_constraints(body, i, variables, own, own_flags));
        CELER_TRY_VOID(load_constraints(declared, i, variables, others, others_flags));
        if (own_flags & ~others_flags) return false;
        for (TypeHandle constraint : own.span()) {
            if (constraint == TypeHandle(well_known(WellKnown::Object))) continue;
            if (std::ranges::find(others.span(), constraint) == others.span().end()) return false;
        }
    }
    return true;
}

Error weaker(MethodTable* table, const MethodDesc* body, std::string_view what) {
    return type_load_error(table, "Method '" + std::string(method_name(body)) +
                                      "' on type '{type}' from assembly '{assembly}' tried to " + std::string(what) +
                                      " with weaker type parameter constraints.");
}

Result<void> check_overrides(MethodTable* table) {
    const DefinitionMethods* methods = table->info->definition_methods;
    for (uint32_t i = 0; table->parent != nullptr && i < methods->method_count; i++) {
        uint32_t slot = methods->slots[i];
        if (slot == no_slot || slot >= table->parent->num_virtuals) continue;
        MethodDesc* body = declared_method(table, i);
        if (!CELER_TRY(are_implied(body, table->parent->info->virtuals[slot])))
            return std::unexpected(weaker(table, body, "implicitly override a method"));
    }
    return {};
}

Result<void> check_implementations(MethodTable* table, MethodTable* interface) {
    const DefinitionMethods* methods = interface->info->definition_methods;
    for (uint32_t i = 0; i < methods->method_count; i++) {
        MethodDesc* declared = declared_method(interface, i);
        if (!declared->is_generic() || declared->is_static() || declared->slot == no_slot) continue;
        MethodDesc* body = CELER_TRY(implementation_in_class(table, declared, Matching::Exact));
        if (body == nullptr || CELER_TRY(are_implied(body, declared))) continue;
        bool is_explicit = CELER_TRY(explicit_implementation(table, declared, Matching::Exact)) != nullptr;
        return std::unexpected(weaker(
            table, body,
            is_explicit ? "explicitly implement an interface method" : "implicitly implement an interface method"));
    }
    return {};
}

}  // namespace

Result<void> check_method_constraints(MethodTable* table) {
    if (table->is_array() || table->is_interface() || table->info->typical != table) return {};
    if (table->module->image()->is_ready_to_run()) return {};
    CELER_TRY_VOID(check_overrides(table));
    for (uint32_t i = 0; i < table->num_interfaces; i++) {
        CELER_TRY_VOID(check_implementations(table, table->interface_map[i]));
    }
    return {};
}

}  // namespace celer
