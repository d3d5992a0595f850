// System.Reflection.RuntimeMethodBody: IL, locals and clauses of a method as objects; GUIDs of types; names compared
// without regard to case.
#include <cstring>

#include "corelib/contract.h"
#include "corelib/tables.h"
#include "il/method_body.h"
#include "metadata/custom_attribute.h"
#include "metadata/image.h"
#include "metadata/sha1.h"
#include "metadata/signature.h"
#include "reflection/exposed_objects.h"
#include "runtime/exceptions.h"
#include "runtime/objects.h"
#include "types/loader.h"

namespace celer {

namespace {

constexpr const char* reflection = "System.Reflection";

template <typename T>
void set_field(Object* object, std::string_view name, T value) {
    object->field<T>(field_offset(object->method_table, name)) = value;
}

void set_reference(Object* object, std::string_view name, Object* value) {
    store_reference(&object->field<Object*>(field_offset(object->method_table, name)), value);
}

Object* new_clause(Object* body, const il::ExceptionClause& clause) {
    Object* object = allocate_or_throw(corelib_type(reflection, "RuntimeExceptionHandlingClause"));
    set_reference(object, "_methodBody", body);
    set_field(object, "_flags", static_cast<int32_t>(clause.kind));
    set_field(object, "_tryOffset", static_cast<int32_t>(clause.try_start));
    set_field(object, "_tryLength", static_cast<int32_t>(clause.try_end - clause.try_start));
    set_field(object, "_handlerOffset", static_cast<int32_t>(clause.handler_start));
    set_field(object, "_handlerLength", static_cast<int32_t>(clause.handler_end - clause.handler_start));
    set_field(object, "_catchMetadataToken", static_cast<int32_t>(clause.catch_type.value()));
    set_field(object, "_filterOffset", static_cast<int32_t>(clause.filter_start));
    return object;
}

Object* new_clauses(Object* body, const il::MethodBody& parsed) {
    ArrayObject* array = new_array(corelib_type(reflection, "ExceptionHandlingClause"), parsed.clause_count());
    for (uint32_t i = 0; i < parsed.clause_count(); i++) {
        store_reference(array->elements<Object*>() + i, new_clause(body, parsed.clause(i)));
    }
    return array;
}

Object* new_local(TypeHandle type, int32_t index, bool pinned) {
    Object* object = allocate_or_throw(corelib_type(reflection, "RuntimeLocalVariableInfo"));
    set_reference(object, "_type", type_object(type));
    set_field(object, "_localIndex", index);
    set_field(object, "_isPinned", pinned);
    return object;
}

Result<ArrayObject*> new_locals(MethodDesc* method, const il::MethodBody& parsed) {
    const metadata::Image& image = *method->owner->module->image();
    MethodTable* element = corelib_type(reflection, "LocalVariableInfo");
    if (parsed.local_signature().is_nil()) return new_array(element, 0);
    metadata::SignatureReader reader(image.blob(image.stand_alone_sig(parsed.local_signature().rid()).signature));
    uint32_t count = reader.read_local_vars_header();
    ArrayObject* array = new_array(element, count);
    for (uint32_t i = 0; i < count; i++) {
        reader.skip_modifiers();
        bool pinned = reader.peek_element_type() == metadata::ElementType::Pinned;
        TypeHandle type = CELER_TRY(load_signature_type(method->owner->module, reader, context_of(method)));
        store_reference(array->elements<Object*>() + i, new_local(type, static_cast<int32_t>(i), pinned));
    }
    return array;
}

Result<Object*> new_body(MethodDesc* method) {
    metadata::Token token(method->token);
    const metadata::Image& image = *method->owner->module->image();
    if (method->kind != MethodKind::IL || token.is_nil() || image.method_def(token.rid()).rva == 0) return nullptr;
    il::MethodBody parsed = CELER_TRY(il::MethodBody::of_method(image, token.rid()));
    Object* body = allocate_or_throw(corelib_type(reflection, "RuntimeMethodBody"));
    set_reference(body, "_IL", new_byte_array(parsed.code()));
    set_field(body, "_maxStackSize", static_cast<int32_t>(parsed.max_stack()));
    set_field(body, "_initLocals", parsed.init_locals());
    set_field(body, "_localSignatureMetadataToken", static_cast<int32_t>(parsed.local_signature().value()));
    set_reference(body, "_localVariables", CELER_TRY(new_locals(method, parsed)));
    set_reference(body, "_exceptionHandlingClauses", new_clauses(body, parsed));
    return body;
}

void method_body(MethodDesc* method, QCallTypeHandle, ObjectHandleOnStack result) {
    result.set(value_or_throw(new_body(method)));
}

// --- GUIDs -----------------------------------------------------------------------------------------------------------

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"; the first three groups are numbers, so little-endian in memory.
bool parse_guid(std::string_view text, uint8_t* guid) {
    static constexpr uint8_t order[] = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};
    size_t count = 0;
    for (size_t i = 0; i + 1 < text.size() && count < 16; i++) {
        if (text[i] == '-' || text[i] == '{') continue;
        int high = hex_digit(text[i]), low = hex_digit(text[i + 1]);
        if (high < 0 || low < 0) return false;
        guid[order[count++]] = static_cast<uint8_t>(high << 4 | low);
        i++;
    }
    return count == 16;
}

bool guid_of_attribute(MethodTable* table, uint8_t* guid) {
    static constexpr std::byte constructor_signature[] = {std::byte{0x20}, std::byte{1}, std::byte{1}, std::byte{0x0e}};
    Bytes value = table->module->image()->find_custom_attribute(metadata::Token(table->info->token),
                                                                "System.Runtime.InteropServices", "GuidAttribute");
    if (value.empty()) return false;
    metadata::AttributeReader reader(value, constructor_signature);
    metadata::AttributeValue argument;
    return reader.next_fixed(argument) && parse_guid(argument.text, guid);
}

// A type without [Guid] gets one made from its name and assembly: stable, but not the one CoreCLR makes.
void guid_of_name(MethodTable* table, uint8_t* guid) {
    std::string name = display_name(TypeHandle(table)) + ", " + table->module->assembly->simple_name;
    std::array<uint8_t, 20> digest = metadata::sha1(as_bytes(name));
    std::memcpy(guid, digest.data(), 16);
    guid[7] = static_cast<uint8_t>((guid[7] & 0x0f) | 0x50);  // RFC 4122: version 5, name-based
    guid[8] = static_cast<uint8_t>((guid[8] & 0x3f) | 0x80);
}

void type_guid(MethodTable* table, uint8_t* guid) {
    if (table->is_array() || !guid_of_attribute(table, guid)) guid_of_name(table, guid);
}

const NativeEntry entries[] = {
    CELER_QCALL("RuntimeMethodHandle_GetMethodBody", method_body),
    CELER_QCALL("ReflectionInvocation_GetGuid", type_guid),
};

}  // namespace

NativeTable method_bodies_contract() {
    return entries;
}

}  // namespace celer
