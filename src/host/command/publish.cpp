#include "host/command/publish.h"

#include <fstream>
#include <iterator>
#include <optional>

#include "host/command/dotnet_root.h"

namespace celer::command {

namespace fs = std::filesystem;

namespace {

constexpr const char* runtime_library = "libcoreclr.so";
constexpr const char* optimizer_library = "libcelerjit.so";  // beside it, or nothing is optimised

// CoreCLR's compiler, its other collectors, and what its debuggers, dumps and traces need.
constexpr const char* parts_of_coreclr[] = {"libclrjit.so",   "libclrgc.so",        "libclrgcexp.so",
                                            "libmscordbi.so", "libmscordaccore.so", "libcoreclrtraceprovider.so",
                                            "createdump"};

std::string text_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::optional<std::string> configuration_in(const fs::path& folder) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        if (entry.path().string().ends_with(".runtimeconfig.json")) return text_of(entry.path());
    }
    return std::nullopt;
}

// The value behind `"version":` in the part of the text that names the framework.
std::string framework_version(const std::string& configuration) {
    size_t at = configuration.find("\"includedFrameworks\"");
    at = configuration.find("\"Microsoft.NETCore.App\"", at);
    at = configuration.find("\"version\"", at);
    if (at == std::string::npos) return {};
    size_t begin = configuration.find('"', at + sizeof "\"version\"" - 1);
    size_t end = configuration.find('"', begin + 1);
    return end == std::string::npos ? std::string() : configuration.substr(begin + 1, end - begin - 1);
}

std::string why_not(const fs::path& folder) {
    std::error_code error;
    if (!fs::is_directory(folder, error)) return "there is no folder " + folder.string();
    std::optional<std::string> configuration = configuration_in(folder);
    if (!configuration) {
        return "no program's runtimeconfig.json in " + folder.string() +
               "; publish with --self-contained, and without PublishSingleFile: a self-contained single file has "
               "CoreCLR "
               "built in";
    }
    if (configuration->find("\"includedFrameworks\"") == std::string::npos) {
        return "the program in " + folder.string() +
               " is not self-contained: it runs on Celer with `celer run` or DOTNET_ROOT, or publish it with "
               "--self-contained";
    }
    if (std::string version = framework_version(*configuration); !version.starts_with("10.0."))
        return "the program in " + folder.string() + " has .NET " + version + " inside; Celer needs 10.0";
    if (!fs::exists(folder / runtime_library, error))
        return "there is no " + (folder / runtime_library).string() + "; publish for linux-x64";
    return {};
}

}  // namespace

std::string publish_with_celer(const fs::path& folder) {
    if (std::string reason = why_not(folder); !reason.empty()) return reason;
    std::error_code error;
    fs::path fresh = folder / (std::string(runtime_library) + ".celer");
    fs::copy_file(own_runtime_library(), fresh, fs::copy_options::overwrite_existing, error);
    if (!error) fs::rename(fresh, folder / runtime_library, error);
    if (error) return "cannot write " + (folder / runtime_library).string() + ": " + error.message();
    fs::path optimizer = own_runtime_library().replace_filename(optimizer_library);
    if (fs::exists(optimizer, error))
        fs::copy_file(optimizer, folder / optimizer_library, fs::copy_options::overwrite_existing, error);
    if (error) return "cannot write " + (folder / optimizer_library).string() + ": " + error.message();
    for (const char* part : parts_of_coreclr) {
        fs::remove(folder / part, error);
        if (error) return "cannot remove " + (folder / part).string() + ": " + error.message();
    }
    return {};
}

}  // namespace celer::command
