// The order of managed start-up calls is CoreCLR's: AppContext.Setup, EventSource, command line, start-up hooks, Main,
// then the finalizer thread's last run and AppContext.OnProcessExit.
#include "host/engine_host.h"

#include <dlfcn.h>
#include <fcntl.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/options.h"
#include "code/compiler.h"
#include "code/method_code.h"
#include "code/perf_map.h"
#include "compile/services.h"
#include "corelib/contract.h"
#include "diagnostics/explanation.h"
#include "host/composition.h"
#include "host/diagnostic_requests.h"
#include "host/host_contract.h"
#include "interop/interop.h"
#include "metadata/image.h"
#include "platform/activity.h"
#include "platform/arena.h"
#include "platform/arena_file.h"
#include "platform/memory.h"
#include "platform/process_cells.h"
#include "runtime/class_init.h"
#include "runtime/engine.h"
#include "runtime/exception_objects.h"
#include "runtime/exceptions.h"
#include "runtime/finalizer.h"
#include "runtime/gc_bridge.h"
#include "runtime/managed_call.h"
#include "runtime/managed_thread.h"
#include "runtime/objects.h"
#include "runtime/thread.h"
#include "runtime/tiering.h"
#include "types/loader.h"
#include "types/well_known.h"

namespace celer {

namespace {

constexpr std::string_view trusted_assemblies_key = "TRUSTED_PLATFORM_ASSEMBLIES";

std::vector<std::string> split_paths(std::string_view list) {
    std::vector<std::string> paths;
    while (!list.empty()) {
        size_t colon = list.find(':');
        if (colon != 0) paths.emplace_back(list.substr(0, colon));
        if (colon == std::string_view::npos) break;
        list.remove_prefix(colon + 1);
    }
    return paths;
}

// The host adds the CoreLib that would lie beside the engine's library to the one of the framework. The first of a file
// name counts, as in binding.
std::vector<std::string> once_each(std::vector<std::string> paths) {
    std::unordered_set<std::string> names;
    std::erase_if(paths,
                  [&](const std::string& path) { return !names.insert(path.substr(path.rfind('/') + 1)).second; });
    return paths;
}

std::string join_paths(const std::vector<std::string>& paths) {
    std::string list;
    for (const std::string& path : paths) list.append(path).push_back(':');
    return list;
}

BindingProperties binding_from(const std::string& executable, std::span<const char*> keys,
                               std::span<const char*> values) {
    BindingProperties properties;
    HostFunctions host = host_functions(keys, values);
    if (host.bundle_probe != nullptr) properties.bundle = Bundle(executable, host.bundle_probe);
    for (size_t i = 0; i < keys.size(); i++) {
        std::string_view key = keys[i];
        if (key == trusted_assemblies_key) properties.trusted_assemblies = once_each(split_paths(values[i]));
        if (key == "APP_PATHS") properties.app_paths = split_paths(values[i]);
        if (key == "PLATFORM_RESOURCE_ROOTS") properties.resource_roots = split_paths(values[i]);
        if (key == "NATIVE_DLL_SEARCH_DIRECTORIES") properties.native_search_directories = split_paths(values[i]);
        if (key == "APP_CONTEXT_BASE_DIRECTORY") properties.app_base = values[i];
    }
    if (std::string& folder = host.bundle_extraction_folder; !folder.empty())
        properties.native_search_directories.insert(properties.native_search_directories.begin(), folder);
    return properties;
}

HostError from_error(const Error& error) {
    int hresult = hresult_fail;
    switch (error.kind) {
        case ErrorKind::FileNotFound:
            hresult = hresult_file_not_found;
            break;
        case ErrorKind::BadImageFormat:
            hresult = hresult_bad_image;
            break;
        case ErrorKind::TypeLoad:
            hresult = hresult_type_load;
            break;
        case ErrorKind::MissingMethod:
            hresult = hresult_missing_method;
            break;
        case ErrorKind::EntryPointNotFound:
            hresult = hresult_entry_point_not_found;
            break;
        case ErrorKind::FileLoad:
        case ErrorKind::MissingField:
        case ErrorKind::MethodAccess:
        case ErrorKind::FieldAccess:
        case ErrorKind::TypeAccess:
        case ErrorKind::InvalidProgram:
        case ErrorKind::DllNotFound:
        case ErrorKind::NotSupported:
        case ErrorKind::PlatformNotSupported:
        case ErrorKind::OutOfMemory:
        case ErrorKind::AmbiguousMatch:
        case ErrorKind::MarshalDirective:
        case ErrorKind::Argument:
        case ErrorKind::ArgumentNull:
        case ErrorKind::InvalidCast:
        case ErrorKind::InvalidOperation:
        case ErrorKind::ExecutionEngine:
        case ErrorKind::Target:
        case ErrorKind::Verification:
        case ErrorKind::Application:
        case ErrorKind::Security:
            break;
        case ErrorKind::OfResult:
            hresult = static_cast<int>(error.hresult);
            break;
    }
    return {hresult, error.message};
}

// A static method of CoreLib; its absence means a CoreLib this engine does not know.
Result<MethodDesc*> corelib_method(std::string_view name_space, std::string_view type, std::string_view method) {
    MethodTable* table = CELER_TRY(find_type(corelib(), name_space, type));
    CELER_TRY_VOID(ensure_loaded(table));
    MethodDesc* found = find_method(table, method);
    if (found != nullptr) return found;
    return fail(ErrorKind::MissingMethod, "System.Private.CoreLib lacks " + std::string(name_space) + "." +
                                              std::string(type) + "." + std::string(method) +
                                              ", which this version of Celer needs.");
}

// Calls a start-up method of CoreLib; an exception out of it is unhandled.
HostError call_corelib(std::string_view name_space, std::string_view type, std::string_view method,
                       std::initializer_list<uint64_t> arguments) {
    Result<MethodDesc*> target = corelib_method(name_space, type, method);
    if (!target) return from_error(target.error());
    Thread& thread = current_thread();
    CallResult result = call_managed(thread, *target, arguments, Boundary::Unhandled);
    if (result.exception != nullptr) report_unhandled(thread, result.exception);
    return {};
}

// UTF-16 copies of the host's properties; AppContext.Setup copies the strings itself.
HostError set_up_app_context(std::span<const char*> keys, std::span<const char*> values) {
    std::vector<std::u16string> texts;
    texts.reserve(keys.size() * 2);
    std::vector<const char16_t*> names, contents;
    std::string trusted = join_paths(binding_properties().trusted_assemblies);
    for (size_t i = 0; i < keys.size(); i++) {
        const char* value = keys[i] == trusted_assemblies_key ? trusted.c_str() : values[i];
        names.push_back(texts.emplace_back(to_utf16(keys[i])).c_str());
        contents.push_back(texts.emplace_back(to_utf16(value)).c_str());
    }
    return call_corelib(
        "System", "AppContext", "Setup",
        {reinterpret_cast<uint64_t>(names.data()), reinterpret_cast<uint64_t>(contents.data()), keys.size()});
}

// Whoever is started without any of the three standard streams gets them from nowhere: else the first files that are
// opened would become them.
void open_missing_streams() {
    for (int stream : {0, 1, 2}) {
        if (fcntl(stream, F_GETFD) != -1) return;
    }
    for (int stream : {0, 1, 2}) {
        if (open("/dev/null", O_RDWR) != stream) return;
    }
}

// By the real path: an overlay has links to the engine only.
std::string beside_this_library(const char* name) {
    Dl_info library{};
    dladdr(reinterpret_cast<const void*>(&open_missing_streams), &library);
    std::error_code error;
    std::filesystem::path path = std::filesystem::canonical(library.dli_fname, error);
    return path.replace_filename(name).string();
}

void initialize_engine_once(BindingProperties properties, const HostFunctions& functions) {
    open_missing_streams();
    keep_freed_memory();
    options_initialize();
    arena_initialize();
    initialize_binding(std::move(properties));
    compose_engine(functions);
    initialize_runtime();
    install_interop_unloading();
    if (*options().Explain != 0) initialize_explanation();
    if (*options().Stats != 0) count_activities();
}

// A program that cannot even start ends as if its Main had thrown.
[[noreturn]] void report_unusable_program(Thread& thread, Error error, const char* path) {
    if (error.kind == ErrorKind::BadImageFormat) {
        error.message = std::string("Bad IL format. The format of the file '") + path + "' is invalid.";
        error.subject.clear();
    }
    report_unhandled(thread, make_exception(thread, error));
}

// What lies in the mapped arena but says something of the process.
void take_over_mapped_arena() {
    if (const char* kind = refill_process_cells())
        refuse_arena_file(std::string("cells of the kind ") + kind + " cannot be filled");
    if (options().PerfMapEnabled != 0) for_each_code([](MethodCode& code) { add_to_perf_map(&code); });
}

struct MainShape {
    bool takes_arguments;
    bool returns_value;
};

// Of a signature whose types do not load, and so are not those of Main: whether the result is not to blame.
bool names_result_of_main(const MethodDesc* entry) {
    const metadata::Image& image = *entry->owner->module->image();
    Bytes signature = image.blob(image.method_def(entry->token & 0xffffff).signature);
    constexpr size_t result_offset = 2;  // after the calling convention and one byte for the number of parameters
    if (signature.size() <= result_offset) return false;
    auto result = static_cast<ElementType>(signature[result_offset]);
    return result == ElementType::Void || result == ElementType::I4 || result == ElementType::U4;
}

// What CoreCLR asks of Main, whatever it is called and whoever may call it.
Result<MainShape> shape_of_main(MethodDesc* entry) {
    if (!entry->is_static()) return fail(ErrorKind::MethodAccess, "Entry point must be static.");
    constexpr const char* invalid_result = "Entry point must have a return type of void, integer, or unsigned integer.";
    std::string invalid =
        "Main method for type '" + display_name(TypeHandle(entry->owner)) + "' has invalid signature.";
    Result<const MethodSignature*> loaded = method_signature(entry);
    if (!loaded) return fail(ErrorKind::MethodAccess, names_result_of_main(entry) ? invalid : invalid_result);
    const MethodSignature* signature = *loaded;
    if (entry->is_generic() || signature->calling_convention != 0) return fail(ErrorKind::MethodAccess, invalid);
    TypeHandle returned = signature->return_type;
    ElementType result = returned.verification_type();
    bool is_number = returned == TypeHandle(primitive_type(ElementType::I4)) ||
                     returned == TypeHandle(primitive_type(ElementType::U4));
    if (result != ElementType::Void && !is_number) return fail(ErrorKind::MethodAccess, invalid_result);
    if (signature->parameter_count > 1)
        return fail(ErrorKind::MethodAccess, "Signature for the entry point has too many arguments.");
    if (signature->parameter_count == 1) {
        TypeHandle strings = CELER_TRY(sz_array_of(well_known(WellKnown::String)));
        if (signature->parameters[0] != strings) return fail(ErrorKind::MethodAccess, invalid);
    }
    return MainShape{signature->parameter_count != 0, result != ElementType::Void};
}

ArrayObject* argument_array(Object* command_line) {  // what InitializeCommandLineArgs returns: string[] for Main
    return static_cast<ArrayObject*>(command_line);
}

}  // namespace

HostError EngineHost::initialize_for_dump(std::span<const char*> keys, std::span<const char*> values) {
    for (size_t i = 0; i < keys.size(); i++) set_option_from_property(keys[i], values[i]);
    initialize_engine_once(binding_from(exe_path_, keys, values), host_functions(keys, values));
    initialize_tiering(beside_this_library("libcelerjit.so").c_str());
    if (const char* second = options().AltJitName; *second != 0) {
        if (Result<void> loaded = load_second_compiler(second); !loaded) return from_error(loaded.error());
    }
    ManagedScope managed(current_thread());
    Result<void> loaded = load_well_known_types();
    if (!loaded && arena_is_mapped()) refuse_arena_file(loaded.error().message);
    if (!loaded) return from_error(loaded.error());
    if (arena_is_mapped()) take_over_mapped_arena();
    initialize_collector_types();
    initialize_corelib_fields();
    return {};
}

HostError EngineHost::initialize(const char* exe_path, std::span<const char*> keys, std::span<const char*> values) {
    exe_path_ = exe_path != nullptr ? exe_path : "";
    refuse_diagnostic_requests();
    if (HostError error = initialize_for_dump(keys, values); error.hresult != 0) return error;
    ManagedScope managed(current_thread());
    preallocate_exceptions();
    if (HostError error = set_up_app_context(keys, values); error.hresult != 0) return error;
    start_finalizer_thread();
    return {};
}

HostError EngineHost::execute_assembly(std::span<const char*> arguments, const char* assembly_path,
                                       unsigned int& exit_code) {
    Thread& thread = current_thread();
    ManagedScope managed(thread);
    Result<Assembly*> assembly = load_program(assembly_path);
    if (!assembly) report_unusable_program(thread, assembly.error(), assembly_path);
    Result<MethodDesc*> entry = resolve_entry_point((*assembly)->module);
    if (entry && *entry == nullptr) {
        entry = fail(ErrorKind::MissingMethod,
                     "Entry point not found in assembly '" + assembly_display_name((*assembly)->module) + "'.");
    }
    if (!entry) report_unhandled(thread, make_exception(thread, entry.error()));
    set_entry_assembly(*assembly);
    if (HostError error =
            call_corelib("System.Diagnostics.Tracing", "EventSource", "InitializeDefaultEventSources", {});
        error.hresult != 0) {
        return error;
    }
    std::vector<std::u16string> texts;
    std::vector<const char16_t*> pointers;
    texts.reserve(arguments.size() + 1);
    const Bundle& bundle = binding_properties().bundle;
    std::u16string path = to_utf16(bundle.exists() ? bundle.executable() : assembly_path);
    for (const char* argument : arguments) pointers.push_back(texts.emplace_back(to_utf16(argument)).c_str());
    Result<MethodDesc*> initialize = corelib_method("System", "Environment", "InitializeCommandLineArgs");
    if (!initialize) return from_error(initialize.error());
    CallResult command_line = call_managed(
        thread, *initialize,
        {reinterpret_cast<uint64_t>(path.c_str()), arguments.size(), reinterpret_cast<uint64_t>(pointers.data())},
        Boundary::Unhandled);
    if (command_line.exception != nullptr) report_unhandled(thread, command_line.exception);
    Object* main_arguments = argument_array(reinterpret_cast<Object*>(command_line.value));
    // The host has put DOTNET_STARTUP_HOOKS into a property; the argument is for hooks that a diagnostic tool adds.
    if (HostError error =
            call_corelib("System", "StartupHookProvider", "ManagedStartup", {reinterpret_cast<uint64_t>(u"")});
        error.hresult != 0) {
        return error;
    }
    Result<MainShape> shape = shape_of_main(*entry);
    if (!shape) report_unhandled(thread, make_exception(thread, shape.error()));
    initialize_module(thread, (*assembly)->module, Boundary::Unhandled);
    CallResult result =
        shape->takes_arguments
            ? call_managed(thread, *entry, {reinterpret_cast<uint64_t>(main_arguments)}, Boundary::Unhandled)
            : call_managed(thread, *entry, {}, Boundary::Unhandled);
    if (result.exception != nullptr) report_unhandled(thread, result.exception);
    exit_code =
        shape->returns_value ? static_cast<unsigned int>(result.value) : static_cast<unsigned int>(latched_exit_code());
    if (shape->returns_value) set_latched_exit_code(static_cast<int>(exit_code));
    return {};
}

HostError EngineHost::create_delegate(const char* assembly_name, const char* type_name, const char* method_name,
                                      void*& function) {
    Thread& thread = current_thread();
    ManagedScope managed(thread);
    std::string_view full_type = type_name;
    size_t dot = full_type.rfind('.');
    std::string_view name_space = dot == std::string_view::npos ? std::string_view{} : full_type.substr(0, dot);
    std::string_view name = dot == std::string_view::npos ? full_type : full_type.substr(dot + 1);
    std::string_view simple_name = assembly_name;
    simple_name = simple_name.substr(0, simple_name.find(','));
    Result<Assembly*> assembly = load_assembly(simple_name);
    if (!assembly) return from_error(assembly.error());
    Result<MethodTable*> table = find_type(*assembly, name_space, name);
    if (!table) return from_error(table.error());
    if (Result<void> loaded = ensure_loaded(*table); !loaded) return from_error(loaded.error());
    MethodDesc* method = find_method(*table, method_name);
    if (method == nullptr)
        return {hresult_missing_method, std::string("Method ") + method_name + " not found in " + type_name};
    if (!method->is_static() || method->is_open() || method->is_generic())
        return {hresult_missing_method, std::string("Method ") + method_name + " of " + type_name + " is not callable"};
    if (Result<const MethodSignature*> signature = method_signature(method); !signature)
        return from_error(signature.error());
    function = thunks().reverse_call(method);
    return {};
}

int EngineHost::shutdown() {
    Thread& thread = t_thread != nullptr ? current_thread() : attach_current_thread();
    {
        ManagedScope managed(thread);
        wait_for_foreground_threads(thread);
        call_corelib("System", "AppContext", "OnProcessExit", {});
    }
    finish_process_reports();
    return latched_exit_code();
}

}  // namespace celer
