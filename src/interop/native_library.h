// Finding and loading native libraries as .NET probes for them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "types/assembly.h"

namespace celer {

// DllImportSearchPath: the bits that mean something on Linux.
inline constexpr uint32_t search_assembly_directory = 2;

inline constexpr uint32_t search_default = search_assembly_directory;

// Opens the library that `name` means for code of `assembly` (null: no assembly): the host's native search directories,
// the assembly's directory, then the system's own search; with and without "lib" and ".so". Each success is a reference
// to be closed.
Result<void*> open_native_library(Assembly* assembly, std::string_view name, uint32_t search_flags);
Result<void*> open_native_library_from_path(const std::string& path);
void close_native_library(void* library);
void* find_native_symbol(void* library, const char* name);  // null if there is none

// The library of a P/Invoke, found once per assembly and name. The program is asked before the search (its
// DllImportResolver and AssemblyLoadContext.LoadUnmanagedDll) and after it (ResolvingUnmanagedDll).
Result<void*> load_native_library(Assembly* assembly, std::string_view name, bool has_search_flags,
                                  uint32_t search_flags);

// BeforeSearch asks the DllImportResolver and then the load context.
enum class LibraryQuestion : uint8_t { BeforeSearch, LoadContext, AfterSearch };
// Managed mode; throws what the program throws. Null: no answer. corelib/ installs it.
using LibraryHook = void* (*)(Assembly * assembly, std::string_view name, bool has_search_flags, uint32_t search_flags,
                              LibraryQuestion question);
void set_library_hook(LibraryHook hook);

}  // namespace celer
