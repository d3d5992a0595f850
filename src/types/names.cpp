// Names for programs (Type.ToString), for messages and for dumps. Built on demand only.
#include "metadata/assembly_identity.h"
#include "metadata/signature.h"
#include "types/loader_state.h"

namespace celer {

using metadata::Image;
using metadata::Table;
using metadata::Token;

namespace {

void append_type(std::string& text, TypeHandle type);

void append_arguments(std::string& text, const Instantiation* instantiation) {
    if (instantiation == nullptr) return;
    text += '[';
    for (uint32_t i = 0; i < instantiation->count; i++) {
        if (i != 0) text += ',';
        append_type(text, instantiation->arguments[i]);
    }
    text += ']';
}

void append_type_desc(std::string& text, const TypeDesc* desc) {
    ElementType element = desc->element();
    if (element == ElementType::Var || element == ElementType::MVar) {
        const Image& image = *desc->module->image();
        text += image.string(image.generic_param(Token(desc->token).rid()).name);
    } else if (element == ElementType::FnPtr) {
        append_type(text, desc->return_and_arguments[0]);
        text += '(';
        for (uint32_t i = 1; i <= desc->argument_count; i++) {
            if (i != 1) text += ", ";
            append_type(text, desc->return_and_arguments[i]);
        }
        text += ')';
    } else {
        append_type(text, TypeHandle::from_raw(desc->parameter));
        text += element == ElementType::Ptr ? '*' : '&';
    }
}

// "[]", "[*]", "[,]": what follows the element of an array.
void append_rank(std::string& text, const MethodTable* array) {
    text += '[';
    if (!array->is_sz_array() && array->rank == 1) text += '*';
    text.append(array->rank - 1u, ',');
    text += ']';
}

void append_type(std::string& text, TypeHandle type) {
    if (type.is_null()) {
        text += "<null>";
        return;
    }
    if (type.is_type_desc()) return append_type_desc(text, type.type_desc());
    const MethodTable* table = type.method_table();
    if (table->is_array()) {
        append_type(text, TypeHandle::from_raw(table->element_type));
        append_rank(text, table);
        return;
    }
    text += definition_name({table->module, Token(table->info->token).rid()});
    append_arguments(text, table->info->instantiation);
}

// Parameters in messages: primitives by their short names, as CoreCLR prints signatures there.
void append_signature_type(std::string& text, TypeHandle type) {
    if (!type.is_type_desc() && !type.method_table()->is_array()) {
        const MethodTable* table = type.method_table();
        if (table->is_true_primitive()) {
            text += type_name(table);
            return;
        }
    }
    if (const TypeDesc* desc = type.type_desc()) {
        if (desc->element() == ElementType::ByRef) {
            append_signature_type(text, TypeHandle::from_raw(desc->parameter));
            text += " ByRef";
            return;
        }
        if (desc->element() == ElementType::Ptr) {
            append_signature_type(text, TypeHandle::from_raw(desc->parameter));
            text += '*';
            return;
        }
    }
    if (const MethodTable* table = type.method_table(); table != nullptr && table->is_sz_array()) {
        append_signature_type(text, TypeHandle::from_raw(table->element_type));
        text += "[]";
        return;
    }
    append_type(text, type);
}

void append_parameters(std::string& text, const MethodDesc* method) {
    text += '(';
    auto signature = method_signature(const_cast<MethodDesc*>(method));
    for (uint32_t i = 0; signature && i < (*signature)->parameter_count; i++) {
        if (i != 0) text += ", ";
        append_signature_type(text, (*signature)->parameters[i]);
    }
    text += ')';
}

void replace(std::string& text, std::string_view what, std::string_view with) {
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
        text.replace(at, what.size(), with);
    }
}

constexpr std::string_view could_not_load = "Could not load type '{type}' from assembly '{assembly}'.";

}  // namespace

std::string_view type_name(const MethodTable* table) {
    const Image& image = *table->module->image();
    return image.string(image.type_def(Token(table->info->token).rid()).name);
}

std::string_view type_namespace(const MethodTable* table) {
    const Image& image = *table->module->image();
    return image.string(image.type_def(Token(table->info->token).rid()).name_space);
}

std::string_view method_name(const MethodDesc* method) {
    switch (method->kind) {
        case MethodKind::ArrayCtor:
            return ".ctor";
        case MethodKind::ArrayGet:
            return "Get";
        case MethodKind::ArraySet:
            return "Set";
        case MethodKind::ArrayAddress:
        case MethodKind::ArrayReadonlyAddress:
            return "Address";
        case MethodKind::IL:
        case MethodKind::Abstract:
        case MethodKind::InternalCall:
        case MethodKind::PInvoke:
        case MethodKind::DelegateCtor:
        case MethodKind::DelegateInvoke:
        case MethodKind::DelegateOther:
        case MethodKind::StringCtor:
        case MethodKind::UnsafeAccessor:
        case MethodKind::Dynamic:
            break;
    }
    if (Token(method->token).is_nil()) return "<dynamic>";
    const Image& image = *method->owner->module->image();
    return image.string(image.method_def(Token(method->token).rid()).name);
}

