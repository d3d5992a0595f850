// System.RuntimeTypeHandle: what a type is. (type_members.cpp: what it declares; type_construction.cpp: making types.)
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "gc/handles.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "reflection/exposed_objects.h"
#include "reflection/type_names.h"
#include "runtime/exceptions.h"
#include "runtime/objects.h"
#include "types/dispatch.h"
#include "types/loader.h"
#include "types/loader_allocator.h"

namespace celer {

namespace {

bool is_variable(TypeHandle type) {
    ElementType element = type.element_type();
    return element == ElementType::Var || element == ElementType::MVar;
}

// --- Identity --------------------------------------------------------------------------------------------------------

void runtime_type_from_handle(uintptr_t handle, ObjectHandleOnStack result) {
    result.set(type_object(TypeHandle::from_raw(handle)));
}

uint32_t attributes(Object* runtime_type) {
    constexpr uint32_t array_attributes =
        metadata::type_flags::kPublic | metadata::type_flags::kSealed | metadata::type_flags::kSerializable;
    TypeHandle type = type_of_object(runtime_type);
    if (is_variable(type)) return metadata::type_flags::kPublic;
    MethodTable* table = type.method_table();
    if (table == nullptr) return 0;
    return table->is_array() ? array_attributes : table->info->attributes;
}

uintptr_t element_type_handle(uintptr_t handle) {
    TypeHandle type = TypeHandle::from_raw(handle);
    if (MethodTable* table = type.method_table()) return table->is_array() ? table->element_type : 0;
    ElementType element = type.element_type();
    return element == ElementType::Ptr || element == ElementType::ByRef ? type.type_desc()->parameter : 0;
}

MethodTable* definition_of(TypeHandle type) {
    MethodTable* table = type.method_table();
    return table == nullptr || table->is_array() ? nullptr : table->info->typical;
}

// Instances of one definition count as the same: code of generic instances is not shared here, but CoreLib asks this
// where the instance does not matter.
QBool compare_canonical_handles(Object* left, Object* right) {
    TypeHandle a = type_of_object(left);
    TypeHandle b = type_of_object(right);
    return a == b || (definition_of(a) != nullptr && definition_of(a) == definition_of(b));
}

int32_t array_rank(Object* runtime_type) {
    MethodTable* table = type_of_object(runtime_type).method_table();
    return table == nullptr ? 0 : table->rank;
}

int32_t token(Object* runtime_type) {
    constexpr int32_t nil_type_def = 0x02000000;
    TypeHandle type = type_of_object(runtime_type);
    if (is_variable(type)) return static_cast<int32_t>(type.type_desc()->token);
    MethodTable* table = type.method_table();
    return table == nullptr || table->is_array() ? nil_type_def : static_cast<int32_t>(table->info->token);
}

StringObject* make_name(TypeHandle type, uint32_t format) {
    return new_string(reflection_name(type, format));
}

void construct_name(QCallTypeHandle type, uint32_t format, StringHandleOnStack result) {
    StringObject* name = make_name(type.type(), format);
    if (name == nullptr) throw_out_of_memory();
    result.set(name);
}

const char* utf8_name(MethodTable* table) {
    return type_name(table).data();
}

Object* module_if_exists(Object* runtime_type) {
    return module_object_if_exists(module_of_type(type_of_object(runtime_type)));
}

void module_slow(ObjectHandleOnStack runtime_type, ObjectHandleOnStack result) {
    result.set(module_object(module_of_type(type_of_object(runtime_type.get()))));
}

Object* assembly_if_exists(Object* runtime_type) {
    return assembly_object_if_exists(module_of_type(type_of_object(runtime_type))->assembly);
}

void assembly_slow(ObjectHandleOnStack runtime_type, ObjectHandleOnStack result) {
    result.set(assembly_object(module_of_type(type_of_object(runtime_type.get()))->assembly));
}

QBool is_collectible(QCallTypeHandle type) {
    return has_collectible_part(type.type());
}

// Public all the way out, and so are its type arguments.
bool is_visible(TypeHandle type) {
    if (is_variable(type)) return true;
    if (const TypeDesc* desc = type.type_desc()) {
        if (desc->element() != ElementType::FnPtr) return is_visible(TypeHandle::from_raw(desc->parameter));
        for (uint32_t i = 0; i <= desc->argument_count; i++) {
            if (!is_visible(desc->return_and_arguments[i])) return false;
        }
        return true;
    }
    MethodTable* table = type.method_table();
    if (table->is_array()) return is_visible(TypeHandle::from_raw(table->element_type));
    for (MethodTable* scope = table->info->typical; scope != nullptr; scope = scope->info->enclosing) {
        uint32_t visibility = scope->info->attributes & metadata::type_flags::kVisibilityMask;
        if (visibility != metadata::type_flags::kPublic && visibility != metadata::type_flags::kNestedPublic)
            return false;
    }
    if (table->info->instantiation == nullptr) return true;
    for (TypeHandle argument : table->info->instantiation->span()) {
        if (!is_visible(argument)) return false;
    }
    return true;
}

QBool is_visible_type(QCallTypeHandle type) {
    return is_visible(type.type());
}

// --- Generic variables -----------------------------------------------------------------------------------------------

QBool is_generic_variable(Object* runtime_type) {
    return is_variable(type_of_object(runtime_type));
}

int32_t generic_variable_index(Object* runtime_type) {
    return type_of_object(runtime_type).type_desc()->index;
}

QBool contains_generic_variables(Object* runtime_type) {
    return type_of_object(runtime_type).contains_variables();
}

uintptr_t declaring_type_of_variable(uintptr_t handle) {
    const TypeDesc* variable = TypeHandle::from_raw(handle).type_desc();
    if (variable->is_method_variable == 0) return variable->owner;
    return reinterpret_cast<uintptr_t>(reinterpret_cast<MethodDesc*>(variable->owner)->owner);
}

uintptr_t declaring_type(uintptr_t handle) {
    MethodTable* table = TypeHandle::from_raw(handle).method_table();
    return table->is_array() ? 0 : reinterpret_cast<uintptr_t>(table->info->typical->info->enclosing.get());
}

void declaring_method_of_variable(QCallTypeHandle type, ObjectHandleOnStack result) {
    const TypeDesc* variable = type.type().type_desc();
    bool of_method = variable != nullptr && variable->element() == ElementType::MVar;
    result.set(of_method ? method_stub_object(reinterpret_cast<MethodDesc*>(variable->owner)) : nullptr);
}

GenericContext context_of_variable(const TypeDesc* variable) {
    if (variable->is_method_variable != 0) return context_of(reinterpret_cast<MethodDesc*>(variable->owner));
    return context_of(reinterpret_cast<MethodTable*>(variable->owner));
}

Result<std::vector<TypeHandle>> constraints_of(const TypeDesc* variable, GenericContext context) {
    std::vector<TypeHandle> constraints;
    const metadata::Image& image = *variable->module->image();
    for (uint32_t row : image.generic_param_constraints(metadata::Token(variable->token).rid())) {
        metadata::Token constraint = image.generic_param_constraint(row).constraint;
        constraints.push_back(CELER_TRY(load_type(variable->module, constraint.value(), context)));
    }
    return constraints;
}

ArrayObject* constraint_array(const TypeDesc* variable) {
    Error* error = nullptr;
    ArrayObject* array = nullptr;
    if (auto constraints = constraints_of(variable, context_of_variable(variable)); constraints) {
        array = new_type_array(*constraints, false);
    } else {
        error = new Error(std::move(constraints).error());
    }
    if (error != nullptr) throw_error_owned(error);
    return array;
}

void constraints(QCallTypeHandle type, ObjectHandleOnStack result) {
    if (!is_variable(type.type())) throw_argument("Type is not a generic parameter.");
    result.set(constraint_array(type.type().type_desc()));
}

bool has_default_constructor(TypeHandle type, bool& known) {
    MethodTable* table = type.method_table();
    known = table != nullptr;
    if (table == nullptr) return false;
    if (table->is_value_type()) return true;
    MethodDesc* constructor = table->is_array() ? nullptr : table->info->constructor;
    constexpr uint32_t access_mask = metadata::method_flags::kAccessMask;
    return constructor != nullptr && (constructor->attributes & access_mask) == metadata::method_flags::kPublic &&
           (table->info->attributes & metadata::type_flags::kAbstract) == 0;
}

uint32_t variable_flags(TypeHandle type) {
    const TypeDesc* variable = type.type_desc();
    return variable->module->image()->generic_param(metadata::Token(variable->token).rid()).flags;
}

// A variable as argument satisfies what its own constraints promise.
Result<bool> satisfies_special(uint32_t flags, TypeHandle argument) {
    using namespace metadata::generic_param_flags;
    bool variable = is_variable(argument);
    uint32_t own = variable ? variable_flags(argument) : 0;
    MethodTable* table = argument.method_table();
    if (table != nullptr) CELER_TRY_VOID(ensure_loaded(table));
    if (table == nullptr && !variable) return false;  // pointers and byrefs are no type arguments
    if (table != nullptr && table->is_by_ref_like() && !(flags & kAllowByRefLike)) return false;
    bool reference = variable ? (own & kReferenceTypeConstraint) != 0 : argument.is_reference();
    bool value =
        variable ? (own & kNotNullableValueTypeConstraint) != 0 : argument.is_value_type() && !table->is_nullable();
    if ((flags & kReferenceTypeConstraint) && !reference) return false;
    if ((flags & kNotNullableValueTypeConstraint) && !value) return false;
    if (flags & kDefaultConstructorConstraint) {
        bool known = false;
        bool has = variable ? (own & (kDefaultConstructorConstraint | kNotNullableValueTypeConstraint)) != 0
                            : has_default_constructor(argument, known);
        if (!has) return false;
    }
    return true;
}

Result<bool> satisfies(TypeHandle parameter, GenericContext context, TypeHandle argument) {
    if (argument.element_type() == ElementType::Void) return false;
    if (!CELER_TRY(satisfies_special(variable_flags(parameter), argument))) return false;
    for (TypeHandle constraint : CELER_TRY(constraints_of(parameter.type_desc(), context))) {
        if (!satisfies_type_constraint(argument, constraint)) return false;
    }
    return true;
}

QBool satisfies_constraints(QCallTypeHandle parameter, QCallTypeHandle type_context, MethodDesc* method_context,
                            QCallTypeHandle argument) {
    GenericContext context;
    if (method_context != nullptr) {
        context = context_of(method_context);
    } else if (MethodTable* table = type_context.type().method_table()) {
        context = context_of(table);
    }
    return value_or_throw(satisfies(parameter.type(), context, argument.type()));
}

// --- Function pointers -----------------------------------------------------------------------------------------------

QBool is_unmanaged_function_pointer(Object* runtime_type) {
    const TypeDesc* desc = type_of_object(runtime_type).type_desc();
    return desc != nullptr && desc->element() == ElementType::FnPtr && (desc->calling_convention & 0xf) != 0;
}

// The return type first.
void function_pointer_types(QCallTypeHandle type, ObjectHandleOnStack result) {
    const TypeDesc* desc = type.type().type_desc();
    result.set(new_type_array({desc->return_and_arguments, desc->argument_count + 1}, false));
}

// --- Handles ---------------------------------------------------------------------------------------------------------

LoaderAllocator* allocator_of(TypeHandle type) {
    return loader_allocator_of(reinterpret_cast<const void*>(type.value));
}

gc::Handle allocate_type_handle(QCallTypeHandle type, int32_t kind) {
    gc::Handle handle = gc::allocate_handle(static_cast<gc::HandleKind>(kind), nullptr);
    if (handle == nullptr) throw_out_of_memory();
    LoaderAllocator* allocator = allocator_of(type.type());
    if (allocator != nullptr) own_handle(allocator, handle);
    return handle;
}

uintptr_t free_type_handle(QCallTypeHandle type, gc::Handle handle) {
    LoaderAllocator* allocator = allocator_of(type.type());
    if (allocator != nullptr) disown_handle(allocator, handle);
    gc::free_handle(handle);
    return 0;
}

// The assembly's code uses the type.
void register_dependency(QCallTypeHandle type, QCallAssembly user) {
    LoaderAllocator* of_type = allocator_of(type.type());
    if (of_type == nullptr) return;
    if (!user.assembly->is_collectible) {
        throw_error_owned(new Error{
            ErrorKind::NotSupported, "A non-collectible assembly may not reference a collectible assembly.", {}});
    }
    refer_to(loader_allocator_of(user.assembly), of_type);
}

constexpr const char* type_handle = "System.RuntimeTypeHandle";

const NativeEntry entries[] = {
    CELER_QCALL("RuntimeTypeHandle_GetRuntimeTypeFromHandleSlow", runtime_type_from_handle),
    CELER_INTERNAL_CALL(type_handle, "GetAttributes", attributes),
    CELER_INTERNAL_CALL(type_handle, "GetElementTypeHandle", element_type_handle),
    CELER_INTERNAL_CALL(type_handle, "CompareCanonicalHandles", compare_canonical_handles),
    CELER_INTERNAL_CALL(type_handle, "GetArrayRank", array_rank),
    CELER_INTERNAL_CALL(type_handle, "GetToken", token),
    CELER_INTERNAL_CALL(type_handle, "GetUtf8NameInternal", utf8_name),
    CELER_QCALL("RuntimeTypeHandle_ConstructName", construct_name),
    CELER_INTERNAL_CALL(type_handle, "GetModuleIfExists", module_if_exists),
    CELER_QCALL("RuntimeTypeHandle_GetModuleSlow", module_slow),
    CELER_INTERNAL_CALL(type_handle, "GetAssemblyIfExists", assembly_if_exists),
    CELER_QCALL("RuntimeTypeHandle_GetAssemblySlow", assembly_slow),
    CELER_QCALL("RuntimeTypeHandle_IsCollectible", is_collectible),
    CELER_QCALL("RuntimeTypeHandle_IsVisible", is_visible_type),

    CELER_INTERNAL_CALL(type_handle, "IsGenericVariable", is_generic_variable),
    CELER_INTERNAL_CALL(type_handle, "GetGenericVariableIndex", generic_variable_index),
    CELER_INTERNAL_CALL(type_handle, "ContainsGenericVariables", contains_generic_variables),
    CELER_QCALL("RuntimeTypeHandle_GetDeclaringTypeHandleForGenericVariable", declaring_type_of_variable),
    CELER_QCALL("RuntimeTypeHandle_GetDeclaringTypeHandle", declaring_type),
    CELER_QCALL("RuntimeTypeHandle_GetDeclaringMethodForGenericParameter", declaring_method_of_variable),
    CELER_QCALL("RuntimeTypeHandle_GetConstraints", constraints),
    CELER_QCALL("RuntimeTypeHandle_SatisfiesConstraints", satisfies_constraints),

    CELER_INTERNAL_CALL(type_handle, "IsUnmanagedFunctionPointer", is_unmanaged_function_pointer),
    CELER_QCALL("RuntimeTypeHandle_GetArgumentTypesFromFunctionPointer", function_pointer_types),

    CELER_QCALL("QCall_GetGCHandleForTypeHandle", allocate_type_handle),
    CELER_QCALL("QCall_FreeGCHandleForTypeHandle", free_type_handle),
    CELER_QCALL("RuntimeTypeHandle_RegisterCollectibleTypeDependency", register_dependency),
};

}  // namespace

NativeTable type_handles_contract() {
    return entries;
}

}  // namespace celer
