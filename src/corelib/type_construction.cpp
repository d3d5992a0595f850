// System.RuntimeTypeHandle: types made from types, and instances of types (Activator).
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "gc/heap.h"
#include "metadata/flags.h"
#include "platform/arena.h"
#include "reflection/exposed_objects.h"
#include "runtime/class_init.h"
#include "runtime/engine.h"
#include "runtime/exceptions.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "types/access.h"
#include "types/dispatch.h"
#include "types/loader.h"
#include "types/type_info.h"

namespace celer {

namespace {

// --- Derived types ---------------------------------------------------------------------------------------------------

void instantiate_type(QCallTypeHandle type, const TypeHandle* arguments, int32_t count, ObjectHandleOnStack result) {
    MethodTable* definition = type.type().method_table();
    if (definition == nullptr || !definition->is_generic_definition())
        throw_argument("Type is not a generic type definition.");
    success_or_throw(admit_growth());
    MethodTable* instance = value_or_throw(instantiate(definition, {arguments, static_cast<size_t>(count)}));
    success_or_throw(ensure_loaded(instance));
    if (instance->contains_generic_variables()) success_or_throw(check_open_constraints(instance));
    result.set(type_object(TypeHandle(instance)));
}

void make_sz_array(QCallTypeHandle type, ObjectHandleOnStack result) {
    success_or_throw(admit_growth());
    MethodTable* array = value_or_throw(sz_array_of(type.type()));
    success_or_throw(ensure_loaded(array));
    result.set(type_object(TypeHandle(array)));
}

void make_array(QCallTypeHandle type, int32_t rank, ObjectHandleOnStack result) {
    success_or_throw(admit_growth());
    MethodTable* array = value_or_throw(array_of(type.type(), static_cast<uint32_t>(rank)));
    success_or_throw(ensure_loaded(array));
    result.set(type_object(TypeHandle(array)));
}

void make_by_ref(QCallTypeHandle type, ObjectHandleOnStack result) {
    success_or_throw(admit_growth());
    result.set(type_object(value_or_throw(checked_byref_to(type.type()))));
}

void make_pointer(QCallTypeHandle type, ObjectHandleOnStack result) {
    success_or_throw(admit_growth());
    result.set(type_object(value_or_throw(checked_pointer_to(type.type()))));
}

// --- Instances -------------------------------------------------------------------------------------------------------

Object* allocate_or_throw_memory(MethodTable* table) {
    return allocate_or_throw(table);
}

Object* refuse_by_ref_like(MethodTable*) {
    throw_well_known("System", "NotSupportedException", "Cannot create boxed ByRef-like values.");
}

// Making an instance runs the module's initialiser, and the class constructor unless the type is beforefieldinit.
void initialize_before_use(MethodTable* table) {
    if (Object* exception = initialize_module(current_thread(), table->module)) throw_exception(exception);
    if (table->is_initialized() || (table->flags2 & mt_flags2::has_precise_cctor) == 0) return;
    if (Object* exception = initialize_class(current_thread(), table)) throw_exception(exception);
}

void internal_alloc_no_checks(MethodTable* table, ObjectHandleOnStack result) {
    success_or_throw(ensure_loaded(table));
    result.set(allocate_or_throw(table));
}

void internal_alloc(MethodTable* table, ObjectHandleOnStack result) {
    success_or_throw(ensure_loaded(table));
    initialize_before_use(table);
    result.set(allocate_or_throw(table));
}

Object* internal_alloc_fast(MethodTable* table) {
    return allocate_object(table);  // null: the caller takes the slow way, which throws
}

const char* abstract_message(const MethodTable* table) {
    return table->is_interface() ? "Cannot create an instance of an interface." : "Cannot create an abstract class.";
}

[[noreturn]] void throw_no_constructor() {
    throw_well_known("System", "MissingMethodException", "No parameterless constructor defined.");
}

// CoreLib puts "Cannot dynamically create an instance of type ..." before the messages. Nullable<T> has no object of
// its own: a null allocator makes CoreLib return null.
void activation_info(ObjectHandleOnStack runtime_type, void** allocator, void** argument, void** reference_constructor,
                     void** value_constructor, QBool* constructor_is_public) {
    MethodTable* table = type_of_object(runtime_type.get()).method_table();
    if (table == nullptr || table->is_array()) {
        throw_well_known("System", "MissingMethodException", "Type is not supported.");
    }
    if (table == well_known(WellKnown::String)) {
        throw_well_known("System", "MissingMethodException", "Uninitialized Strings cannot be created.");
    }
    success_or_throw(ensure_loaded(table));
    if (Object* exception = initialize_module(current_thread(), table->module)) throw_exception(exception);
    if (table->info->attributes & metadata::type_flags::kAbstract) {
        throw_well_known("System", "MissingMethodException", abstract_message(table));
    }
    if (table->is_delegate()) throw_argument("Type is not supported.");
    if (is_com_class(table)) throw_error(com_error());
    MethodDesc* constructor = table->info->constructor;
    if (constructor == nullptr && !table->is_value_type()) throw_no_constructor();
    *constructor_is_public = true;
    if (table->is_nullable()) return;  // null allocator: CoreLib returns null
    *allocator = reinterpret_cast<void*>(table->is_by_ref_like() ? refuse_by_ref_like : allocate_or_throw_memory);
    *argument = table;
    if (constructor != nullptr) {
        constexpr uint32_t access_mask = metadata::method_flags::kAccessMask;
        *constructor_is_public = (constructor->attributes & access_mask) == metadata::method_flags::kPublic;
        *reference_constructor = callable_stub(constructor);
        if (table->is_value_type()) *value_constructor = method_stub(constructor);
    }
}

void create_instance_for_another_parameter(QCallTypeHandle base, const TypeHandle* arguments, int32_t count,
                                           ObjectHandleOnStack result) {
    success_or_throw(admit_growth());
    MethodTable* definition = base.type().method_table()->info->typical;
    MethodTable* instance = value_or_throw(instantiate(definition, {arguments, static_cast<size_t>(count)}));
    success_or_throw(ensure_loaded(instance));
    Object* object = allocate_or_throw(instance);
    CallResult call = call_managed(current_thread(), callable_stub(instance->info->constructor),
                                   {reinterpret_cast<uint64_t>(object)});
    if (call.exception != nullptr) rethrow_exception(call.exception);
    result.set(object);
}

void create_uninitialized_info(QCallTypeHandle type, void** allocator, void** argument) {
    TypeHandle handle = type.type();
    MethodTable* table = handle.method_table();
    bool is_supported =
        table != nullptr && !table->is_array() && table != well_known(WellKnown::Void) && !table->is_delegate();
    if (!is_supported) throw_argument("Type is not supported.");
    if (table == well_known(WellKnown::String)) {
        throw_argument("Uninitialized Strings cannot be created.");
    }
    if (table->contains_generic_variables()) {
        throw_well_known("System", "MemberAccessException",
                         "Cannot create a type for which Type.ContainsGenericParameters is true.");
    }
    if (table->info->attributes & metadata::type_flags::kAbstract) {
        throw_well_known("System", "MemberAccessException", abstract_message(table));
    }
    if (table->is_by_ref_like()) {
        throw_well_known("System", "NotSupportedException", "Cannot create boxed ByRef-like values.");
    }
    success_or_throw(ensure_loaded(table));
    if (is_com_class(table)) throw_error(com_error());
    if (table->is_nullable()) table = TypeHandle::from_raw(table->per_inst_info[0][0]).method_table();
    *allocator = reinterpret_cast<void*>(allocate_or_throw_memory);
    *argument = table;
    initialize_before_use(table);
}

void box_info(QCallTypeHandle type, void** allocator, void** argument, int32_t* nullable_offset, uint32_t* size_bytes) {
    MethodTable* table = type.type().method_table();
    success_or_throw(ensure_loaded(table));
    if (table == well_known(WellKnown::Void)) throw_argument("Cannot create instances of this type.");
    if (table->is_by_ref_like()) {
        throw_well_known("System", "NotSupportedException", "Cannot create boxed ByRef-like values.");
    }
    *nullable_offset = 0;
    if (table->is_nullable()) {
        *nullable_offset = static_cast<int32_t>(table->nullable_value_offset);
        table = TypeHandle::from_raw(table->per_inst_info[0][0]).method_table();
        success_or_throw(ensure_loaded(table));
    }
    *allocator = reinterpret_cast<void*>(allocate_or_throw_memory);
    *argument = table;
    *size_bytes = table->instance_field_bytes;
}

constexpr const char* type_handle = "System.RuntimeTypeHandle";

const NativeEntry entries[] = {
    CELER_QCALL("RuntimeTypeHandle_Instantiate", instantiate_type),
    CELER_QCALL("RuntimeTypeHandle_MakeSZArray", make_sz_array),
    CELER_QCALL("RuntimeTypeHandle_MakeArray", make_array),
    CELER_QCALL("RuntimeTypeHandle_MakeByRef", make_by_ref),
    CELER_QCALL("RuntimeTypeHandle_MakePointer", make_pointer),
    CELER_QCALL("RuntimeTypeHandle_InternalAlloc", internal_alloc),
    CELER_QCALL("RuntimeTypeHandle_InternalAllocNoChecks", internal_alloc_no_checks),
    CELER_INTERNAL_CALL(type_handle, "InternalAllocNoChecks_FastPath", internal_alloc_fast),
    CELER_QCALL("RuntimeTypeHandle_GetActivationInfo", activation_info),
    CELER_QCALL("RuntimeTypeHandle_CreateInstanceForAnotherGenericParameter", create_instance_for_another_parameter),
    CELER_QCALL("ReflectionSerialization_GetCreateUninitializedObjectInfo", create_uninitialized_info),
    CELER_QCALL("ReflectionInvocation_GetBoxInfo", box_info),
};

}  // namespace

NativeTable type_construction_contract() {
    return entries;
}

}  // namespace celer
