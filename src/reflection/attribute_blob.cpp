#include "reflection/attribute_blob.h"

#include <cstring>

#include "gc/barrier.h"
#include "reflection/exposed_objects.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "types/loader.h"
#include "types/type_info.h"
#include "types/well_known.h"

namespace celer {

namespace {

// Tags beside the element types, II.23.3.
constexpr uint8_t tag_string = 0x0e;
constexpr uint8_t tag_array = 0x1d;
constexpr uint8_t tag_type = 0x50;
constexpr uint8_t tag_object = 0x51;
constexpr uint8_t tag_field = 0x53;
constexpr uint8_t tag_property = 0x54;
constexpr uint8_t tag_enum = 0x55;
constexpr uint8_t null_string = 0xff;
constexpr uint32_t null_array = 0xffffffff;

bool is_system_type(TypeHandle type) {
    MethodTable* table = type.method_table();
    return table != nullptr && table == corelib_type("System", "Type");
}

bool is_simple(TypeHandle type) {
    MethodTable* table = type.method_table();
    return table != nullptr && (table->is_true_primitive() || table->is_enum());
}

}  // namespace

bool AttributeBlob::read_prolog() {
    if (reader_.read_u16() != 1) fail();
    return !failed();
}

// A blob that ends after the constructor's arguments names none.
uint16_t AttributeBlob::read_named_count() {
    return reader_.rest().empty() ? 0 : reader_.read_u16();
}

uint64_t AttributeBlob::read_bits(uint32_t size_bytes) {
    Bytes bytes = reader_.read_bytes(size_bytes);
    uint64_t bits = 0;
    if (bytes.size() <= sizeof bits) std::memcpy(&bits, bytes.data(), bytes.size());
    return bits;
}

StringObject* AttributeBlob::read_string(bool& is_null) {
    is_null = reader_.peek_u8() == null_string;
    if (is_null) {
        reader_.read_u8();
        return nullptr;
    }
    uint32_t length = reader_.read_compressed();
    Bytes text = reader_.read_bytes(length);
    return failed() ? nullptr : new_string_or_throw(as_text(text));
}

TypeHandle AttributeBlob::resolve_type_name(StringObject* name) {
    if (name->length == 0) {
        fail();
        return {};
    }
    MethodDesc* resolve =
        find_method(corelib_type("System.Reflection", "TypeNameResolver"), "GetTypeReferencedByCustomAttribute",
                    "System.RuntimeType (string, System.Reflection.RuntimeModule)");
    CallResult call = call_managed(
        thread_, resolve, {reinterpret_cast<uint64_t>(name), reinterpret_cast<uint64_t>(module_object(scope_))});
    if (call.exception != nullptr) {
        exception_ = call.exception;
        fail();
        return {};
    }
    return type_of_object(reinterpret_cast<Object*>(call.value));
}

Object* AttributeBlob::read_type_value() {
    bool is_null = false;
    StringObject* name = read_string(is_null);
    if (is_null || failed()) return nullptr;
    TypeHandle type = resolve_type_name(name);
    return failed() ? nullptr : type_object(type);
}

// FieldOrPropType
TypeHandle AttributeBlob::read_type_tag() {
    uint8_t tag = reader_.read_u8();
    if (tag >= static_cast<uint8_t>(ElementType::Boolean) && tag <= static_cast<uint8_t>(ElementType::R8)) {
        return primitive_type(static_cast<ElementType>(tag));
    }
    switch (tag) {
        case tag_string:
            return well_known(WellKnown::String);
        case tag_type:
            return corelib_type("System", "Type");
        case tag_object:
            return well_known(WellKnown::Object);
        case tag_array: {
            TypeHandle element = read_type_tag();
            if (failed()) return {};
            Result<MethodTable*> array = sz_array_of(element);
            if (array) return *array;
            break;
        }
        case tag_enum: {
            bool is_null = false;
            StringObject* name = read_string(is_null);
            if (is_null || failed()) break;
            TypeHandle type = resolve_type_name(name);
            if (failed() || is_simple(type)) return type;
            break;
        }
        default:
            break;
    }
    fail();
    return {};
}

Object* AttributeBlob::read_array(TypeHandle element, int depth) {
    uint32_t count = reader_.read_u32();
    if (count == null_array || failed()) return nullptr;
    MethodTable* table = element.method_table();
    if (table != nullptr && count > largest_array_length) {  // throws, before what follows is looked at
        Result<MethodTable*> type = sz_array_of(element);
        if (type) new_vector_or_throw(*type, static_cast<int32_t>(count));
    }
    if (table == nullptr || count > reader_.remaining()) {
        fail();
        return nullptr;
    }
    ArrayObject* array = new_array(table, count);
    for (uint32_t i = 0; i < count && !failed(); i++) {
        uint64_t slot = 0;
        read_value(element, slot, depth + 1);
        if (is_simple(element)) {
            std::memcpy(array->elements<uint8_t>() + size_t{i} * table->instance_field_bytes, &slot,
                        table->instance_field_bytes);
        } else {
            gc::store_element(array, i, reinterpret_cast<Object*>(slot));
        }
    }
    return array;
}

Object* AttributeBlob::read_boxed(TypeHandle type, int depth) {
    uint64_t slot = 0;
    read_value(type, slot, depth);
    if (failed()) return nullptr;
    if (!is_simple(type)) return reinterpret_cast<Object*>(slot);
    Object* object = allocate_or_throw(type.method_table());
    std::memcpy(object->field_base(), &slot, type.method_table()->instance_field_bytes);
    return object;
}

void AttributeBlob::read_value(TypeHandle type, uint64_t& slot, int depth) {
    MethodTable* table = type.method_table();
    if (table == nullptr || depth > maximum_depth || !ensure_loaded(table)) return fail();
    if (is_simple(type)) {
        slot = read_bits(table->instance_field_bytes);
        return;
    }
    Object* value = nullptr;
    if (table == well_known(WellKnown::String)) {
        bool is_null = false;
        value = read_string(is_null);
    } else if (is_system_type(type)) {
        value = read_type_value();
    } else if (table == well_known(WellKnown::Object)) {
        TypeHandle actual = read_type_tag();
        if (!failed()) value = read_boxed(actual, depth + 1);
    } else if (table->is_sz_array()) {
        value = read_array(TypeHandle::from_raw(table->element_type), depth + 1);
    } else {
        fail();
    }
    slot = reinterpret_cast<uint64_t>(value);
}

void AttributeBlob::read_argument(TypeHandle type, uint64_t& slot) {
    read_value(type, slot, 0);
}

AttributeBlob::Named AttributeBlob::read_named() {
    Named named;
    uint8_t kind = reader_.read_u8();
    if (kind != tag_field && kind != tag_property) {
        fail();
        return named;
    }
    named.is_property = kind == tag_property;
    named.type = read_type_tag();
    bool is_null = false;
    if (!failed()) named.name = read_string(is_null);
    if (is_null) fail();
    if (!failed()) named.value = read_boxed(named.type, 0);
    return named;
}

}  // namespace celer
