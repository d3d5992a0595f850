// System.RuntimeTypeHandle: the methods, fields and interfaces of a type.
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "gc/barrier.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "reflection/exposed_objects.h"
#include "runtime/exceptions.h"
#include "runtime/objects.h"
#include "types/dispatch.h"
#include "types/loader.h"
#include "types/type_info.h"

namespace celer {

namespace {

// --- Methods ---------------------------------------------------------------------------------------------------------

// Slots that a COM interface leaves out are no methods.
bool is_vtable_gap(const MethodDesc* method) {
    return (method->attributes & metadata::method_flags::kRTSpecialName) && method_name(method).starts_with("_VtblGap");
}

MethodDesc* method_at(MethodTable* table, uint32_t index) {
    for (; index < table->info->method_count; index++) {
        MethodDesc* method = declared_method(table, index);
        if (!is_vtable_gap(method)) return method;
    }
    return nullptr;
}

MethodDesc* first_introduced_method(Object* runtime_type) {
    MethodTable* table = type_of_object(runtime_type).method_table();
    if (table == nullptr) return nullptr;
    success_or_throw(ensure_loaded(table));
    return method_at(table, 0);
}

void next_introduced_method(MethodDesc** cursor) {
    MethodDesc* method = *cursor;
    TypeInfo* info = method->owner->info;
    uint32_t index = 0;
    uint32_t rid = metadata::Token(method->token).rid();
    bool in_order = rid != 0 && rid - info->first_method < info->method_count;
    if (in_order && declared_method(method->owner, rid - info->first_method) == method) {
        index = rid - info->first_method;
    } else {
        while (index < info->method_count && declared_method(method->owner, index) != method) index++;
    }
    *cursor = method_at(method->owner, index + 1);
}

// The virtual methods of an interface, in slot order: the static ones come last.
uint32_t interface_slot_count(MethodTable* table) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < table->info->method_count; i++) {
        if (declared_method(table, i)->is_virtual()) count++;
    }
    return count;
}

MethodDesc* interface_method_at(MethodTable* table, uint32_t slot) {
    for (bool is_static : {false, true}) {
        for (uint32_t i = 0; i < table->info->method_count; i++) {
            MethodDesc* method = declared_method(table, i);
            if (method->is_virtual() && method->is_static() == is_static && slot-- == 0) return method;
        }
    }
    return nullptr;
}

int32_t slot_count(TypeHandle type) {
    MethodTable* table = type.method_table();
    if (table == nullptr) return 0;
    success_or_throw(ensure_loaded(table));
    return static_cast<int32_t>(table->is_interface() ? interface_slot_count(table) : table->num_virtuals);
}

int32_t num_virtuals(Object* runtime_type) {
    return slot_count(type_of_object(runtime_type));
}

int32_t num_virtuals_and_static_virtuals(QCallTypeHandle type) {
    return slot_count(type.type());
}

MethodDesc* method_in_slot(MethodTable* table, int32_t slot) {
    success_or_throw(ensure_loaded(table));
    MethodDesc* method = nullptr;
    if (table->is_interface()) {
        method = interface_method_at(table, static_cast<uint32_t>(slot));
    } else if (static_cast<uint32_t>(slot) < table->num_virtuals) {
        method = table->info->virtuals[slot];
    }
    if (method == nullptr) throw_argument("Specified argument was out of the range of valid values.");
    return method;
}

void verify_interface_is_implemented(QCallTypeHandle type, QCallTypeHandle interface) {
    MethodTable* wanted = interface.type().method_table();
    if (wanted == nullptr || !wanted->is_interface()) throw_argument("Argument must be an interface.");
    MethodTable* table = type.type().method_table();
    if (table == nullptr) throw_argument("Interface not found.");
    success_or_throw(ensure_loaded(table));
    if (!implements_interface(table, wanted)) throw_argument("Interface not found.");
}

MethodDesc* interface_method_implementation(QCallTypeHandle type, QCallTypeHandle, MethodDesc* declared) {
    Result<MethodDesc*> found = resolve_for_interface_map(type.type().method_table(), declared);
    return found ? *found : nullptr;  // none: reabstracted or ambiguous
}

// --- Fields ----------------------------------------------------------------------------------------------------------

