// What classes and interfaces have for an interface method, as CoreCLR finds it.
//
// The classes of the object are asked from the most derived one upwards. Each is asked for the very interface, and then
// for those of its interfaces that are compatible by variance, in the order of its map: a derived class that matches by
// variance wins over an exact match in its base class. What is found that way is virtual in its turn. If no class has
// anything: the most specific default implementation among the interfaces; if there is none either, the first one that
// matches by variance.
//
// What one class has for one interface of its map is a matter of its definition, so all instances of a generic class
// agree: an explicit implementation (MethodImpl); then, if the class lists the interface itself or has it from one that
// is new to it, a public virtual method of equal name and signature; if the interface is new to the class, also one of
// its ancestors. A class whose abstract parent left a method open gives a body for it without listing the interface.
#include "types/implementations.h"

#include <algorithm>
#include <string>
#include <vector>

#include "metadata/flags.h"
#include "metadata/image.h"
#include "metadata/signature_check.h"
#include "types/dispatch.h"
#include "types/interface_map.h"
#include "types/loader_state.h"

namespace celer {

using metadata::Table;
using metadata::Token;

namespace {

// --- Explicit implementations

std::string_view declaration_name(const metadata::Image& image, Token declaration) {
    if (declaration.is(Table::MethodDef)) return image.string(image.method_def(declaration.rid()).name);
    if (declaration.is(Table::MemberRef)) return image.string(image.member_ref(declaration.rid()).name);
    return {};
}

}  // namespace

Error no_implementation() {
    return Error{ErrorKind::EntryPointNotFound, "Entry point was not found.", {}};
}

bool matches_by_variance(MethodTable* own, MethodTable* wanted) {
    return own != wanted && own->info->typical == wanted->info->typical && can_cast(own, wanted);
}

Result<MethodDesc*> explicit_implementation(MethodTable* table, MethodDesc* declared, Matching matching) {
    if (table->is_array()) return nullptr;
    const metadata::Image& image = *table->module->image();
    std::string_view name = method_name(declared);
    GenericContext context = context_of(table);
    for (uint32_t rid : image.method_impls(Token(table->info->token).rid())) {
        metadata::MethodImplRow row = image.method_impl(rid);
        if (declaration_name(image, row.declaration) != name) continue;
        MethodDesc* named = CELER_TRY(resolve_method(table->module, row.declaration.value(), context));
        if (named != declared && (matching == Matching::Exact || named->typical != declared->typical ||
                                  !matches_by_variance(named->owner, declared->owner))) {
            continue;
        }
        MethodDesc* body = CELER_TRY(resolve_method(table->module, row.body.value(), context));
        if (body->owner->info->typical != table->info->typical) return std::unexpected(bad_image(table->module));
        return method_on(table, body);
    }
    return nullptr;
}

namespace {

// --- Implementations by name and signature

// Such a signature is equal to none.
bool ends_too_early(const MethodDesc* method) {
    const metadata::Image& image = *method->owner->module->image();
    if (image.is_ready_to_run()) return false;
    Bytes blob = image.blob(image.method_def(Token(method->token).rid()).signature);
    return metadata::check_method_text(image, blob) != 0 &&
           metadata::check_method_text(image, metadata::to_end_of_metadata(image, blob)) == 0;
}

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
    if (ends_too_early(candidate)) return false;
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

// --- Classes

// What the loader of instances looks at.
MethodTable* definition_of(MethodTable* table) {
    return table->is_array() ? table : table->info->typical;
}

Result<bool> lists_directly(MethodTable* definition, MethodTable* interface) {
    const metadata::Image& image = *definition->module->image();
    for (uint32_t rid : image.interface_impls(Token(definition->info->token).rid())) {
        Token token = image.interface_impl(rid).interface_type;
        TypeHandle listed = CELER_TRY(load_type(definition->module, token.value(), context_of(definition)));
        if (listed == TypeHandle(interface)) return true;
    }
    return false;
}

bool is_abstract_class(const MethodTable* table) {
    return table->info->attributes & metadata::type_flags::kAbstract;
}

Result<MethodDesc*> body_in_definition(MethodTable* definition, MethodDesc* declared) {
    if (definition->is_array()) return nullptr;
    if (MethodDesc* body = CELER_TRY(explicit_implementation(definition, declared, Matching::Exact))) return body;
    MethodTable* parent = definition->parent;
    bool inherited = parent != nullptr && maps_interface(parent, declared->owner);
    if (inherited && !CELER_TRY(lists_directly(definition, declared->owner))) {
        if (!is_abstract_class(parent)) return nullptr;
        MethodDesc* own = CELER_TRY(implicit_implementation(definition, declared));
        if (own == nullptr) return nullptr;
        for (MethodTable* level = parent; level != nullptr; level = level->parent) {
            if (CELER_TRY(implementation_in_class(level, declared, Matching::Exact)) != nullptr) return nullptr;
        }
        return own;
    }
    for (MethodTable* level = definition; level != nullptr; level = inherited ? nullptr : level->parent) {
        if (MethodDesc* found = CELER_TRY(implicit_implementation(level, declared))) return found;
    }
    return nullptr;
}

// The method of the definition or one of its ancestors, on the exact class or ancestor.
MethodDesc* on_exact_class(MethodTable* table, MethodDesc* body) {
    while (table->depth > body->owner->depth) table = table->parent;
    return method_on(table, body);
}

}  // namespace

Result<MethodDesc*> implementation_in_class(MethodTable* table, MethodDesc* declared, Matching matching) {
    MethodTable* wanted = declared->owner;
    MethodTable* definition = definition_of(table);
    CELER_TRY_VOID(ensure_loaded(definition, LoadLevel::Hierarchy));
    for (uint32_t i = 0; i < definition->num_interfaces; i++) {
        MethodTable* general = definition->interface_map[i];
        if (general->info->typical != wanted->info->typical) continue;
        TypeHandle exact = general;
        if (definition != table) exact = CELER_TRY(substitute(general, context_of(table)));
        bool matches = matching == Matching::Exact ? exact == TypeHandle(wanted)
                                                   : matches_by_variance(exact.method_table(), wanted);
        if (!matches) continue;
        MethodDesc* body = CELER_TRY(body_in_definition(definition, method_on(general, declared)));
        if (body != nullptr) return on_exact_class(table, body);
    }
    return nullptr;
}

Result<MethodDesc*> implementation_in_classes(MethodTable* table, MethodDesc* declared) {
    if (table->is_nullable()) return nullptr;
    bool has_variance = declared->owner->flags2 & mt_flags2::has_variance;
    for (MethodTable* level = table; level != nullptr; level = level->parent) {
        MethodDesc* found = CELER_TRY(implementation_in_class(level, declared, Matching::Exact));
        if (found == nullptr && has_variance) {
            found = CELER_TRY(implementation_in_class(level, declared, Matching::Variant));
        }
        if (found != nullptr) return found->slot == no_slot ? found : table->info->virtuals[found->slot].get();
    }
    return nullptr;
}

namespace {

// --- Default implementations

struct Candidate {
    MethodTable* interface;
    MethodDesc* body;
};

// The most specific interfaces so far. Two instances of one definition are not compared when variance is allowed.
class Candidates {
  public:
    explicit Candidates(Matching matching) : matching_(matching) {}

