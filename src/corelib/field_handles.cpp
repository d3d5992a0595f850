// System.RuntimeFieldHandle.

#include "code/helpers.h"
#include "corelib/contract.h"
#include "gc/moving.h"
#include "corelib/tables.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "reflection/exposed_objects.h"
#include "reflection/invoke.h"
#include "runtime/class_init.h"
#include "runtime/exceptions.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "types/loader.h"
#include "types/type_info.h"

namespace celer {

namespace {

const char* utf8_name(FieldDesc* field) {
    return field_name(field).data();
}

uint32_t attributes(FieldDesc* field) {
    return field->attributes;
}

MethodTable* owner(FieldDesc* field) {
    return field->owner;
}

int32_t token(FieldDesc* field) {
    return static_cast<int32_t>(field->token);
}

// A FieldDesc is exact; only in CoreCLR do instances share them.
QBool acquires_context_from_this(FieldDesc*) {
    return false;
}

Object* no_loader_allocator(FieldDesc*) {
    return nullptr;
}

FieldDesc* static_field_for_generic_type(FieldDesc* field, MethodTable* table) {
    if (field->owner == table || field->owner->info->typical != table->info->typical) return field;
    success_or_throw(ensure_loaded(table));
    return &table->info->fields[field - field->owner->info->fields];
}

// --- Addresses -------------------------------------------------------------------------------------------------------

// CoreLib reads instance fields of objects through Unsafe; offsets count from the first field.
int32_t instance_field_offset(Object* field_info) {
    FieldDesc* field = field_of_object(field_info);
    return static_cast<int32_t>(field->owner->is_value_type() ? field->offset : field->offset - 8);
}

uint8_t* static_address(FieldDesc* field) {
    const StaticsInfo& statics = field->owner->info->statics;
    if (field->flags & field_flags::has_rva) {
        return const_cast<uint8_t*>(field->owner->module->rva_data(field->offset, 1));
    }
    if (field->flags & field_flags::is_thread_static) {
        return current_thread().thread_statics + statics.thread_offset + field->offset;
    }
    return statics.base + field->offset;
}

// Reflection wraps what the class constructor throws, as what an invoked method throws.
[[noreturn]] void throw_target_invocation(Object* inner) {
    MethodTable* table = corelib_type("System.Reflection", "TargetInvocationException");
    Object* exception = allocate_or_throw(table);
    CallResult call = call_managed(current_thread(), find_method(table, ".ctor", "void (System.Exception)"),
                                   {reinterpret_cast<uint64_t>(exception), reinterpret_cast<uint64_t>(inner)});
    throw_exception(call.exception != nullptr ? call.exception : exception);
}

void initialize_owner(FieldDesc* field) {
    MethodTable* table = field->owner;
    if (table->is_initialized() || (table->flags2 & mt_flags2::has_cctor) == 0) return;
    if (Object* exception = initialize_class(current_thread(), table)) throw_target_invocation(exception);
}

// Storage of a static field, after its class is initialised.
void* static_field_address_of(Object* field_info) {
    FieldDesc* field = field_of_object(field_info);
    success_or_throw(ensure_loaded(field->owner));
    initialize_owner(field);
    return static_address(field);
}

// CoreLib caches addresses of static fields and offsets of instance fields where this says yes. It takes a static
// struct for a boxed one, as CoreCLR stores it; here it lies in place, so it goes the slow way.
QBool is_fast_path_supported(Object* field_info) {
    FieldDesc* field = field_of_object(field_info);
    if (field->flags & field_flags::has_rva) return true;
    if (field->flags & field_flags::is_thread_static) return false;
    return !field->is_static() || field->element != ElementType::ValueType;
}

uint8_t* field_address(FieldDesc* field, Object* instance) {
    if (field->is_static()) return static_address(field);
    if (instance == nullptr) throw_null_reference();
    return field->owner->is_value_type() ? instance->field_base() + field->offset
                                         : reinterpret_cast<uint8_t*>(instance) + field->offset;
}

QBool rva_field_info(FieldDesc* field, const void** address, uint32_t* size_bytes) {
    if ((field->flags & field_flags::has_rva) == 0) return false;
    TypeHandle type = value_or_throw(field_type(field));
    MethodTable* table = type.method_table();
    if (table == nullptr) return false;
    success_or_throw(ensure_loaded(table, LoadLevel::Layout));
    *size_bytes = table->instance_field_bytes;
    *address = field->owner->module->rva_data(field->offset, *size_bytes);
    return *address != nullptr;
}

void field_data_reference(FieldDesc* field, ObjectHandleOnStack target, void** result) {
    success_or_throw(ensure_loaded(field->owner));
    *result = field_address(field, target.get());
}

// --- Values ----------------------------------------------------------------------------------------------------------

Object* read_value(TypeHandle type, const void* address) {
    bool out_of_memory = false;
    Object* value = box_value(type, address, out_of_memory);
    if (out_of_memory) throw_out_of_memory();
    return value;
}

// `value` has been checked and converted by CoreLib: null, a box of the field's type, or a reference.
void write_value(TypeHandle type, void* address, Object* value) {
    if (type.is_reference()) {
        store_reference(static_cast<Object**>(address), value);
        return;
    }
    MethodTable* table = type.method_table();
    if (table == nullptr) {  // pointers: boxed as IntPtr
        *static_cast<void**>(address) = value == nullptr ? nullptr : *reinterpret_cast<void**>(value->field_base());
    } else if (value == nullptr) {
        gc::clear_values(address, table->instance_field_bytes);
    } else if (table->is_nullable() && value->method_table != table) {
        celer_unbox_nullable(table, address, value);
    } else {
        gc::move_values(address, value->field_base(), table->instance_field_bytes);
    }
}

void prepare_access(FieldDesc* field, TypeHandle type, QBool* is_class_initialized) {
    success_or_throw(ensure_loaded(field->owner));
    if (MethodTable* table = type.method_table()) success_or_throw(ensure_loaded(table));
    if (is_class_initialized == nullptr || *is_class_initialized != 0) return;
    if (field->is_static()) initialize_owner(field);
    *is_class_initialized = field->owner->is_initialized() || (field->owner->flags2 & mt_flags2::has_cctor) == 0;
}

void get_value(FieldDesc* field, ObjectHandleOnStack instance, QCallTypeHandle type, QCallTypeHandle,
               QBool* is_class_initialized, ObjectHandleOnStack result) {
    prepare_access(field, type.type(), is_class_initialized);
    result.set(read_value(type.type(), field_address(field, instance.get())));
}

void set_value(FieldDesc* field, ObjectHandleOnStack instance, ObjectHandleOnStack value, QCallTypeHandle type,
               QCallTypeHandle, QBool* is_class_initialized) {
    prepare_access(field, type.type(), is_class_initialized);
    write_value(type.type(), field_address(field, instance.get()), value.get());
}

struct TypedReference {
    uint8_t* value;
    uintptr_t type;
};

// The container's data: a value, or the slot that holds a reference to the object.
uint8_t* address_in(FieldDesc* field, const TypedReference* reference) {
    if (field->is_static()) return static_address(field);
    if (field->owner->is_value_type()) return reference->value + field->offset;
    return field_address(field, *reinterpret_cast<Object**>(reference->value));
}

void get_value_direct(FieldDesc* field, const TypedReference* reference, QCallTypeHandle type, QCallTypeHandle,
                      ObjectHandleOnStack result) {
    prepare_access(field, type.type(), nullptr);
    if (field->is_static()) initialize_owner(field);
    result.set(read_value(type.type(), address_in(field, reference)));
}

void set_value_direct(FieldDesc* field, const TypedReference* reference, ObjectHandleOnStack value,
                      QCallTypeHandle type, QCallTypeHandle) {
    prepare_access(field, type.type(), nullptr);
    if (field->is_static()) initialize_owner(field);
    write_value(type.type(), address_in(field, reference), value.get());
}

constexpr const char* handle = "System.RuntimeFieldHandle";

const NativeEntry entries[] = {
    CELER_INTERNAL_CALL(handle, "GetUtf8NameInternal", utf8_name),
    CELER_INTERNAL_CALL(handle, "GetAttributes", attributes),
    CELER_INTERNAL_CALL(handle, "GetApproxDeclaringMethodTable", owner),
    CELER_INTERNAL_CALL(handle, "GetToken", token),
    CELER_INTERNAL_CALL(handle, "AcquiresContextFromThis", acquires_context_from_this),
    CELER_INTERNAL_CALL(handle, "GetLoaderAllocatorInternal", no_loader_allocator),
    CELER_INTERNAL_CALL(handle, "GetStaticFieldForGenericType", static_field_for_generic_type),
    CELER_INTERNAL_CALL(handle, "IsFastPathSupported", is_fast_path_supported),
    CELER_INTERNAL_CALL(handle, "GetInstanceFieldOffset", instance_field_offset),
    CELER_INTERNAL_CALL(handle, "GetStaticFieldAddress", static_field_address_of),
    CELER_QCALL("RuntimeFieldHandle_GetRVAFieldInfo", rva_field_info),
    CELER_QCALL("RuntimeFieldHandle_GetFieldDataReference", field_data_reference),
    CELER_QCALL("RuntimeFieldHandle_GetValue", get_value),
    CELER_QCALL("RuntimeFieldHandle_SetValue", set_value),
    CELER_QCALL("RuntimeFieldHandle_GetValueDirect", get_value_direct),
    CELER_QCALL("RuntimeFieldHandle_SetValueDirect", set_value_direct),
};

}  // namespace

NativeTable field_handles_contract() {
    return entries;
}

}  // namespace celer
