// Assemblies, their one module, and binding. Assembly and Module are one struct each in Section::Types; what points
// outside the arena (the mapped file) is in a process table and reached through Module::image().
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "types/bundle.h"
#include "types/type_handle.h"

namespace celer::metadata {
class Image;
struct AssemblyIdentity;
}  // namespace celer::metadata

namespace celer {

struct Assembly;
struct DefinitionMethods;
struct LoaderAllocator;

// One metadata scope. (.NET has single-module assemblies only.)
struct Module {
    Assembly* assembly;
    uint32_t index;  // into the process table of images
    uint32_t type_def_count;
    MethodTable** type_defs;         // by rid: definitions loaded so far (slot 0 unused)
    uintptr_t* type_refs;            // by rid: TypeHandle resolved so far
    uint64_t* type_ref_definitions;  // by rid: definition_key() of the TypeDef that a TypeRef names, 0 unknown yet
    uintptr_t* type_specs;           // by rid: TypeHandle of type specifications without variables
    uintptr_t* member_refs;    // by rid: MethodDesc* or FieldDesc* (bit 0) for members of non-generic context, else 0
    uintptr_t* method_specs;   // by rid: MethodDesc* for those without variables
    MethodDesc** method_defs;  // by rid: methods of non-generic types and typical ones
    const DefinitionMethods** definition_methods;  // by TypeDef rid: scans made so far (types/loading_steps.h)
    Assembly** assembly_refs;                      // by rid: resolved so far
    uintptr_t* exposed_handle;                     // a process cell: GC handle of the RuntimeModule object, or 0
    uint64_t has_initializer;  // <Module> has a .cctor (or cannot be loaded): it runs before the module's first method
                               // (class_init.h)

    const metadata::Image* image() const;                              // never null
    const uint8_t* rva_data(uint32_t rva, uint32_t size_bytes) const;  // of a field; null if outside the file
};

struct Assembly {
    Module* module;
    uint32_t index;
    uint32_t load_context;    // index of its AssemblyLoadContext in the process table; 0 is the default one
    const char* simple_name;  // arena
    const char* path;         // arena: its file, if another process can open it as one of the default context; or null
    Assembly* next;           // of those that have a path (LoaderRoots::assemblies)
    uint8_t is_corelib;
    uint8_t is_dynamic;
    uint8_t is_collectible;
    uint8_t unused[5];
    uintptr_t* exposed_handle;  // a process cell: GC handle of the RuntimeAssembly object, or 0
    uint8_t mvid[16];           // of the file at `path`
};

// What the host says: where assemblies and native libraries are (coreclr_initialize properties).
struct BindingProperties {
    std::vector<std::string> trusted_assemblies;  // full paths
    std::vector<std::string> app_paths;
    std::vector<std::string> native_search_directories;
    std::vector<std::string> resource_roots;  // PLATFORM_RESOURCE_ROOTS: directories with satellite folders
    std::string app_base;
    Bundle bundle;
};

void initialize_binding(BindingProperties properties);
const BindingProperties& binding_properties();

inline constexpr std::string_view corelib_name = "System.Private.CoreLib";  // one for all contexts

// Loads (or finds) an assembly of the default context by simple name ("System.Linq"). Culture and version rules as the
// default binder: an assembly on the trusted list satisfies every reference of a lower or equal version.
Result<Assembly*> load_assembly(std::string_view simple_name);
// The assembly that the host wants to run, which may lie in the bundle.
Result<Assembly*> load_program(const std::string& path);
// Loads an assembly from a file into a context (0: default).
Result<Assembly*> load_assembly_from_path(const std::string& path, uint32_t load_context);
Result<Assembly*> load_assembly_from_memory(std::vector<std::byte> bytes, uint32_t load_context);
// By full identity ("Name, Version=...") as seen from a context. What the rules do not find, managed code is asked for
// (types/loader_lock.h).
Result<Assembly*> load_assembly_by_name(const metadata::AssemblyIdentity& identity, uint32_t load_context,
                                        Module* requesting = nullptr);
Assembly* find_loaded_assembly(std::string_view simple_name, uint32_t load_context,
                               std::string_view culture = {});  // or null
// Resolves an AssemblyRef of a module (cached).
Result<Assembly*> resolve_assembly_ref(Module* module, uint32_t rid);

// For a process with a mapped arena, whose assemblies are there: opens their files. Fails if one is not what it was.
Result<void> reopen_assemblies();
// Whether another process can open what is loaded; names the first assembly that none can. Loader lock.
Result<void> check_assemblies_persist();

Assembly* corelib();
const std::string& assembly_location(const Assembly* assembly);  // its file; empty if loaded from memory or a bundle
const std::string& assembly_file(const Assembly* assembly);      // the same, but for a bundle as types/bundle.h has it

const metadata::AssemblyIdentity& assembly_identity(const Assembly* assembly);  // views the image
Module* module_at(uint32_t index);
Assembly* assembly_at(uint32_t index);  // null: unloaded
uint32_t assembly_count();

// A new AssemblyLoadContext: its index. managed_handle is the GC handle of the managed object.
uint32_t create_load_context(uintptr_t managed_handle, LoaderAllocator* allocator);  // null: not collectible
LoaderAllocator* load_context_allocator(uint32_t load_context);
uintptr_t load_context_handle(uint32_t load_context);
void set_load_context_handle(uint32_t load_context, uintptr_t managed_handle);

}  // namespace celer
