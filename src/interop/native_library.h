// Finding and loading native libraries as .NET probes for them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "metadata/image.h"
#include "types/assembly.h"

namespace celer {

inline constexpr uint32_t search_assembly_directory = 2;  // DllImportSearchPath: the bit that means something on Linux

// DefaultDllImportSearchPathsAttribute, or what a caller gives.
struct LibrarySearch {
    bool given = false;  // false: beside the assembly, and as the system searches
    uint32_t flags = search_assembly_directory;
};
LibrarySearch declared_search(const metadata::Image& image, metadata::Token method_or_assembly);
inline constexpr metadata::Token assembly_token{metadata::Table::Assembly, 1};

// Opens the library that `name` means for code of `assembly` (null: no assembly): for each variation of the name, with
// and without "lib" and ".so", the host's native search directories, the assembly's directory, then the system's own
// search. Each success is a reference to be closed.
Result<void*> open_native_library(Assembly* assembly, std::string_view name, LibrarySearch search);
Result<void*> open_native_library_from_path(const std::string& path);
void close_native_library(void* library);
void* find_native_symbol(void* library, const char* name);  // null if there is none

// The library of a P/Invoke. The program is asked before the search (its DllImportResolver and
// AssemblyLoadContext.LoadUnmanagedDll) and after it (ResolvingUnmanagedDll).
Result<void*> load_native_library(Assembly* assembly, std::string_view name, LibrarySearch search);

// What the program is asked (g_upcalls.ask_for_library): BeforeSearch the DllImportResolver and then the load context.
enum class LibraryQuestion : uint8_t { BeforeSearch, LoadContext, AfterSearch };

// The host's own P/Invokes (g_upcalls.native_call_override); null: it has none of that name.
void* find_overridden_call(const std::string& library, const std::string& entry_point);

}  // namespace celer
