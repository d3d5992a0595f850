// The steps that bring a type from one LoadLevel to the next; internal to types/. loader*.cpp drives them from
// ensure_loaded() and calls each at most once per type, under the loader lock, with the levels below already reached.
//
// How the circle "a MethodTable's size needs its vtable's size, which needs the parent" is cut: the number of virtual
// slots is the same for every instance of a definition, so it is computed once per definition from metadata alone
// (definition_methods()), by comparing signature blobs (types/signature_compare.h), before any MethodTable of the
// definition exists. Nothing at level Named needs a parent, an interface or a field's type to be loaded.
//
// What is set when:
//   Named (loader): flags (category, generics, by-ref-like; arrays and String: has_component_size and base_size, but
//   the component
//     size only if the element is no struct), is_delegate, variance flags,
//     num_virtuals (0 for interfaces), module, auxiliary, info, element (enums: the
//     underlying type), rank, element_type / per_inst_info; TypeInfo: identity, attributes, packing, class_size, inline
//     array, method and field ranges, definition_methods. depth, parent and display are not set yet.
//   Hierarchy (loader): parent (loaded to Hierarchy), depth, display, interface_map and num_interfaces (each loaded to
//   Hierarchy),
//     implements_variant_interface, is_dynamic_castable. Nullable<T> keeps its interface list empty (it has none)
//     because the map's word holds nullable_value_offset and _size, which build_layout sets.
//   Layout (layout): the parent is at Layout. fields (all FieldDescs), sizes, alignment, gc_layout, component size of
//   arrays,
//     has_cctor flags; loads the types of value-typed instance fields to Layout (a cycle through them fails in
//     ensure_loaded with a TypeLoad error); reference-typed fields are not loaded at all. Statics are not laid out
//     here: `struct A { static B b; } struct B { static A a; }` is valid.
//   Complete (layout, vtable): build_statics(): statics, init; loads value-typed static fields to Layout. Then the
//   parent is
//     brought to Complete, then build_vtable(). virtuals, vtable, constructor, class_constructor, finalizer,
//     delegate_invoke, interface_dispatch. Constraints of the type's own instantiation are checked by the loader before
//     the step.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "types/type_info.h"

namespace celer {

// Of a type that others know already: they read other bits of the word without the lock, which do not change.
[[clang::no_sanitize("thread")]] inline void add_flags(uint32_t& word, uint32_t flags) {
    word |= flags;
}

// What one scan over the methods of a definition tells; Section::Types, one per TypeDef (Module::definition_methods by
// rid).
inline constexpr uint32_t no_method_index = 0xffffffff;
struct SlotDeclaration;
enum class OverrideProblem : uint16_t { None, Hidden, Final, ReducesAccess };
struct DefinitionMethods {
    uint16_t virtual_count;    // vtable slots incl. inherited ones; interfaces: number of their virtual methods
    uint16_t inherited_count;  // those of the parent; 0 for interfaces
    uint32_t method_count;
    uint32_t class_constructor;    // index among the declared methods, or no_method_index
    uint32_t default_constructor;  // public or not: instance .ctor without parameters
    uint32_t delegate_invoke;      // method named Invoke that the runtime implements: only delegates have one
    uint16_t depth;                // number of ancestors
    OverrideProblem problem;       // of the first method that may not override what it overrides; check_overrides()
    mutable uint32_t
        class_overrides;      // MethodImpl rows that override methods of classes; no_method_index: not counted yet
    uint32_t wrong_override;  // index of that method, or no_method_index
    SlotDeclaration* declarations;  // classes: per vtable slot, who declared it last (types/vtable_slots.h)
    uint16_t slots[1];              // method_count entries: vtable slot (classes) or index (interfaces) or no_slot
};

// (layout founder) Computes or finds the scan of a definition, from metadata only; recurses into the parent's
// definition through resolve_definition(); fails on an inheritance cycle. Called under the loader lock.
Result<const DefinitionMethods*> definition_methods(Module* module, uint32_t type_rid);

// Where an interface's virtual method is found in MethodTable::interface_dispatch: MethodDesc::dispatch_index.
inline uint8_t dispatch_index_of(uint32_t interface_type_id, uint16_t slot) {
    return static_cast<uint8_t>((interface_type_id * 7 + slot) % interface_dispatch_size);
}

// (loader) Named -> Hierarchy.
Result<void> build_hierarchy(MethodTable* table);
// (layout) Hierarchy -> Layout. Also for arrays (gc_layout of the element; loads a value-typed element to Layout) and
// interfaces (fields only).
Result<void> build_layout(MethodTable* table);
// (layout) Layout -> Complete, first half: storage and offsets of static and thread static fields, TypeInfo::statics
// and init.
Result<void> build_statics(MethodTable* table);
// (layout) Layout -> Complete, second half. Open types (contains_generic_variables) get no stubs: their vtable words
// stay null.
Result<void> build_vtable(MethodTable* table);
// Whether the MethodImpl rows of a definition are as they must be. Before build_layout.
Result<void> check_method_impls(MethodTable* table);
// Whether the constraints of generic methods go with those of what they override. After build_vtable.
Result<void> check_method_constraints(MethodTable* table);
Result<void> check_method_impl_tokens(MethodTable* table);  // the part of it that needs no members
// The rows of the type's own methods that are bodies of MethodImpl rows.
std::vector<uint32_t> method_impl_bodies(const MethodTable* table);
// Whether a class that is not abstract has bodies in all slots, which are built.
Result<void> check_no_abstract_methods(MethodTable* table);
// The same, and whether it has something for each method of its interfaces. Before
// its vtable is built nothing is known.
Result<void> check_virtual_methods(MethodTable* table);
// Whether its interfaces may have their arguments, and have an implementation. The last part of Layout -> Complete.
Result<void> check_interfaces(MethodTable* table);

// Whether work on the type has failed because something that it needs needs the type.
bool needs_itself(const MethodTable* table);

// (loader) A TypeLoad error with CoreCLR's text for a type that cannot be loaded:
// "Could not load type 'N.T' from assembly 'A, Version=..., Culture=neutral, PublicKeyToken=...'."; `reason` replaces
// the sentence before "from assembly"-less tails where CoreCLR has a special one, for example type_load_error(table,
// "Method 'M' in type '{type}' from assembly '{assembly}' does not have an implementation.").
Error type_load_error(const MethodTable* table, std::string_view format = {});
inline std::unexpected<Error> refuse(const MethodTable* table, std::string_view format = {}) {
    return std::unexpected(type_load_error(table, format));
}

}  // namespace celer
