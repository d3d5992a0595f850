// System.RuntimeMethodHandle.
#include <algorithm>
#include <vector>

#include "base/computed_once.h"
#include "code/compiler.h"
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "platform/arena.h"
#include "reflection/dynamic_methods.h"
#include "reflection/exposed_objects.h"
#include "reflection/invoke.h"
#include "reflection/type_names.h"
#include "runtime/dynamic_castable.h"
#include "runtime/engine.h"
#include "runtime/exceptions.h"
#include "runtime/objects.h"
#include "types/access.h"
#include "types/arena_table.h"
#include "types/dispatch.h"
#include "types/loader.h"
#include "types/loader_allocator.h"
#include "types/vtable_slots.h"

namespace celer {

namespace {

uint32_t attributes(MethodDesc* method) {
    return method->attributes;
}

uint32_t impl_attributes(Object* method_info) {
    return method_of_object(method_info)->impl_attributes;
}

MethodTable* owner(MethodDesc* method) {
    return method->owner;
}

int32_t slot(MethodDesc* method) {
    return method->slot;
}

int32_t token(MethodDesc* method) {
    return static_cast<int32_t>(method->token);
}

const char* utf8_name(MethodDesc* method) {
    return method->kind == MethodKind::Dynamic ? dynamic_method_name(method) : method_name(method).data();
}

QBool is_constructor(MethodDesc* method) {
    return (method->flags & method_flags::is_constructor) != 0;
}

QBool is_collectible(MethodDesc* method) {
    return loader_heap_of(method) != nullptr;
}

Object* loader_allocator(MethodDesc* method) {
    return method->kind == MethodKind::Dynamic ? nullptr : keeper_of(method);
}

void* function_pointer(MethodDesc* method) {
    if (method->is_open()) throw_error_owned(new Error(open_method_error()));
    if (method->flags & method_flags::is_unmanaged_callers_only) {
        value_or_throw(method_signature(method));
        return thunks().reverse_call(method);
    }
    return method_stub(method);
}

// --- Generic methods -------------------------------------------------------------------------------------------------

QBool has_instantiation(MethodDesc* method) {
    return method->is_generic();
}

bool is_definition(const MethodDesc* method) {
    return method->is_generic() && method->instantiation == method->typical->instantiation;
}

QBool is_generic_definition(MethodDesc* method) {
    return is_definition(method);
}

int32_t generic_parameter_count(MethodDesc* method) {
    return method->instantiation == nullptr ? 0 : static_cast<int32_t>(method->instantiation->count);
}

void instantiation(MethodDesc* method, ObjectHandleOnStack types, QBool as_runtime_types) {
    types.set(method->instantiation == nullptr ? nullptr
                                               : new_type_array(method->instantiation->span(), as_runtime_types != 0));
}

QBool is_typical_definition(Object* method_info) {
    MethodDesc* method = method_of_object(method_info);
    return method == method->typical;
}

void typical_definition(MethodDesc* method, ObjectHandleOnStack result) {
    if (method->typical != method) result.set(method_stub_object(method->typical));
}

void strip_instantiation(MethodDesc* method, ObjectHandleOnStack result) {
    if (!method->is_generic() || is_definition(method)) return;
    MethodDesc* definition = value_or_throw(instantiate_method(method, method->typical->instantiation->span()));
    result.set(method_stub_object(definition));
}

// The same method on the exact type asked for, if that is another instance of its owner's definition.
MethodDesc* on_type(MethodDesc* method, TypeHandle type) {
    MethodTable* table = type.method_table();
    if (table == nullptr || table->is_array() || table == method->owner || method->owner->is_array() ||
        table->info->typical != method->owner->info->typical) {
        return method;
    }
    success_or_throw(ensure_loaded(table));
    if (method->is_generic())
        method = value_or_throw(instantiate_method(method, method->typical->instantiation->span()));
    return method_on(table, method);
}

MethodDesc* stub_if_needed(MethodDesc* method, Object* declaring_type) {
    return on_type(method, type_of_object(declaring_type));
}

MethodDesc* stub_if_needed_slow(MethodDesc* method, QCallTypeHandle declaring_type, ObjectHandleOnStack arguments) {
    MethodDesc* exact = on_type(method, declaring_type.type());
    auto* array = static_cast<ArrayObject*>(arguments.get());
    if (array == nullptr || array->length == 0) return exact;
    auto* types = new std::vector<TypeHandle>();
    for (uint32_t i = 0; i < array->length; i++) types->push_back(type_of_object(array->references()[i]));
    success_or_throw(admit_growth());
    Result<MethodDesc*> instance = instantiate_method(exact, *types);
    delete types;
    MethodDesc* made = value_or_throw(std::move(instance));
    if (made->is_open()) success_or_throw(check_open_constraints(made));
    return made;
}

void construct_instantiation(MethodDesc* method, uint32_t format, StringHandleOnStack result) {
    std::string* text = new std::string(type_argument_names(method->instantiation, format));
    StringObject* string = new_string(*text);
    delete text;
    if (string == nullptr) throw_out_of_memory();
    result.set(string);
}

// --- Calls -----------------------------------------------------------------------------------------------------------

MethodDesc* invoked_method(MethodDesc* method, Object* target) {
    if (method->is_static() || target == nullptr || !method->is_virtual() || method->owner->is_value_type())
        return method;
    return value_or_throw(resolve_for_object(target, method)).method;
}

void invoke_method(ObjectHandleOnStack target, void** arguments, ObjectHandleOnStack signature,
                   QBool is_constructor_call, ObjectHandleOnStack result) {
    uint32_t method_offset =
        computed_once<[] { return field_offset(corelib_type("System", "Signature"), "_pMethod"); }>();
    MethodDesc* method = signature.get()->field<MethodDesc*>(method_offset);
    Thread& thread = current_thread();
    InvokeResult invoked =
        is_constructor_call != 0
            ? value_or_throw(construct(thread, method, arguments))
            : value_or_throw(invoke(thread, invoked_method(method, target.get()), target.get(), arguments));
    if (invoked.exception != nullptr) rethrow_exception(invoked.exception);
    if (invoked.null_byref)
        throw_well_known("System", "NullReferenceException", "The target method returned a null reference.");
    result.set(invoked.value);
}

// What is wrong with the body of such a method shows when it is called. CoreCLR prepares a virtual method only if its
// slot has been asked for, which a class that overrides it does, for one.
bool fails_at_call(const MethodDesc* method) {
    const MethodTable* owner = method->owner;
    if (method->kind != MethodKind::IL || !method->is_virtual() || owner->is_interface() || owner->is_value_type())
        return false;
    bool is_new = owner->parent == nullptr || method->slot >= owner->parent->num_virtuals;
    return is_new || owner->module->image()->method_def(metadata::Token(method->token).rid()).rva == 0;
}

void compile_method(MethodDesc* method) {
    bool is_compiled = load_acquire(method->code) != nullptr;
    if (method->is_open() || is_compiled || method->is_abstract()) return;
    if (Object* exception = run_initializers(current_thread(), method)) throw_exception(exception);
    Result<void*> code = prepare_method(method);
    if (!fails_at_call(method)) value_or_throw(std::move(code));
}

bool is_type_argument(TypeHandle type) {
    if (type.is_null() || type.contains_variables()) return false;
    return !type.is_type_desc() && type.element_type() != ElementType::Void;
}

// `arguments`, if there are any, are those of the type and then those of the method.
Result<MethodDesc*> method_to_prepare(MethodDesc* method, std::span<const TypeHandle> arguments) {
    if (method->is_abstract()) return fail(ErrorKind::Argument, "Abstract methods cannot be prepared.");
    constexpr const char* invalid = "The given generic instantiation was invalid.";
    if (arguments.data() != nullptr) {
        const Instantiation* of_type = method->owner->is_array() ? nullptr : method->owner->info->instantiation;
        size_t type_count = of_type == nullptr ? 0 : of_type->count;
        size_t method_count = method->is_generic() ? method->instantiation->count : 0;
        if (arguments.size() != type_count + method_count || !std::ranges::all_of(arguments, is_type_argument))
            return fail(ErrorKind::Argument, invalid);
        if (type_count != 0) {
            MethodTable* table = CELER_TRY(instantiate(method->owner->info->typical, arguments.first(type_count)));
            CELER_TRY_VOID(ensure_loaded(table));
            method = method_on(table, method->typical);
        }
        if (method_count != 0) method = CELER_TRY(instantiate_method(method, arguments.subspan(type_count)));
    }
    if (method->is_open()) return fail(ErrorKind::Argument, invalid);
    return method;
}

void prepare(MethodDesc* method, const TypeHandle* arguments, int32_t count) {
    compile_method(value_or_throw(method_to_prepare(method, {arguments, static_cast<size_t>(count)})));
}

void prepare_delegate(ObjectHandleOnStack) {}  // its code is made at the first call

// --- Dynamic methods -------------------------------------------------------------------------------------------------

QBool is_dynamic(MethodDesc* method) {
    return method->kind == MethodKind::Dynamic;
}

Object* resolver(MethodDesc* method) {
    return method->kind == MethodKind::Dynamic ? dynamic_method_resolver(method) : nullptr;
}

void destroy(MethodDesc* method) {
    if (method != nullptr && method->kind == MethodKind::Dynamic) destroy_dynamic_method(method);
}

void get_dynamic_method(QCallModule module, const char* name, const std::byte* signature, int32_t size,
                        ObjectHandleOnStack resolver_object, ObjectHandleOnStack result) {
    MethodDesc* method = value_or_throw(create_dynamic_method(
        module.module, name == nullptr ? "" : name, {signature, static_cast<size_t>(size)}, resolver_object.get()));
    result.set(method_stub_object(method));
}

// --- Visibility of attributes ----------------------------------------------------------------------------------------

bool is_public_type(const MethodTable* table) {
    for (const MethodTable* scope = table->info->typical; scope != nullptr; scope = scope->info->enclosing) {
        uint32_t visibility = scope->info->attributes & metadata::type_flags::kVisibilityMask;
        if (visibility != metadata::type_flags::kPublic && visibility != metadata::type_flags::kNestedPublic)
            return false;
    }
    return true;
}

// Attributes of another assembly must be public there, unless it shares its internals.
QBool is_attribute_visible(QCallTypeHandle attribute, MethodDesc* constructor, QCallTypeHandle, QCallModule source) {
    MethodTable* table = attribute.type().method_table();
    if (table->module == source.module || shares_internals(table->module, source.module)) return true;
    if (!is_public_type(table)) return false;
    if (constructor == nullptr) return true;
    return (constructor->attributes & metadata::method_flags::kAccessMask) == metadata::method_flags::kPublic;
}

constexpr const char* handle = "System.RuntimeMethodHandle";

const NativeEntry entries[] = {
    CELER_INTERNAL_CALL(handle, "GetAttributes", attributes),
    CELER_INTERNAL_CALL(handle, "GetImplAttributes", impl_attributes),
    CELER_INTERNAL_CALL(handle, "GetMethodTable", owner),
    CELER_INTERNAL_CALL(handle, "GetSlot", slot),
    CELER_INTERNAL_CALL(handle, "GetMethodDef", token),
    CELER_INTERNAL_CALL(handle, "GetUtf8NameInternal", utf8_name),
    CELER_INTERNAL_CALL(handle, "IsConstructor", is_constructor),
    CELER_INTERNAL_CALL(handle, "GetLoaderAllocatorInternal", loader_allocator),
    CELER_QCALL("RuntimeMethodHandle_GetIsCollectible", is_collectible),
    CELER_QCALL("RuntimeMethodHandle_GetFunctionPointer", function_pointer),

    CELER_INTERNAL_CALL(handle, "HasMethodInstantiation", has_instantiation),
    CELER_INTERNAL_CALL(handle, "IsGenericMethodDefinition", is_generic_definition),
    CELER_INTERNAL_CALL(handle, "GetGenericParameterCount", generic_parameter_count),
    CELER_INTERNAL_CALL(handle, "IsTypicalMethodDefinition", is_typical_definition),
    CELER_INTERNAL_CALL(handle, "GetStubIfNeededInternal", stub_if_needed),
    CELER_INTERNAL_CALL(handle, "GetMethodFromCanonical", stub_if_needed),
    CELER_QCALL("RuntimeMethodHandle_GetStubIfNeededSlow", stub_if_needed_slow),
    CELER_QCALL("RuntimeMethodHandle_GetMethodInstantiation", instantiation),
    CELER_QCALL("RuntimeMethodHandle_GetTypicalMethodDefinition", typical_definition),
    CELER_QCALL("RuntimeMethodHandle_StripMethodInstantiation", strip_instantiation),
    CELER_QCALL("RuntimeMethodHandle_ConstructInstantiation", construct_instantiation),

    CELER_QCALL("RuntimeMethodHandle_InvokeMethod", invoke_method),
    CELER_QCALL("ReflectionInvocation_CompileMethod", compile_method),
    CELER_QCALL("ReflectionInvocation_PrepareMethod", prepare),
    CELER_QCALL("ReflectionInvocation_PrepareDelegate", prepare_delegate),
    CELER_INTERNAL_CALL(handle, "IsDynamicMethod", is_dynamic),
    CELER_INTERNAL_CALL(handle, "GetResolver", resolver),
    CELER_QCALL("RuntimeMethodHandle_Destroy", destroy),
    CELER_QCALL("ModuleHandle_GetDynamicMethod", get_dynamic_method),
    CELER_QCALL("RuntimeMethodHandle_IsCAVisibleFromDecoratedType", is_attribute_visible),
};

}  // namespace

NativeTable method_handles_contract() {
    return entries;
}

}  // namespace celer
