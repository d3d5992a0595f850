#include "runtime/exception_objects.h"

#include "base/assert.h"
#include "base/computed_once.h"
#include "gc/barrier.h"
#include "gc/handles.h"
#include "metadata/custom_attribute.h"
#include "metadata/image.h"
#include "runtime/exceptions.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "runtime/stack_trace.h"
#include "types/assembly.h"
#include "types/loader.h"

namespace celer {

namespace {

struct ErrorException {
    std::string_view name_space;
    std::string_view name;
    bool takes_subject;  // its second constructor argument: the file name
};

ErrorException exception_of(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::BadImageFormat:
            return {"System", "BadImageFormatException", true};
        case ErrorKind::FileNotFound:
            return {"System.IO", "FileNotFoundException", true};
        case ErrorKind::FileLoad:
            return {"System.IO", "FileLoadException", true};
        case ErrorKind::TypeLoad:
            return {"System", "TypeLoadException", false};
        case ErrorKind::MissingMethod:
            return {"System", "MissingMethodException", false};
        case ErrorKind::MissingField:
            return {"System", "MissingFieldException", false};
        case ErrorKind::MethodAccess:
            return {"System", "MethodAccessException", false};
        case ErrorKind::FieldAccess:
            return {"System", "FieldAccessException", false};
        case ErrorKind::TypeAccess:
            return {"System", "TypeAccessException", false};
        case ErrorKind::InvalidProgram:
            return {"System", "InvalidProgramException", false};
        case ErrorKind::EntryPointNotFound:
            return {"System", "EntryPointNotFoundException", false};
        case ErrorKind::DllNotFound:
            return {"System", "DllNotFoundException", false};
        case ErrorKind::NotSupported:
            return {"System", "NotSupportedException", false};
        case ErrorKind::PlatformNotSupported:
            return {"System", "PlatformNotSupportedException", false};
        case ErrorKind::OutOfMemory:
            return {"System", "OutOfMemoryException", false};
        case ErrorKind::AmbiguousMatch:
            return {"System.Runtime", "AmbiguousImplementationException", false};
        case ErrorKind::MarshalDirective:
            return {"System.Runtime.InteropServices", "MarshalDirectiveException", false};
        case ErrorKind::Argument:
            return {"System", "ArgumentException", true};
        case ErrorKind::ArgumentNull:
            return {"System", "ArgumentNullException", false};
        case ErrorKind::InvalidCast:
            return {"System", "InvalidCastException", false};
        case ErrorKind::InvalidOperation:
            return {"System", "InvalidOperationException", false};
        case ErrorKind::ExecutionEngine:
            return {"System", "ExecutionEngineException", false};
        case ErrorKind::Target:
            return {"System.Reflection", "TargetException", false};
        case ErrorKind::Verification:
            return {"System.Security", "VerificationException", false};
        case ErrorKind::Application:
            return {"System", "ApplicationException", false};
        case ErrorKind::Security:
            return {"System.Security", "SecurityException", false};
        case ErrorKind::OfResult:
            break;  // runtime/hresult_exceptions.def
    }
    CELER_PANIC("unknown error kind %d", static_cast<int>(kind));
}

MethodTable* exception_type(std::string_view name_space, std::string_view name) {
    Result<MethodTable*> table = find_type(corelib(), name_space, name);
    CELER_ASSERT(table.has_value(), "CoreLib has no exception type %.*s", static_cast<int>(name.size()), name.data());
    Result<void> loaded = ensure_loaded(*table);
    CELER_ASSERT(loaded.has_value(), "exception type %.*s: %s", static_cast<int>(name.size()), name.data(),
                 loaded.error().message.c_str());
    return *table;
}

// Allocates and constructs. A null text argument is passed on as null.
Object* construct(Thread& thread, MethodTable* table, std::string_view signature, Object* first, Object* second) {
    Object* exception = allocate_object(table);
    if (exception == nullptr) return out_of_memory_exception(thread);
    MethodDesc* constructor = find_method(table, ".ctor", signature);
    CELER_ASSERT(constructor != nullptr, "%s has no constructor %.*s", display_name(table).c_str(),
                 static_cast<int>(signature.size()), signature.data());
    CallResult result = call_managed(
        thread, constructor,
        {reinterpret_cast<uint64_t>(exception), reinterpret_cast<uint64_t>(first), reinterpret_cast<uint64_t>(second)});
    return result.exception != nullptr ? result.exception : exception;
}

void set_text_field(Object* exception, std::string_view field_name, std::string_view text) {
    FieldDesc* field = find_field(exception->method_table, field_name);
    if (field != nullptr && !text.empty()) gc::store_field(exception, field->offset, new_string(text));
}

gc::Handle g_out_of_memory;

}  // namespace

