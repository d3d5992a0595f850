// What crosses at a call: the marshalling of parameters and result.
#include <algorithm>

#include "base/hresults.h"
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
    uint32_t token = 0;
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
        metadata::Token row_token(metadata::Table::Param, rid);
        result.token = row_token.value();
        result.flags = row.flags;
        result.marshal_as = marshal_blob(image, row_token);
    }
    return result;
}

// CoreCLR looks at the rows of methods that need conversions only.
Result<void> check_parameter_rows(const MethodDesc* method, uint32_t parameter_count) {
    metadata::Token token(method->token);
    const metadata::Image& image = *method->owner->module->image();
    if (!image.has_valid_params(token.rid())) return fail(hresult::bad_format);
    for (uint32_t rid : image.params_of(token.rid())) {
        metadata::ParamRow row = image.param_def(rid);
        if (row.sequence > parameter_count) return fail(hresult::bad_format);
        bool is_described = row.flags & metadata::param_flags::kHasFieldMarshal;
        if (is_described && image.field_marshal_of({metadata::Table::Param, rid}) == 0)
            return fail(hresult::record_not_found);
    }
    return {};
}

Result<void> check_by_value(TypeHandle type, Bytes marshal_as) {
    if (is_custom_marshaled(marshal_as)) return {};  // refused for another reason
    if (!CELER_TRY(has_int128(type))) return {};
    return fail(ErrorKind::MarshalDirective,
                "System.Int128 and System.UInt128 cannot be passed by value to unmanaged.");
}

// What is passed by reference differs in places from what is passed by value.
Result<void> adjust_reference(MarshalledParameter& parameter, MarshalContext context) {
    Native native = parameter.conversion.native;
    if (native == Native::HandleRef) {
        return fail(ErrorKind::MarshalDirective, "HandleRefs cannot be marshaled ByRef or from unmanaged to managed.");
    }
    if (native == Native::TypeHandle) {
        return fail(ErrorKind::TypeLoad, "Method's type signature is not Interop compatible.");
    }
    if (native == Native::StructPointer) {
        parameter.conversion.native = Native::Same;
        parameter.conversion.type = parameter.conversion.managed;
    }
    if (native == Native::Array) parameter.conversion = as_copied_array(parameter.conversion);
    if (native == Native::AsAny) return fail(ErrorKind::MarshalDirective, as_any_only_in);
    if (context.marshalling_disabled) {
        return fail(ErrorKind::MarshalDirective,
                    "Celer does not marshal references to " + display_name(parameter.conversion.managed) + " yet.");
    }
    return {};
}

Result<MarshalledParameter> plan_parameter(TypeHandle declared, const ParameterRow& row, MarshalContext context) {
    MarshalledParameter parameter;
    parameter.declared = declared;
    parameter.token = row.token;
    parameter.by_reference = declared.is_byref();
    parameter.wide_characters = context.wide_characters;
    TypeHandle type = parameter.by_reference ? TypeHandle::from_raw(declared.type_desc()->parameter) : declared;
    if (!parameter.by_reference) CELER_TRY_VOID(check_by_value(type, row.marshal_as));
    parameter.conversion = CELER_TRY(classify(type, row.marshal_as, context, MarshalUse::Parameter));
    Native native = parameter.conversion.native;
    bool is_in = (row.flags & metadata::param_flags::kIn) != 0;
    bool is_out = (row.flags & metadata::param_flags::kOut) != 0;
    if (parameter.by_reference) {
        parameter.copies_in = is_in || !is_out;
        parameter.copies_out = is_out || !is_in;
        CELER_TRY_VOID(adjust_reference(parameter, context));
        return parameter;
    }
    bool is_buffer = native == Native::Utf8Builder || native == Native::WideBuilder;
    bool is_copy = native == Native::CopiedClass || native == Native::LayoutClass || native == Native::CopiedArray ||
                   native == Native::Array || native == Native::AsAny || native == Native::Custom;
    parameter.copies_in = is_in || !is_out || !(is_buffer || is_copy);
    parameter.copies_out = is_buffer ? is_out || !is_in : is_copy && is_out;
    return parameter;
}

