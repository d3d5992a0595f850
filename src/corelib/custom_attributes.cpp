// System.Reflection.CustomAttribute: instances of attributes from their blobs.
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "metadata/custom_attribute.h"
#include "reflection/attribute_blob.h"
#include "reflection/exposed_objects.h"
#include "reflection/invoke.h"
#include "runtime/exceptions.h"
#include "runtime/objects.h"
#include "types/loader.h"

namespace celer {

namespace {

constexpr uint32_t maximum_arguments = 64;

[[noreturn]] void throw_failure(Object* exception) {
    if (exception != nullptr) rethrow_exception(exception);
    throw_well_known("System.Reflection", "CustomAttributeFormatException");
}

Bytes blob_between(const std::byte* begin, const std::byte* end) {
    return {begin, static_cast<size_t>(end - begin)};
}

void create_instance(QCallModule module, ObjectHandleOnStack, ObjectHandleOnStack constructor, const std::byte** cursor,
                     const std::byte* end, int32_t* named_count, ObjectHandleOnStack result) {
    Thread& thread = current_thread();
    MethodDesc* method = method_of_object(constructor.get());
    const MethodSignature* signature = value_or_throw(method_signature(method));
    if (signature->parameter_count > maximum_arguments) throw_failure(nullptr);
    AttributeBlob blob(thread, module.module, blob_between(*cursor, end));
    blob.read_prolog();
    uint64_t slots[maximum_arguments] = {};
    void* arguments[maximum_arguments];
    for (uint32_t i = 0; i < signature->parameter_count && !blob.failed(); i++) {
        blob.read_argument(signature->parameters[i], slots[i]);
        arguments[i] = &slots[i];
    }
    *named_count = blob.read_named_count();
    if (blob.failed()) throw_failure(blob.exception());
    *cursor += blob.offset();
    InvokeResult made = value_or_throw(construct(thread, method, arguments));
    if (made.exception != nullptr) rethrow_exception(made.exception);
    result.set(made.value);
}

void create_property_or_field(QCallModule module, const std::byte** cursor, const std::byte* end,
                              StringHandleOnStack name, QBool* is_property, ObjectHandleOnStack type,
                              ObjectHandleOnStack value) {
    AttributeBlob blob(current_thread(), module.module, blob_between(*cursor, end));
    AttributeBlob::Named named = blob.read_named();
    if (blob.failed()) throw_failure(blob.exception());
    *cursor += blob.offset();
    *is_property = named.is_property;
    name.set(named.name);
    value.set(named.value);
    type.set(type_object(named.type));
}

// AttributeUsageAttribute(AttributeTargets) { AllowMultiple = false, Inherited = true }
int32_t parse_attribute_usage(const std::byte* data, int32_t size, int32_t* targets, QBool* allow_multiple,
                              QBool* inherited) {
    static constexpr std::byte constructor_signature[] = {std::byte{0x20}, std::byte{1}, std::byte{1}, std::byte{8}};
    metadata::AttributeReader reader(Bytes(data, static_cast<size_t>(size)), constructor_signature);
    metadata::AttributeValue fixed;
    *allow_multiple = false;
    *inherited = true;
    if (!reader.next_fixed(fixed)) return false;
    *targets = fixed.as_int32();
    metadata::NamedAttributeArgument named;
    while (reader.next_named(named)) {
        if (named.name == "AllowMultiple") *allow_multiple = named.value.as_bool();
        if (named.name == "Inherited") *inherited = named.value.as_bool();
    }
    return !reader.failed();
}

const NativeEntry entries[] = {
    CELER_QCALL("CustomAttribute_CreateCustomAttributeInstance", create_instance),
    CELER_QCALL("CustomAttribute_CreatePropertyOrFieldData", create_property_or_field),
    CELER_QCALL("CustomAttribute_ParseAttributeUsageAttribute", parse_attribute_usage),
};

}  // namespace

NativeTable custom_attributes_contract() {
    return entries;
}

}  // namespace celer
