// Assemblies, their one module, and binding. Assembly and Module are one struct each in Section::Types; what points outside
// the arena (the mapped file) is in a process table and reached through Module::image().
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "types/type_handle.h"

namespace celer::metadata {
class Image;
}

namespace celer {

struct Assembly;
struct DefinitionMethods;

// One metadata scope. (.NET has single-module assemblies only.)
struct Module {
    Assembly* assembly;
    uint32_t index;              // into the process table of images
    uint32_t type_def_count;
    MethodTable** type_defs;     // by rid: definitions loaded so far (slot 0 unused)
    uintptr_t* type_refs;        // by rid: TypeHandle resolved so far
    uintptr_t* member_refs;      // by rid: MethodDesc* or FieldDesc* (bit 0) for members of non-generic context, else 0
    MethodDesc** method_defs;    // by rid: methods of non-generic types and typical ones
    const DefinitionMethods** definition_methods;  // by TypeDef rid: scans made so far (types/loading_steps.h)
    uintptr_t* string_literals;  // hash from #US offset to frozen string; types/literals.h
    Object* exposed_object;      // frozen or handle: runtime decides (Section::Process cell index)

    const metadata::Image* image() const;     // never null
    const uint8_t* rva_data(uint32_t rva, uint32_t size_bytes) const;  // null if outside
};

struct Assembly {
    Module* module;
    uint32_t index;
    uint32_t load_context;       // index of its AssemblyLoadContext in the process table; 0 is the default one
    const char* simple_name;     // arena
    uint8_t is_corelib;
    uint8_t is_dynamic;
    uint8_t is_collectible;
    uintptr_t exposed_handle;    // GC handle of the RuntimeAssembly object, or 0
};

// What the host says: where assemblies and native libraries are (coreclr_initialize properties).
struct BindingProperties {
    std::vector<std::string> trusted_assemblies;     // full paths
    std::vector<std::string> app_paths;
    std::vector<std::string> native_search_directories;
    std::string app_base;
};

void initialize_binding(BindingProperties properties);
const BindingProperties& binding_properties();

// Loads (or finds) an assembly of the default context by simple name ("System.Linq"). Culture and version rules as the
// default binder: an assembly on the trusted list satisfies every reference of a lower or equal version.
Result<Assembly*> load_assembly(std::string_view simple_name);
// Loads an assembly from a file into a context (0: default).
Result<Assembly*> load_assembly_from_path(const std::string& path, uint32_t load_context);
Result<Assembly*> load_assembly_from_memory(std::vector<std::byte> bytes, uint32_t load_context);
// Resolves an AssemblyRef of a module (cached).
Result<Assembly*> resolve_assembly_ref(Module* module, uint32_t rid);

Assembly* corelib();
std::vector<Assembly*> loaded_assemblies();
const std::string& assembly_path(const Assembly* assembly);  // empty if loaded from memory

// Called when the default rules found nothing: runtime installs a function that asks managed AssemblyLoadContext.
using AssemblyResolveHook = Assembly* (*)(Module* requesting, const char* display_name, uint32_t load_context);
void set_assembly_resolve_hook(AssemblyResolveHook hook);

}  // namespace celer
