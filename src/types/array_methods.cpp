// The methods of array types that no metadata declares (II.14.2), in CoreCLR's order: Get, Set, Address, then
// constructors. A one-dimensional array's constructors take the lengths of 1, 2, ... levels of nested arrays; a
// multi-dimensional one's take its lengths, or lower bounds and lengths.
#include "metadata/flags.h"
#include "metadata/signature.h"
#include "types/loader_state.h"

namespace celer {

namespace {

MethodDesc* make_array_method(MethodTable* array, MethodKind kind, uint32_t integer_count) {
    TypeHandle element = TypeHandle::from_raw(array->element_type);
    bool is_set = kind == MethodKind::ArraySet;
    uint32_t count = integer_count + (is_set ? 1 : 0);
    LoaderHeap* heap = loader_heap_of(array);
    auto* signature = static_cast<MethodSignature*>(
        heap_allocate(heap, Section::Types, sizeof(MethodSignature) + count * sizeof(TypeHandle)));
    signature->has_this = 1;
    signature->parameter_count = static_cast<uint16_t>(count);
    signature->return_type = primitive_type(ElementType::Void);
    if (kind == MethodKind::ArrayGet) signature->return_type = element;
    if (kind == MethodKind::ArrayAddress || kind == MethodKind::ArrayReadonlyAddress) {
        signature->return_type = byref_to(element);
    }
    for (uint32_t i = 0; i < integer_count; i++) signature->parameters[i] = primitive_type(ElementType::I4);
    if (is_set) signature->parameters[integer_count] = element;

    MethodDesc* method = allocate_method(heap);
    method->owner = array;
    method->typical = method;
    method->kind = kind;
    method->token = static_cast<uint32_t>(metadata::Table::MethodDef) << 24;
    method->signature_cache = signature;
    method->attributes = metadata::method_flags::kPublic;
    method->flags = method_flags::is_final;
    if (kind == MethodKind::ArrayCtor) {
        method->attributes |= metadata::method_flags::kRTSpecialName;
        method->flags |= method_flags::is_constructor;
    }
    if (array->contains_generic_variables()) method->flags |= method_flags::is_open;
    return method;
}

}  // namespace

uint32_t array_method_count(bool is_sz_array, TypeHandle element) {
    uint32_t constructors = 2;
    if (is_sz_array) {
        constructors = 1;
        for (MethodTable* table = element.method_table(); table != nullptr && table->is_sz_array();
             table = TypeHandle::from_raw(table->element_type).method_table()) {
            constructors++;
        }
    }
    return 3 + constructors;
}

void make_array_methods(MethodTable* array) {
    TypeInfo* info = array->info;
    auto* methods = new_beside<ArenaPointer<MethodDesc>>(array, Section::Types, info->method_count + 1);
    methods[0] = make_array_method(array, MethodKind::ArrayGet, array->rank);
    methods[1] = make_array_method(array, MethodKind::ArraySet, array->rank);
    methods[2] = make_array_method(array, MethodKind::ArrayAddress, array->rank);
    for (uint32_t i = 3; i < info->method_count; i++) {
        uint32_t integers = array->is_sz_array() ? i - 2 : array->rank * (i - 2);
        methods[i] = make_array_method(array, MethodKind::ArrayCtor, integers);
    }
    methods[info->method_count] = make_array_method(array, MethodKind::ArrayReadonlyAddress, array->rank);
    store_release(info->methods, methods);
}

MethodDesc* readonly_address(MethodDesc* address) {
    TypeInfo* info = address->owner->info;
    return info->methods[info->method_count];
}

MethodDesc* array_method(MethodTable* array, std::string_view name, uint32_t parameter_count) {
    for (uint32_t i = 0; i < array->info->method_count; i++) {
        MethodDesc* method = declared_method(array, i);
        if (method->signature_cache->parameter_count == parameter_count && method_name(method) == name) return method;
    }
    return nullptr;
}

}  // namespace celer
