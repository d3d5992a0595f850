// Constraints of generic parameters (II.10.1.7), checked when a closed instance is completed, and of the open instances
// that a definition extends and lists. Where one generic definition stands in for another, variables are
// arguments too: they satisfy what their own constraints promise.
#include <algorithm>

#include "metadata/flags.h"
#include "metadata/signature.h"
#include "types/access.h"
#include "types/dispatch.h"
#include "types/loader_state.h"
#include "types/type_desc.h"

namespace celer {

using metadata::Image;
using metadata::Table;
using metadata::Token;

namespace {

bool has_public_default_constructor(TypeHandle argument) {
    MethodTable* table = argument.method_table();
    if (table == nullptr) return false;
    if (table->is_value_type()) return true;
    if (table->is_array() || (table->info->attributes & metadata::type_flags::kAbstract)) return false;
    uint32_t index = table->info->definition_methods->default_constructor;
    if (index == no_method_index) return false;
    const Image& image = *table->module->image();
    uint32_t rid = image.methods_of(Token(table->info->token).rid())[index];
    return (image.method_def(rid).flags & metadata::method_flags::kAccessMask) == metadata::method_flags::kPublic;
}

bool is_variable(TypeHandle type) {
    return type.element_type() == ElementType::Var || type.element_type() == ElementType::MVar;
}

bool promises_special_constraints(uint32_t flags, const TypeDesc* variable) {
    using namespace metadata::generic_param_flags;
    uint32_t promised = variable->module->image()->generic_param(Token(variable->token).rid()).flags;
    if (promised & kNotNullableValueTypeConstraint) promised |= kDefaultConstructorConstraint;
    if ((flags & kReferenceTypeConstraint) && is_reference_variable(variable)) promised |= kReferenceTypeConstraint;
    constexpr uint32_t asked =
        kReferenceTypeConstraint | kNotNullableValueTypeConstraint | kDefaultConstructorConstraint;
    return (flags & asked & ~promised) == 0;
}

bool satisfies_special_constraints(uint32_t flags, TypeHandle argument) {
    using namespace metadata::generic_param_flags;
    if (is_variable(argument)) return promises_special_constraints(flags, argument.type_desc());
    if (MethodTable* table = argument.method_table()) {
        if (table->is_by_ref_like() && !(flags & kAllowByRefLike)) return false;
    }
    if ((flags & kReferenceTypeConstraint) && !argument.is_reference()) return false;
    if (flags & kNotNullableValueTypeConstraint) {
        if (!argument.is_value_type() || argument.method_table()->is_nullable()) return false;
    }
    return !(flags & kDefaultConstructorConstraint) || has_public_default_constructor(argument);
}

struct Violation {
    uint32_t rid = 0;  // of the first generic parameter whose argument violates its constraints, or 0
    uint32_t index = 0;
};

Result<Violation> find_violation(Module* module, Token owner, const Instantiation* arguments, GenericContext context) {
    const Image& image = *module->image();
    uint32_t index = 0;
    for (uint32_t rid : image.generic_params(owner)) {
        if (index == arguments->count) return std::unexpected(bad_image(module));
        TypeHandle argument = arguments->arguments[index];
        if (!satisfies_special_constraints(image.generic_param(rid).flags, argument)) return Violation{rid, index};
        for (uint32_t row : image.generic_param_constraints(rid)) {
            Token token = image.generic_param_constraint(row).constraint;
            if (!image.is_valid(token)) return std::unexpected(invalid_token_error(module, Token(Table::TypeDef, 0)));
            TypeHandle constraint = CELER_TRY(load_type(module, token.value(), context));
            if (!satisfies_type_constraint(argument, constraint)) return Violation{rid, index};
        }
        index++;
    }
    return Violation{};
}

std::string parameter_name(Module* module, uint32_t rid) {
    const Image& image = *module->image();
    return std::string(image.string(image.generic_param(rid).name));
}

}  // namespace

bool satisfies_type_constraint(TypeHandle argument, TypeHandle constraint) {
    const MethodTable* table = constraint.method_table();
    if (table != nullptr && table->is_nullable()) return argument == constraint;
    return can_cast(argument, constraint);
}

Result<bool> satisfies_constraints(MethodTable* instance) {
    if (instance->info->instantiation == nullptr) return true;
    return CELER_TRY(find_violation(instance->module, Token(instance->info->token), instance->info->instantiation,
                                    context_of(instance)))
               .rid == 0;
}

Result<bool> satisfies_constraints(MethodDesc* instance) {
    if (instance->instantiation == nullptr) return true;
    return CELER_TRY(find_violation(instance->owner->module, Token(instance->token), instance->instantiation,
                                    context_of(instance)))
               .rid == 0;
}

Result<void> check_open_constraints(MethodTable* instance) {
    const TypeInfo* info = instance->info;
    if (info->instantiation == nullptr || info->typical == instance) return {};
    Module* module = instance->module;
    Violation violated =
        CELER_TRY(find_violation(module, Token(info->token), info->instantiation, context_of(instance)));
    if (violated.rid == 0) return {};
    uint32_t index = violated.index;
    std::string format = "GenericArguments[" + std::to_string(index) + "], '" +
                         display_name(info->instantiation->arguments[index]) + "', on '" +
                         display_name(TypeHandle(info->typical)) + "' violates the constraint of type parameter '" +
                         parameter_name(module, violated.rid) + "'.";
    Error error = type_load_error(instance, format);
    error.subject.clear();  // CoreCLR names no type here
    return std::unexpected(std::move(error));
}

Result<void> check_constraints(MethodTable* instance) {
    return instance->contains_generic_variables() ? Result<void>() : check_open_constraints(instance);
}

Result<void> check_constraints(MethodDesc* instance) {
    return instance->is_open() ? Result<void>() : check_open_constraints(instance);
}

Result<void> check_open_constraints(MethodDesc* instance) {
    Module* module = instance->owner->module;
    Token token(instance->token);
    Violation violated = CELER_TRY(find_violation(module, token, instance->instantiation, context_of(instance)));
    if (violated.rid == 0) return {};
    uint32_t index = violated.index;
    // What is wrong with the types themselves comes first.
    CELER_TRY_VOID(ensure_loaded(instance->owner));
    if (MethodTable* argument = instance->instantiation->arguments[index].method_table())
        CELER_TRY_VOID(ensure_loaded(argument));
    return fail(ErrorKind::Verification,
                "Method " + display_name(TypeHandle(instance->owner)) + "." + std::string(method_name(instance)) +
                    ": type argument '" + display_name(instance->instantiation->arguments[index]) +
                    "' violates the constraint of type parameter '" + parameter_name(module, violated.rid) + "'.");
}

}  // namespace celer
