#include "interop/native_library.h"

#include <dlfcn.h>
#include <gnu/lib-names.h>

#include <array>
#include <map>
#include <vector>

#include "base/lock.h"
#include "base/upcalls.h"

namespace celer {

namespace {

constinit Lock g_lock(LockRank::NativeLibraries);

std::map<std::string, void*, std::less<>>& loaded_libraries() {
    static auto* libraries = new std::map<std::string, void*, std::less<>>;
    return *libraries;
}

// File names to try, in the order of CoreCLR: with the suffix first unless the name has one already. Only the first
// ".so" of a name counts, and only if a version or nothing follows.
std::vector<std::string> name_variations(std::string_view name) {
    constexpr std::string_view suffix = ".so";
    std::string plain(name);
    if (name.starts_with('/')) return {plain};
    size_t at = name.find(suffix);
    size_t after = at + suffix.size();
    bool has_suffix = at != std::string_view::npos && (after == name.size() || name[after] == '.');
    if (name.find('/') != std::string_view::npos) {
        return has_suffix ? std::vector{plain, plain + ".so"} : std::vector{plain + ".so", plain};
    }
    if (has_suffix) return {plain, "lib" + plain, plain + ".so", "lib" + plain + ".so"};
    return {plain + ".so", "lib" + plain + ".so", plain, "lib" + plain};
}

std::string directory_of(const std::string& path) {
    size_t slash = path.rfind('/');
    return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

Error not_found(std::string_view name, const std::string& details) {
    std::string text =
        "Unable to load shared library '" + std::string(name) +
        "' or one of its dependencies. In order to help diagnose loading problems, consider using a tool like strace. "
        "If you're using glibc, consider setting the LD_DEBUG environment variable: " +
        details;
    return Error{ErrorKind::DllNotFound, std::move(text), std::string(name)};
}

// A library's initialisers may run for long, and they hold the lock that whoever else asks the linker waits for.
void* try_open(const std::string& path, std::string& details) {
    if (path.empty()) return nullptr;  // for dlopen, that is the program itself
    // As CoreCLR's loader has it: plain "libc" is the C library itself, not the linker script that development files
    // bring.
    OutsideManagedMode outside;
    if (void* library = dlopen(path == "libc" ? LIBC_SO : path.c_str(), RTLD_LAZY)) return library;
    const char* message = dlerror();
    if (message != nullptr && details.find(message) == std::string::npos) details.append(message).push_back('\n');
    return nullptr;
}

std::string in_directory(const std::string& directory, const std::string& file) {
    return directory.ends_with('/') ? directory + file : directory + '/' + file;
}

// What the program says about where to look: nothing, or DllImportSearchPath, of which only one flag matters here.
bool looks_beside_assembly(const LibrarySearch& search) {
    return !search.given || (search.flags & search_assembly_directory) != 0;
}
bool looks_everywhere(const LibrarySearch& search) {
    return !search.given || search.flags != search_assembly_directory;
}

// One variation of the name in all places.
void* open_variation(Assembly* assembly, const std::string& name, const LibrarySearch& search, std::string& details) {
    for (const std::string& directory : binding_properties().native_search_directories) {
        if (void* library = try_open(in_directory(directory, name), details)) return library;
    }
    bool is_absolute = name.starts_with('/');
    if (!is_absolute && assembly != nullptr && looks_beside_assembly(search)) {
        std::string own = directory_of(assembly_file(assembly));
        if (!own.empty()) {
            if (void* library = try_open(own + name, details)) return library;
        }
    }
    return is_absolute || looks_everywhere(search) ? try_open(name, details) : nullptr;
}

}  // namespace

LibrarySearch declared_search(const metadata::Image& image, metadata::Token method_or_assembly) {
    constexpr size_t prolog_bytes = 2;
    Bytes value = image.find_custom_attribute(method_or_assembly, "System.Runtime.InteropServices",
                                              "DefaultDllImportSearchPathsAttribute");
    if (value.size() < prolog_bytes + sizeof(uint32_t)) return {};
    return {true, load_unaligned<uint32_t>(value.data() + prolog_bytes)};
}

Result<void*> open_native_library_from_path(const std::string& path) {
    std::string details = "\n";
    if (void* library = try_open(path, details)) return library;
    return std::unexpected(not_found(path, details));
}

Result<void*> open_native_library(Assembly* assembly, std::string_view name, LibrarySearch search) {
    std::string details = "\n";
    for (const std::string& variation : name_variations(name)) {
        if (void* library = open_variation(assembly, variation, search, details)) return library;
    }
    return std::unexpected(not_found(name, details));
}

void close_native_library(void* library) {
    OutsideManagedMode outside;
    dlclose(library);
}

// The program is asked each time; what the search found is known by its name, whoever looked for it.
Result<void*> load_native_library(Assembly* assembly, std::string_view name, LibrarySearch search) {
    bool asks = g_upcalls.ask_for_library != nullptr && !assembly->is_corelib;
    if (asks) {
        if (void* library = g_upcalls.ask_for_library(assembly, name, search, LibraryQuestion::BeforeSearch))
            return library;
    }
    g_lock.lock();
    auto known = loaded_libraries().find(name);
    void* library = known != loaded_libraries().end() ? known->second : nullptr;
    g_lock.unlock();
    if (library != nullptr) return library;

    Result<void*> found = open_native_library(assembly, name, search);
    if (!found) {
        if (asks) library = g_upcalls.ask_for_library(assembly, name, search, LibraryQuestion::AfterSearch);
        if (library != nullptr) return library;
        return found;
    }
    g_lock.lock();
    loaded_libraries().emplace(name, *found);
    g_lock.unlock();
    return found;
}

void* find_overridden_call(const std::string& library, const std::string& entry_point) {
    if (g_upcalls.native_call_override == nullptr) return nullptr;
    return const_cast<void*>(g_upcalls.native_call_override(library.c_str(), entry_point.c_str()));
}

void* find_native_symbol(void* library, const char* name) {
    OutsideManagedMode outside;
    return dlsym(library, name);
}

}  // namespace celer
