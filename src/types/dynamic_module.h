// Modules that a running program defines (Reflection.Emit). Their metadata grows in a MetadataWriter; publish() writes
// it out and puts the new image in the place of the module's last one.
//
// Invariants:
// - Row numbers never change, so whatever was resolved before stays right.
// - A type exists for the loader once it is created: naming one that is only defined fails with a TypeLoad error.
// - Earlier images stay mapped: names and IL that somebody still reads lie in them.
// All functions are called under the loader lock (LoaderLock).
#pragma once

#include <vector>

#include "metadata/assembly_identity.h"
#include "metadata/writer.h"
#include "types/signature_compare.h"

namespace celer {

class DynamicModule {
  public:
    DynamicModule(Module* module, const metadata::AssemblyIdentity& identity, Bytes public_key);

    Module* module() const { return module_; }
    metadata::MetadataWriter& writer() { return writer_; }

    Result<void> publish();
    // A type's definition is complete: publishes, and lets the loader name the type.
    Result<void> publish_type(uint32_t type_rid);
    void take_back_type(uint32_t type_rid);  // it does not load: it is not created
    bool is_created(uint32_t type_rid) const { return type_rid < created_.size() && created_[type_rid]; }

    // Whether what nobody will publish later has been published: the type that a row belongs to is created, or the row
    // belongs to the assembly or module.
    bool is_published(metadata::Token row) const;

    // References to entities of any module, made if missing.
    uint32_t assembly_ref(Assembly* assembly);
    metadata::Token type_ref(TypeDefinition definition);  // the TypeDef itself if it is of this module
    metadata::Token type_ref(metadata::Token scope, std::string_view name_space, std::string_view name);
    metadata::Token member_ref(metadata::Token parent, std::string_view name, Bytes signature);
    uint32_t module_ref(std::string_view name);
    metadata::Token type_spec(Bytes signature);
    // A signature of another module with its tokens replaced.
    Result<std::vector<std::byte>> import_signature(Module* from, Bytes signature);

  private:
    void grow_tables();
    uint32_t type_around(metadata::Token row) const;  // rid, or 0

    Module* module_;
    metadata::MetadataWriter writer_;
    std::vector<bool> created_;
    std::vector<Assembly*> referenced_;  // by AssemblyRef rid - 1
    uint32_t capacity_ = 0;              // of the module's tables by rid
};

Result<Assembly*> create_dynamic_assembly(const metadata::AssemblyIdentity& identity, Bytes public_key,
                                          uint32_t load_context, LoaderAllocator* allocator);
DynamicModule* dynamic_module(const Module* module);  // null for modules that came from files

}  // namespace celer
