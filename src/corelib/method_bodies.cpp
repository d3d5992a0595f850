// System.Reflection.RuntimeMethodBody: IL, locals and clauses of a method as objects; GUIDs of types.
#include <cstring>

#include "corelib/contract.h"
#include "corelib/tables.h"
#include "gc/barrier.h"
#include "il/method_body.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "reflection/exposed_objects.h"
#include "reflection/type_guid.h"
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
    gc::store_field(object, field_offset(object->method_table, name), value);
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
        gc::store_element(array, i, new_clause(body, parsed.clause(i)));
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
    metadata::Token token = parsed.local_signature();
    if (token.is_nil()) return new_array(element, 0);
    if (!token.is(metadata::Table::StandAloneSig) || !image.is_valid(token))
        return fail(ErrorKind::BadImageFormat, "Bad IL format.");
    Bytes blob = image.blob(image.stand_alone_sig(token.rid()).signature);
    constexpr auto convention = static_cast<std::byte>(metadata::SignatureKind::LocalVars);
    if (blob.size() < 2 || blob[0] != convention)
        return fail(ErrorKind::Verification, "Operation could destabilize the runtime.");
    metadata::SignatureReader reader(blob);
    uint32_t count = reader.read_local_vars_header();
    if (reader.failed()) return fail(ErrorKind::BadImageFormat, "The signature is incorrect.");
    ArrayObject* array = new_array(element, count);
    for (uint32_t i = 0; i < count; i++) {
        reader.skip_sentinel();
        reader.skip_modifiers();
        bool pinned = reader.peek_element_type() == metadata::ElementType::Pinned;
        TypeHandle type = CELER_TRY(load_signature_type(method->owner->module, reader, context_of(method)));
        gc::store_element(array, i, new_local(type, static_cast<int32_t>(i), pinned));
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

void copy_type_guid(const MethodTable* table, uint8_t* result) {
    std::array<uint8_t, 16> guid = type_guid(table);
    std::memcpy(result, guid.data(), guid.size());
}

const NativeEntry entries[] = {
    CELER_QCALL("RuntimeMethodHandle_GetMethodBody", method_body),
    CELER_QCALL("ReflectionInvocation_GetGuid", copy_type_guid),
};

}  // namespace

NativeTable method_bodies_contract() {
    return entries;
}

}  // namespace celer
