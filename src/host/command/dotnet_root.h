// Finding the installed .NET, and writing an overlay of it in which Celer takes the place of the runtime library.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace celer::command {

// DOTNET_ROOT, else the directory of the `dotnet` that PATH leads to, else what the installer registered.
std::optional<std::filesystem::path> find_dotnet_root();

// The libcoreclr.so beside this executable.
std::filesystem::path own_runtime_library();

// Writes (or completes) the overlay: copies of all programs (the dotnet host, those of the SDK), links to everything
// else of `dotnet_root`, and for every supported Microsoft.NETCore.App a directory of links with libcoreclr.so
// replaced. Returns an error message, empty if all went well.
std::string write_overlay(const std::filesystem::path& dotnet_root, const std::filesystem::path& directory);

// An overlay to run programs in: `root` beside the executable if there is one, else one in the user's cache directory.
// Returns an error message and leaves `overlay` empty if it cannot be made.
std::string overlay_for_run(const std::filesystem::path& dotnet_root, std::filesystem::path& overlay);

}  // namespace celer::command
