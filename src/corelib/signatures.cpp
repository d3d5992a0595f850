// System.Signature: the types of a method, field or property, and places in signature blobs.
#include <vector>

#include "base/computed_once.h"
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "gc/barrier.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "metadata/signature_check.h"
#include "reflection/exposed_objects.h"
#include "runtime/exceptions.h"
#include "runtime/objects.h"
#include "types/loader.h"
#include "types/signature_compare.h"

namespace celer {

using metadata::SignatureReader;

namespace {

constexpr int32_t invalid_argument = static_cast<int32_t>(0x80070057);
constexpr int32_t bad_image_format = static_cast<int32_t>(0x8007000B);

// System.Reflection.CallingConventions
constexpr int32_t standard = 1;
constexpr int32_t varargs = 2;
constexpr int32_t has_this = 0x20;
constexpr int32_t explicit_this = 0x40;

int32_t managed_convention(uint8_t convention) {
    int32_t result =
        (convention & metadata::kSignatureKindMask) == static_cast<uint8_t>(metadata::SignatureKind::VarArg) ? varargs
                                                                                                             : standard;
    if (convention & metadata::kSignatureHasThis) result |= has_this;
    if (convention & metadata::kSignatureExplicitThis) result |= explicit_this;
    return result;
}

struct SignatureFields {
    uint32_t arguments, declaring_type, result_type, blob, blob_size, convention, method;
};

const SignatureFields& signature_fields() {
    return *computed_once<[] {
        MethodTable* table = corelib_type("System", "Signature");
        auto offset = [table](const char* name) { return field_offset(table, name); };
        return new SignatureFields{
            offset("_arguments"), offset("_declaringType"), offset("_returnTypeORfieldType"),
            offset("_sig"),       offset("_csig"),          offset("_managedCallingConventionAndArgIteratorFlags"),
            offset("_pMethod")};
    }>();
}

struct DecodedSignature {
    Bytes blob;
    int32_t convention = 0;
    TypeHandle result;
    std::vector<TypeHandle> parameters;
};

GenericContext context_of_type(TypeHandle type) {
    MethodTable* table = type.method_table();
    return table == nullptr || table->is_array() ? GenericContext{} : context_of(table);
}

// A field, property or method signature as it stands in a module.
Result<DecodedSignature> decode_blob(Module* module, Bytes blob, GenericContext context) {
    DecodedSignature decoded;
    decoded.blob = blob;
    SignatureReader reader(blob);
    auto kind = static_cast<metadata::SignatureKind>(blob.empty() ? 0xff : static_cast<uint8_t>(blob[0]) & 0x0f);
    uint32_t count = 0;
    if (kind == metadata::SignatureKind::Field) {
        reader.read_field_header();
    } else if (kind == metadata::SignatureKind::Property) {
        bool instance = false;
        count = reader.read_property_header(&instance);
        decoded.convention = instance ? standard | has_this : standard;
    } else {
        metadata::MethodSignatureHeader header = reader.read_method_header();
        count = header.parameter_count;
        decoded.convention = managed_convention(header.convention);
    }
    decoded.result = CELER_TRY(load_signature_type(module, reader, context));
    for (uint32_t i = 0; i < count; i++) {
        reader.skip_sentinel();
        decoded.parameters.push_back(CELER_TRY(load_signature_type(module, reader, context)));
    }
    return decoded;
}

Bytes method_blob(const MethodDesc* method) {
    metadata::Token token(method->token);
    if (token.is_nil() || method->owner->is_array()) return {};
    const metadata::Image& image = *method->owner->module->image();
    return image.blob(image.method_def(token.rid()).signature);
}

Result<DecodedSignature> decode_method(MethodDesc* method) {
    const MethodSignature* signature = CELER_TRY(method_signature(method));
    DecodedSignature decoded;
    decoded.blob = method_blob(method);
    const metadata::Image& image = *method->owner->module->image();
    if (!decoded.blob.empty() && metadata::check_method_text(image, decoded.blob) != 0)
        return fail(ErrorKind::BadImageFormat, "The signature is incorrect.");
    decoded.convention = decoded.blob.empty() ? (signature->has_this != 0 ? standard | has_this : standard)
                                              : managed_convention(static_cast<uint8_t>(decoded.blob[0]));
    decoded.result = signature->return_type;
    decoded.parameters.assign(signature->parameters, signature->parameters + signature->parameter_count);
    return decoded;
}

Result<DecodedSignature> decode_field(FieldDesc* field) {
    DecodedSignature decoded;
    const metadata::Image& image = *field->owner->module->image();
    decoded.blob = image.blob(image.field_def(metadata::Token(field->token).rid()).signature);
    constexpr auto convention = static_cast<std::byte>(metadata::SignatureKind::Field);
    if (!image.is_ready_to_run() && !decoded.blob.empty() && decoded.blob[0] != convention)
        return fail(ErrorKind::BadImageFormat, "The signature is incorrect.");
    decoded.result = CELER_TRY(field_type(field));
    return decoded;
}

void store(Object* signature, const DecodedSignature& decoded, MethodDesc* method) {
    const SignatureFields& fields = signature_fields();
    signature->field<const void*>(fields.blob) = decoded.blob.data();
    signature->field<int32_t>(fields.blob_size) = static_cast<int32_t>(decoded.blob.size());
    signature->field<MethodDesc*>(fields.method) = method;
    if (signature->reference(fields.arguments) != nullptr) return;  // the caller gave the types
    signature->field<int32_t>(fields.convention) = decoded.convention;
    gc::store_field(signature, fields.result_type, type_object(decoded.result));
    gc::store_field(signature, fields.arguments, new_type_array(decoded.parameters, true));
}

Result<void> initialize(Object* signature, Bytes blob, FieldDesc* field, MethodDesc* method) {
    if (method != nullptr) {
        store(signature, CELER_TRY(decode_method(method)), method);
    } else if (field != nullptr) {
        store(signature, CELER_TRY(decode_field(field)), nullptr);
    } else {
        TypeHandle type = type_of_object(signature->reference(signature_fields().declaring_type));
        store(signature, CELER_TRY(decode_blob(module_of_type(type), blob, context_of_type(type))), nullptr);
    }
    return {};
}

void signature_init(ObjectHandleOnStack signature, const std::byte* blob, int32_t size, FieldDesc* field,
                    MethodDesc* method) {
    success_or_throw(initialize(signature.get(), {blob, static_cast<size_t>(size)}, field, method));
}

// As CoreCLR compares them: as they are written. A variable is equal to one of the same number, whatever it stands for.
QBool signatures_are_equal(const std::byte* left, int32_t left_size, QCallTypeHandle left_type, const std::byte* right,
                           int32_t right_size, QCallTypeHandle right_type) {
    SignatureScope a{module_of_type(left_type.type()), {left, static_cast<size_t>(left_size)}};
    SignatureScope b{module_of_type(right_type.type()), {right, static_cast<size_t>(right_size)}};
    return value_or_throw(compare_method_signatures(a, b));
}

// --- Places in a blob ------------------------------------------------------------------------------------------------

SignatureReader reader_at(Bytes blob, int32_t offset) {
    return SignatureReader(
        subspan_or_empty(blob, static_cast<size_t>(offset), blob.size() - static_cast<size_t>(offset)));
}

// Index 0 is the return type or the field's type.
int32_t parameter_offset(const std::byte* data, int32_t size, int32_t index) {
    Bytes blob(data, static_cast<size_t>(size));
    if (blob.empty()) return bad_image_format;
    SignatureReader reader(blob);
    auto kind = static_cast<metadata::SignatureKind>(static_cast<uint8_t>(blob[0]) & 0x0f);
    uint32_t count = 0;
    reader.read_u8();
    if (kind != metadata::SignatureKind::Field) {
        if (static_cast<uint8_t>(blob[0]) & metadata::kSignatureGeneric) reader.read_compressed();
        count = reader.read_compressed();
    }
    if (static_cast<uint32_t>(index) > count) return invalid_argument;
    for (int32_t i = 0; i < index; i++) reader.skip_type();
    return reader.failed() ? bad_image_format : static_cast<int32_t>(reader.offset());
}

// The type inside the type at an offset: element, type argument, or return type and parameters of a function pointer.
// -1: it has none.
int32_t type_parameter_offset(const std::byte* data, int32_t size, int32_t offset, int32_t index) {
    Bytes blob(data, static_cast<size_t>(size));
    SignatureReader reader = reader_at(blob, offset);
    reader.skip_modifiers();
    using enum metadata::ElementType;
    metadata::ElementType element = reader.read_element_type();
    uint32_t count = 1;
    if (element == FunctionPointer) {
        uint8_t convention = reader.read_u8();
        if (convention & metadata::kSignatureGeneric) reader.read_compressed();
        count = reader.read_compressed() + 1;
    } else if (element == GenericInst) {
        reader.skip_type();
        count = reader.read_compressed();
    } else if (element != Array && element != SzArray && element != ByRef && element != Pointer) {
        return reader.failed() ? bad_image_format : -1;
    }
    if (static_cast<uint32_t>(index) >= count) return invalid_argument;
    for (int32_t i = 0; i < index; i++) reader.skip_type();
    return reader.failed() ? bad_image_format : offset + static_cast<int32_t>(reader.offset());
}

int32_t calling_convention_at(const std::byte* data, int32_t size, int32_t offset) {
    SignatureReader reader = reader_at({data, static_cast<size_t>(size)}, offset);
    reader.skip_modifiers();
    if (reader.read_element_type() != metadata::ElementType::FunctionPointer) return 0;
    return reader.read_u8() & metadata::kSignatureKindMask;
}

Result<std::vector<TypeHandle>> modifiers_at(Object* signature, int32_t offset, bool required) {
    const SignatureFields& fields = signature_fields();
    Bytes blob(signature->field<const std::byte*>(fields.blob),
               static_cast<size_t>(signature->field<int32_t>(fields.blob_size)));
    TypeHandle type = type_of_object(signature->reference(fields.declaring_type));
    std::vector<TypeHandle> types;
    if (offset < 0 || static_cast<size_t>(offset) >= blob.size()) return types;
    SignatureReader reader = reader_at(blob, offset);
    metadata::CustomModifier modifier;
    while (reader.read_modifier(modifier)) {
        if (modifier.required != required || modifier.type.is_nil()) continue;
        types.insert(types.begin(),
                     CELER_TRY(load_type(module_of_type(type), modifier.type.value(), context_of_type(type))));
    }
    return types;
}

void custom_modifiers_at(ObjectHandleOnStack signature, int32_t offset, QBool required, ObjectHandleOnStack result) {
    Error* error = nullptr;
    if (auto types = modifiers_at(signature.get(), offset, required != 0); types) {
        result.set(new_type_array(*types, false));
    } else {
        error = new Error(std::move(types).error());
    }
    if (error != nullptr) throw_error_owned(error);
}

const NativeEntry entries[] = {
    CELER_QCALL("Signature_Init", signature_init),
    CELER_QCALL("Signature_AreEqual", signatures_are_equal),
    CELER_QCALL("Signature_GetCustomModifiersAtOffset", custom_modifiers_at),
    CELER_INTERNAL_CALL("System.Signature", "GetParameterOffsetInternal", parameter_offset),
    CELER_INTERNAL_CALL("System.Signature", "GetTypeParameterOffsetInternal", type_parameter_offset),
    CELER_INTERNAL_CALL("System.Signature", "GetCallingConventionFromFunctionPointerAtOffsetInternal",
                        calling_convention_at),
};

}  // namespace

NativeTable signatures_contract() {
    return entries;
}

}  // namespace celer
