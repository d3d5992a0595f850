// State and internals of the type loader. Internal to types/.
//
// LoaderRoots is the one root of everything the loader knows; it lies in Section::Types, as do the tables it holds.
// Another process finds them by the ArenaRoots. Whatever writes them holds the LoaderLock, a recursive lock; lookups
// take none: entities are complete before they are published.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "metadata/image.h"
#include "object/object.h"
#include "platform/loader_heap.h"
#include "types/arena_table.h"
#include "types/loader.h"
#include "types/loader_lock.h"
#include "types/loading_steps.h"
#include "types/signature_compare.h"
#include "types/well_known.h"

namespace celer {

inline constexpr uint32_t well_known_count = 0
#define CELER_WELL_KNOWN(enumerator, name_space, name) +1
#include "types/well_known.def"
#undef CELER_WELL_KNOWN
    ;

struct LiteralReference {
    Module* module;
    StringObject* string;
    uint64_t token;
};

struct StaticRanges;

struct LoaderRoots {
    ArenaTable<Instantiation> instantiations;
    ArenaTable<MethodTable> instances;        // by definition and Instantiation
    ArenaTable<MethodDesc> method_instances;  // by owner, token and Instantiation
    ArenaTable<TypeDesc> function_pointers;
    ArenaTable<StringObject> interned_strings;  // by content (types/literals.h)
    ArenaTable<LiteralReference> literals;      // by module and #US token
    Assembly* assemblies;                       // those that another process can open, newest first
    TypeInfo* types;                            // all that are never unloaded, newest first
    const SavedError* errors;                   // those that code throws, newest first (types/saved_errors.h)
    StaticRanges* static_ranges;                // newest first (types/statics.cpp)
    TypeInfo* first_thread_statics;             // types with references in their thread statics
    uint64_t thread_statics_bytes;
    MethodTable* well_known[well_known_count];
    MethodTable* primitives[32];  // by ElementType
    Assembly* corelib;
    uint32_t well_known_rids[well_known_count | 1];  // TypeDef rids in CoreLib (an odd number: no padding at the end)
    uint32_t last_type_id;
    uint32_t last_method_id;
    uint32_t last_interface_mark;
};
extern LoaderRoots* g_loader;

// A short list of types on the stack; spills to the heap beyond its inline capacity.
class TypeList {
  public:
    TypeList() = default;
    TypeList(const TypeList&) = delete;
    TypeList& operator=(const TypeList&) = delete;
    ~TypeList() {
        if (items_ != inline_) delete[] items_;
    }
    void push(TypeHandle type) {
        if (size_ == capacity_) spill();
        items_[size_++] = type;
    }
    uint32_t size() const { return size_; }
    TypeHandle operator[](uint32_t index) const { return items_[index]; }
    std::span<const TypeHandle> span() const { return {items_, size_}; }

  private:
    void spill() {
        auto* larger = new TypeHandle[capacity_ * 2];
        for (uint32_t i = 0; i < size_; i++) larger[i] = items_[i];
        if (items_ != inline_) delete[] items_;
        items_ = larger;
        capacity_ *= 2;
    }
    TypeHandle inline_[16];
    TypeHandle* items_ = inline_;
    uint32_t size_ = 0;
    uint32_t capacity_ = 16;
};

// --- Definitions
// --------------------------------------------------------------------------------------------------------- The type of
// a definition at Named: itself, or for a generic one the instance over its own variables.
Result<MethodTable*> load_definition(TypeDefinition definition);
// By name in a module, following its forwarders; module null if there is none.
Result<TypeDefinition> find_definition(Module* module, std::string_view name_space, std::string_view name);
// What a type extends or implements is a class or interface or an instance of a generic one, as far as the token tells.
Result<void> check_class_spec(TypeDefinition child, metadata::Token type);
bool is_nesting_valid(TypeDefinition definition);  // the chain of enclosing types ends
bool is_well_known_definition(TypeDefinition definition, WellKnown type);

// Puts a newly written image of a dynamic module in the place of its last one.
Result<void> replace_image(Module* module, std::vector<std::byte> file);

// --- Allocation
// ------------------------------------------------------------------------------------------------------------ A
// MethodTable with room for num_virtuals slots, its TypeInfo and auxiliary data; id, table, module and num_virtuals are
// set.
MethodTable* allocate_type(Module* module, uint32_t num_virtuals, LoaderHeap* heap);
// Deeper nesting of type arguments than any program means: the sign of an expansion that never ends.
inline constexpr uint16_t maximum_nesting = 5000;
uint16_t nesting_of(TypeHandle type);
uint16_t nesting_of(std::span<const TypeHandle> arguments);

// --- Members
// Methods of array types of any rank other than one-dimensional zero-based: .ctor, Get, Set, Address; made on first
// use.
MethodDesc* array_method(MethodTable* array, std::string_view name, uint32_t parameter_count);
void make_array_methods(MethodTable* array);
uint32_t array_method_count(bool is_sz_array, TypeHandle element);
// Whether a row is among a type's own members: the lists of malformed metadata may overlap.
bool declares_method(const MethodTable* table, uint32_t rid);
bool declares_field(const MethodTable* table, uint32_t rid);
MethodDesc* declared_method_of_rid(MethodTable* table, uint32_t rid);
FieldDesc* declared_field_of_rid(MethodTable* table, uint32_t rid);  // the table is at Layout
// A method signature as the contract's tables write it: "void (object, nint)", "!!0 <1>(int&)".
std::string contract_signature(Module* module, Bytes blob);
// As CoreCLR writes it in "Method not found": return type and "(parameters)".
std::string message_signature(Module* module, Bytes blob, std::string_view qualified_name);
MethodDesc* allocate_method(LoaderHeap* heap);
bool has_variables(Bytes type_or_types_blob);  // a Var or MVar anywhere in the blob

// Checks the constraints of a generic method's parameters against the arguments of an instance.
Result<void> check_constraints(MethodDesc* instance);

// --- Unloading
// What is_unloading() leaves the caches (loader_allocator.h).
void forget_casts();
void forget_dispatch();
void forget_assemblies();

// --- Errors
Error bad_image(const Module* module, std::string_view what = {});
Error invalid_token_error(const Module* module, metadata::Token token);  // a TypeLoad error
Error type_load_error_by_name(const Module* module, std::string_view full_name, std::string_view format = {});
std::string definition_name(TypeDefinition definition);  // "Namespace.Outer+Inner`1"
std::string shared_code_name(MethodDesc* method);        // as code is shared by CoreCLR: "I`1[System.__Canon].M()"
std::string message_name(TypeDefinition definition);  // "Inner`1", "Namespace.Outer": as CoreCLR's load errors have it

}  // namespace celer
