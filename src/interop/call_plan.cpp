// What crosses at a call: the marshalling of parameters and result.
#include <algorithm>

#include "interop/call_out.h"
#include "metadata/custom_attribute.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "types/type_info.h"
#include "types/well_known.h"

namespace celer {

namespace {

constexpr uint16_t impl_preserve_signature = 0x0080;

struct ParameterRow {
    uint32_t flags = 0;
    Bytes marshal_as;
};

ParameterRow parameter_row(const MethodDesc* method, uint32_t sequence) {
    ParameterRow result;
    metadata::Token token(method->token);
    const metadata::Image& image = *method->owner->module->image();
    for (uint32_t rid : image.params_of(token.rid())) {
        metadata::ParamRow row = image.param_def(rid);
        if (row.sequence != sequence) continue;
        result.flags = row.flags;
        result.marshal_as = marshal_blob(image, metadata::Token(metadata::Table::Param, rid));
    }
    return result;
}

Error cannot_marshal(const std::string& what, const Error& reason) {
    if (reason.kind != ErrorKind::MarshalDirective) return reason;
    return {ErrorKind::MarshalDirective, "Cannot marshal '" + what + "': " + reason.message, {}};
}

Result<Conversion> classify_value(TypeHandle type, Bytes marshal_as, MarshalContext context, MarshalUse use) {
    if (CELER_TRY(has_int128(type))) {
        return fail(ErrorKind::MarshalDirective,
                    "System.Int128 and System.UInt128 cannot be passed by value to unmanaged.");
    }
    return classify(type, marshal_as, context, use);
}

Result<MarshalledParameter> plan_parameter(const MethodDesc* method, TypeHandle declared, uint32_t number,
                                           MarshalContext context) {
    ParameterRow row = parameter_row(method, number);
    MarshalledParameter parameter;
    parameter.declared = declared;
    parameter.by_reference = declared.is_byref();
    TypeHandle type = parameter.by_reference ? TypeHandle::from_raw(declared.type_desc()->parameter) : declared;
    std::string name = "parameter #" + std::to_string(number);
    Result<Conversion> conversion = parameter.by_reference
                                        ? classify(type, row.marshal_as, context, MarshalUse::Parameter)
                                        : classify_value(type, row.marshal_as, context, MarshalUse::Parameter);
    if (!conversion) return std::unexpected(cannot_marshal(name, conversion.error()));
    parameter.conversion = *conversion;
    Native native = conversion->native;
    bool is_in = (row.flags & metadata::param_flags::kIn) != 0;
    bool is_out = (row.flags & metadata::param_flags::kOut) != 0;
    if (parameter.by_reference) {
        parameter.copies_in = is_in || !is_out;
        parameter.copies_out = is_out || !is_in;
        bool handled = native == Native::Same || native == Native::Bool || native == Native::AnsiChar ||
                       native == Native::Utf8String || native == Native::WideString || native == Native::Function ||
                       native == Native::CopiedStruct || (native == Native::SafeHandle && !parameter.copies_in);
        if (!handled || (context.marshalling_disabled && native != Native::Same)) {
            return std::unexpected(
                cannot_marshal(name, {ErrorKind::MarshalDirective,
                                      "Celer does not marshal references to " + display_name(type) + " yet.",
                                      {}}));
        }
        return parameter;
    }
    bool is_buffer = native == Native::Utf8Builder || native == Native::WideBuilder;
    parameter.copies_in = is_in || !is_out || !(is_buffer || native == Native::CopiedClass);
    parameter.copies_out = is_buffer ? is_out || !is_in : native == Native::CopiedClass && is_out;
    if (native == Native::CopiedStruct) {
        return std::unexpected(cannot_marshal(
            name, {ErrorKind::MarshalDirective, "Celer does not pass " + display_name(type) + " by value yet.", {}}));
    }
    return parameter;
}

Result<Conversion> plan_result(const MethodDesc* method, TypeHandle type, MarshalContext context) {
    Result<Conversion> conversion =
        classify_value(type, parameter_row(method, 0).marshal_as, context, MarshalUse::Result);
    if (!conversion) return std::unexpected(cannot_marshal("return value", conversion.error()));
    Native native = conversion->native;
    bool handled = native == Native::Same || native == Native::Bool || native == Native::AnsiChar ||
                   native == Native::Utf8String || native == Native::WideString || native == Native::Function ||
                   native == Native::SafeHandle;
    if (handled) return conversion;
    return std::unexpected(cannot_marshal(
        "return value", {ErrorKind::MarshalDirective, "Celer does not return " + display_name(type) + " yet.", {}}));
}

}  // namespace

bool CallPlan::is_plain() const {
    if (result.native != Native::Same || !preserve_signature) return false;
    return std::ranges::all_of(
        parameters, [](const MarshalledParameter& parameter) { return parameter.conversion.native == Native::Same; });
}

Result<CallPlan> plan_call(MethodDesc* method, MarshalContext context) {
    const MethodSignature* signature = CELER_TRY(method_signature(method));
    CallPlan plan;
    for (uint32_t i = 0; i < signature->parameter_count; i++) {
        plan.parameters.push_back(CELER_TRY(plan_parameter(method, signature->parameters[i], i + 1, context)));
    }
    plan.result = CELER_TRY(plan_result(method, signature->return_type, context));
    plan.preserve_signature =
        method->kind != MethodKind::PInvoke || (method->impl_attributes & impl_preserve_signature) != 0;
    return plan;
}

FunctionPointerOptions function_pointer_options(const MethodTable* delegate_type) {
    FunctionPointerOptions options;
    const Module* module = delegate_type->module;
    options.context.marshalling_disabled = runtime_marshalling_disabled(module);
    const metadata::Image& image = *module->image();
    for (uint32_t rid : image.custom_attributes(metadata::Token(delegate_type->info->token))) {
        std::string_view name_space, name;
        if (!image.custom_attribute_type_name(rid, name_space, name) || name != "UnmanagedFunctionPointerAttribute")
            continue;
        metadata::AttributeReader reader(image.blob(image.custom_attribute(rid).value),
                                         metadata::attribute_constructor_signature(image, rid));
        metadata::NamedAttributeArgument argument;
        while (reader.next_named(argument)) {
            if (argument.name == "CharSet") options.context.wide_characters = argument.value.as_int32() == 3;
            if (argument.name == "SetLastError") options.set_last_error = argument.value.as_bool();
        }
    }
    return options;
}

}  // namespace celer
