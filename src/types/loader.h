// The type loader: tokens and signatures to exact types, methods and fields; instantiation; derived types.
// Thread-safe: one loader lock taken inside. Every function that can fail for bad input returns Result; the same
// request fails the same way again. All functions accept open types (variables), which reflection needs.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "platform/loader_heap.h"
#include "types/assembly.h"
#include "types/type_info.h"

namespace celer::metadata {
class SignatureReader;
}

namespace celer {

// Loads CoreLib and names the well-known types. After arena_initialize() and initialize_binding().
Result<void> load_well_known_types();

// What generic variables mean where a token or signature stands.
struct GenericContext {
    const Instantiation* type_arguments = nullptr;    // Var
    const Instantiation* method_arguments = nullptr;  // MVar
};
GenericContext context_of(const MethodDesc* method);
GenericContext context_of(const MethodTable* table);

const Instantiation* intern_instantiation(std::span<const TypeHandle> arguments);

// --- Types -----------------------------------------------------------------------------------------------------------
Result<TypeHandle> load_type(Module* module, uint32_t token, GenericContext context);  // TypeDef, TypeRef, TypeSpec
Result<MethodTable*> global_type(Module* module);                                      // <Module>, loaded completely
// <Module> if the module's initialiser has not run to its end, else null.
MethodTable* pending_initializer(Module* module, bool may_assume = true);
Result<TypeHandle> load_signature_type(Module* module, metadata::SignatureReader& reader, GenericContext context);
Result<MethodTable*> find_type(Assembly* assembly, std::string_view name_space,
                               std::string_view name);  // follows forwarders
Result<MethodTable*> instantiate(MethodTable* typical, std::span<const TypeHandle> arguments);
Result<MethodTable*> sz_array_of(TypeHandle element);
Result<MethodTable*> array_of(TypeHandle element, uint32_t rank);
TypeHandle pointer_to(TypeHandle target);
TypeHandle byref_to(TypeHandle target);
Result<TypeHandle> checked_pointer_to(TypeHandle target);  // fails for byrefs, as MakePointerType does
Result<TypeHandle> checked_byref_to(TypeHandle target);
TypeHandle function_pointer(std::span<const TypeHandle> return_and_arguments, uint32_t calling_convention);
TypeDesc* type_variable(MethodTable* definition, uint32_t index);
Result<TypeHandle> substitute(TypeHandle open, GenericContext context);

// Brings a type to a level. Types reached only by Named references (arguments) are not touched.
Result<void> ensure_loaded(MethodTable* table, LoadLevel level = LoadLevel::Complete);

// --- Members ---------------------------------------------------------------------------------------------------------
Result<MethodDesc*> resolve_method(Module* module, uint32_t token,
                                   GenericContext context);  // MethodDef, MemberRef, MethodSpec
// The method that the module's header names, null if it names none: its type is loaded, and is not generic.
Result<MethodDesc*> resolve_entry_point(Module* module);
Result<FieldDesc*> resolve_field(Module* module, uint32_t token, GenericContext context);  // FieldDef, MemberRef
MethodDesc* declared_method(MethodTable* table, uint32_t index);  // index into TypeInfo::methods; creates it
MethodDesc* readonly_address(MethodDesc* array_address);  // the method that `readonly.` makes of an array's Address
Result<MethodDesc*> instantiate_method(MethodDesc* definition, std::span<const TypeHandle> arguments);
Error open_type_error(const MethodTable* definition);  // of one that stands where only instances may
// Whether a class stands for one of COM, which there is none of here: no instance of it can be made.
bool is_com_class(const MethodTable* table);
Error com_error();
bool satisfies_type_constraint(TypeHandle argument, TypeHandle constraint);  // a nullable type: only itself
Result<void> check_constraints(MethodTable* instance);  // of an instance without variables; the error names an argument
// Whether the arguments of an instance satisfy the constraints of its definition. Variables may be among them: they
// satisfy what their own constraints promise.
Result<bool> satisfies_constraints(MethodTable* instance);
Result<bool> satisfies_constraints(MethodDesc* instance);
// The same method on another instance of the same definition (Base<int>.M -> Base<string>.M).
MethodDesc* method_on(MethodTable* exact_owner, MethodDesc* method);
Result<const MethodSignature*> method_signature(MethodDesc* method);
// Of a calli, and from any MethodDefSig. They live as long as the entity they are read for.
Result<const MethodSignature*> standalone_signature(Module* module, uint32_t token, GenericContext context,
                                                    const void* entity);
Result<const MethodSignature*> signature_from_blob(Module* module, Bytes blob, GenericContext context,
                                                   const void* entity);
// A MethodDesc of kind Dynamic, without metadata (reflection/dynamic_methods.h).
Result<MethodDesc*> new_dynamic_method(LoaderHeap& heap, MethodTable* owner, Bytes signature);
Result<TypeHandle> field_type(FieldDesc* field);
FieldDesc* find_field(MethodTable* table, std::string_view name);  // declared in table
// First declared method of that name, and if signature text is not empty of that signature, written as in the contract:
// "void (object, nint)". Null if there is none.
MethodDesc* find_method(MethodTable* table, std::string_view name, std::string_view signature = {});
std::string_view method_name(const MethodDesc* method);  // into the image, not the arena
std::string_view field_name(const FieldDesc* field);
std::string_view type_name(const MethodTable* table);
std::string_view type_namespace(const MethodTable* table);

// Text for messages and dumps: as Type.ToString() prints it; as "Namespace.Type.Method(Int32, System.String)".
std::string display_name(TypeHandle type);
std::string display_name(const MethodDesc* method);
// "Inner`1", "Namespace.Outer": without arguments and enclosing types, as CoreCLR has it in many messages.
std::string message_name(const MethodTable* table);
// As CoreCLR's messages about access name them. Canonical: code for reference types is shared there, and their names
// with it: "Box<System.__Canon>". A definition of a generic method is named without arguments.
std::string message_name(TypeHandle type, bool is_canonical);
std::string message_name(const MethodDesc* method, bool is_definition);
std::string message_name(const FieldDesc* field, bool is_canonical);
std::string guid_signature(Module* module, Bytes blob);   // of a method or field, as CoreCLR makes GUIDs from
std::string assembly_display_name(const Module* module);  // "System.Runtime, Version=10.0.0.0, ..."

}  // namespace celer