Result<Conversion> plan_result(TypeHandle type, const ParameterRow& row, MarshalContext context) {
    CELER_TRY_VOID(check_by_value(type, row.marshal_as));
    Conversion conversion = CELER_TRY(classify(type, row.marshal_as, context, MarshalUse::Result));
    if (conversion.native == Native::HandleRef) {
        return fail(ErrorKind::MarshalDirective, "HandleRefs cannot be marshaled ByRef or from unmanaged to managed.");
    }
    if (conversion.native == Native::TypeHandle) {
        return fail(ErrorKind::TypeLoad, "Method's type signature is not Interop compatible.");
    }
    return conversion;
}

// What CoreCLR finds unfit before it looks for a conversion.
bool is_unfit_result(TypeHandle type, Bytes marshal_as) {
    constexpr uint8_t currency = 0x0f;
    const MethodTable* table = type.method_table();
    if (table == nullptr || !table->module->assembly->is_corelib || type_namespace(table) != "System") return false;
    if (type_name(table) == "TypedReference") return true;
    if (type_name(table) == "ArgIterator") return marshal_as.empty();
    return type_name(table) == "Decimal" && !marshal_as.empty() && static_cast<uint8_t>(marshal_as[0]) == currency;
}

// `method` is null for a bare signature.
Result<CallPlan> plan(const MethodDesc* method, const MethodSignature* signature, MarshalContext context) {
    CallPlan plan;
    ParameterRow row;
    if (method != nullptr) row = parameter_row(method, 0);
    if (is_unfit_result(signature->return_type, row.marshal_as)) {
        return fail(ErrorKind::MarshalDirective, "Method's type signature is not PInvoke compatible.");
    }
    Result<Conversion> result = plan_result(signature->return_type, row, context);
    if (!result) return cannot_marshal("return value", result.error());
    plan.result = *result;
    plan.result_token = row.token;
    for (uint32_t i = 0; i < signature->parameter_count; i++) {
        if (method != nullptr) row = parameter_row(method, i + 1);
        Result<MarshalledParameter> parameter = plan_parameter(signature->parameters[i], row, context);
        if (!parameter) {
            return cannot_marshal("parameter #" + std::to_string(i + 1), parameter.error());
        }
        plan.parameters.push_back(std::move(*parameter));
    }
    return plan;
}

}  // namespace

std::unexpected<Error> cannot_marshal(const std::string& what, const Error& reason) {
    if (reason.kind != ErrorKind::MarshalDirective) return std::unexpected(reason);
    return fail(ErrorKind::MarshalDirective, "Cannot marshal '" + what + "': " + reason.message);
}

bool CallPlan::returns() const {
    return result.managed != TypeHandle(well_known(WellKnown::Void));
}

bool CallPlan::is_plain() const {
    if (result.native != Native::Same || !preserve_signature) return false;
    return std::ranges::all_of(
        parameters, [](const MarshalledParameter& parameter) { return parameter.conversion.native == Native::Same; });
}

Result<CallPlan> plan_call(MethodDesc* method, MarshalContext context) {
    const MethodSignature* signature = CELER_TRY(method_signature(method));
    CallPlan result = CELER_TRY(plan(method, signature, context));
    if (!result.is_plain() && metadata::Token(method->token).rid() != 0)
        CELER_TRY_VOID(check_parameter_rows(method, signature->parameter_count));
    result.preserve_signature =
        method->kind != MethodKind::PInvoke || (method->impl_attributes & impl_preserve_signature) != 0;
    return result;
}

Result<CallPlan> plan_signature(const MethodSignature* signature, MarshalContext context) {
    return plan(nullptr, signature, context);
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
