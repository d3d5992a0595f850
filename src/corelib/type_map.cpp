// System.Runtime.InteropServices.TypeMapping: the attributes of assemblies that make up the type maps of a group, and
// the hash by which CoreLib finds a type in one.
#include <bit>
#include <vector>

#include "base/computed_once.h"
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "metadata/custom_attribute.h"
#include "metadata/image.h"
#include "reflection/assembly_names.h"
#include "reflection/exposed_objects.h"
#include "runtime/exceptions.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "types/loader.h"

namespace celer {

namespace {

// --- Hashes, as Internal.VersionResilientHashCode computes them of names

uint32_t hash_of_name(std::string_view name) {
    if (name.empty()) return 0;
    uint32_t even = 0x6da3b944, odd = 0;
    for (size_t i = 0; i < name.size(); i++) {
        uint32_t& half = i % 2 == 0 ? even : odd;
        half = (half + std::rotl(half, 5)) ^ static_cast<uint32_t>(static_cast<int8_t>(name[i]));
    }
    return (even + std::rotl(even, 8)) ^ (odd + std::rotl(odd, 8));
}

uint32_t hash_of_type(TypeHandle type);

uint32_t hash_of_instance(uint32_t hash, const Instantiation& arguments) {
    for (TypeHandle argument : arguments.span()) hash = (hash + std::rotl(hash, 13)) ^ hash_of_type(argument);
    return hash + std::rotl(hash, 15);
}

uint32_t hash_of_definition(const MethodTable* table) {
    uint32_t hash = hash_of_name(type_namespace(table)) ^ hash_of_name(type_name(table));
    const MethodTable* enclosing = table->info->enclosing;
    if (enclosing == nullptr) return hash;
    uint32_t outer = hash_of_definition(enclosing);
    return (outer + std::rotl(outer, 11)) ^ hash;
}

uint32_t hash_of_array(const MethodTable* table) {
    uint32_t hash = 0xd5313556 + (table->is_sz_array() ? 1 : table->rank);
    hash = (hash + std::rotl(hash, 13)) ^ hash_of_type(TypeHandle::from_raw(table->element_type));
    return hash + std::rotl(hash, 15);
}

uint32_t hash_of_type(TypeHandle type) {
    if (type.is_type_desc()) {
        bool is_byref = type.is_byref();
        if (!is_byref && type.element_type() != ElementType::Ptr) return 0;
        uint32_t hash = hash_of_type(TypeHandle::from_raw(type.type_desc()->parameter));
        return (hash + std::rotl(hash, is_byref ? 7 : 5)) ^ (is_byref ? 0x4c85 : 0x12d0);
    }
    const MethodTable* table = type.method_table();
    if (table->is_array()) return hash_of_array(table);
    uint32_t hash = hash_of_definition(table);
    bool is_instance = table->info->instantiation != nullptr && table->info->typical != table;
    return is_instance ? hash_of_instance(hash, *table->info->instantiation) : hash;
}

int32_t type_hash_code(QCallTypeHandle type) {
    return static_cast<int32_t>(hash_of_type(type.type()));
}

// --- Attributes ------------------------------------------------------------------------------------------------------

struct CallbackContext {  // TypeMapLazyDictionary.CallbackContext
    Object* current_assembly;
    Object* external_map;
    Object* proxy_map;
    Object* exception;
};

struct CallbackArgument {  // TypeMapLazyDictionary.ProcessAttributesCallbackArg
    const char* first;
    const char* second;
    int32_t first_length;
    int32_t second_length;
};

using NewEntry = QBool (*)(CallbackContext* context, CallbackArgument* argument);

struct MapAttribute {
    std::string_view first, second;
};

// Attributes of an assembly that are instances of a generic attribute over the group.
class MapAttributes {
  public:
    MapAttributes(Assembly* assembly, TypeHandle group) : module_(assembly->module), group_(group) {}

    Result<std::vector<MapAttribute>> named(std::string_view name, uint32_t texts) const;

  private:
    Result<bool> is_of_group(metadata::Token constructor, std::string_view name) const;

