// celer publish: puts Celer into what `dotnet publish --self-contained` has written.
#pragma once

#include <filesystem>
#include <string>

namespace celer::command {

// Replaces CoreCLR by a copy of Celer's library in a self-contained program's folder, and removes what only CoreCLR
// needs. May be done again. Returns an error message, empty if all went well.
std::string publish_with_celer(const std::filesystem::path& folder);

}  // namespace celer::command