// Where CoreCLR has a field among those of its type: instance fields, statics, thread statics. Literals have no
// storage; CoreLib reads them from metadata.
enum class FieldGroup { Instance, Static, ThreadStatic, None };

FieldGroup group_of(const FieldDesc& field) {
    if (field.flags & field_flags::is_literal) return FieldGroup::None;
    if (!field.is_static()) return FieldGroup::Instance;
    return field.flags & field_flags::is_thread_static ? FieldGroup::ThreadStatic : FieldGroup::Static;
}

// False: the buffer is too small, and *count tells the need.
QBool get_fields(MethodTable* table, FieldDesc** buffer, int32_t* count) {
    int32_t capacity = *count;
    *count = 0;
    if (table->is_array()) return true;
    success_or_throw(ensure_loaded(table));
    std::span<FieldDesc> fields(table->info->fields.get(), table->info->field_count);
    for (FieldGroup group : {FieldGroup::Instance, FieldGroup::Static, FieldGroup::ThreadStatic}) {
        for (FieldDesc& field : fields) {
            if (group_of(field) != group) continue;
            if (*count < capacity) buffer[*count] = &field;
            ++*count;
        }
    }
    return *count <= capacity;
}

// --- Interfaces ------------------------------------------------------------------------------------------------------

// CoreLib adds the generic interfaces of an array itself.
bool is_reported_interface(MethodTable* table, MethodTable* interface) {
    return !table->is_array() || interface->info->instantiation == nullptr;
}

void interfaces(MethodTable* table, ObjectHandleOnStack result) {
    success_or_throw(ensure_loaded(table));
    if (table->is_nullable()) return;  // the words of its map hold something else; it has none
    uint32_t count = 0;
    for (uint32_t i = 0; i < table->num_interfaces; i++) count += is_reported_interface(table, table->interface_map[i]);
    ArrayObject* array = new_array(corelib_type("System", "Type"), count);
    uint32_t next = 0;
    for (uint32_t i = 0; i < table->num_interfaces; i++) {
        MethodTable* interface = table->interface_map[i];
        if (is_reported_interface(table, interface))
            gc::store_element(array, next++, type_object(TypeHandle(interface)));
    }
    result.set(array);
}

// --- Generic instances -----------------------------------------------------------------------------------------------

void instantiation(QCallTypeHandle type, ObjectHandleOnStack result, QBool as_runtime_types) {
    MethodTable* table = type.type().method_table();
    if (table == nullptr || table->is_array() || table->info->instantiation == nullptr) return result.set(nullptr);
    result.set(new_type_array(table->info->instantiation->span(), as_runtime_types != 0));
}

void generic_type_definition(QCallTypeHandle type, ObjectHandleOnStack result) {
    MethodTable* table = type.type().method_table();
    result.set(type_object(TypeHandle(table->info->typical)));
}

constexpr const char* type_handle = "System.RuntimeTypeHandle";

const NativeEntry entries[] = {
    CELER_INTERNAL_CALL(type_handle, "GetFirstIntroducedMethod", first_introduced_method),
    CELER_INTERNAL_CALL(type_handle, "GetNextIntroducedMethod", next_introduced_method),
    CELER_INTERNAL_CALL(type_handle, "GetNumVirtuals", num_virtuals),
    CELER_QCALL("RuntimeTypeHandle_GetNumVirtualsAndStaticVirtuals", num_virtuals_and_static_virtuals),
    CELER_QCALL("RuntimeTypeHandle_GetMethodAt", method_in_slot),
    CELER_QCALL("RuntimeTypeHandle_VerifyInterfaceIsImplemented", verify_interface_is_implemented),
    CELER_QCALL("RuntimeTypeHandle_GetInterfaceMethodImplementation", interface_method_implementation),
    CELER_QCALL("RuntimeTypeHandle_GetFields", get_fields),
    CELER_QCALL("RuntimeTypeHandle_GetInterfaces", interfaces),
    CELER_QCALL("RuntimeTypeHandle_GetInstantiation", instantiation),
    CELER_QCALL("RuntimeTypeHandle_GetGenericTypeDefinition", generic_type_definition),
};

}  // namespace

NativeTable type_members_contract() {
    return entries;
}

}  // namespace celer
