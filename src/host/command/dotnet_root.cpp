#include "host/command/dotnet_root.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace celer::command {

namespace fs = std::filesystem;

namespace {

constexpr const char* framework_name = "Microsoft.NETCore.App";
constexpr const char* runtime_library = "libcoreclr.so";
constexpr const char* host_library = "libhostfxr.so";
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

// Links lead out of the overlay: whoever resolves the path of its own program (the host does) and goes on from there
// ends in the installation, on the other engine. So programs and the folders on the way to them are real.
//
// A program is a library with a runtime configuration beside it, or an executable, which may be a script. The host's
// own library counts as one: native hosts find their root by it.
class Mirror {
  public:
    // What lies in `from` appears in `to`, which comes into being. Returns false once something has failed.
    bool folder(const fs::path& from, const fs::path& to);
    bool file(const fs::path& from, const fs::path& to) { return is_program(from) ? copy(from, to) : link(from, to); }
    // A folder without programs becomes a link.
    bool entry(const fs::path& from, const fs::path& to) {
        if (!fs::is_directory(from, error_)) return file(from, to);
        return has_programs(from) ? folder(from, to) : link(from, to);
    }
    bool link(const fs::path& target, const fs::path& at);
    bool real_folder(const fs::path& at);
    bool copy(const fs::path& from, const fs::path& to);
    // After going through a folder: false if it could not be read to its end.
    bool was_read(const std::error_code& error, const fs::path& folder) {
        error_ = error;
        return fail_if_error("cannot read ", folder);
    }
    const std::string& message() const { return message_; }

  private:
    static bool is_program(const fs::path& file);
    bool has_programs(const fs::path& folder);
    bool fail_if_error(const char* what, const fs::path& path) {
        if (error_ && message_.empty()) message_ = what + path.string() + ": " + error_.message();
        return message_.empty();
    }

    std::error_code error_;
    std::string message_;
};

bool Mirror::is_program(const fs::path& file) {
    std::error_code error;
    fs::path extension = file.extension();
    if (extension == ".dll") return fs::exists(fs::path(file).replace_extension(".runtimeconfig.json"), error);
    if (extension == ".so") return file.filename() == host_library;
    if ((fs::status(file, error).permissions() & fs::perms::owner_exec) == fs::perms::none) return false;
    char first[4] = {};
    std::ifstream(file, std::ios::binary).read(first, sizeof first);
    std::string_view begin(first, sizeof first);
    return begin ==
               "\x7f"
               "ELF" ||
           begin.starts_with("#!");
}

bool Mirror::has_programs(const fs::path& folder) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder, error_)) {
        if (entry.is_regular_file(error_) && is_program(entry.path())) return true;
    }
    fail_if_error("cannot read ", folder);
    return false;
}

// A link that is right already stays as it is; what else is there is replaced.
bool Mirror::link(const fs::path& target, const fs::path& at) {
    std::error_code ignored;
    bool is_link = fs::is_symlink(fs::symlink_status(at, ignored));
    if (is_link && fs::read_symlink(at, ignored) == target) return true;
    fs::remove(at, ignored);
    fs::create_symlink(target, at, error_);
    return fail_if_error("cannot link ", at);
}

bool Mirror::copy(const fs::path& from, const fs::path& to) {
    std::error_code ignored;
    if (fs::is_symlink(fs::symlink_status(to, ignored))) fs::remove(to, ignored);
    fs::copy_file(from, to, fs::copy_options::update_existing, error_);
    return fail_if_error("cannot make ", to);
}

bool Mirror::real_folder(const fs::path& at) {
    std::error_code ignored;
    if (fs::is_symlink(fs::symlink_status(at, ignored))) fs::remove(at, ignored);
    fs::create_directories(at, error_);
    return fail_if_error("cannot create ", at);
}

bool Mirror::folder(const fs::path& from, const fs::path& to) {
    if (!real_folder(to)) return false;
    for (const fs::directory_entry& entry : fs::directory_iterator(from, error_)) {
        if (!this->entry(entry.path(), to / entry.path().filename())) return false;
    }
    return fail_if_error("cannot read ", from);
}

// A framework is a folder of links with Celer's library among them.
bool mirror_framework(Mirror& mirror, const fs::path& version, const fs::path& at) {
    if (!mirror.real_folder(at)) return false;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(version, error)) {
        fs::path name = entry.path().filename();
        if (!mirror.link(name == runtime_library ? own_runtime_library() : entry.path(), at / name)) return false;
    }
    return mirror.was_read(error, version);
}

bool is_supported(const fs::directory_entry& version) {
    return version.path().filename().string().starts_with(supported_version_prefix);
}

std::string mirror_frameworks(Mirror& mirror, const fs::path& shared, const fs::path& at) {
    mirror.real_folder(at / framework_name);
    bool any = false;
    std::error_code error;
    for (const fs::directory_entry& version : fs::directory_iterator(shared / framework_name, error)) {
        if (!is_supported(version)) continue;
        any = true;
        mirror_framework(mirror, version.path(), at / framework_name / version.path().filename());
    }
    if (!any)
        return "no .NET 10 runtime in " + (shared / framework_name).string() +
               "; Celer needs one of the 10.0 patch versions";
    for (const fs::directory_entry& framework : fs::directory_iterator(shared, error)) {
        if (framework.path().filename() != framework_name)
            mirror.link(framework.path(), at / framework.path().filename());
    }
    mirror.was_read(error, shared);
    return mirror.message();
}

// Names the installation that an overlay was made of.
constexpr const char* origin_file = "celer-overlay-of";

std::string read_origin(const fs::path& overlay) {
    std::ifstream stream(overlay / origin_file);
    std::string line;
    std::getline(stream, line);
    return line;
}

std::string write_origin(const fs::path& overlay, const fs::path& dotnet_root) {
    std::ofstream stream(overlay / origin_file);
    stream << dotnet_root.string() << '\n';
    stream.close();
    return stream ? std::string() : "cannot write " + (overlay / origin_file).string();
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
    if (!fs::exists(overlay / "dotnet", error) || read_origin(overlay) != dotnet_root) return false;
    for (const fs::directory_entry& version : fs::directory_iterator(dotnet_root / "shared" / framework_name, error)) {
        if (!is_supported(version)) continue;
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
        if (std::string origin = read_origin(directory); !origin.empty()) directory = origin;
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
    Mirror mirror;
    for (const fs::directory_entry& entry : fs::directory_iterator(dotnet_root, error)) {
        fs::path name = entry.path().filename();
        if (name == "shared") continue;
        // What lies in packs is put into programs, and not run from there.
        bool done = name == "packs" ? mirror.link(entry.path(), directory / name)
                                    : mirror.entry(entry.path(), directory / name);
        if (!done) return mirror.message();
    }
    if (error) return "cannot read " + dotnet_root.string() + ": " + error.message();
    std::string message = mirror_frameworks(mirror, dotnet_root / "shared", directory / "shared");
    return message.empty() ? write_origin(directory, dotnet_root) : message;
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
