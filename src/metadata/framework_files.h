// For tests and fuzz targets only: finds the installed .NET framework and reads its assemblies.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace celer::metadata {

// The folder that holds shared/: DOTNET_ROOT, or where the `dotnet` of PATH really is. Empty if there is none.
inline std::string dotnet_root() {
    namespace fs = std::filesystem;
    std::error_code error;
    if (const char* root = std::getenv("DOTNET_ROOT");
        root != nullptr && fs::exists(fs::path(root) / "shared", error)) {
        return root;
    }
    const char* path = std::getenv("PATH");
    std::string folders = path != nullptr ? path : "";
    for (size_t start = 0; start < folders.size();) {
        size_t end = std::min(folders.find(':', start), folders.size());
        fs::path program = fs::path(folders.substr(start, end - start)) / "dotnet";
        fs::path real = fs::canonical(program, error);
        if (!error && fs::exists(real.parent_path() / "shared", error)) return real.parent_path();
        start = end + 1;
    }
    return {};
}

// The folder of the newest installed Microsoft.NETCore.App 10.0.x; empty if there is none.
inline std::string framework_directory() {
    namespace fs = std::filesystem;
    std::error_code error;
    fs::path newest;
    int newest_patch = -1;
    for (const fs::directory_entry& entry :
         fs::directory_iterator(fs::path(dotnet_root()) / "shared" / "Microsoft.NETCore.App", error)) {
        std::string version = entry.path().filename();
        if (!version.starts_with("10.0.")) continue;
        int patch = std::atoi(version.c_str() + 5);
        if (patch > newest_patch) {
            newest_patch = patch;
            newest = entry.path();
        }
    }
    return newest;
}

inline std::vector<std::byte> read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) return {};
    std::vector<std::byte> bytes(static_cast<size_t>(file.tellg()));
    file.seekg(0);
    file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return bytes;
}

inline std::vector<std::byte> read_framework_file(const std::string& name) {
    return read_file(framework_directory() + "/" + name);
}

}  // namespace celer::metadata
