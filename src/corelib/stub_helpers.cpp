// System.StubHelpers: what CoreLib's marshallers ask of the engine.

#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <unordered_map>

#include "base/bytes.h"
#include "base/lock.h"
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "gc/handles.h"
#include "interop/marshalling.h"
#include "metadata/image.h"
#include "reflection/exposed_objects.h"
#include "runtime/exceptions.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "types/dispatch.h"
#include "types/loader_allocator.h"
#include "types/well_known.h"

namespace celer {

namespace {

// --- Custom marshallers ----------------------------------------------------------------------------------------------

struct CustomMarshaler {
    std::string_view type_name;
    std::string_view cookie;
};

std::string_view read_text(ByteReader& reader) {
    return as_text(reader.read_bytes(reader.read_compressed()));
}

// II.23.4: the kind, a GUID, the name of a native type, the marshaller, its cookie.
CustomMarshaler read_custom_marshaler(const metadata::Image& image, uint32_t parameter) {
    ByteReader reader(marshal_blob(image, metadata::Token(parameter)));
    reader.read<uint8_t>();
    read_text(reader);
    read_text(reader);
    CustomMarshaler result;
    result.type_name = read_text(reader);
    result.cookie = read_text(reader);
    return result;
}

Object* value_or_rethrow(const CallResult& call) {
    if (call.exception != nullptr) rethrow_caught_exception(call.exception);
    return reinterpret_cast<Object*>(call.value);
}

MethodTable* load_marshaler_type(Thread& thread, Assembly* assembly, std::string_view name) {
    MethodDesc* resolve =
        find_method(corelib_type("System.Reflection", "TypeNameResolver"), "GetTypeHelper",
                    "System.RuntimeType (char*, System.Reflection.RuntimeAssembly, bool, bool, nint)");
    StringObject* text = new_string_or_throw(name);
    CallResult call = call_managed(thread, resolve,
                                   {reinterpret_cast<uint64_t>(text->characters),
                                    reinterpret_cast<uint64_t>(assembly_object(assembly)), true, false, 0});
    return type_of_object(value_or_rethrow(call)).method_table();
}

[[noreturn]] void throw_bad_marshaler(std::string message) {
    throw_error_owned(new Error{ErrorKind::Application, std::move(message), {}});
}

MethodDesc* instance_getter(MethodTable* table) {
    MethodTable* interface = corelib_type("System.Runtime.InteropServices", "ICustomMarshaler");
    success_or_throw(ensure_loaded(table));
    if (!can_cast(TypeHandle(table), TypeHandle(interface))) {
        throw_bad_marshaler("Custom marshaler '" + display_name(table) +
                            "' does not implement the ICustomMarshaler interface.");
    }
    for (MethodTable* declaring = table; declaring != nullptr; declaring = declaring->parent) {
        MethodDesc* method =
            find_method(declaring, "GetInstance", "System.Runtime.InteropServices.ICustomMarshaler (string)");
        if (method != nullptr && method->is_static()) return method;
    }
    throw_bad_marshaler("Custom marshaler '" + display_name(table) +
                        "' does not implement a static GetInstance method that takes a single string parameter and "
                        "returns an ICustomMarshaler.");
}

// One marshaller for each type and cookie.
using MarshalerKey = std::pair<MethodTable*, std::string>;
constinit Lock g_marshalers_lock(LockRank::Marshalers);
std::map<MarshalerKey, gc::Handle>& known_marshalers() {
    static auto* marshalers = new std::map<MarshalerKey, gc::Handle>;
    return *marshalers;
}

Object* known_marshaler(MethodTable* table, std::string_view cookie) {
    g_marshalers_lock.lock();
    auto known = known_marshalers().find(MarshalerKey(table, cookie));
    Object* marshaler = known != known_marshalers().end() ? *known->second : nullptr;
    g_marshalers_lock.unlock();
    return marshaler;
}

void create_custom_marshaler(MethodDesc* method, int32_t parameter, uintptr_t, ObjectHandleOnStack result) {
    Thread& thread = current_thread();
    const Module* module = method->owner->module;
    CustomMarshaler wanted = read_custom_marshaler(*module->image(), static_cast<uint32_t>(parameter));
    MethodTable* table = load_marshaler_type(thread, module->assembly, wanted.type_name);
    if (Object* known = known_marshaler(table, wanted.cookie)) return result.set(known);
    MethodDesc* getter = instance_getter(table);
    StringObject* cookie = new_string_or_throw(wanted.cookie);
    result.set(value_or_rethrow(call_managed(thread, getter, {reinterpret_cast<uint64_t>(cookie)})));
    if (result.get() == nullptr) {
        throw_bad_marshaler("A call to GetInstance() for custom marshaler '" + display_name(table) +
                            "' returned null, which is not allowed.");
    }
    LoaderAllocator* allocator = loader_allocator_of(table);
    gc::Handle handle = allocator == nullptr ? gc::allocate_handle(gc::HandleKind::Strong, result.get())
                                             : keep_object(allocator, result.get());
    if (handle == nullptr) throw_out_of_memory();
    static const bool forgets = [] {
        on_unload({.all = [] {
            std::erase_if(known_marshalers(), [](const auto& known) { return is_unloading(known.first.first); });
        }});
        return true;
    }();
    static_cast<void>(forgets);
    g_marshalers_lock.lock();
    bool is_new = known_marshalers().emplace(MarshalerKey(table, wanted.cookie), handle).second;
    g_marshalers_lock.unlock();
    if (is_new) return;
    if (allocator == nullptr) {
        gc::free_handle(handle);
    } else {
        *handle = nullptr;
    }
}

// --- Arrays passed as `object` (MarshalAs AsAny) ---------------------------------------------------------------------

// MngdNativeArrayMarshaler.MarshalerState as CoreLib fills it; CoreLib passes arrays of primitives only.
struct ArrayState {
    void* element_type;
    void* array;
    void* element_marshaler;
    int32_t native_data_valid;
    int32_t best_fit;
    int32_t throw_on_unmappable;
    int16_t kind;  // VarEnum, or one of these
};
constexpr int16_t kind_ansi_char = 253;
constexpr int16_t kind_wide_bool = 254;

uint32_t native_element_size(const ArrayState& state, ArrayObject* array) {
    if (state.kind == kind_ansi_char) return 1;
    if (state.kind == kind_wide_bool) return 4;
    return array->method_table->component_size();
}

void array_space_to_native(ArrayState* state, ObjectHandleOnStack object, void** native) {
    auto* array = static_cast<ArrayObject*>(object.get());
    *native = nullptr;
    if (array == nullptr) return;
    size_t bytes = static_cast<size_t>(array->length) * native_element_size(*state, array);
    *native = calloc(bytes == 0 ? 1 : bytes, 1);  // Marshal.FreeCoTaskMem is free()
    if (*native == nullptr) throw_out_of_memory();
}

void array_contents_to_native(ArrayState* state, ObjectHandleOnStack object, uint8_t** native) {
    auto* array = static_cast<ArrayObject*>(object.get());
    if (array == nullptr || *native == nullptr) return;
    auto* wide = reinterpret_cast<int32_t*>(*native);
    const uint8_t* data = array->data();
    if (state->kind == kind_ansi_char) {
        auto* characters = reinterpret_cast<const char16_t*>(data);
        for (uint32_t i = 0; i < array->length; i++) {
            (*native)[i] = characters[i] < 0x80 ? static_cast<uint8_t>(characters[i]) : '?';
        }
    } else if (state->kind == kind_wide_bool) {
        for (uint32_t i = 0; i < array->length; i++) wide[i] = data[i] != 0;
    } else {
        memcpy(*native, data, static_cast<size_t>(array->length) * native_element_size(*state, array));
    }
}

void array_contents_to_managed(ArrayState* state, ObjectHandleOnStack object, uint8_t** native) {
    auto* array = static_cast<ArrayObject*>(object.get());
    if (array == nullptr || *native == nullptr) return;
    auto* wide = reinterpret_cast<const int32_t*>(*native);
    uint8_t* data = array->data();
    if (state->kind == kind_ansi_char) {
        auto* characters = reinterpret_cast<char16_t*>(data);
        for (uint32_t i = 0; i < array->length; i++) {
            characters[i] = (*native)[i] < 0x80 ? (*native)[i] : u'\xfffd';
        }
    } else if (state->kind == kind_wide_bool) {
        for (uint32_t i = 0; i < array->length; i++) data[i] = wide[i] != 0;
    } else {
        memcpy(data, *native, static_cast<size_t>(array->length) * native_element_size(*state, array));
    }
}

// --- The odd byte of a BSTR ------------------------------------------------------------------------------------------

// A BSTR may have an odd number of bytes. The string made from it remembers the last one, in case it goes back.
struct TrailByte {
    gc::Handle string;  // weak: tells whether the address is still the same string
    uint8_t value;
};
constinit Lock g_trail_bytes_lock(LockRank::TrailBytes);
std::unordered_map<Object*, TrailByte>& trail_bytes() {
    static auto* bytes = new std::unordered_map<Object*, TrailByte>;
    return *bytes;
}

bool try_get_trail_byte(Object* string, uint8_t* value) {
    g_trail_bytes_lock.lock();
    auto known = trail_bytes().find(string);
    bool found = known != trail_bytes().end() && *known->second.string == string;
    *value = found ? known->second.value : 0;
    g_trail_bytes_lock.unlock();
    return found;
}

void set_trail_byte(StringHandleOnStack string, uint8_t value) {
    gc::Handle handle = gc::allocate_handle(gc::HandleKind::WeakShort, *string.slot);
    if (handle == nullptr) throw_out_of_memory();
    g_trail_bytes_lock.lock();
    TrailByte& entry = trail_bytes()[*string.slot];
    gc::Handle old = entry.string;
    entry = {handle, value};
    g_trail_bytes_lock.unlock();
    if (old != nullptr) gc::free_handle(old);
}

constexpr const char* stub_helpers_type = "System.StubHelpers.StubHelpers";

const NativeEntry entries[] = {
    CELER_QCALL("StubHelpers_CreateCustomMarshaler", create_custom_marshaler),
    CELER_QCALL("MngdNativeArrayMarshaler_ConvertSpaceToNative", array_space_to_native),
    CELER_QCALL("MngdNativeArrayMarshaler_ConvertContentsToNative", array_contents_to_native),
    CELER_QCALL("MngdNativeArrayMarshaler_ConvertContentsToManaged", array_contents_to_managed),
    CELER_INTERNAL_CALL(stub_helpers_type, "TryGetStringTrailByte", try_get_trail_byte),
    CELER_QCALL("StubHelpers_SetStringTrailByte", set_trail_byte),
};

}  // namespace

NativeTable stub_helpers_contract() {
    return entries;
}

}  // namespace celer
