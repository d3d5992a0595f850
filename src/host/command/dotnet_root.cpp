#include "host/command/dotnet_root.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace celer::command {

namespace fs = std::filesystem;

namespace {

constexpr const char* framework_name = "Microsoft.NETCore.App";
constexpr const char* runtime_library = "libcoreclr.so";
constexpr const char* supported_version_prefix = "10.0.";

bool is_dotnet_root(const fs::path& directory) {
    std::error_code error;
    return fs::is_directory(directory / "shared" / framework_name, error) && fs::exists(directory / "dotnet", error);
}

std::optional<fs::path> root_from_path() {
    const char* path = std::getenv("PATH");
    if (path == nullptr) return std::nullopt;
    std::string_view rest = path;
    while (!rest.empty()) {
        size_t colon = rest.find(':');
        std::error_code error;
        fs::path program = fs::canonical(fs::path(rest.substr(0, colon)) / "dotnet", error);
        if (!error && is_dotnet_root(program.parent_path())) return program.parent_path();
        if (colon == std::string_view::npos) break;
        rest.remove_prefix(colon + 1);
    }
    return std::nullopt;
}

std::optional<fs::path> registered_root() {
    for (const char* file : {"/etc/dotnet/install_location_x64", "/etc/dotnet/install_location"}) {
        std::ifstream stream(file);
        std::string line;
        if (std::getline(stream, line) && is_dotnet_root(line)) return fs::path(line);
    }
    return std::nullopt;
}

// A link that is right already stays as it is; a wrong one is replaced.
void link(const fs::path& target, const fs::path& at, std::error_code& error) {
    std::error_code ignored;
    if (fs::is_symlink(fs::symlink_status(at, ignored)) && fs::read_symlink(at, ignored) == target) return;
    fs::remove(at, ignored);
    fs::create_symlink(target, at, error);
}

std::string link_framework(const fs::path& version, const fs::path& at) {
    std::error_code error;
    fs::create_directories(at, error);
    for (const fs::directory_entry& entry : fs::directory_iterator(version, error)) {
        fs::path name = entry.path().filename();
        link(name == runtime_library ? own_runtime_library() : entry.path(), at / name, error);
        if (error) return "cannot link " + (at / name).string() + ": " + error.message();
    }
    return error ? "cannot read " + version.string() + ": " + error.message() : std::string();
}

// A library that `dotnet` runs: its configuration lies beside it.
bool is_program(const fs::path& library) {
    std::error_code error;
    return library.extension() == ".dll" &&
           fs::exists(fs::path(library).replace_extension(".runtimeconfig.json"), error);
}

// The host resolves links in the path of a program. An SDK's programs start each other and compare where they lie
// (MSBuild's nodes), and the host takes the root in which dotnet.dll lies: they are copies.
std::string link_sdk(const fs::path& version, const fs::path& at) {
    std::error_code error;
    fs::create_directories(at, error);
    for (const fs::directory_entry& entry : fs::directory_iterator(version, error)) {
        fs::path copy = at / entry.path().filename();
        if (is_program(entry.path())) {
            std::error_code ignored;
            if (fs::is_symlink(fs::symlink_status(copy, ignored))) fs::remove(copy, ignored);
            fs::copy_file(entry.path(), copy, fs::copy_options::update_existing, error);
        } else {
            link(entry.path(), copy, error);
        }
        if (error) return "cannot make " + copy.string() + ": " + error.message();
    }
    return error ? "cannot read " + version.string() + ": " + error.message() : std::string();
}

std::string link_sdks(const fs::path& sdks, const fs::path& at) {
    std::error_code error;
    if (!fs::is_directory(sdks, error)) return {};  // a runtime without an SDK
    if (fs::is_symlink(fs::symlink_status(at, error))) fs::remove(at, error);
    for (const fs::directory_entry& version : fs::directory_iterator(sdks, error)) {
        if (!version.is_directory(error)) continue;
        std::string message = link_sdk(version.path(), at / version.path().filename());
        if (!message.empty()) return message;
    }
    return error ? "cannot read " + sdks.string() + ": " + error.message() : std::string();
}

std::string link_frameworks(const fs::path& shared, const fs::path& at) {
    std::error_code error;
    fs::create_directories(at / framework_name, error);
    bool any = false;
    for (const fs::directory_entry& version : fs::directory_iterator(shared / framework_name, error)) {
        if (!version.path().filename().string().starts_with(supported_version_prefix)) continue;
        any = true;
        if (std::string message = link_framework(version.path(), at / framework_name / version.path().filename());
            !message.empty()) {
            return message;
        }
    }
    if (!any)
        return "no .NET 10 runtime in " + (shared / framework_name).string() +
               "; Celer needs one of the 10.0 patch versions";
    for (const fs::directory_entry& framework : fs::directory_iterator(shared, error)) {
        if (framework.path().filename() != framework_name)
            link(framework.path(), at / framework.path().filename(), error);
        if (error) return "cannot link " + framework.path().string() + ": " + error.message();
    }
    return {};
}

fs::path own_directory() {
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path();
}

fs::path cache_directory() {
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/')
        return fs::path(cache) / "celer";
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
        return fs::path(home) / ".cache" / "celer";
    return fs::temp_directory_path() / ("celer-" + std::to_string(getuid()));
}

// The overlay leads to this runtime library and to that .NET installation.
bool is_current(const fs::path& overlay, const fs::path& dotnet_root) {
    std::error_code error;
    if (!fs::exists(overlay / "dotnet", error) || fs::read_symlink(overlay / "host", error) != dotnet_root / "host")
        return false;
    for (const fs::directory_entry& version : fs::directory_iterator(dotnet_root / "shared" / framework_name, error)) {
        if (!version.path().filename().string().starts_with(supported_version_prefix)) continue;
        fs::path library = overlay / "shared" / framework_name / version.path().filename() / runtime_library;
        if (fs::read_symlink(library, error) != own_runtime_library()) return false;
    }
    return !error;
}

}  // namespace

