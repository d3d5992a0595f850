#include "runtime/objects.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/assert.h"
#include "base/computed_once.h"
#include "base/lock.h"
#include "gc/barrier.h"
#include "gc/heap.h"
#include "platform/arena.h"
#include "runtime/exceptions.h"
#include "types/loader.h"
#include "types/loader_allocator.h"
#include "types/well_known.h"

namespace celer {

namespace {

constinit Lock g_type_object_lock(LockRank::TypeObjects);

uint32_t runtime_type_handle_offset() {
    return computed_once<[] {
        FieldDesc* field = find_field(well_known(WellKnown::RuntimeType), "m_handle");
        CELER_ASSERT(field != nullptr, "System.RuntimeType has no field m_handle");
        return field->offset;
    }>();
}

Object** exposed_slot(TypeHandle type) {
    return type.is_type_desc() ? &type.type_desc()->exposed_class_object
                               : &type.method_table()->auxiliary->exposed_class_object;
}

// One code point of UTF-8; advances past it. Invalid sequences give U+FFFD for each maximal part.
char32_t next_code_point(const uint8_t*& cursor, const uint8_t* end) {
    uint8_t lead = *cursor++;
    if (lead < 0x80) return lead;
    int extra = lead >= 0xf0 && lead <= 0xf4 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc2 && lead < 0xe0 ? 1 : 0;
    if (extra == 0 || lead > 0xf4) return 0xfffd;
    char32_t code_point = lead & (0x3f >> extra);
    for (int i = 0; i < extra; i++) {
        if (cursor == end || (*cursor & 0xc0) != 0x80) return 0xfffd;
        uint8_t next = *cursor;
        if (i == 0 && ((lead == 0xe0 && next < 0xa0) || (lead == 0xed && next > 0x9f) ||
                       (lead == 0xf0 && next < 0x90) || (lead == 0xf4 && next > 0x8f))) {
            return 0xfffd;
        }
        code_point = code_point << 6 | (next & 0x3f);
        cursor++;
    }
    return code_point;
}

}  // namespace

Object* allocate_object(MethodTable* table) {
    // A type that was only an element or an argument so far has no vtable yet.
    if (!table->info->has_reached(LoadLevel::Complete) && !ensure_loaded(table)) return nullptr;
    return gc::allocate(table);
}

ArrayObject* allocate_array(MethodTable* array_type, uint32_t length) {
    return static_cast<ArrayObject*>(gc::allocate_array(array_type, length));
}

namespace {

[[noreturn]] void throw_dimensions_too_large() {
    throw_well_known("System", "OutOfMemoryException", "Array dimensions exceeded supported range.");
}

}  // namespace

ArrayObject* new_vector_or_throw(MethodTable* array_type, int64_t length, gc::AllocFlags flags) {
    if (length < 0 || length > INT32_MAX) throw_well_known("System", "OverflowException");
    if (length > int64_t{largest_array_length}) throw_dimensions_too_large();
    Object* array = gc::allocate_array(array_type, static_cast<uint32_t>(length), flags);
    if (array == nullptr) throw_out_of_memory();
    return static_cast<ArrayObject*>(array);
}

ArrayObject* new_dimensions_or_throw(MethodTable* array_type, const int32_t* lengths, const int32_t* lower_bounds) {
    uint32_t rank = array_type->rank;
    uint64_t total = 1;
    for (uint32_t i = 0; i < rank; i++) {
        if (lengths[i] < 0) throw_well_known("System", "OverflowException");
        if (lower_bounds != nullptr && int64_t{lower_bounds[i]} + lengths[i] - 1 > INT32_MAX) {
            throw_out_of_range("Higher indices will exceed Int32.MaxValue because of large lower bound and/or length.");
        }
        total *= static_cast<uint32_t>(lengths[i]);
        if (lengths[i] > int64_t{largest_array_length} || total > UINT32_MAX) throw_dimensions_too_large();
    }
    ArrayObject* array = allocate_array(array_type, static_cast<uint32_t>(total));
    if (array == nullptr) throw_out_of_memory();
    for (uint32_t i = 0; i < rank; i++) {
        array->bounds()[i] = lengths[i];
        array->bounds()[rank + i] = lower_bounds == nullptr ? 0 : lower_bounds[i];
    }
    return array;
}

StringObject* allocate_string(uint32_t length) {
    return static_cast<StringObject*>(gc::allocate_string(well_known(WellKnown::String), length));
}

StringObject* new_string_utf16(std::u16string_view text) {
    StringObject* string = allocate_string(static_cast<uint32_t>(text.size()));
    if (string != nullptr) std::memcpy(string->characters, text.data(), text.size() * sizeof(char16_t));
    return string;
}

std::u16string to_utf16(std::string_view utf8) {
    std::u16string text;
    auto* cursor = reinterpret_cast<const uint8_t*>(utf8.data());
    const uint8_t* end = cursor + utf8.size();
    const uint8_t* ascii_end = std::find_if(cursor, end, [](uint8_t byte) { return byte >= 0x80; });
    text.reserve(utf8.size());
    text.assign(cursor, ascii_end);
    cursor = ascii_end;
    while (cursor != end) {
        char32_t code_point = next_code_point(cursor, end);
        if (code_point >= 0x10000) {
            text.push_back(static_cast<char16_t>(0xd7c0 + (code_point >> 10)));
            text.push_back(static_cast<char16_t>(0xdc00 + (code_point & 0x3ff)));
        } else {
            text.push_back(static_cast<char16_t>(code_point));
        }
    }
    return text;
}

StringObject* new_string(std::string_view utf8) {
    return new_string_utf16(to_utf16(utf8));
}

std::u16string_view view(const StringObject* string) {
    return {string->characters, static_cast<size_t>(string->length)};
}

std::string to_utf8(const StringObject* string) {
    return to_utf8(view(string));
}

std::string to_utf8(std::u16string_view source) {
    std::string text;
    for (size_t i = 0; i < source.size(); i++) {
        char32_t code_point = source[i];
        if (code_point >= 0xd800 && code_point < 0xdc00 && i + 1 < source.size() &&
            (source[i + 1] & 0xfc00) == 0xdc00) {
            code_point = 0x10000 + ((code_point - 0xd800) << 10) + (source[++i] - 0xdc00u);
        } else if ((code_point & 0xf800) == 0xd800) {
            code_point = 0xfffd;
        }
        if (code_point < 0x80) {
            text.push_back(static_cast<char>(code_point));
        } else if (code_point < 0x800) {
            text.push_back(static_cast<char>(0xc0 | code_point >> 6));
            text.push_back(static_cast<char>(0x80 | (code_point & 0x3f)));
        } else {
            if (code_point < 0x10000) {
                text.push_back(static_cast<char>(0xe0 | code_point >> 12));
            } else {
                text.push_back(static_cast<char>(0xf0 | code_point >> 18));
                text.push_back(static_cast<char>(0x80 | (code_point >> 12 & 0x3f)));
            }
            text.push_back(static_cast<char>(0x80 | (code_point >> 6 & 0x3f)));
            text.push_back(static_cast<char>(0x80 | (code_point & 0x3f)));
        }
    }
    return text;
}

Object* box(MethodTable* value_type, const void* value) {
    // An array's element type may be known by its layout only so far; an object needs its dispatch tables.
    if (!value_type->info->has_reached(LoadLevel::Complete) && !ensure_loaded(value_type)) return nullptr;
    Object* object = allocate_object(value_type);
    if (object != nullptr) gc::move_values(object->field_base(), value, value_type->instance_field_bytes);
    return object;
}

// An object of the heap that keeps the allocator, and is kept by it.
static Object* collectible_type_object(TypeHandle type, Object** slot, LoaderAllocator* allocator) {
    uint32_t keeper_offset =
        computed_once<[] { return find_field(well_known(WellKnown::RuntimeType), "m_keepalive")->offset; }>();
    Object* object = allocate_object(well_known(WellKnown::RuntimeType));
    if (object == nullptr) throw_out_of_memory();
    object->field<uintptr_t>(runtime_type_handle_offset()) = type.value;
    gc::store_field(object, keeper_offset, *allocator->keeper);
    g_type_object_lock.lock();
    if (*slot == nullptr) {
        keep_object(allocator, object);
        __atomic_store_n(slot, object, __ATOMIC_RELEASE);
    }
    object = *slot;
    g_type_object_lock.unlock();
    return object;
}

Object* type_object(TypeHandle type) {
    Object** slot = exposed_slot(type);
    if (Object* known = __atomic_load_n(slot, __ATOMIC_ACQUIRE); known != nullptr) return known;
    // Managed code reads the parent straight from the MethodTable. A type that cannot be loaded still has its object.
    if (MethodTable* table = type.method_table()) static_cast<void>(ensure_loaded(table, LoadLevel::Hierarchy));
    MethodTable* runtime_type = well_known(WellKnown::RuntimeType);
    uint32_t handle_offset = runtime_type_handle_offset();
    // Managed code reads the parent and the interfaces straight from the MethodTable. A type that does not load keeps
    // its RuntimeType; whoever asks more of it gets the error.
    if (MethodTable* table = type.method_table()) static_cast<void>(ensure_loaded(table, LoadLevel::Hierarchy));
    if (LoaderAllocator* allocator = loader_allocator_of(slot)) return collectible_type_object(type, slot, allocator);
    g_type_object_lock.lock();
    Object* object = *slot;
    if (object == nullptr) {
        auto* memory = static_cast<uint8_t*>(arena_allocate(Section::Frozen, runtime_type->base_size));
        object = reinterpret_cast<Object*>(memory + 8);
        object->method_table = runtime_type;
        object->header() = object_header::frozen;
        object->field<uintptr_t>(handle_offset) = type.value;
        if (MethodTable* table = type.method_table()) table->info->type_object = object;
        __atomic_store_n(slot, object, __ATOMIC_RELEASE);
    }
    g_type_object_lock.unlock();
    return object;
}

TypeHandle type_of_object(Object* runtime_type) {
    return TypeHandle::from_raw(runtime_type->field<uintptr_t>(runtime_type_handle_offset()));
}

void* static_field_address(MethodTable* table, std::string_view name) {
    FieldDesc* field = find_field(table, name);
    CELER_ASSERT(field != nullptr && field->is_static(), "no static field %.*s", static_cast<int>(name.size()),
                 name.data());
    return table->info->statics.base + field->offset;
}

}  // namespace celer
