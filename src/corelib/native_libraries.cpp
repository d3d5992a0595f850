// System.Runtime.InteropServices.NativeLibrary, and what a program says when a P/Invoke looks for its library.
#include <string>

#include "corelib/contract.h"
#include "corelib/tables.h"
#include "interop/native_library.h"
#include "reflection/exposed_objects.h"
#include "runtime/exceptions.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "types/loader.h"

namespace celer {

namespace {

std::string utf8(const char16_t* text) {
    return to_utf8(new_string_utf16(text));
}

// The result, or null, or the error.
void* opened(Result<void*> result, QBool throw_on_error) {
    if (result) return *result;
    if (throw_on_error == 0) return nullptr;
    throw_error_owned(new Error(std::move(result).error()));
}

Result<void*> open_from_path(const char16_t* path) {
    return open_native_library_from_path(utf8(path));
}

void* load_from_path(const char16_t* path, QBool throw_on_error) {
    return opened(open_from_path(path), throw_on_error);
}

void free_library(void* library) {
    close_native_library(library);
}

Result<void*> symbol(void* library, const char16_t* name) {
    std::string text = utf8(name);
    if (void* address = find_native_symbol(library, text.c_str())) return address;
    return fail(ErrorKind::EntryPointNotFound, "Unable to find an entry point named '" + text + "' in shared library.",
                text);
}

void* get_symbol(void* library, const char16_t* name, QBool throw_on_error) {
    return opened(symbol(library, name), throw_on_error);
}

// --- Questions to the program ----------------------------------------------------------------------------------------

uint64_t word(const void* pointer) {
    return reinterpret_cast<uint64_t>(pointer);
}

// The exception abandons the frames of the binder, which hold no lock.
void* call_resolver(Thread& thread, MethodTable* type, const char* method, std::initializer_list<uint64_t> arguments) {
    CallResult call = call_managed(thread, find_method(type, method), arguments);
    if (call.exception != nullptr) rethrow_exception(call.exception);
    return reinterpret_cast<void*>(call.value);
}

// DllImportResolver is for P/Invokes only.
Result<void*> open_by_name(std::string_view name, Assembly* assembly, LibrarySearch search) {
    if (!assembly->is_corelib && assembly->load_context != 0) {
        void* library = ask_for_library(assembly, name, search, LibraryQuestion::LoadContext);
        if (library != nullptr) return library;
    }
    Result<void*> found = open_native_library(assembly, name, search);
    if (found || assembly->is_corelib) return found;
    if (void* library = ask_for_library(assembly, name, search, LibraryQuestion::AfterSearch)) return library;
    return found;
}

void* load_by_name(const char16_t* name, QCallAssembly assembly, QBool has_flags, uint32_t flags,
                   QBool throw_on_error) {
    LibrarySearch search{true, flags};
    if (has_flags == 0) search = declared_search(*assembly.assembly->module->image(), assembly_token);
    return opened(open_by_name(utf8(name), assembly.assembly, search), throw_on_error);
}

const NativeEntry entries[] = {
    CELER_QCALL("NativeLibrary_LoadFromPath", load_from_path),
    CELER_QCALL("NativeLibrary_LoadByName", load_by_name),
    CELER_QCALL("NativeLibrary_FreeLib", free_library),
    CELER_QCALL("NativeLibrary_GetSymbol", get_symbol),
};

}  // namespace

void* ask_for_library(Assembly* assembly, std::string_view name, LibrarySearch search, LibraryQuestion question) {
    Thread& thread = current_thread();
    MethodTable* contexts = corelib_type("System.Runtime.Loader", "AssemblyLoadContext");
    uintptr_t context = load_context_handle(assembly->load_context);
    Object* managed_name = new_string(name);
    Object* managed_assembly = assembly_object(assembly);
    if (question == LibraryQuestion::AfterSearch) {
        if (context == 0) return nullptr;  // nobody has looked at the default context yet
        return call_resolver(thread, contexts, "ResolveUnmanagedDllUsingEvent",
                             {word(managed_name), word(managed_assembly), context});
    }
    void* library = nullptr;
    MethodTable* libraries = corelib_type("System.Runtime.InteropServices", "NativeLibrary");
    if (question == LibraryQuestion::BeforeSearch)
        library = call_resolver(thread, libraries, "LoadLibraryCallbackStub",
                                {word(managed_name), word(managed_assembly), search.given, search.flags});
    if (library != nullptr || assembly->load_context == 0) return library;
    return call_resolver(thread, contexts, "ResolveUnmanagedDll", {word(managed_name), context});
}

NativeTable native_libraries_contract() {
    return entries;
}

}  // namespace celer
