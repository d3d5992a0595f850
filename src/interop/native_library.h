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

// Opens the library that `name` means for code of `assembly` (null: no assembly): the host's native search directories,
// the assembly's directory, then the system's own search; with and without "lib" and ".so". Native libraries stay
// loaded.
Result<void*> load_native_library(Assembly* assembly, std::string_view name, uint32_t search_flags);
Result<void*> load_native_library_from_path(const std::string& path);
void* find_native_symbol(void* library, const char* name);  // null if there is none

}  // namespace celer
