// Objects as such: identity hashes, clones, raw copies, class constructors, sizes, casts by handle.
#include "runtime/objects.h"

#include <cstdlib>
#include <cstring>

#include "corelib/contract.h"
#include "corelib/tables.h"
#include "gc/barrier.h"
#include "gc/heap.h"
#include "metadata/image.h"
#include "reflection/exposed_objects.h"
#include "runtime/class_init.h"
#include "runtime/exceptions.h"
#include "runtime/monitor.h"
#include "types/dispatch.h"
#include "types/loader.h"
#include "types/type_info.h"
#include "types/well_known.h"

namespace celer {

namespace {

// --- Hashes, equality, clones ----------------------------------------------------------------------------------------

int32_t try_get_hash_code(Object* object) {
    return object == nullptr ? 0 : identity_hash_if_any(object);
}

int32_t get_hash_code_slow(ObjectHandleOnStack object) {
    return identity_hash(object.get());
}

QBool content_equals(Object* left, Object* right) {
    return left->method_table == right->method_table &&
           std::memcmp(left->field_base(), right->field_base(), left->method_table->instance_field_bytes) == 0;
}

// Managed code copies the contents afterwards, an array's bounds included.
void allocate_uninitialized_clone(ObjectHandleOnStack handle) {
    Object* object = handle.get();
    MethodTable* table = object->method_table;
    Object* clone = nullptr;
    if (table == well_known(WellKnown::String)) {
        clone = allocate_string(static_cast<uint32_t>(static_cast<StringObject*>(object)->length));
    } else if (table->has_component_size()) {
        clone = allocate_array(table, static_cast<ArrayObject*>(object)->length);
    } else {
        clone = allocate_object(table);
    }
    if (clone == nullptr) throw_out_of_memory();
    handle.set(clone);
}

constexpr size_t sufficient_stack_bytes = 128 * 1024;

QBool try_ensure_sufficient_execution_stack() {
    auto* here = static_cast<uint8_t*>(__builtin_frame_address(0));
    return here > current_thread().stack_limit + sufficient_stack_bytes;
}

// --- Raw memory ------------------------------------------------------------------------------------------------------

void write_barrier(Object** destination, Object* value) {
    gc::store_reference(destination, value);
}

void bulk_move(void* destination, const void* source, size_t bytes) {
    gc::move_values(destination, source, bytes);
}

[[noreturn]] void throw_null_location() {  // CoreCLR's text for its helpers without a better one
    throw_well_known("System", "NullReferenceException", "The method was called with a null array argument.");
}

Object* exchange_object(Object** location, Object* value) {
    if (location == nullptr) throw_null_location();
    return gc::exchange_reference(location, value);
}

Object* compare_exchange_object(Object** location, Object* value, Object* comparand) {
    if (location == nullptr) throw_null_location();
    return gc::compare_exchange_reference(location, value, comparand);
}

// --- Class constructors and code -------------------------------------------------------------------------------------

void initialize_or_throw(MethodTable* table) {
    success_or_throw(ensure_loaded(table));
    if (table->contains_generic_variables()) return;
    if (Object* exception = initialize_module(current_thread(), table->module)) throw_exception(exception);
    if (Object* exception = initialize_class(current_thread(), table)) throw_exception(exception);
}

void run_class_constructor(QCallTypeHandle type) {
    MethodTable* table = type.type().method_table();
    if (table != nullptr && !table->is_array()) initialize_or_throw(table);
}

void run_module_constructor(QCallModule module) {
    initialize_or_throw(value_or_throw(global_type(module.module)));
}

// --- Sizes and memory of types ---------------------------------------------------------------------------------------

// 0: CoreLib says that the type is not supported.
int32_t size_of(QCallTypeHandle handle) {
    MethodTable* table = handle.type().method_table();
    if (handle.type().contains_variables() || table == well_known(WellKnown::Void)) return 0;
    if (table == nullptr) return 8;
    if (!table->is_value_type()) return 8;
    success_or_throw(ensure_loaded(table, LoadLevel::Layout));
    return static_cast<int32_t>(table->instance_field_bytes);
}

void* allocate_type_associated_memory(QCallTypeHandle, uint32_t size_bytes) {
    void* memory = std::calloc(1, size_bytes == 0 ? 1 : size_bytes);
    if (memory == nullptr) throw_out_of_memory();
    return memory;
}

// --- Casts -----------------------------------------------------------------------------------------------------------

QBool can_cast_to_no_cache_lookup(uintptr_t from, uintptr_t to) {
    return can_cast(TypeHandle::from_raw(from), TypeHandle::from_raw(to));
}

// --- MethodTable (System.Runtime.CompilerServices) -------------------------------------------------------------------

uint32_t instance_field_bytes(MethodTable* table) {
    success_or_throw(ensure_loaded(table, LoadLevel::Layout));
    return table->instance_field_bytes;
}

int32_t primitive_element_type(MethodTable* table) {
    return static_cast<int32_t>(table->element);
}

MethodTable* matching_parent_class(MethodTable* table, MethodTable* parent) {
    for (MethodTable* ancestor = table; ancestor != nullptr; ancestor = ancestor->parent) {
        if (ancestor == parent || ancestor->info->typical == parent->info->typical) return ancestor;
    }
    return nullptr;
}

uintptr_t instantiation_argument(MethodTable* table) {
    return table->per_inst_info[0][0];
}

uintptr_t no_loader_allocator(MethodTable*) {
    return 0;
}

uint32_t signature_element_type(uintptr_t handle) {
    TypeHandle type = TypeHandle::from_raw(handle);
    if (type.is_type_desc()) return static_cast<uint32_t>(type.type_desc()->element());
    const MethodTable* table = type.method_table();
    ElementType element = ElementType::Class;
    if (table->is_array()) {
        element = table->is_sz_array() ? ElementType::SzArray : ElementType::Array;
    } else if (table->is_true_primitive() || table->element == ElementType::Void) {
        element = table->element;
    } else if (table == primitive_type(ElementType::TypedByRef)) {
        element = ElementType::TypedByRef;
    } else if (table->is_value_type()) {
        element = ElementType::ValueType;
    }
    return static_cast<uint32_t>(element);
}

// --- Value types -----------------------------------------------------------------------------------------------------

// Equality of two values is equality of their bits: no references, no floating point, no padding, and no field whose
// type has its own Equals or GetHashCode.
Result<bool> can_compare_bits(MethodTable* table) {
    CELER_TRY_VOID(ensure_loaded(table));
    if (table->contains_gc_pointers()) return false;
    const TypeInfo* info = table->info;
    uint32_t used = 0;
    for (uint32_t i = 0; i < info->field_count; i++) {
        FieldDesc& field = info->fields[i];
        if (field.is_static()) continue;
        used += field.size_bytes;
        if (field.element == ElementType::R4 || field.element == ElementType::R8) return false;
        if (field.element != ElementType::ValueType) continue;
        MethodTable* field_table = CELER_TRY(field_type(&field)).method_table();
        if (find_method(field_table, "Equals", "bool (object)") != nullptr ||
            find_method(field_table, "GetHashCode", "int ()") != nullptr || !CELER_TRY(can_compare_bits(field_table))) {
            return false;
        }
    }
    return !info->is_inline_array && used == table->instance_field_bytes;
}

QBool can_compare_bits_or_use_fast_hash(MethodTable* table) {
    if (table->info->is_inline_array) {
        throw_well_known("System", "NotSupportedException",
                         "Calling built-in Equals() or GetHashCode() on type marked as InlineArray is invalid.");
    }
    bool can = value_or_throw(can_compare_bits(table));
    uint32_t flags = aux_flags::has_checked_can_compare_bits | (can ? aux_flags::can_compare_bits : 0);
    __atomic_fetch_or(&table->auxiliary->flags, flags, __ATOMIC_RELAXED);
    return can;
}

enum class HashStrategy : int32_t {
    None,
    ReferenceField,
    DoubleField,
    SingleField,
    FastGetHashCode,
    ValueTypeOverride
};

// Which part of a value its hash comes from: the first field that gives one.
Result<HashStrategy> hash_strategy(MethodTable* table, const uint8_t* value, uint32_t base, uint32_t& offset,
                                   uint32_t& size, MethodTable*& type) {
    CELER_TRY_VOID(ensure_loaded(table));
    const TypeInfo* info = table->info;
    for (uint32_t i = 0; i < info->field_count; i++) {
        FieldDesc& field = info->fields[i];
        if (field.is_static()) continue;
        offset = base + field.offset;
        if (field.element == ElementType::R8) return HashStrategy::DoubleField;
        if (field.element == ElementType::R4) return HashStrategy::SingleField;
        if (field.element == ElementType::Class) {
            if (*reinterpret_cast<Object* const*>(value + offset) == nullptr) continue;
            return HashStrategy::ReferenceField;
        }
        if (field.element != ElementType::ValueType) {
            size = field.size_bytes;
            return HashStrategy::FastGetHashCode;
        }
        MethodTable* field_table = CELER_TRY(field_type(&field)).method_table();
        CELER_TRY_VOID(ensure_loaded(field_table));
        if (CELER_TRY(can_compare_bits(field_table))) {
            size = field_table->instance_field_bytes;
            return HashStrategy::FastGetHashCode;
        }
        if (find_method(field_table, "GetHashCode", "int ()") != nullptr) {
            type = field_table;
            return HashStrategy::ValueTypeOverride;
        }
        HashStrategy inner = CELER_TRY(hash_strategy(field_table, value, offset, offset, size, type));
        if (inner != HashStrategy::None) return inner;
    }
    return HashStrategy::None;
}

HashStrategy value_type_hash_strategy(MethodTable* table, ObjectHandleOnStack object, uint32_t* offset, uint32_t* size,
                                      MethodTable** type) {
    return value_or_throw(hash_strategy(table, object.get()->field_base(), 0, *offset, *size, *type));
}

constexpr const char* helpers = "System.Runtime.CompilerServices.RuntimeHelpers";
constexpr const char* method_table = "System.Runtime.CompilerServices.MethodTable";

const NativeEntry entries[] = {
    CELER_INTERNAL_CALL(helpers, "TryGetHashCode", try_get_hash_code),
    CELER_INTERNAL_CALL(helpers, "ContentEquals", content_equals),
    CELER_INTERNAL_CALL(helpers, "TryEnsureSufficientExecutionStack", try_ensure_sufficient_execution_stack),
    CELER_QCALL("ObjectNative_GetHashCodeSlow", get_hash_code_slow),
    CELER_QCALL("ObjectNative_AllocateUninitializedClone", allocate_uninitialized_clone),

    CELER_INTERNAL_CALL("System.Runtime.CompilerServices.CastHelpers", "WriteBarrier", write_barrier),
    CELER_INTERNAL_CALL("System.Buffer", "BulkMoveWithWriteBarrierInternal", bulk_move),
    CELER_INTERNAL_CALL("System.Threading.Interlocked", "ExchangeObject", exchange_object),
    CELER_INTERNAL_CALL("System.Threading.Interlocked", "CompareExchangeObject", compare_exchange_object),

    CELER_QCALL("InitClassHelper", initialize_or_throw),
    CELER_QCALL("ReflectionInvocation_RunClassConstructor", run_class_constructor),
    CELER_QCALL("ReflectionInvocation_RunModuleConstructor", run_module_constructor),
    CELER_QCALL("ReflectionInvocation_SizeOf", size_of),
    CELER_QCALL("RuntimeTypeHandle_AllocateTypeAssociatedMemory", allocate_type_associated_memory),

    CELER_QCALL("TypeHandle_CanCastTo_NoCacheLookup", can_cast_to_no_cache_lookup),
    CELER_QCALL("TypeHandle_GetCorElementType", signature_element_type),

    CELER_INTERNAL_CALL(method_table, "GetNumInstanceFieldBytes", instance_field_bytes),
    CELER_INTERNAL_CALL(method_table, "GetPrimitiveCorElementType", primitive_element_type),
    CELER_INTERNAL_CALL(method_table, "GetMethodTableMatchingParentClass", matching_parent_class),
    CELER_INTERNAL_CALL(method_table, "InstantiationArg0", instantiation_argument),
    CELER_INTERNAL_CALL(method_table, "GetLoaderAllocatorHandle", no_loader_allocator),

    CELER_QCALL("MethodTable_CanCompareBitsOrUseFastGetHashCode", can_compare_bits_or_use_fast_hash),
    CELER_QCALL("ValueType_GetHashCodeStrategy", value_type_hash_strategy),
};

}  // namespace

NativeTable objects_contract() {
    return entries;
}

}  // namespace celer
