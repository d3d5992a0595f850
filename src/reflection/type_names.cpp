#include "reflection/type_names.h"

#include "metadata/assembly_identity.h"
#include "metadata/image.h"
#include "reflection/exposed_objects.h"
#include "types/loader.h"
#include "types/type_info.h"

namespace celer {

namespace {

using namespace type_name_format;

// ToString() shows the parameters of a generic definition; FullName does not.
bool is_to_string(uint32_t format) {
    return (format & (with_namespace | full_instantiation | with_assembly)) == with_namespace;
}

void append_escaped(std::string& text, std::string_view name) {
    for (char c : name) {
        if (c == '+' || c == ',' || c == '[' || c == ']' || c == '&' || c == '*' || c == '\\') text += '\\';
        text += c;
    }
}

void append_definition_name(std::string& text, const MethodTable* table) {
    const MethodTable* typical = table->info->typical;
    if (typical->info->enclosing != nullptr) {
        append_definition_name(text, typical->info->enclosing);
        text += '+';
    } else if (std::string_view name_space = type_namespace(typical); !name_space.empty()) {
        append_escaped(text, name_space);
        text += '.';
    }
    append_escaped(text, type_name(typical));
}

void append_array_suffix(std::string& text, const MethodTable* array) {
    text += '[';
    if (!array->is_sz_array() && array->rank == 1) text += '*';
    text.append(array->rank - 1u, ',');
    text += ']';
}

void append_function_pointer(std::string& text, const TypeDesc* desc, uint32_t format) {
    if ((format & with_namespace) == 0) return;
    text += reflection_name(desc->return_and_arguments[0], format);
    text += '(';
    for (uint32_t i = 1; i <= desc->argument_count; i++) {
        if (i != 1) text += ", ";
        text += reflection_name(desc->return_and_arguments[i], format);
    }
    text += ')';
}

std::string assembly_name_of(TypeHandle type) {
    return metadata::display_name(assembly_identity(module_of_type(type)->assembly));
}

void append_type(std::string& text, TypeHandle type, uint32_t format) {
    uint32_t inner = format & ~with_assembly;
    if (const TypeDesc* desc = type.type_desc()) {
        ElementType element = desc->element();
        if (element == ElementType::Var || element == ElementType::MVar) {
            const metadata::Image& image = *desc->module->image();
            text += image.string(image.generic_param(metadata::Token(desc->token).rid()).name);
        } else if (element == ElementType::FnPtr) {
            append_function_pointer(text, desc, inner);
        } else {
            append_type(text, TypeHandle::from_raw(desc->parameter), inner);
            text += element == ElementType::Ptr ? '*' : '&';
        }
        return;
    }
    const MethodTable* table = type.method_table();
    if (table->is_array()) {
        append_type(text, TypeHandle::from_raw(table->element_type), inner);
        append_array_suffix(text, table);
        return;
    }
    if ((format & (with_namespace | with_assembly)) == 0) {
        text += type_name(table);
        return;
    }
    append_definition_name(text, table);
    if (!table->is_generic_definition() || is_to_string(format)) {
        text += type_argument_names(table->info->instantiation, inner);
    }
}

}  // namespace

std::string reflection_name(TypeHandle type, uint32_t format) {
    std::string text;
    append_type(text, type, format);
    if (format & with_assembly) text += ", " + assembly_name_of(type);
    return text;
}

std::string type_argument_names(const Instantiation* arguments, uint32_t format) {
    if (arguments == nullptr) return {};
    bool full = (format & full_instantiation) != 0;
    std::string text = "[";
    for (uint32_t i = 0; i < arguments->count; i++) {
        if (i != 0) text += ',';
        bool variable = arguments->arguments[i].is_type_desc();  // a variable has no assembly-qualified name
        if (full && !variable) {
            text += "[" +
                    reflection_name(arguments->arguments[i], with_namespace | full_instantiation | with_assembly) + "]";
        } else {
            text += reflection_name(arguments->arguments[i], format);
        }
    }
    return text + "]";
}

}  // namespace celer