Object* make_exception(Thread& thread, std::string_view name_space, std::string_view name, std::string_view message) {
    MethodTable* table = exception_type(name_space, name);
    if (message.empty()) return construct(thread, table, "void ()", nullptr, nullptr);
    return construct(thread, table, "void (string)", new_string(message), nullptr);
}

Object* make_exception(Thread& thread, const Error& error) {
    if (error.exception != nullptr) return *static_cast<gc::Handle>(error.exception.get());
    if (error.kind == ErrorKind::OutOfMemory && error.message.empty()) return out_of_memory_exception(thread);
    if (error.kind == ErrorKind::OfResult) {
        Object* exception = make_exception(thread, error.hresult);
        gc::store_field(exception, exception_fields().message, new_string(error.message));
        return exception;
    }
    ErrorException description = exception_of(error.kind);
    if (!description.takes_subject || error.message.empty() || error.subject.empty()) {
        Object* exception = make_exception(thread, description.name_space, description.name, error.message);
        if (error.kind == ErrorKind::TypeLoad) set_text_field(exception, "_className", error.subject);
        return exception;
    }
    MethodTable* table = exception_type(description.name_space, description.name);
    Object* message = new_string(error.message);
    return construct(thread, table, "void (string, string)", message, new_string(error.subject));
}

Object* make_argument_exception(Thread& thread, std::string_view message, std::string_view parameter) {
    MethodTable* table = exception_type("System", "ArgumentException");
    if (parameter.empty()) return construct(thread, table, "void (string)", new_string(message), nullptr);
    Object* text = new_string(message);
    return construct(thread, table, "void (string, string)", text, new_string(parameter));
}

// Without its constructor: nothing managed runs for an exception that hardly any program needs.
void preallocate_exceptions() {
    constexpr int32_t out_of_memory_hresult = static_cast<int32_t>(0x8007000E);
    constexpr int32_t managed_exception_code = static_cast<int32_t>(0xE0434352);
    Object* exception = allocate_object(exception_type("System", "OutOfMemoryException"));
    CELER_ASSERT(exception != nullptr, "no memory at start");
    const ExceptionFields& fields = exception_fields();
    exception->field<int32_t>(fields.hresult) = out_of_memory_hresult;
    exception->field<int32_t>(fields.code) = managed_exception_code;
    g_out_of_memory = gc::allocate_handle(gc::HandleKind::Strong, exception);
}

Object* out_of_memory_exception(Thread& thread) {
    if (g_out_of_memory == nullptr) fatal_error(thread, "Out of memory.");
    return *g_out_of_memory;
}

bool is_immutable_exception(const Object* exception) {
    return g_out_of_memory != nullptr && *g_out_of_memory == exception;
}

Object* wrap_thrown_object(Thread& thread, Object* thrown) {
    MethodTable* table = exception_type("System.Runtime.CompilerServices", "RuntimeWrappedException");
    return construct(thread, table, "void (object)", thrown, nullptr);
}

Object* unwrap_thrown_object(Object* exception) {
    auto* table =
        computed_once<[] { return exception_type("System.Runtime.CompilerServices", "RuntimeWrappedException"); }>();
    if (exception->method_table != table) return nullptr;
    return exception->reference(find_field(table, "_wrappedException")->offset);
}

namespace {

bool wraps_thrown_objects(const Module* module) {
    const metadata::Image& image = *module->image();
    for (uint32_t rid : image.custom_attributes(metadata::Token(metadata::Table::Assembly, 1))) {
        if (!image.is_custom_attribute(rid, "System.Runtime.CompilerServices", "RuntimeCompatibilityAttribute"))
            continue;
        metadata::AttributeReader reader(image.blob(image.custom_attribute(rid).value),
                                         metadata::attribute_constructor_signature(image, rid));
        metadata::NamedAttributeArgument argument;
        while (reader.next_named(argument)) {
            if (argument.name == "WrapNonExceptionThrows") return argument.value.as_bool();
        }
    }
    return false;
}

}  // namespace

Object* seen_by_clauses(const MethodDesc* method, Object* exception) {
    Object* thrown = unwrap_thrown_object(exception);
    if (thrown == nullptr || method == nullptr) return exception;
    bool is_wrapped = method->kind != MethodKind::Dynamic && wraps_thrown_objects(method->owner->module);
    return is_wrapped ? exception : thrown;
}

}  // namespace celer
