// The installed framework for tests: found through DOTNET_ROOT or the `dotnet` on PATH.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace celer::test {

inline std::string dotnet_root() {
    if (const char* root = std::getenv("DOTNET_ROOT")) return root;
    const char* path = std::getenv("PATH");
    std::string rest = path == nullptr ? "" : path;
    while (!rest.empty()) {
        size_t colon = rest.find(':');
        std::filesystem::path candidate = std::filesystem::path(rest.substr(0, colon)) / "dotnet";
        rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
        std::error_code error;
        std::filesystem::path real = std::filesystem::canonical(candidate, error);
        if (!error && std::filesystem::is_directory(real.parent_path() / "shared", error)) return real.parent_path();
    }
    return {};
}

// The assemblies of the newest installed Microsoft.NETCore.App 10, sorted; empty if there is none.
inline std::vector<std::string> framework_assemblies() {
    std::vector<std::string> result;
    std::error_code error;
    std::filesystem::path newest;
    for (auto& entry : std::filesystem::directory_iterator(dotnet_root() + "/shared/Microsoft.NETCore.App", error)) {
        if (entry.path().filename().string().starts_with("10.") && entry.path() > newest) newest = entry.path();
    }
    if (newest.empty()) return result;
    for (auto& entry : std::filesystem::directory_iterator(newest, error)) {
        if (entry.path().extension() == ".dll") result.push_back(entry.path());
    }
    std::ranges::sort(result);
    return result;
}

}  // namespace celer::test
