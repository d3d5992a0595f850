// System.RuntimeFieldHandle.
#include <algorithm>
#include <cstring>
#include <string>

#include "code/helpers.h"
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "gc/barrier.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "reflection/exposed_objects.h"
#include "reflection/invoke.h"
#include "reflection/primitive_widening.h"
#include "runtime/class_init.h"
#include "runtime/exceptions.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "types/dispatch.h"
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

uint8_t* mapped_address(FieldDesc* field) {
    uint32_t size = 1;
    MethodTable* type = value_or_throw(field_type(field)).method_table();
    if (type != nullptr && type->is_value_type()) {
        success_or_throw(ensure_loaded(type, LoadLevel::Layout));
        size = type->instance_field_bytes;
    }
    const uint8_t* data = field->owner->module->rva_data(field->offset, size);
    if (data == nullptr) throw_error({ErrorKind::BadImageFormat, "Bad data of a static field.", {}});
    return const_cast<uint8_t*>(data);
}

uint8_t* static_address(FieldDesc* field) {
    const StaticsInfo& statics = field->owner->info->statics;
    if (field->flags & field_flags::has_rva) return mapped_address(field);
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
    Bytes data = field->owner->module->image()->field_data(field->offset);
    *size_bytes = static_cast<uint32_t>(std::min<size_t>(table->instance_field_bytes, data.size()));
    *address = data.data();
    return !data.empty();
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
        gc::store_reference(static_cast<Object**>(address), value);
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

// Compiled code may take the value of a static initonly field for a constant once its class is initialised.
Result<void> check_may_change(FieldDesc* field) {
    constexpr uint32_t constant = metadata::field_flags::kStatic | metadata::field_flags::kInitOnly;
    if ((field->attributes & constant) != constant) return {};
    const MethodTable* owner = field->owner;
    if (!owner->is_initialized() && (owner->flags2 & mt_flags2::has_cctor) != 0) return {};
    return fail(ErrorKind::FieldAccess, "Cannot set initonly static field '" + std::string(field_name(field)) +
                                            "' after type '" + message_name(owner) + "' is initialized.");
}

void set_value(FieldDesc* field, ObjectHandleOnStack instance, ObjectHandleOnStack value, QCallTypeHandle type,
               QCallTypeHandle, QBool* is_class_initialized) {
    prepare_access(field, type.type(), is_class_initialized);
    success_or_throw(check_may_change(field));
    write_value(type.type(), field_address(field, instance.get()), value.get());
}

struct TypedReference {
    uint8_t* value;
    uintptr_t type;
};

// The container's data: a value, or the slot that holds a reference to the object.
Result<uint8_t*> address_in(FieldDesc* field, const TypedReference* reference) {
    if (field->is_static()) return static_address(field);
    TypeHandle container = TypeHandle::from_raw(reference->type);
    if (container.is_value_type()) {
        if (!can_cast(container, TypeHandle(field->owner)))
            return fail(ErrorKind::Argument, "Value does not fall within the expected range.", "obj");
        return reference->value + field->offset;
    }
    Object* object = *reinterpret_cast<Object* const*>(reference->value);
    if (object == nullptr) return fail(ErrorKind::Target, "Non-static field requires a target.");
    if (!is_instance_of(object, TypeHandle(field->owner)))
        return fail(ErrorKind::Argument, "Object type cannot be converted to target type.");
    return field_address(field, object);
}

// What `value` is as a value of the field's type: itself, the pointer in a box, or a primitive in a larger one. The
// rest is refused: CoreLib does not look before.
struct DirectValue {
    alignas(8) uint8_t primitive[8];
    uint32_t size_bytes = 0;  // of `primitive`; 0: the value itself
};

Result<DirectValue> check_direct_value(TypeHandle type, Object* value) {
    DirectValue result{};
    MethodTable* table = type.method_table();
    constexpr const char* mismatch = "Object type cannot be converted to target type.";
    if (value == nullptr) {
        if (type.is_value_type() && !table->is_nullable()) return fail(ErrorKind::ArgumentNull, "value");
        return result;
    }
    MethodTable* own = value->method_table;
    if (table == nullptr) {
        bool is_pointer = own == corelib_type("System.Reflection", "Pointer");
        if (!is_pointer && own != well_known(WellKnown::IntPtr)) return fail(ErrorKind::Argument, mismatch);
        uint32_t offset = is_pointer ? field_offset(own, "_ptr") : 8;
        std::memcpy(result.primitive, &value->field<void*>(offset), sizeof result.primitive);
        result.size_bytes = sizeof result.primitive;
        return result;
    }
    bool is_primitive = table->is_true_primitive() && own->is_true_primitive();
    if (is_primitive && table != own) {
        if (!widen_primitive(own->element, value->field_base(), table->element, result.primitive))
            return fail(ErrorKind::Argument, mismatch);
        result.size_bytes = table->instance_field_bytes;
        return result;
    }
    MethodTable* wanted =
        table->is_nullable() ? TypeHandle::from_raw(table->per_inst_info[0][0]).method_table() : table;
    // A boxed primitive goes into a field of type Object only, not into one of its interfaces.
    bool fits = wanted->is_value_type()    ? own == wanted
                : own->is_true_primitive() ? wanted == well_known(WellKnown::Object)
                                           : is_instance_of(value, TypeHandle(wanted));
    if (!fits) return fail(ErrorKind::Argument, mismatch);
    return result;
}

void get_value_direct(FieldDesc* field, const TypedReference* reference, QCallTypeHandle type, QCallTypeHandle,
                      ObjectHandleOnStack result) {
    prepare_access(field, type.type(), nullptr);
    if (field->is_static()) initialize_owner(field);
    result.set(read_value(type.type(), value_or_throw(address_in(field, reference))));
}

void set_value_direct(FieldDesc* field, const TypedReference* reference, ObjectHandleOnStack value,
                      QCallTypeHandle type, QCallTypeHandle) {
    prepare_access(field, type.type(), nullptr);
    if (field->is_static()) initialize_owner(field);
    uint8_t* address = value_or_throw(address_in(field, reference));
    DirectValue direct = value_or_throw(check_direct_value(type.type(), value.get()));
    success_or_throw(check_may_change(field));
    if (direct.size_bytes != 0) {
        std::memcpy(address, direct.primitive, direct.size_bytes);
    } else {
        write_value(type.type(), address, value.get());
    }
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