    Module* module_;
    TypeHandle group_;
};

Result<bool> MapAttributes::is_of_group(metadata::Token constructor, std::string_view name) const {
    const metadata::Image& image = *module_->image();
    if (!constructor.is(metadata::Table::MemberRef)) return false;
    metadata::Token parent = image.member_ref(constructor.rid()).parent;
    if (!parent.is(metadata::Table::TypeSpec)) return false;
    TypeHandle type = CELER_TRY(load_type(module_, parent.value(), {}));
    if (type.is_type_desc()) return false;
    const MethodTable* table = type.method_table();
    return table->module->assembly->is_corelib && table->info->instantiation != nullptr && type_name(table) == name &&
           type_namespace(table) == "System.Runtime.InteropServices" && table->info->instantiation->span()[0] == group_;
}

Result<std::vector<MapAttribute>> MapAttributes::named(std::string_view name, uint32_t texts) const {
    std::vector<MapAttribute> found;
    const metadata::Image& image = *module_->image();
    for (uint32_t rid : image.custom_attributes(metadata::Token(metadata::Table::Assembly, 1))) {
        metadata::CustomAttributeRow row = image.custom_attribute(rid);
        if (!CELER_TRY(is_of_group(row.constructor, name))) continue;
        metadata::AttributeReader reader(image.blob(row.value), metadata::attribute_constructor_signature(image, rid));
        metadata::AttributeValue values[2];
        for (uint32_t i = 0; i < texts; i++) {
            if (!reader.next_fixed(values[i]) || values[i].is_null) {
                return fail(ErrorKind::BadImageFormat,
                            "An attempt was made to load a program with an incorrect format.");
            }
        }
        found.push_back({values[0].text, values[1].text});
    }
    return found;
}

// As if `requesting` called Assembly.Load.
Assembly* load_target(Assembly* requesting, std::string_view name) {
    Thread& thread = current_thread();
    NewAssemblyName parsed = new_assembly_name(thread, name);
    if (parsed.exception != nullptr) rethrow_exception(parsed.exception);
    auto* load = computed_once<[] {
        return find_method(
            corelib_type("System.Reflection", "RuntimeAssembly"), "InternalLoad",
            "System.Reflection.RuntimeAssembly (System.Reflection.AssemblyName, System.Threading.StackCrawlMark&, "
            "System.Runtime.Loader.AssemblyLoadContext, System.Reflection.RuntimeAssembly, bool)");
    }>();
    int32_t unused_mark = 0;
    CallResult call = call_managed(thread, load,
                                   {reinterpret_cast<uint64_t>(parsed.name), reinterpret_cast<uint64_t>(&unused_mark),
                                    0, reinterpret_cast<uint64_t>(assembly_object(requesting)), 1});
    if (call.exception != nullptr) rethrow_exception(call.exception);
    return assembly_of_object(reinterpret_cast<Object*>(call.value));
}

// False: the callback has kept an exception.
bool add_entries(const std::vector<MapAttribute>& attributes, NewEntry new_entry, CallbackContext* context) {
    for (const MapAttribute& attribute : attributes) {
        CallbackArgument argument{attribute.first.data(), attribute.second.data(),
                                  static_cast<int32_t>(attribute.first.size()),
                                  static_cast<int32_t>(attribute.second.size())};
        NativeScope native(current_thread());
        if (new_entry(context, &argument) == 0) return false;
    }
    return true;
}

Result<std::vector<MapAttribute>> attributes_of(Assembly* assembly, TypeHandle group, std::string_view name,
                                                uint32_t texts) {
    return MapAttributes(assembly, group).named(name, texts);
}

// From the entry assembly on to those that TypeMapAssemblyTarget names. Exceptions abandon this frame, so that what it
// allocates must be little; all of this happens once per group.
void process_attributes(QCallAssembly entry, QCallTypeHandle group, NewEntry new_external, NewEntry new_proxy,
                        CallbackContext* context) {
    *context = {};
    std::vector<Assembly*> assemblies{entry.assembly};
    for (size_t i = 0; i < assemblies.size(); i++) {
        Assembly* assembly = assemblies[i];
        context->current_assembly = assembly_object(assembly);
        auto targets = value_or_throw(attributes_of(assembly, group.type(), "TypeMapAssemblyTargetAttribute`1", 1));
        for (const MapAttribute& target : targets) {
            Assembly* loaded = load_target(assembly, target.first);
            bool is_known = false;
            for (Assembly* known : assemblies) is_known |= known == loaded;
            if (!is_known) assemblies.push_back(loaded);
        }
        bool goes_on = true;
        if (new_external != nullptr) {
            goes_on = add_entries(value_or_throw(attributes_of(assembly, group.type(), "TypeMapAttribute`1", 2)),
                                  new_external, context);
        }
        if (goes_on && new_proxy != nullptr) {
            goes_on =
                add_entries(value_or_throw(attributes_of(assembly, group.type(), "TypeMapAssociationAttribute`1", 2)),
                            new_proxy, context);
        }
        if (!goes_on) return;
    }
}

const NativeEntry entries[] = {
    CELER_QCALL("TypeMapLazyDictionary_ProcessAttributes", process_attributes),
    CELER_QCALL("VersionResilientHashCode_TypeHashCode", type_hash_code),
};

}  // namespace

NativeTable type_map_contract() {
    return entries;
}

}  // namespace celer