std::optional<fs::path> find_dotnet_root() {
    if (const char* root = std::getenv("DOTNET_ROOT"); root != nullptr && *root != '\0') {
        std::error_code error;
        fs::path directory = fs::canonical(root, error);
        // An overlay leads back to the installation it was made from.
        if (!error && fs::is_symlink(directory / "host", error))
            directory = fs::read_symlink(directory / "host", error).parent_path();
        if (is_dotnet_root(directory)) return directory;
    }
    if (std::optional<fs::path> root = root_from_path()) return root;
    return registered_root();
}

fs::path own_runtime_library() {
    return own_directory() / runtime_library;
}

std::string write_overlay(const fs::path& dotnet_root, const fs::path& directory) {
    std::error_code error;
    if (!fs::exists(own_runtime_library(), error)) return "there is no " + own_runtime_library().string();
    fs::create_directories(directory / "shared", error);
    if (error) return "cannot create " + directory.string() + ": " + error.message();
    if (fs::equivalent(dotnet_root, directory, error)) return directory.string() + " is the .NET installation itself";
    // The host finds its root from its own resolved path, so it must be a file of the overlay, not a link.
    error.clear();
    fs::copy_file(dotnet_root / "dotnet", directory / "dotnet", fs::copy_options::update_existing, error);
    if (error) return "cannot copy " + (dotnet_root / "dotnet").string() + ": " + error.message();
    for (const fs::directory_entry& entry : fs::directory_iterator(dotnet_root, error)) {
        fs::path name = entry.path().filename();
        if (name == "dotnet" || name == "shared" || name == "sdk") continue;
        link(entry.path(), directory / name, error);
        if (error) return "cannot link " + (directory / name).string() + ": " + error.message();
    }
    std::string message = link_sdks(dotnet_root / "sdk", directory / "sdk");
    return message.empty() ? link_frameworks(dotnet_root / "shared", directory / "shared") : message;
}

std::string overlay_for_run(const fs::path& dotnet_root, fs::path& overlay) {
    for (const fs::path& candidate : {own_directory() / "root", cache_directory() / "root"}) {
        if (is_current(candidate, dotnet_root)) {
            overlay = candidate;
            return {};
        }
    }
    fs::path made = cache_directory() / "root";
    std::string message = write_overlay(dotnet_root, made);
    if (message.empty()) overlay = made;
    return message;
}

}  // namespace celer::command