    void add(Candidate candidate) {
        bool replaces = false;
        for (Candidate& other : list_) {
            if (other.interface == nullptr) continue;
            if (other.interface == candidate.interface) return;
            if (matching_ == Matching::Variant &&
                other.interface->info->typical == candidate.interface->info->typical) {
                continue;
            }
            if (can_cast(candidate.interface, other.interface)) {
                other = replaces ? Candidate{} : candidate;
                replaces = true;
            } else if (can_cast(other.interface, candidate.interface)) {
                return;
            }
        }
        if (!replaces) list_.push_back(candidate);
    }
    Candidate first() const {
        for (const Candidate& candidate : list_) {
            if (candidate.interface != nullptr) return candidate;
        }
        return {};
    }
    bool is_ambiguous() const {
        return std::ranges::count_if(list_, [](const Candidate& item) { return item.interface != nullptr; }) > 1;
    }

  private:
    Matching matching_;
    std::vector<Candidate> list_;
};

Error ambiguous(MethodTable* table, MethodDesc* declared) {
    return Error{ErrorKind::AmbiguousMatch,
                 "Could not call method '" + shared_code_name(declared) + "' on interface '" +
                     display_name(TypeHandle(declared->owner)) + "' with type '" + display_name(TypeHandle(table)) +
                     "' from assembly '" + assembly_display_name(table->module) +
                     "' because there are multiple incompatible interface methods overriding this method.",
                 {}};
}

// An interface took the default body away.
Error abstract_again(MethodTable* table, MethodDesc* declared) {
    return Error{ErrorKind::EntryPointNotFound,
                 "Could not call method '" + shared_code_name(declared) + "' on type '" +
                     display_name(TypeHandle(declared->owner)) + "' with an instance of '" +
                     display_name(TypeHandle(table)) + "' from assembly '" + assembly_display_name(table->module) +
                     "' because there is no implementation for the method.",
                 {}};
}

// The body that an interface has for a method of `wanted`; null if none.
Result<MethodDesc*> body_in_interface(MethodTable* interface, MethodDesc* declared, Matching matching) {
    MethodTable* wanted = declared->owner;
    if (interface == wanted) return declared->is_abstract() ? nullptr : declared;
    if (!can_cast(interface, wanted)) return nullptr;
    if (interface->info->typical == wanted->info->typical) {
        if (matching == Matching::Exact || declared->is_abstract()) return nullptr;
        return method_on(interface, declared);
    }
    return explicit_implementation(interface, declared, matching);
}

// Interfaces in CoreCLR's order: what each class adds to its parent's, the most derived class first.
Result<Candidates> default_candidates(MethodTable* table, MethodDesc* declared, Matching matching) {
    Candidates candidates(matching);
    auto consider = [&](MethodTable* interface) -> Result<void> {
        MethodDesc* body = CELER_TRY(body_in_interface(interface, declared, matching));
        if (body != nullptr) candidates.add({interface, body});
        return {};
    };
    if (table->is_interface()) CELER_TRY_VOID(consider(table));
    for (MethodTable* level = table; level != nullptr; level = level->parent) {
        if (level->is_nullable()) continue;
        uint32_t inherited = level->parent == nullptr ? 0 : level->parent->num_interfaces;
        for (uint32_t i = inherited; i < level->num_interfaces; i++) CELER_TRY_VOID(consider(level->interface_map[i]));
    }
    return candidates;
}

}  // namespace

Result<MethodDesc*> default_by_variance(MethodTable* table, MethodDesc* declared) {
    if (!(declared->owner->flags2 & mt_flags2::has_variance)) return std::unexpected(no_implementation());
    MethodDesc* body = CELER_TRY(default_candidates(table, declared, Matching::Variant)).first().body;
    if (body == nullptr) return std::unexpected(no_implementation());
    if (body->is_abstract()) return std::unexpected(abstract_again(table, declared));
    return body;
}

Result<MethodDesc*> default_implementation(MethodTable* table, MethodDesc* declared, Matching allowed) {
    Candidates candidates = CELER_TRY(default_candidates(table, declared, Matching::Exact));
    if (candidates.is_ambiguous()) return std::unexpected(ambiguous(table, declared));
    MethodDesc* body = candidates.first().body;
    if (body == nullptr && allowed == Matching::Variant) return default_by_variance(table, declared);
    if (body == nullptr) return std::unexpected(no_implementation());
    if (body->is_abstract()) return std::unexpected(abstract_again(table, declared));
    return body;
}

namespace {

// Whether there is anything for an abstract method of an interface, without regard to variance.
Result<bool> is_implemented(MethodTable* table, MethodDesc* declared) {
    for (MethodTable* level = table; level != nullptr; level = level->parent) {
        MethodDesc* found = declared->is_static()
                                ? CELER_TRY(explicit_implementation(level, declared, Matching::Exact))
                                : CELER_TRY(implementation_in_class(level, declared, Matching::Exact));
        if (found != nullptr) return true;
    }
    return CELER_TRY(default_candidates(table, declared, Matching::Exact)).first().body != nullptr;
}

// The first abstract method of the interface without an implementation; null if there is none.
Result<MethodDesc*> find_unimplemented(MethodTable* table, MethodTable* interface, bool is_static) {
    const DefinitionMethods* methods = interface->info->definition_methods;
    for (uint32_t i = 0; i < methods->method_count; i++) {
        if (methods->slots[i] == no_slot) continue;
        MethodDesc* declared = declared_method(interface, i);
        // A final one takes the body away from a method of another interface; nobody implements it itself.
        if (!declared->is_abstract() || (declared->attributes & metadata::method_flags::kFinal)) continue;
        if (declared->is_static() != is_static) continue;
        if (!CELER_TRY(is_implemented(table, declared))) return declared;
    }
    return nullptr;
}

}  // namespace

Result<void> check_implemented(MethodTable* table, MethodTable* interface) {
    MethodDesc* missing = CELER_TRY(find_unimplemented(table, interface, false));
    if (missing == nullptr) return {};
    return std::unexpected(
        type_load_error(table, "Method '" + std::string(method_name(missing)) +
                                   "' in type '{type}' from assembly '{assembly}' does not have an implementation."));
}

namespace {

// CoreCLR has no text for a static method with two bodies.
Result<void> check_one_static_body(MethodTable* table) {
    const metadata::Image& image = *table->module->image();
    std::vector<MethodDesc*> seen;
    for (uint32_t rid : image.method_impls(Token(table->info->token).rid())) {
        Token token = image.method_impl(rid).declaration;
        MethodDesc* declaration = CELER_TRY(resolve_method(table->module, token.value(), context_of(table)));
        if (!declaration->is_static()) continue;
        if (std::ranges::find(seen, declaration) != seen.end())
            return std::unexpected(type_load_error(table, "Undefined resource string ID:0x80004005"));
        seen.push_back(declaration);
    }
    return {};
}

}  // namespace

Result<void> check_static_methods(MethodTable* table) {
    CELER_TRY_VOID(check_one_static_body(table));
    for (uint32_t i = 0; i < table->num_interfaces; i++) {
        MethodDesc* missing = CELER_TRY(find_unimplemented(table, table->interface_map[i], true));
        if (missing == nullptr) continue;
        return std::unexpected(
            type_load_error(table, "Virtual static method '" + std::string(method_name(missing)) +
                                       "' is not implemented on type '{type}' from assembly '{assembly}'."));
    }
    return {};
}

}  // namespace celer