std::string_view field_name(const FieldDesc* field) {
    const Image& image = *field->owner->module->image();
    return image.string(image.field_def(Token(field->token).rid()).name);
}

std::string display_name(TypeHandle type) {
    std::string text;
    append_type(text, type);
    return text;
}

std::string message_name(const MethodTable* table) {
    if (table->is_array()) return display_name(TypeHandle(const_cast<MethodTable*>(table)));
    return message_name({table->module, Token(table->info->token).rid()});
}

std::string display_name(const MethodDesc* method) {
    std::string text;
    if (method->owner != nullptr) {
        append_type(text, method->owner);
        text += '.';
    }
    text += method_name(method);
    append_arguments(text, method->instantiation);
    append_parameters(text, method);
    return text;
}

// An argument as code that CoreCLR shares has it: references are all System.__Canon.
static Result<TypeHandle> shared_argument(TypeHandle argument) {
    if (argument.contains_variables() || argument.is_type_desc()) return argument;
    MethodTable* table = argument.method_table();
    if (!table->is_value_type()) return find_type(g_loader->corelib, "System", "__Canon");
    if (table->info->instantiation == nullptr) return argument;
    TypeList arguments;
    for (TypeHandle inner : table->info->instantiation->span()) arguments.push(CELER_TRY(shared_argument(inner)));
    return instantiate(table->info->typical, arguments.span());
}

// CoreCLR gives a generic method's variables to its type, and leaves the signature as it is: "I`1[U].G(!!0)".
static std::string generic_method_name(const MethodDesc* method) {
    const MethodTable* owner = method->owner;
    std::string name = definition_name({owner->module, Token(owner->info->token).rid()});
    if (owner->info->instantiation != nullptr) append_arguments(name, method->typical->instantiation);
    name.append(".").append(method_name(method));
    const Image& image = *owner->module->image();
    Bytes signature = image.blob(image.method_def(Token(method->token).rid()).signature);
    std::string text = message_signature(owner->module, signature, name);
    return text.substr(text.find(name));
}

std::string shared_code_name(MethodDesc* method) {
    if (method->is_generic()) return generic_method_name(method);
    const Instantiation* arguments = method->owner->info->instantiation;
    if (arguments == nullptr) return display_name(method);
    TypeList shared;
    for (TypeHandle argument : arguments->span()) {
        Result<TypeHandle> found = shared_argument(argument);
        if (!found) return display_name(method);
        shared.push(*found);
    }
    Result<MethodTable*> owner = instantiate(method->owner->info->typical, shared.span());
    return display_name(owner ? method_on(*owner, method) : method);
}

namespace {

// Types in messages about members: arguments in angle brackets.
void append_owner(std::string& text, TypeHandle type, bool is_canonical);

void append_owner_arguments(std::string& text, const Instantiation* instantiation, bool is_canonical) {
    if (instantiation == nullptr) return;
    text += '<';
    for (uint32_t i = 0; i < instantiation->count; i++) {
        if (i != 0) text += ", ";
        TypeHandle argument = instantiation->arguments[i];
        if (is_canonical && argument.is_reference()) {
            text += "System.__Canon";
        } else {
            append_owner(text, argument, is_canonical);
        }
    }
    text += '>';
}

void append_owner(std::string& text, TypeHandle type, bool is_canonical) {
    const MethodTable* table = type.method_table();
    if (table == nullptr) return append_type(text, type);
    if (table->is_array()) {
        TypeHandle element = TypeHandle::from_raw(table->element_type);
        if (is_canonical && element.is_reference()) {
            text += "System.Object";
        } else {
            append_owner(text, element, is_canonical);
        }
        append_rank(text, table);
        return;
    }
    text += definition_name({table->module, Token(table->info->token).rid()});
    append_owner_arguments(text, table->info->instantiation, is_canonical);
}

}  // namespace

std::string message_name(TypeHandle type, bool is_canonical) {
    std::string text;
    append_owner(text, type, is_canonical);
    return text;
}

std::string message_name(const MethodDesc* method, bool is_definition) {
    std::string text = message_name(TypeHandle(method->owner), true) + "." + std::string(method_name(method));
    if (!is_definition) append_owner_arguments(text, method->instantiation, false);
    append_parameters(text, method);
    return text;
}

std::string message_name(const FieldDesc* field, bool is_canonical) {
    return message_name(TypeHandle(field->owner), is_canonical) + "." + std::string(field_name(field));
}

std::string assembly_display_name(const Module* module) {
    return metadata::display_name(assembly_identity(module->assembly));
}

Error type_load_error_by_name(const Module* module, std::string_view full_name, std::string_view format) {
    std::string message(format.empty() ? could_not_load : format);
    replace(message, "{type}", full_name);
    replace(message, "{assembly}", assembly_display_name(module));
    return Error{ErrorKind::TypeLoad, std::move(message), std::string(full_name)};
}

Error type_load_error(const MethodTable* table, std::string_view format) {
    return type_load_error_by_name(table->module, message_name(table), format);
}

Error bad_image(const Module*, std::string_view) {
    return Error{ErrorKind::BadImageFormat, "An attempt was made to load a program with an incorrect format.\n", {}};
}

}  // namespace celer
