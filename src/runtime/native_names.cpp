// Frames as CoreCLR's native reports write them ("   at Type.Method(System.String)"): the types of a signature by
// namespace and name, those of an instantiation assembly-qualified, and every reference type argument as
// System.__Canon, because CoreCLR shares the code of such instances. What the metadata spells out in the signature
// keeps its name.
#include <cstring>
#include <string>

#include "metadata/image.h"
#include "runtime/process_end.h"
#include "types/loader.h"
#include "types/loader_state.h"
#include "types/type_info.h"
#include "types/well_known.h"

namespace celer {

namespace {

constexpr const char* canonical_name = "System.__Canon";

std::string name_with_namespace(const MethodTable* table) {
    std::string text(type_namespace(table));
    if (!text.empty()) text += '.';
    return text += type_name(table);
}

// "Namespace.Outer+Inner"
std::string nested_name(const MethodTable* table) {
    if (table->info == nullptr || table->info->enclosing == nullptr) return name_with_namespace(table);
    return nested_name(table->info->enclosing) + "+" + std::string(type_name(table));
}

std::string qualified_arguments(const Instantiation* instantiation);

std::string qualified_argument(TypeHandle type) {
    MethodTable* table = type.method_table();
    if (table == nullptr) return display_name(type);
    if (!table->is_value_type()) return std::string(canonical_name) + ", " + assembly_display_name(corelib()->module);
    return nested_name(table) + qualified_arguments(table->info->instantiation) + ", " +
           assembly_display_name(table->module);
}

// "[[Int32 qualified],[...]]", empty without type arguments
std::string qualified_arguments(const Instantiation* instantiation) {
    if (instantiation == nullptr) return {};
    std::string text = "[";
    for (TypeHandle argument : instantiation->span()) {
        if (text.size() > 1) text += ',';
        text += "[" + qualified_argument(argument) + "]";
    }
    return text + "]";
}

class SignatureText {
  public:
    explicit SignatureText(const MethodDesc* method) : method_(method) {}

    std::string parameters() {
        Result<const MethodSignature*> signature = method_signature(method_->typical);
        if (!signature) return {};
        std::string text;
        for (uint32_t i = 0; i < (*signature)->parameter_count; i++) {
            if (i != 0) text += ", ";
            text += type((*signature)->parameters[i]);
        }
        return text;
    }

  private:
    std::string type(TypeHandle handle) {
        return handle.is_type_desc() ? type_desc(*handle.type_desc()) : class_or_struct(handle.method_table());
    }

    std::string type_desc(const TypeDesc& desc) {
        if (desc.element() == ElementType::Ptr) return type(TypeHandle::from_raw(desc.parameter)) + "*";
        if (desc.element() == ElementType::ByRef) return type(TypeHandle::from_raw(desc.parameter)) + " ByRef";
        if (desc.element() == ElementType::FnPtr) return function_pointer(desc);
        const Instantiation* arguments =
            desc.is_method_variable ? method_->instantiation : method_->owner->info->instantiation.get();
        if (arguments == nullptr || desc.index >= arguments->count) return canonical_name;
        return canonical(arguments->arguments[desc.index]);
    }

    std::string function_pointer(const TypeDesc& desc) {
        std::string text = type(desc.return_and_arguments[0]) + " (";
        for (uint32_t i = 1; i <= desc.argument_count; i++) {
            if (i != 1) text += ", ";
            text += type(desc.return_and_arguments[i]);
        }
        return text + ")";
    }

    std::string canonical(TypeHandle argument) {
        MethodTable* table = argument.method_table();
        if (table == nullptr) return type(argument);
        if (!table->is_value_type()) return canonical_name;
        return is_plain_primitive(table) ? std::string(type_name(table)) : with_arguments(table, true);
    }

    static bool is_plain_primitive(const MethodTable* table) {
        return table->is_true_primitive() || table->element == ElementType::Void;
    }

    std::string class_or_struct(MethodTable* table) {
        if (table->is_array()) {
            std::string text = type(TypeHandle::from_raw(table->element_type)) + "[";
            if (!table->is_sz_array()) text.append(table->rank - 1u, ',');
            return text + "]";
        }
        return is_plain_primitive(table) ? std::string(type_name(table)) : with_arguments(table, false);
    }

    std::string with_arguments(MethodTable* table, bool is_argument) {
        std::string text = name_with_namespace(table);
        if (table->info->instantiation == nullptr) return text;
        text += '<';
        bool first = true;
        for (TypeHandle argument : table->info->instantiation->span()) {
            if (!first) text += ',';
            first = false;
            text += is_argument ? canonical(argument) : type(argument);
        }
        return text + ">";
    }

    const MethodDesc* method_;
};

}  // namespace

std::string native_frame_line(const MethodDesc* method) {
    std::string text = "   at ";
    text += nested_name(method->owner) + qualified_arguments(method->owner->info->instantiation) + ".";
    text += method_name(method);
    text += qualified_arguments(method->instantiation);
    return text + "(" + SignatureText(method).parameters() + ")\n";
}

// For tools/gdb/celer.py, which calls these in a stopped process.
static const char* keep(const std::string& text) {
    static char buffer[1024];
    strncpy(buffer, text.c_str(), sizeof(buffer) - 1);
    return buffer;
}
extern "C" [[gnu::used]] const char* celer_debug_method_name(const MethodDesc* method) {
    return keep(display_name(method));
}
extern "C" [[gnu::used]] const char* celer_debug_type_name(MethodTable* table) {
    return keep(display_name(TypeHandle(table)));
}

}  // namespace celer
