#include "types/access.h"

#include <unordered_map>

#include "base/lock.h"
#include "metadata/custom_attribute.h"
#include "metadata/image.h"
#include "types/assembly.h"
#include "types/loader.h"
#include "types/type_info.h"

namespace celer {

namespace {

enum class Visibility : uint8_t {  // II.23.1.10, II.23.1.5: the same numbers for methods and fields
    CompilerControlled,
    Private,
    FamilyAndAssembly,
    Assembly,
    Family,
    FamilyOrAssembly,
    Public,
};

constexpr uint32_t visibility_mask = 7;

Visibility visibility_of_member(uint16_t attributes) {
    uint32_t number = attributes & visibility_mask;
    return number > static_cast<uint32_t>(Visibility::Public) ? Visibility::Private : static_cast<Visibility>(number);
}

// II.23.1.15. Types that are not nested are public or their assembly's.
Visibility visibility_of_type(uint32_t attributes) {
    constexpr Visibility by_number[] = {
        Visibility::Assembly,          Visibility::Public,           Visibility::Public,
        Visibility::Private,           Visibility::Family,           Visibility::Assembly,
        Visibility::FamilyAndAssembly, Visibility::FamilyOrAssembly,
    };
    return by_number[attributes & visibility_mask];
}

// Whether `holder` names the other assembly in an attribute of that name.
bool has_attribute_naming(const Module* holder, std::string_view attribute, const Module* named) {
    const metadata::Image& image = *holder->image();
    std::string_view wanted = named->assembly->simple_name;
    for (uint32_t rid : image.custom_attributes(metadata::Token(metadata::Table::Assembly, 1))) {
        if (!image.is_custom_attribute(rid, "System.Runtime.CompilerServices", attribute)) continue;
        metadata::AttributeReader reader(image.blob(image.custom_attribute(rid).value),
                                         metadata::attribute_constructor_signature(image, rid));
        metadata::AttributeValue value;
        if (!reader.next_fixed(value)) continue;
        std::string_view text = value.text.substr(0, value.text.find(','));
        while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
        if (text == wanted) return true;
    }
    return false;
}

// What the attributes of two assemblies say of one's rights in the other.
struct Rights {
    bool is_friend;
    bool ignores_checks;
};

struct RightsTable {
    Lock mutex{LockRank::AccessRights};
    std::unordered_map<uint64_t, Rights> known;
};

RightsTable& rights_table() {
    static RightsTable* instance = new RightsTable();
    return *instance;
}

Rights rights(const Module* accessor, const Module* target) {
    uint64_t key = uint64_t{accessor->index} << 32 | target->index;
    LockGuard lock(rights_table().mutex);
    auto [entry, is_new] = rights_table().known.try_emplace(key);
    auto may_change = [](const Module* module) {
        return module->assembly->is_dynamic || module->assembly->is_collectible;
    };
    if (is_new || may_change(accessor) || may_change(target)) {
        entry->second = {has_attribute_naming(target, "InternalsVisibleToAttribute", accessor),
                         has_attribute_naming(accessor, "IgnoresAccessChecksToAttribute", target)};
    }
    return entry->second;
}

const MethodTable* definition_of(const MethodTable* type) {
    return type->info->typical;
}

// Whether `type` or one around it is `target`.
bool is_inside(const MethodTable* type, const MethodTable* target) {
    for (; type != nullptr; type = type->info->enclosing) {
        if (definition_of(type) == target) return true;
    }
    return false;
}

bool derives_from(const MethodTable* type, const MethodTable* target) {
    for (const MethodTable* base = type; base != nullptr; base = base->parent) {
        if (definition_of(base) == target) return true;
    }
    if (!target->is_interface() || type->is_nullable()) return false;
    for (uint32_t i = 0; i < type->num_interfaces; i++) {
        if (definition_of(type->interface_map[i]) == target) return true;
    }
    return false;
}

// Whether `type` or one around it is `target`, derives from it or implements it.
bool is_family(const MethodTable* type, const MethodTable* target) {
    for (; type != nullptr; type = type->info->enclosing) {
        if (!type->info->has_reached(LoadLevel::Hierarchy) &&
            !ensure_loaded(const_cast<MethodTable*>(type), LoadLevel::Hierarchy))
            continue;
        if (derives_from(type, target)) return true;
    }
    return false;
}

bool is_visible(Accessor accessor, const MethodTable* owner, Visibility visibility) {
    if (visibility == Visibility::Public) return true;
    const Module* module = owner->module;
    const MethodTable* target = definition_of(owner);
    if (is_inside(accessor.type, target)) return true;
    bool same_assembly = accessor.type->module == module;
    if (!same_assembly) {
        Rights by_attribute = rights(accessor.type->module, module);
        if (by_attribute.ignores_checks) return true;
        same_assembly = by_attribute.is_friend && visibility != Visibility::CompilerControlled;
    }
    switch (visibility) {
        case Visibility::Public:
        case Visibility::Private:
            return false;
        case Visibility::CompilerControlled:
        case Visibility::Assembly:
            return same_assembly;
        case Visibility::Family:
            return is_family(accessor.type, target);
        case Visibility::FamilyAndAssembly:
            return same_assembly && is_family(accessor.type, target);
        case Visibility::FamilyOrAssembly:
            return same_assembly || is_family(accessor.type, target);
    }
    return false;
}

bool can_access_arguments(Accessor accessor, const Instantiation* instantiation) {
    if (instantiation == nullptr) return true;
    for (TypeHandle argument : instantiation->span()) {
        if (!can_access_type(accessor, argument)) return false;
    }
    return true;
}

}  // namespace

bool shares_internals(const Module* owner, const Module* friend_module) {
    return rights(friend_module, owner).is_friend;
}

bool can_access_type(Accessor accessor, TypeHandle type) {
    for (;;) {
        if (const TypeDesc* desc = type.type_desc()) {
            if (desc->element() != ElementType::Ptr && desc->element() != ElementType::ByRef) return true;
            type = TypeHandle::from_raw(desc->parameter);
        } else if (type.method_table()->is_array()) {
            type = TypeHandle::from_raw(type.method_table()->element_type);
        } else {
            break;
        }
    }
    const MethodTable* table = type.method_table();
    if (!can_access_arguments(accessor, table->info->instantiation)) return false;
    for (const MethodTable* enclosing; table != nullptr; table = enclosing) {
        enclosing = table->info->enclosing;
        Visibility visibility = visibility_of_type(table->info->attributes);
        // What is nested belongs to the type around it.
        if (!is_visible(accessor, enclosing == nullptr ? table : enclosing, visibility)) return false;
    }
    return true;
}

bool can_access_method(Accessor accessor, const MethodTable* owner, const MethodDesc* method) {
    if (!can_access_type(accessor, TypeHandle(const_cast<MethodTable*>(owner)))) return false;
    if (!can_access_arguments(accessor, method->instantiation)) return false;
    return is_visible(accessor, owner, visibility_of_member(method->attributes));
}

bool can_access_field(Accessor accessor, const MethodTable* owner, const FieldDesc* field) {
    if (!can_access_type(accessor, TypeHandle(const_cast<MethodTable*>(owner)))) return false;
    return is_visible(accessor, owner, visibility_of_member(field->attributes));
}

}  // namespace celer
