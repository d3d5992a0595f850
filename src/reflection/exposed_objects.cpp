#include "reflection/exposed_objects.h"

#include <algorithm>
#include <cstring>

#include "base/assert.h"
#include "gc/barrier.h"
#include "gc/handles.h"
#include "runtime/exceptions.h"
#include "runtime/objects.h"
#include "types/loader.h"
#include "types/loader_allocator.h"

namespace celer {

namespace {

// Publishes `object` in a handle cell unless another thread was first; returns the object that stands.
Object* publish(uintptr_t* cell, Object* object) {
    LoaderAllocator* allocator = loader_allocator_of(cell);
    gc::Handle handle =
        allocator == nullptr ? gc::allocate_handle(gc::HandleKind::Strong, object) : keep_object(allocator, object);
    if (handle == nullptr) throw_out_of_memory();
    uintptr_t expected = 0;
    if (__atomic_compare_exchange_n(cell, &expected, reinterpret_cast<uintptr_t>(handle), false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE)) {
        return object;
    }
    if (allocator == nullptr) {
        gc::free_handle(handle);
    } else {
        *handle = nullptr;
    }
    return *reinterpret_cast<gc::Handle>(expected);
}

Object* exposed(const uintptr_t* cell) {
    uintptr_t handle = __atomic_load_n(cell, __ATOMIC_ACQUIRE);
    return handle == 0 ? nullptr : *reinterpret_cast<gc::Handle>(handle);
}

MethodTable* complete(WellKnown type) {
    MethodTable* table = well_known(type);
    Result<void> loaded = ensure_loaded(table);
    CELER_ASSERT(loaded.has_value(), "CoreLib's %s does not load", display_name(TypeHandle(table)).c_str());
    return table;
}

uint32_t offset_once(uint32_t& cache, WellKnown type, std::string_view field) {
    uint32_t offset = __atomic_load_n(&cache, __ATOMIC_RELAXED);
    if (offset == 0) {
        offset = field_offset(complete(type), field);
        __atomic_store_n(&cache, offset, __ATOMIC_RELAXED);
    }
    return offset;
}

uint32_t assembly_offset() {
    static uint32_t cache;
    return offset_once(cache, WellKnown::RuntimeAssembly, "m_assembly");
}
uint32_t module_data_offset() {
    static uint32_t cache;
    return offset_once(cache, WellKnown::RuntimeModule, "m_pData");
}
uint32_t module_assembly_offset() {
    static uint32_t cache;
    return offset_once(cache, WellKnown::RuntimeModule, "m_runtimeAssembly");
}
uint32_t method_value_offset() {
    static uint32_t cache;
    return offset_once(cache, WellKnown::RuntimeMethodInfoStub, "m_value");
}
uint32_t field_value_offset() {
    static uint32_t cache;
    return offset_once(cache, WellKnown::RuntimeFieldInfoStub, "m_fieldHandle");
}

// Stubs have a field for what keeps their member.
void keep_alive(Object* stub, const void* member) {
    Object* keeper = keeper_of(member);
    if (keeper == nullptr) return;
    gc::store_field(stub, field_offset(stub->method_table, "m_keepalive"), keeper);
}

}  // namespace

void success_or_throw(Result<void> result) {
    if (!result) throw_error_owned(new Error(std::move(result).error()));
}

Object* allocate_or_throw(MethodTable* table) {
    Object* object = allocate_object(table);
    if (object == nullptr) throw_out_of_memory();
    return object;
}

uint32_t field_offset(MethodTable* table, std::string_view name) {
    FieldDesc* field = find_field(table, name);
    CELER_ASSERT(field != nullptr, "%s has no field %.*s", display_name(TypeHandle(table)).c_str(),
                 static_cast<int>(name.size()), name.data());
    return field->offset;
}

MethodTable* corelib_type(std::string_view name_space, std::string_view name) {
    Result<MethodTable*> table = find_type(corelib(), name_space, name);
    CELER_ASSERT(table.has_value() && ensure_loaded(*table).has_value(), "CoreLib has no %.*s",
                 static_cast<int>(name.size()), name.data());
    return *table;
}

Object* assembly_object_if_exists(const Assembly* assembly) {
    return exposed(assembly->exposed_handle);
}

Object* module_object_if_exists(const Module* module) {
    return exposed(module->exposed_handle);
}

Object* assembly_object(Assembly* assembly) {
    if (Object* known = assembly_object_if_exists(assembly); known != nullptr) return known;
    Object* object = allocate_or_throw(complete(WellKnown::RuntimeAssembly));
    object->field<Assembly*>(assembly_offset()) = assembly;
    if (Object* keeper = keeper_of(assembly)) {  // it is the object to lock as well
        gc::store_field(object, field_offset(object->method_table, "m_syncRoot"), keeper);
    }
    return publish(assembly->exposed_handle, object);
}

Object* module_object(Module* module) {
    if (Object* known = module_object_if_exists(module); known != nullptr) return known;
    Object* assembly = assembly_object(module->assembly);
    Object* object = allocate_or_throw(complete(WellKnown::RuntimeModule));
    object->field<Module*>(module_data_offset()) = module;
    gc::store_field(object, module_assembly_offset(), assembly);
    return publish(module->exposed_handle, object);
}

Assembly* assembly_of_object(Object* runtime_assembly) {
    return runtime_assembly->field<Assembly*>(assembly_offset());
}

Module* module_of_object(Object* runtime_module) {
    return runtime_module->field<Module*>(module_data_offset());
}

Object* method_stub_object(MethodDesc* method) {
    Object* object = allocate_or_throw(complete(WellKnown::RuntimeMethodInfoStub));
    object->field<MethodDesc*>(method_value_offset()) = method;
    keep_alive(object, method);
    return object;
}

Object* field_stub_object(FieldDesc* field) {
    Object* object = allocate_or_throw(complete(WellKnown::RuntimeFieldInfoStub));
    object->field<FieldDesc*>(field_value_offset()) = field;
    keep_alive(object, field);
    return object;
}

// CoreLib lays RuntimeMethodInfo, RuntimeConstructorInfo and the stub out so that the handle lies at the same place.
MethodDesc* method_of_object(Object* method_info) {
    return method_info->field<MethodDesc*>(method_value_offset());
}

FieldDesc* field_of_object(Object* field_info) {
    return field_info->field<FieldDesc*>(field_value_offset());
}

ArrayObject* new_array(MethodTable* element, uint32_t length) {
    MethodTable* type = value_or_throw(sz_array_of(TypeHandle(element)));
    success_or_throw(ensure_loaded(type));
    ArrayObject* array = allocate_array(type, length);
    if (array == nullptr) throw_out_of_memory();
    return array;
}

ArrayObject* new_type_array(std::span<const TypeHandle> types, bool as_runtime_types) {
    MethodTable* element = as_runtime_types ? well_known(WellKnown::RuntimeType) : corelib_type("System", "Type");
    ArrayObject* array = new_array(element, static_cast<uint32_t>(types.size()));
    for (size_t i = 0; i < types.size(); i++) {
        if (!types[i].is_null()) gc::store_element(array, i, type_object(types[i]));
    }
    return array;
}

StringObject* new_string_or_throw(std::string_view utf8) {
    StringObject* string = new_string(utf8);
    if (string == nullptr) throw_out_of_memory();
    return string;
}

ArrayObject* new_byte_array(Bytes bytes) {
    ArrayObject* array = new_array(well_known(WellKnown::Byte), static_cast<uint32_t>(bytes.size()));
    if (!bytes.empty()) std::memcpy(array->elements<uint8_t>(), bytes.data(), bytes.size());
    return array;
}

// What is left of a type without arrays, pointers and byrefs: a class or struct, a variable, a function pointer.
static TypeHandle innermost_element(TypeHandle type) {
    while (true) {
        if (MethodTable* table = type.method_table(); table != nullptr) {
            if (!table->is_array()) return type;
            type = TypeHandle::from_raw(table->element_type);
            continue;
        }
        const TypeDesc* desc = type.type_desc();
        if (desc->element() != ElementType::Ptr && desc->element() != ElementType::ByRef) return type;
        type = TypeHandle::from_raw(desc->parameter);
    }
}

Module* module_of_type(TypeHandle type) {
    TypeHandle element = innermost_element(type);
    if (MethodTable* table = element.method_table(); table != nullptr) return table->module;
    const TypeDesc* desc = element.type_desc();
    return desc->element() == ElementType::FnPtr ? corelib()->module : desc->module;
}

bool has_collectible_part(TypeHandle type) {
    return loader_heap_of(type.value) != nullptr;
}

}  // namespace celer

extern "C" {
namespace celer {
Object* celer_method_object(MethodDesc* method) {
    return method_stub_object(method);
}
Object* celer_field_object(FieldDesc* field) {
    return field_stub_object(field);
}
}  // namespace celer
}
