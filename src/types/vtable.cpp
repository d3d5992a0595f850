// Layout -> Complete, second half: which method each vtable slot holds. Slots of declared methods are known from the
// definition (vtable_slots.cpp); here they get exact MethodDescs, explicit overrides of class methods are applied
// (II.22.27), and the inline vtable gets the stable stubs.
#include <cstring>
#include <string>

#include "base/assert.h"
#include "base/upcalls.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "platform/arena.h"
#include "types/assembly.h"
#include "types/dispatch.h"
#include "types/loader.h"
#include "types/loader_lock.h"
#include "types/loading_steps.h"
#include "types/signature_compare.h"
#include "types/vtable_slots.h"
#include "types/well_known.h"

namespace celer {

namespace {

using metadata::Table;
using metadata::Token;

// --- Explicit overrides of class methods

// Whether the declaration of a MethodImpl row is a method of an interface.
Result<bool> declares_interface_method(Module* module, Token declaration) {
    const metadata::Image& image = *module->image();
    TypeDefinition owner{module, 0};
    if (declaration.is(Table::MethodDef)) {
        owner.rid = image.type_of_method(declaration.rid());
    } else {
        Token parent = image.member_ref(declaration.rid()).parent;
        if (parent.is(Table::MethodDef)) {
            owner.rid = image.type_of_method(parent.rid());
        } else {
            owner = CELER_TRY(resolve_definition(module, parent));
        }
    }
    return (owner.module->image()->type_def(owner.rid).flags & metadata::type_flags::kInterface) != 0;
}

// Static bodies implement static methods of interfaces: no need to look at their declarations.
bool is_static_body(const metadata::Image& image, Token body) {
    return body.is(Table::MethodDef) && (image.method_def(body.rid()).flags & metadata::method_flags::kStatic);
}

Result<bool> is_class_override(Module* module, const metadata::MethodImplRow& row) {
    if (is_static_body(*module->image(), row.body)) return false;
    return !CELER_TRY(declares_interface_method(module, row.declaration));
}

Result<uint32_t> count_class_overrides(const MethodTable* table) {
    const DefinitionMethods* methods = table->info->definition_methods;
    if (methods->class_overrides != no_method_index) return methods->class_overrides;
    const metadata::Image& image = *table->module->image();
    uint32_t count = 0;
    for (uint32_t rid : image.method_impls(Token(table->info->token).rid())) {
        if (CELER_TRY(is_class_override(table->module, image.method_impl(rid)))) count++;
    }
    methods->class_overrides = count;
    return count;
}

bool is_ancestor(const MethodTable* ancestor, const MethodTable* table) {
    for (; table != nullptr; table = table->parent) {
        if (table == ancestor) return true;
    }
    return false;
}

// The body of an override returns what the declaration does, or a reference that can be taken for it.
Result<void> check_return_type(MethodTable* table, MethodDesc* body, MethodDesc* declaration) {
    if (body->is_generic() || declaration->is_generic()) return {};  // variables of two methods
    TypeHandle returned = CELER_TRY(method_signature(body))->return_type;
    TypeHandle declared = CELER_TRY(method_signature(declaration))->return_type;
    if (returned == declared || (returned.is_reference() && can_cast(returned, declared))) return {};
    if (returned.contains_variables() || declared.contains_variables()) return {};
    Error error = type_load_error(table, "Return type in method '" + display_name(body) +
                                             "' on type '{type}' from assembly '{assembly}' is not compatible with "
                                             "base type method '" +
                                             display_name(declaration) + "'.");
    error.subject.clear();  // CoreCLR names no type here
    return std::unexpected(std::move(error));
}

Result<void> apply_class_override(MethodTable* table, const metadata::MethodImplRow& row) {
    GenericContext context = context_of(table);
    MethodDesc* declaration = CELER_TRY(resolve_method(table->module, row.declaration.value(), context));
    MethodDesc* body = CELER_TRY(resolve_method(table->module, row.body.value(), context));
    if (body->owner->info->typical != table->info->typical) return std::unexpected(type_load_error(table));
    body = method_on(table, body);
    const MethodTable* declaring = declaration->owner;
    if (declaring->contains_generic_variables() && !table->contains_generic_variables()) {
        // A MethodDef token of this very definition: meant is the method of the exact type.
        if (declaring != table->info->typical) return std::unexpected(type_load_error(table));
        declaration = method_on(table, declaration);
        declaring = table;
    }
    if (declaration->slot == no_slot || !is_ancestor(declaring, table)) {
        return std::unexpected(type_load_error(
            table, "Method override '" + std::string(method_name(body)) +
                       "' on type '{type}' from assembly '{assembly}' cannot find a method to replace."));
    }
    CELER_TRY_VOID(check_return_type(table, body, declaration));
    table->info->virtuals[declaration->slot] = body;
    table->flags2 |= mt_flags2::has_slot_overrides;
    return {};
}

Result<void> apply_class_overrides(MethodTable* table) {
    if (CELER_TRY(count_class_overrides(table)) == 0) return {};
    const metadata::Image& image = *table->module->image();
    for (uint32_t rid : image.method_impls(Token(table->info->token).rid())) {
        metadata::MethodImplRow row = image.method_impl(rid);
        if (CELER_TRY(is_class_override(table->module, row))) CELER_TRY_VOID(apply_class_override(table, row));
    }
    return {};
}

bool preserves_base_overrides(const MethodDesc* method) {
    return method->owner->module->image()->has_custom_attribute(Token(method->token), "System.Runtime.CompilerServices",
                                                                "PreserveBaseOverridesAttribute");
}

// Covariant returns: a method that overrides a base method with another signature has its own slot; who overrides that
// slot overrides the base method's, too.
void follow_preserved_overrides(MethodTable* table) {
    const MethodTable* parent = table->parent;
    if (parent == nullptr || !(parent->flags2 & mt_flags2::has_slot_overrides)) return;
    table->flags2 |= mt_flags2::has_slot_overrides;
    ArenaPointer<MethodDesc>* virtuals = table->info->virtuals;
    for (uint32_t i = 0; i < parent->num_virtuals; i++) {
        const MethodDesc* inherited = parent->info->virtuals[i];
        if (inherited->slot == i || inherited->slot == no_slot || virtuals[i] != inherited) continue;
        if (virtuals[inherited->slot] != inherited && preserves_base_overrides(inherited))
            virtuals[i] = virtuals[inherited->slot];
    }
}

// --- The steps

void place_declared_methods(MethodTable* table) {
    TypeInfo* info = table->info;
    const DefinitionMethods* methods = info->definition_methods;
    for (uint32_t i = 0; i < methods->method_count; i++) {
        if (methods->slots[i] != no_slot) info->virtuals[methods->slots[i]] = declared_method(table, i);
    }
}

uint16_t finalize_slot() {
    static uint16_t slot = no_slot;
    if (slot != no_slot) return slot;
    const TypeInfo* object = well_known(WellKnown::Object)->info;
    const metadata::Image& image = *object->table->module->image();
    const DefinitionMethods* methods = object->definition_methods;
    for (uint32_t i = 0; i < methods->method_count; i++) {
        if (image.string(image.method_def(object->first_method + i).name) == "Finalize") slot = methods->slots[i];
    }
    CELER_ASSERT(slot != no_slot, "System.Object has no Finalize");
    return slot;
}

void find_special_methods(MethodTable* table) {
    TypeInfo* info = table->info;
    if (!table->is_value_type() && table->parent != nullptr) {
        CELER_ASSERT(finalize_slot() < table->num_virtuals, "every class derives from Object");
        MethodDesc* finalizer = info->virtuals[finalize_slot()];
        if (finalizer->owner->parent != nullptr) {
            info->finalizer = finalizer;
            add_flags(table->flags, mt_flags::has_finalizer);
        }
    }
    const DefinitionMethods* methods = info->definition_methods;
    if (methods == nullptr) return;
    if (methods->default_constructor != no_method_index) {
        info->constructor = declared_method(table, methods->default_constructor);
        if (!table->has_component_size()) add_flags(table->flags, mt_flags::has_default_constructor);
    }
    if (table->is_delegate() && methods->delegate_invoke != no_method_index) {
        info->delegate_invoke = declared_method(table, methods->delegate_invoke);
    }
}

// An unboxing stub depends on how the result is returned, so a struct's layout: that is loaded before the stub is made
// for good. What fails is reported where the method is compiled.
void load_result(MethodDesc* method) {
    Result<const MethodSignature*> signature = method_signature(method);
    if (!signature || !(*signature)->return_type.is_value_type()) return;
    static_cast<void>(ensure_loaded((*signature)->return_type.method_table(), LoadLevel::Layout));
}

// Slots that hold what the parent holds share its word.
Result<void> fill_vtable(MethodTable* table) {
    if (table->contains_generic_variables()) return {};
    CELER_ASSERT(g_upcalls.callable_stub != nullptr, "types are completed before stubs can be made");
    MethodTable* parent = table->parent;
    uint32_t inherited = parent == nullptr ? 0 : parent->num_virtuals;
    void** words = table->vtable();
    for (uint32_t i = 0; i < table->num_virtuals; i++) {
        MethodDesc* method = table->info->virtuals[i];
        if (i < inherited && parent->info->virtuals[i] == method) {
            words[i] = parent->vtable()[i];
        } else if (!method->is_abstract() && !method->is_generic()) {
            if (table->is_value_type()) load_result(method);
            if (is_question_pending()) return std::unexpected(pending_question_error());
            words[i] = g_upcalls.callable_stub(method);
        }
    }
    table->interface_dispatch = g_upcalls.interface_dispatch();
    return {};
}

Result<void> build_slots(MethodTable* table) {
    TypeInfo* info = table->info;
    MethodTable* parent = table->parent;
    info->virtuals = new_beside<ArenaPointer<MethodDesc>>(table, Section::Types, table->num_virtuals);
    if (parent != nullptr) {
        CELER_ASSERT(parent->num_virtuals <= table->num_virtuals, "a type keeps its parent's slots");
        std::memcpy(info->virtuals, parent->info->virtuals, parent->num_virtuals * sizeof(ArenaPointer<MethodDesc>));
    }
    if (info->definition_methods != nullptr && !table->is_array()) {
        place_declared_methods(table);
        CELER_TRY_VOID(apply_class_overrides(table));
    }
    follow_preserved_overrides(table);
    CELER_TRY_VOID(check_no_abstract_methods(table));
    find_special_methods(table);
    return fill_vtable(table);
}

}  // namespace

Result<void> check_no_abstract_methods(MethodTable* table) {
    using metadata::type_flags::kAbstract;
    if ((table->info->attributes & kAbstract) || table->is_array()) return {};
    if (table->parent == nullptr) return {};
    for (uint32_t i = 0; i < table->num_virtuals; i++) {
        const MethodDesc* method = table->info->virtuals[i];
        if (!method->is_abstract()) continue;
        return std::unexpected(
            type_load_error(table, "Method '" + std::string(method_name(method)) +
                                       "' in type '{type}' from assembly '{assembly}' does not have an "
                                       "implementation."));
    }
    return {};
}

void* method_stub(MethodDesc* method) {
    if (void* stub = __atomic_load_n(&method->stub, __ATOMIC_ACQUIRE)) return stub;
    CELER_ASSERT(g_upcalls.method_stub != nullptr, "nobody makes stubs");
    return g_upcalls.method_stub(method);
}

Result<void> build_vtable(MethodTable* table) {
    const DefinitionMethods* methods = table->info->definition_methods;
    if (methods != nullptr && !table->is_array() && methods->class_constructor != no_method_index) {
        table->info->class_constructor = declared_method(table, methods->class_constructor);
    }
    if (!table->is_interface()) CELER_TRY_VOID(build_slots(table));
    add_flags(table->flags2, mt_flags2::vtable_built);
    return {};
}

}  // namespace celer
