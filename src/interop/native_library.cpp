#include "interop/native_library.h"

#include <dlfcn.h>
#include <gnu/lib-names.h>
#include <pthread.h>

#include <array>
#include <map>
#include <vector>

namespace celer {

namespace {

using LibraryKey = std::pair<Assembly*, std::string>;
pthread_mutex_t g_lock = PTHREAD_MUTEX_INITIALIZER;
LibraryHook g_hook;

std::map<LibraryKey, void*>& loaded_libraries() {
    static auto* libraries = new std::map<LibraryKey, void*>;
    return *libraries;
}

// File names to try, in the order of CoreCLR: with the suffix first unless the name has one already.
std::vector<std::string> name_variations(std::string_view name) {
    std::string plain(name);
    bool has_suffix = name.ends_with(".so") || name.find(".so.") != std::string_view::npos;
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

std::vector<std::string> search_directories(Assembly* assembly, uint32_t search_flags) {
    std::vector<std::string> directories;
    for (const std::string& directory : binding_properties().native_search_directories) {
        directories.push_back(directory.ends_with('/') ? directory : directory + '/');
    }
    if (assembly != nullptr && (search_flags & search_assembly_directory) != 0) {
        std::string own = directory_of(assembly_path(assembly));
        if (!own.empty()) directories.push_back(own);
    }
    return directories;
}

Error not_found(std::string_view name, const std::string& details) {
    std::string text =
        "Unable to load shared library '" + std::string(name) +
        "' or one of its dependencies. In order to help diagnose loading problems, consider using a tool like strace. "
        "If you're using glibc, consider setting the LD_DEBUG environment variable: \n" +
        details;
    return Error{ErrorKind::DllNotFound, std::move(text), std::string(name)};
}

void* try_open(const std::string& path, std::string& details) {
    // As CoreCLR's loader has it: plain "libc" is the C library itself, not the linker script that development files
    // bring.
    void* library = dlopen(path == "libc" ? LIBC_SO : path.c_str(), RTLD_LAZY);
    if (library == nullptr) {
        if (const char* message = dlerror()) details.append(message).push_back('\n');
    }
    return library;
}

}  // namespace

Result<void*> open_native_library_from_path(const std::string& path) {
    std::string details;
    if (void* library = try_open(path, details)) return library;
    return std::unexpected(not_found(path, details));
}

Result<void*> open_native_library(Assembly* assembly, std::string_view name, uint32_t search_flags) {
    std::string details;
    std::vector<std::string> variations = name_variations(name);
    if (!name.starts_with('/')) {
        for (const std::string& directory : search_directories(assembly, search_flags)) {
            for (const std::string& variation : variations) {
                if (void* library = try_open(directory + variation, details)) return library;
            }
        }
    }
    for (const std::string& variation : variations) {
        if (void* library = try_open(variation, details)) return library;
    }
    return std::unexpected(not_found(name, details));
}

void close_native_library(void* library) {
    dlclose(library);
}

void set_library_hook(LibraryHook hook) {
    g_hook = hook;
}

Result<void*> load_native_library(Assembly* assembly, std::string_view name, bool has_search_flags,
                                  uint32_t search_flags) {
    LibraryKey key(assembly, name);
    pthread_mutex_lock(&g_lock);
    auto known = loaded_libraries().find(key);
    void* library = known != loaded_libraries().end() ? known->second : nullptr;
    pthread_mutex_unlock(&g_lock);
    if (library != nullptr) return library;

    bool asks = g_hook != nullptr && !assembly->is_corelib;
    if (asks) library = g_hook(assembly, name, has_search_flags, search_flags, LibraryQuestion::BeforeSearch);
    if (library == nullptr) {
        Result<void*> found = open_native_library(assembly, name, search_flags);
        if (found) {
            library = *found;
        } else {
            if (asks) library = g_hook(assembly, name, has_search_flags, search_flags, LibraryQuestion::AfterSearch);
            if (library == nullptr) return found;
        }
    }
    pthread_mutex_lock(&g_lock);
    loaded_libraries().emplace(std::move(key), library);
    pthread_mutex_unlock(&g_lock);
    return library;
}

void* find_native_symbol(void* library, const char* name) {
    return dlsym(library, name);
}

}  // namespace celer
