// From the method that a call names to the method that runs, II.12.2.
//
// Interface methods: the classes of the object are asked from the most derived one upwards, as long as they implement
// the interface. In each, an explicit implementation (MethodImpl) comes first; then, if the class lists the interface
// itself, a public virtual method of equal name and signature, in the class or (for an interface new to it) in its
// ancestors. Whatever is found that way is virtual in its turn. If no class has one: the most specific default
// implementation among the interfaces.
//
// Answers are remembered per type in a table that is read without a lock.
#include "types/dispatch.h"

#include <string>
#include <vector>

#include "base/assert.h"
#include "base/hash.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "platform/arena.h"
#include "types/interface_map.h"
#include "types/loader_state.h"

namespace celer {

namespace {

using metadata::Table;
using metadata::Token;

// --- The answers of one type
// -------------------------------------------------------------------------------------------------------

// TypeInfo::dispatch_cache. An entry holds the addresses of the declared method (upper half) and of the answer; 0 is
// free.
struct DispatchCache {
    uint32_t mask;
    uint32_t count;
    uint64_t entries[1];
};

uint64_t address_bits(const MethodDesc* method) {
    return reinterpret_cast<uintptr_t>(method);
}

MethodDesc* find_answer(const MethodTable* table, const MethodDesc* declared) {
    const auto* cache = static_cast<const DispatchCache*>(load_acquire(table->info->dispatch_cache));
    if (cache == nullptr) return nullptr;
    for (uint32_t i = declared->id;; i++) {
        uint64_t entry = load_acquire(cache->entries[i & cache->mask]);
        if (entry == 0) return nullptr;
        if (entry >> 32 == address_bits(declared)) return reinterpret_cast<MethodDesc*>(entry & 0xffffffff);
    }
}

DispatchCache* grow_cache(const DispatchCache* old) {
    uint32_t capacity = old == nullptr ? 8 : (old->mask + 1) * 2;
    auto* cache = static_cast<DispatchCache*>(
        arena_allocate(Section::Types, sizeof(DispatchCache) + (capacity - 1) * sizeof(uint64_t)));
    cache->mask = capacity - 1;
    for (uint32_t i = 0; old != nullptr && i <= old->mask; i++) {
        if (old->entries[i] == 0) continue;
        uint32_t to = reinterpret_cast<MethodDesc*>(old->entries[i] >> 32)->id;
        while (cache->entries[to & cache->mask] != 0) to++;
        cache->entries[to & cache->mask] = old->entries[i];
        cache->count++;
    }
    return cache;
}

void remember_answer(MethodTable* table, const MethodDesc* declared, const MethodDesc* answer) {
    LoaderLock lock;
    if (find_answer(table, declared) != nullptr) return;
    auto* cache = static_cast<DispatchCache*>(table->info->dispatch_cache);
    if (cache == nullptr || (cache->count + 1) * 4 > cache->mask * 3) {
        cache = grow_cache(cache);
        store_release(table->info->dispatch_cache, static_cast<void*>(cache));
    }
    uint32_t i = declared->id;
    while (cache->entries[i & cache->mask] != 0) i++;
    store_release(cache->entries[i & cache->mask], address_bits(declared) << 32 | address_bits(answer));
    cache->count++;
}

// --- Helpers
// ---------------------------------------------------------------------------------------------------------------------

// The definition of a generic method on its exact owner; other methods are their own.
MethodDesc* without_own_arguments(MethodDesc* method) {
    if (method->instantiation == nullptr || method->instantiation == method->typical->instantiation) return method;
    return declared_method_of_rid(method->owner, Token(method->token).rid());
}

// `answer` with the arguments of `declared`, if that is an instance of a generic method.
Result<MethodDesc*> with_arguments_of(MethodDesc* answer, const MethodDesc* declared) {
    if (declared->instantiation == nullptr || declared->instantiation == declared->typical->instantiation)
        return answer;
    return instantiate_method(answer, declared->instantiation->span());
}

Error no_implementation() {
    return Error{ErrorKind::EntryPointNotFound, "Entry point was not found.", {}};
}

// The interface among those of `table` that a call through `wanted` means: itself, or the first compatible by variance.
MethodTable* matching_interface(MethodTable* table, MethodTable* wanted) {
    if (table == wanted || maps_interface(table, wanted)) return wanted;
    if (!(wanted->flags2 & mt_flags2::has_variance) || table->is_nullable()) return nullptr;
    for (uint32_t i = 0; i < table->num_interfaces; i++) {
        MethodTable* own = table->interface_map[i];
        if (own->info->typical == wanted->info->typical && can_cast(own, wanted)) return own;
    }
    return nullptr;
}

// --- Explicit implementations
// ------------------------------------------------------------------------------------------------------

std::string_view declaration_name(const metadata::Image& image, Token declaration) {
    if (declaration.is(Table::MethodDef)) return image.string(image.method_def(declaration.rid()).name);
    if (declaration.is(Table::MemberRef)) return image.string(image.member_ref(declaration.rid()).name);
    return {};
}

// The body that a MethodImpl of exactly this class or interface gives for an interface method; null if there is none.
Result<MethodDesc*> explicit_implementation(MethodTable* table, MethodDesc* declared) {
    if (table->is_array()) return nullptr;
    const metadata::Image& image = *table->module->image();
    std::string_view name = method_name(declared);
    GenericContext context = context_of(table);
    for (uint32_t rid : image.method_impls(Token(table->info->token).rid())) {
        metadata::MethodImplRow row = image.method_impl(rid);
        if (declaration_name(image, row.declaration) != name) continue;
        if (CELER_TRY(resolve_method(table->module, row.declaration.value(), context)) != declared) continue;
        MethodDesc* body = CELER_TRY(resolve_method(table->module, row.body.value(), context));
        if (body->owner->info->typical != table->info->typical) return std::unexpected(bad_image(table->module));
        return method_on(table, body);
    }
    return nullptr;
}

// --- Implementations by name and signature
// -------------------------------------------------------------------------------------------

bool same_exact_signature(const MethodSignature* a, const MethodSignature* b) {
    if (a->parameter_count != b->parameter_count || a->has_this != b->has_this ||
        a->calling_convention != b->calling_convention || a->return_type != b->return_type) {
        return false;
    }
    for (uint32_t i = 0; i < a->parameter_count; i++) {
        if (a->parameters[i] != b->parameters[i]) return false;
    }
    return true;
}

// Generic methods are compared as instances over the variables of `declared`.
Result<bool> has_signature_of(MethodDesc* candidate, MethodDesc* declared) {
    uint32_t own = candidate->is_generic() ? candidate->instantiation->count : 0;
    uint32_t wanted = declared->is_generic() ? declared->instantiation->count : 0;
    if (own != wanted) return false;
    MethodDesc* comparable = candidate;
    if (own != 0) {
        auto instance = instantiate_method(candidate, declared->instantiation->span());
        if (!instance) return false;
        comparable = *instance;
    }
    return same_exact_signature(CELER_TRY(method_signature(comparable)), CELER_TRY(method_signature(declared)));
}

// A public virtual method of exactly this class; null if there is none.
Result<MethodDesc*> implicit_implementation(MethodTable* table, MethodDesc* declared) {
    using namespace metadata::method_flags;
    if (table->is_array()) return nullptr;
    const metadata::Image& image = *table->module->image();
    uint32_t type_rid = Token(table->info->token).rid();
    std::string_view name = method_name(declared);
    for (uint32_t rid = image.find_method(type_rid, name); rid != 0; rid = image.find_method(type_rid, name, rid)) {
        uint32_t flags = image.method_def(rid).flags;
        if ((flags & kAccessMask) != kPublic || !(flags & kVirtual) || (flags & kStatic)) continue;
        MethodDesc* candidate = declared_method_of_rid(table, rid);
        if (CELER_TRY(has_signature_of(candidate, declared))) return candidate;
    }
    return nullptr;
}

// Whether the class itself lists an interface that its base class has already.
Result<bool> lists_again(MethodTable* table, MethodTable* interface) {
    const metadata::Image& image = *table->module->image();
    for (uint32_t rid : image.interface_impls(Token(table->info->token).rid())) {
        Token token = image.interface_impl(rid).interface_type;
        MethodTable* listed = CELER_TRY(load_type(table->module, token.value(), context_of(table))).method_table();
        if (listed == nullptr) continue;
        CELER_TRY_VOID(ensure_loaded(listed, LoadLevel::Hierarchy));
        if (listed == interface || maps_interface(listed, interface)) return true;
    }
    return false;
}

Result<MethodDesc*> implementation_in_class(MethodTable* table, MethodTable* interface, MethodDesc* declared) {
    if (MethodDesc* body = CELER_TRY(explicit_implementation(table, declared))) return body;
    bool inherited = table->parent != nullptr && maps_interface(table->parent, interface);
    if (MethodDesc* own = CELER_TRY(implicit_implementation(table, declared))) {
        if (!inherited || CELER_TRY(lists_again(table, interface))) return own;
    }
    if (inherited) return nullptr;
    for (MethodTable* ancestor = table->parent; ancestor != nullptr; ancestor = ancestor->parent) {
        if (MethodDesc* found = CELER_TRY(implicit_implementation(ancestor, declared))) return found;
    }
    return nullptr;
}

Result<MethodDesc*> implementation_in_classes(MethodTable* table, MethodTable* interface, MethodDesc* declared) {
    for (MethodTable* level = table; level != nullptr && maps_interface(level, interface); level = level->parent) {
        MethodDesc* found = CELER_TRY(implementation_in_class(level, interface, declared));
        if (found != nullptr) return found->slot == no_slot ? found : table->info->virtuals[found->slot];
    }
    return nullptr;
}

// --- Default implementations
// -----------------------------------------------------------------------------------------------------------

struct Candidate {
    MethodTable* interface;
    MethodDesc* body;
};

// Keeps only the most specific interfaces.
void add_candidate(std::vector<Candidate>& candidates, Candidate candidate) {
    for (size_t i = 0; i < candidates.size();) {
        if (maps_interface(candidates[i].interface, candidate.interface)) return;
        if (maps_interface(candidate.interface, candidates[i].interface)) {
            candidates.erase(candidates.begin() + static_cast<ptrdiff_t>(i));
        } else {
            i++;
        }
    }
    candidates.push_back(candidate);
}

Error ambiguous(MethodTable* table, MethodTable* interface, const MethodDesc* declared) {
    return Error{ErrorKind::AmbiguousMatch,
                 "Could not call method '" + display_name(declared) + "' on interface '" +
                     display_name(TypeHandle(interface)) + "' with type '" + display_name(TypeHandle(table)) +
                     "' from assembly '" + assembly_display_name(table->module) +
                     "' because there are multiple incompatible interface methods overriding this method.",
                 {}};
}

Result<MethodDesc*> default_implementation(MethodTable* table, MethodTable* interface, MethodDesc* declared) {
    std::vector<Candidate> candidates;
    auto consider = [&](MethodTable* candidate) -> Result<void> {
        if (candidate == interface) {
            add_candidate(candidates, {candidate, declared});
        } else if (maps_interface(candidate, interface)) {
            MethodDesc* body = CELER_TRY(explicit_implementation(candidate, declared));
            if (body != nullptr) add_candidate(candidates, {candidate, body});
        }
        return {};
    };
    if (table->is_interface()) CELER_TRY_VOID(consider(table));
    for (uint32_t i = 0; i < table->num_interfaces; i++) CELER_TRY_VOID(consider(table->interface_map[i]));
    if (candidates.size() > 1) return std::unexpected(ambiguous(table, interface, declared));
    if (candidates.empty() || candidates[0].body->is_abstract()) return std::unexpected(no_implementation());
    return candidates[0].body;
}

// --- Interface methods
// -----------------------------------------------------------------------------------------------------------------

// T[] as IList<U> and its kin: the method of that name of SZArrayHelper, over U.
Result<MethodDesc*> array_implementation(MethodDesc* declared) {
    MethodDesc* helper = find_method(well_known(WellKnown::SZArrayHelper), method_name(declared));
    if (helper == nullptr) return std::unexpected(no_implementation());
    if (!helper->is_generic()) return helper;
    return instantiate_method(helper, declared->owner->info->instantiation->span());
}

Result<MethodDesc*> implementation(MethodTable* table, MethodDesc* declared) {
    MethodTable* interface = declared->owner;
    if (table->is_sz_array() && interface->has_instantiation() && is_array_interface(interface)) {
        return array_implementation(declared);
    }
    MethodTable* own = matching_interface(table, interface);
    if (own == nullptr) return std::unexpected(no_implementation());
    MethodDesc* definition = method_on(own, without_own_arguments(declared));
    MethodDesc* found = nullptr;
    if (!table->is_interface()) found = CELER_TRY(implementation_in_classes(table, own, definition));
    if (found == nullptr) found = CELER_TRY(default_implementation(table, own, definition));
    return with_arguments_of(found, declared);
}

Result<MethodDesc*> static_implementation(MethodTable* table, MethodDesc* declared) {
    MethodTable* own = matching_interface(table, declared->owner);
    if (own == nullptr) return std::unexpected(no_implementation());
    MethodDesc* definition = method_on(own, without_own_arguments(declared));
    MethodDesc* found = nullptr;
    for (MethodTable* level = table; level != nullptr && !level->is_interface() && maps_interface(level, own);
         level = level->parent) {
        found = CELER_TRY(explicit_implementation(level, definition));
        if (found != nullptr) break;
    }
    if (found == nullptr) found = CELER_TRY(default_implementation(table, own, definition));
    return with_arguments_of(found, declared);
}

template <typename Find>
Result<MethodDesc*> remembered(MethodTable* table, MethodDesc* declared, Find find) {
    if (MethodDesc* known = find_answer(table, declared)) return known;
    MethodDesc* answer = CELER_TRY(find());
    if (is_question_pending()) return std::unexpected(pending_question_error());
    remember_answer(table, declared, answer);
    return answer;
}

Result<void> check_implemented(MethodTable* table, MethodTable* interface) {
    const DefinitionMethods* methods = interface->info->definition_methods;
    for (uint32_t i = 0; i < methods->method_count; i++) {
        if (methods->slots[i] == no_slot) continue;
        MethodDesc* declared = declared_method(interface, i);
        // A final one takes the body away from a method of another interface; nobody implements it itself.
        if (!declared->is_abstract() || (declared->attributes & metadata::method_flags::kFinal)) continue;
        Result<MethodDesc*> found =
            declared->is_static() ? static_implementation(table, declared) : implementation(table, declared);
        if (is_question_pending()) return std::unexpected(pending_question_error());
        if (found || found.error().kind != ErrorKind::EntryPointNotFound) continue;  // others fail when they are called
        return std::unexpected(type_load_error(table, "Method '" + std::string(method_name(declared)) +
                                                          "' in type '{type}' from assembly '{assembly}' does not have "
                                                          "an implementation."));
    }
    return {};
}

}  // namespace

Result<void> check_interfaces(MethodTable* table) {
    if (table->is_array() || table->contains_generic_variables() || table->is_nullable()) return {};
    if (table->module->image()->is_ready_to_run()) return {};  // who compiled it has loaded its types
    bool is_concrete = !table->is_interface() && !(table->info->attributes & metadata::type_flags::kAbstract);
    for (uint32_t i = 0; i < table->num_interfaces; i++) {
        MethodTable* interface = table->interface_map[i];
        CELER_TRY_VOID(check_constraints(interface));
        if (is_concrete) CELER_TRY_VOID(check_implemented(table, interface));
    }
    return {};
}

Result<MethodDesc*> resolve_virtual(MethodTable* table, MethodDesc* declared) {
    if (declared->slot == no_slot || declared->is_static()) return declared;
    CELER_TRY_VOID(ensure_loaded(table));
    if (declared->owner->is_interface()) {
        return remembered(table, declared, [&] { return implementation(table, declared); });
    }
    if (declared->slot >= table->num_virtuals) return std::unexpected(no_implementation());
    MethodDesc* found = table->info->virtuals[declared->slot];
    if (!declared->is_generic()) return found;
    return remembered(table, declared, [&] { return with_arguments_of(found, declared); });
}

Result<MethodDesc*> resolve_static_virtual(TypeHandle constrained, MethodDesc* declared) {
    MethodTable* table = constrained.method_table();
    if (table == nullptr) return std::unexpected(no_implementation());
    if (!declared->owner->is_interface() || declared->slot == no_slot) return declared;
    CELER_TRY_VOID(ensure_loaded(table));
    return remembered(table, declared, [&] { return static_implementation(table, declared); });
}

Result<MethodDesc*> resolve_constrained(MethodTable* value_type, MethodDesc* declared) {
    if (declared->slot == no_slot) return nullptr;
    MethodDesc* found = CELER_TRY(resolve_virtual(value_type, declared));
    return found->owner == value_type ? found : nullptr;
}

}  // namespace celer
