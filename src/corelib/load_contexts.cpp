// System.Runtime.Loader.AssemblyLoadContext, Assembly.Load and the assemblies of callers.
//
// The native handle of a managed context is its index + 1 (0 is no context). The loader's questions to managed code
// are answered here (types/loader_lock.h); what a handler throws becomes an Error that holds the exception.
#include <cstring>
#include <memory>
#include <vector>

#include "base/hresult_messages.h"
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "gc/barrier.h"
#include "gc/handles.h"
#include "metadata/assembly_identity.h"
#include "metadata/image.h"
#include "platform/arena.h"
#include "reflection/assembly_names.h"
#include "reflection/exposed_objects.h"
#include "runtime/exceptions.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "runtime/stack_walk.h"
#include "types/loader.h"
#include "types/loader_allocator.h"
#include "types/loader_lock.h"

namespace celer {

namespace {

MethodTable* context_type() {
    return corelib_type("System.Runtime.Loader", "AssemblyLoadContext");
}

uint32_t context_index(uintptr_t native_context) {
    return native_context == 0 ? 0 : static_cast<uint32_t>(native_context - 1);
}

// --- The loader's questions ------------------------------------------------------------------------------------------

uint64_t word(const void* pointer) {
    return reinterpret_cast<uint64_t>(pointer);
}

Error error_of_exception(Object* exception) {
    Error error{ErrorKind::FileLoad, "A handler has thrown an exception.", {}};
    gc::Handle handle = gc::allocate_handle(gc::HandleKind::Strong, exception);  // short of memory: it is lost
    if (handle != nullptr) error.exception = {handle, [](gc::Handle owned) { gc::free_handle(owned); }};
    return error;
}

// Calls a static method of AssemblyLoadContext that returns a RuntimeAssembly.
Result<Assembly*> ask(const char* method, std::initializer_list<uint64_t> arguments) {
    CallResult call = call_managed(current_thread(), find_method(context_type(), method), arguments);
    if (call.exception != nullptr) return std::unexpected(error_of_exception(call.exception));
    auto* object = reinterpret_cast<Object*>(call.value);
    return object == nullptr ? nullptr : assembly_of_object(object);
}

Result<uintptr_t> managed_context(uint32_t load_context) {
    uintptr_t handle = load_context_handle(load_context);
    if (handle != 0 || load_context != 0) return handle;
    CallResult call = call_managed(current_thread(), find_method(context_type(), "InitializeDefaultContext"), {});
    if (call.exception != nullptr) return std::unexpected(error_of_exception(call.exception));
    return load_context_handle(0);
}

Result<Assembly*> ask_domain(const ManagedQuestion& question) {
    Object* asking = question.module == nullptr ? nullptr : assembly_object(question.module->assembly);
    return ask("OnAssemblyResolve", {word(asking), word(new_string_or_throw(question.name))});
}

Result<Assembly*> ask_for_assembly(const ManagedQuestion& question) {
    if (question.kind == QuestionKind::ResolveAnywhere) return ask_domain(question);
    uintptr_t context = CELER_TRY(managed_context(question.load_context));
    if (context == 0) return nullptr;
    NewAssemblyName name = new_assembly_name(current_thread(), question.name);
    if (name.exception != nullptr) return std::unexpected(error_of_exception(name.exception));
    if (question.kind == QuestionKind::LoadAssembly) return ask("Resolve", {context, word(name.name)});
    if (question.name.find("Culture=neutral") == std::string::npos) {
        Assembly* found = CELER_TRY(ask("ResolveSatelliteAssembly", {context, word(name.name)}));
        if (found != nullptr) return found;
    }
    return ask("ResolveUsingResolvingEvent", {context, word(name.name)});
}

// A handler's exception becomes the inner one of a failure to load.
Error load_error(const std::string& assembly, Error cause) {
    constexpr uint32_t file_not_found = 0x80070002, bad_format = 0x8007000B;
    if (cause.exception == nullptr) return cause;
    auto handle = static_cast<gc::Handle>(cause.exception.get());
    Object* inner = *handle;
    auto result = inner->field<uint32_t>(field_offset(well_known(WellKnown::Exception), "_HResult"));
    const char* name = result == file_not_found ? "FileNotFoundException"
                       : result == bad_format   ? "BadImageFormatException"
                                                : "FileLoadException";
    MethodTable* table = corelib_type(result == bad_format ? "System" : "System.IO", name);
    Error error{result == file_not_found ? ErrorKind::FileNotFound : ErrorKind::FileLoad,
                "Could not load file or assembly '" + assembly + "'. " + load_result_text(result), assembly};
    Object* exception = allocate_or_throw(table);
    CallResult call = call_managed(
        current_thread(), find_method(table, ".ctor", "void (string, string, System.Exception)"),
        {word(exception), word(new_string_or_throw(error.message)), word(new_string_or_throw(assembly)), word(inner)});
    exception->field<uint32_t>(field_offset(well_known(WellKnown::Exception), "_HResult")) = result;
    gc::set_handle(handle, call.exception != nullptr ? call.exception : exception);
    error.exception = cause.exception;
    return error;
}

// What stays for ever may not be given what goes.
Error collectible_answer() {
    MethodTable* table = corelib_type("System", "NotSupportedException");
    Object* exception = allocate_or_throw(table);
    const char* message = "A non-collectible assembly may not reference a collectible assembly.";
    CallResult call = call_managed(current_thread(), find_method(table, ".ctor", "void (string)"),
                                   {word(exception), word(new_string_or_throw(message))});
    return error_of_exception(call.exception != nullptr ? call.exception : exception);
}

// --- Callers ---------------------------------------------------------------------------------------------------------

enum class StackCrawlMark : int32_t { LookForMe, LookForMyCaller, LookForMyCallersCaller, LookForThread };

bool is_reflection_invocation(const MethodDesc* method) {
    if (!method->owner->module->assembly->is_corelib) return false;
    std::string_view type = type_name(method->owner);
    return type == "RuntimeMethodHandle" || type == "MethodBaseInvoker" || type == "MethodInvoker" ||
           type == "RuntimeMethodInfo" || type == "ConstructorInvoker" || type == "RuntimeConstructorInfo" ||
           type == "MethodBase";
}

// The method that the mark asks for: the mark lies in the frame of the method that declares it, which no compiler may
// inline. Where the stack has fewer callers, the last one.
MethodDesc* marked_method(const StackCrawlMark* mark) {
    int32_t callers = static_cast<int32_t>(*mark);
    auto address = reinterpret_cast<uintptr_t>(mark);
    StackWalk walk(current_thread());
    StackFrame frame;
    MethodDesc* found = nullptr;
    while (walk.next(frame)) {
        if (found == nullptr && (frame.frame_pointer < address || frame.inline_node != 0)) continue;
        MethodDesc* method = frame.method();
        if (method == nullptr) continue;
        if (found != nullptr && is_reflection_invocation(method)) continue;
        found = method;
        if (callers-- == 0) break;
    }
    return found;
}

Assembly* marked_assembly(const StackCrawlMark* mark) {
    MethodDesc* method = mark == nullptr ? nullptr : marked_method(mark);
    return method == nullptr ? nullptr : method->owner->module->assembly;
}

void executing_assembly(const StackCrawlMark* mark, ObjectHandleOnStack result) {
    Assembly* assembly = marked_assembly(mark);
    if (assembly != nullptr) result.set(assembly_object(assembly));
}

// Of generic code, the definition.
MethodDesc* current_method(const StackCrawlMark* mark) {
    MethodDesc* method = marked_method(mark);
    return method == nullptr ? nullptr : method->typical;
}

void entry_assembly_object(ObjectHandleOnStack result) {
    if (Assembly* assembly = entry_assembly()) result.set(assembly_object(assembly));
}

// Null: unloaded, or about to be.
Assembly* living_assembly(uint32_t index) {
    Assembly* assembly = assembly_at(index);
    bool is_dead = assembly == nullptr || (assembly->is_collectible && keeper_of(assembly) == nullptr);
    return is_dead ? nullptr : assembly;
}

uint32_t living_assembly_count() {
    uint32_t living = 0;
    for (uint32_t i = 0; i < assembly_count(); i++) living += living_assembly(i) != nullptr;
    return living;
}

// Assemblies come and go: tries until as many are there as were counted.
void loaded_assembly_objects(ObjectHandleOnStack result) {
    uint32_t expected = 0;
    uint32_t found = 0;
    do {
        expected = living_assembly_count();
        ArrayObject* array = new_array(well_known(WellKnown::RuntimeAssembly), expected);
        found = 0;
        for (uint32_t i = 0; i < assembly_count(); i++) {
            Assembly* assembly = living_assembly(i);
            if (assembly == nullptr) continue;
            if (found < expected) gc::store_element(array, found, assembly_object(assembly));
            found++;
        }
        result.set(array);
    } while (found != expected);
}

// --- Loading ---------------------------------------------------------------------------------------------------------

void internal_load(const NativeAssemblyNameParts* parts, ObjectHandleOnStack requesting, const StackCrawlMark* mark,
                   QBool throw_on_file_not_found, ObjectHandleOnStack load_context, ObjectHandleOnStack result) {
    uint32_t context = 0;
    Assembly* asking = nullptr;  // nobody, for AssemblyLoadContext.LoadFromAssemblyName
    if (requesting.get() != nullptr) {
        asking = assembly_of_object(requesting.get());
    } else if (load_context.get() == nullptr) {
        asking = marked_assembly(mark);
    }
    if (load_context.get() != nullptr) {
        context = load_context_of_object(load_context.get());
    } else if (asking != nullptr) {
        context = asking->load_context;
    }
    auto* name = new NamedIdentity();
    read_assembly_name(*parts, *name);
    Result<Assembly*> loaded =
        load_assembly_by_name(name->identity, context, asking == nullptr ? nullptr : asking->module);
    delete name;
    if (!loaded && loaded.error().kind == ErrorKind::FileNotFound && throw_on_file_not_found == 0) return;
    result.set(assembly_object(value_or_throw(std::move(loaded))));
}

Result<Assembly*> load_path(const char16_t* path, uint32_t context) {
    CELER_TRY_VOID(admit_growth());
    return load_assembly_from_path(utf8_of(path), context);
}

void load_from_path(uintptr_t native_context, const char16_t* il_path, const char16_t* native_path,
                    ObjectHandleOnStack result) {
    const char16_t* path = il_path != nullptr ? il_path : native_path;
    result.set(assembly_object(value_or_throw(load_path(path, context_index(native_context)))));
}

Result<Assembly*> load_bytes(const std::byte* bytes, size_t size, uint32_t context) {
    CELER_TRY_VOID(admit_growth());
    return load_assembly_from_memory(std::vector<std::byte>(bytes, bytes + size), context);
}

void load_from_stream(uintptr_t native_context, const std::byte* bytes, int32_t size, const std::byte*, int32_t,
                      ObjectHandleOnStack result) {
    Result<Assembly*> loaded = load_bytes(bytes, static_cast<size_t>(size), context_index(native_context));
    result.set(assembly_object(value_or_throw(std::move(loaded))));
}

// --- Contexts --------------------------------------------------------------------------------------------------------

uintptr_t initialize_context(uintptr_t managed_handle, QBool is_default, QBool is_collectible) {
    if (is_default != 0) {
        set_load_context_handle(0, managed_handle);
        return 1;
    }
    LoaderAllocator* allocator = is_collectible == 0 ? nullptr : new_managed_loader_allocator();
    return create_load_context(managed_handle, allocator) + 1;
}

// Unload begins. The context's object is needed as long as its code runs: to resolve assemblies.
void release_context(uintptr_t native_context, gc::Handle context_object) {
    LoaderAllocator* allocator = load_context_allocator(context_index(native_context));
    allocator->load_context = context_object;
    release_strong(allocator);
}

// LoaderAllocatorScout's finalizer asks again if the answer is no.
QBool destroy_allocator(LoaderAllocator* allocator) {
    if (*allocator->keeper != nullptr) return false;  // resurrected
    destroy_loader_allocator(allocator);
    return true;
}

uintptr_t context_of_assembly(QCallAssembly assembly) {
    return assembly.assembly->load_context == 0 ? 0 : load_context_handle(assembly.assembly->load_context);
}

QBool no() {
    return false;
}

void apply_update(QCallAssembly, const uint8_t*, int32_t, const uint8_t*, int32_t, const uint8_t*, int32_t) {
    throw_well_known("System", "InvalidOperationException", "The assembly can not be edited or changed.");
}

void ignore_profile(const char16_t*, uintptr_t) {}

QBool ignore_trace() {
    return false;
}

// --- Names in [UnsafeAccessorType] -----------------------------------------------------------------------------------

uintptr_t generic_parameter_handle(MethodDesc* method, QBool is_method_parameter, uint32_t index) {
    const Instantiation* arguments =
        is_method_parameter != 0 ? method->instantiation : method->owner->info->instantiation.get();
    return arguments == nullptr || index >= arguments->count ? 0 : arguments->arguments[index].value;
}

const NativeEntry entries[] = {
    CELER_QCALL("AssemblyNative_GetExecutingAssembly", executing_assembly),
    CELER_QCALL("AssemblyNative_GetEntryAssembly", entry_assembly_object),
    CELER_QCALL("MethodBase_GetCurrentMethod", current_method),
    CELER_QCALL("AssemblyNative_GetAssemblyCount", living_assembly_count),
    CELER_QCALL("AssemblyNative_GetLoadedAssemblies", loaded_assembly_objects),

    CELER_QCALL("AssemblyNative_InternalLoad", internal_load),
    CELER_QCALL("AssemblyNative_LoadFromPath", load_from_path),
    CELER_QCALL("AssemblyNative_LoadFromStream", load_from_stream),

    CELER_QCALL("AssemblyNative_InitializeAssemblyLoadContext", initialize_context),
    CELER_QCALL("AssemblyNative_PrepareForAssemblyLoadContextRelease", release_context),
    CELER_QCALL("LoaderAllocator_Destroy", destroy_allocator),
    CELER_QCALL("AssemblyNative_GetLoadContextForAssembly", context_of_assembly),
    CELER_INTERNAL_CALL("System.Runtime.Loader.AssemblyLoadContext", "IsTracingEnabled", no),
    CELER_QCALL("AssemblyNative_TraceAssemblyLoadFromResolveHandlerInvoked", ignore_trace),
    CELER_QCALL("AssemblyNative_TraceAssemblyResolveHandlerInvoked", ignore_trace),
    CELER_QCALL("AssemblyNative_TraceResolvingHandlerInvoked", ignore_trace),
    CELER_QCALL("AssemblyNative_TraceSatelliteSubdirectoryPathProbed", ignore_trace),
    CELER_QCALL("MultiCoreJIT_InternalSetProfileRoot", ignore_profile),
    CELER_QCALL("MultiCoreJIT_InternalStartProfile", ignore_profile),
    CELER_QCALL("AssemblyNative_ApplyUpdate", apply_update),
    CELER_QCALL("AssemblyNative_IsApplyUpdateSupported", no),
    CELER_QCALL("UnsafeAccessors_ResolveGenericParamToTypeHandle", generic_parameter_handle),
};

}  // namespace

Result<Assembly*> answer_question(const ManagedQuestion& question) {
    if (question.kind == QuestionKind::CreateType) {
        Object* asking = assembly_object(question.module->assembly);
        return ask("OnTypeResolve", {word(asking), word(new_string_or_throw(question.name))});
    }
    Result<Assembly*> found = ask_for_assembly(question);
    if (!found) return std::unexpected(load_error(question.name, std::move(found).error()));
    bool may_be_collectible = load_context_allocator(question.load_context) != nullptr;
    if (*found != nullptr && (*found)->is_collectible && !may_be_collectible) {
        return std::unexpected(load_error(question.name, collectible_answer()));
    }
    return found;
}

// AppDomain.AssemblyLoad. What a handler throws is lost, as on CoreCLR.
void announce_assembly(Assembly* assembly) {
    MethodTable* contexts = context_type();
    if (*static_cast<Object* const*>(static_field_address(contexts, "AssemblyLoad")) == nullptr) return;
    call_managed(current_thread(), find_method(contexts, "OnAssemblyLoad"), {word(assembly_object(assembly))});
}

LoaderAllocator* new_managed_loader_allocator() {
    MethodTable* table = corelib_type("System.Reflection", "LoaderAllocator");
    Object* keeper = allocate_or_throw(table);
    CallResult made = call_managed(current_thread(), find_method(table, ".ctor"), {word(keeper)});
    if (made.exception != nullptr) throw_exception(made.exception);
    LoaderAllocator* allocator = create_loader_allocator(keeper);
    if (allocator == nullptr) throw_out_of_memory();
    allocator->strong = gc::allocate_handle(gc::HandleKind::Strong, keeper);
    if (allocator->strong == nullptr) throw_out_of_memory();
    Object* scout = keeper->reference(field_offset(table, "m_scout"));
    scout->field<LoaderAllocator*>(field_offset(scout->method_table, "m_nativeLoaderAllocator")) = allocator;
    return allocator;
}

void release_strong(LoaderAllocator* allocator) {
    gc::free_handle(allocator->strong);
    allocator->strong = nullptr;
}

uint32_t load_context_of_object(Object* managed_context) {
    if (managed_context == nullptr) return 0;
    uint32_t offset = field_offset(context_type(), "_nativeAssemblyLoadContext");
    return context_index(managed_context->field<uintptr_t>(offset));
}

NativeTable load_contexts_contract() {
    return entries;
}

}  // namespace celer
