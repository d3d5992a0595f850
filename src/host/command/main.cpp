// The command `celer`: runs .NET programs on Celer, explains what became of them, writes overlays.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "host/command/dotnet_root.h"
#include "host/command/publish.h"
#include "host/command/report.h"

namespace {

namespace fs = std::filesystem;

constexpr const char* usage =
    "Usage: celer run app.dll [arguments]    run a .NET program on Celer (also: celer app.dll [arguments])\n"
    "       celer root DIR                   write a .NET root that runs everything on Celer (DIR/dotnet app.dll)\n"
    "       celer publish DIR                put Celer into what dotnet publish --self-contained wrote to DIR\n"
    "       celer explain [--json] [--output FILE] app.dll [arguments]\n"
    "                                        run it, then tell what became of its hot methods and why\n"
    "       celer stats [--json] [--output FILE] app.dll [arguments]\n"
    "                                        run it, then tell where the processor time went\n"
    "       celer dump KIND ...              show a type's layout, a method's IL or its code (celer dump --help)\n"
    "       celer --version | --help\n";

int fail(const std::string& message) {
    std::fprintf(stderr, "celer: %s\n", message.c_str());
    return 1;
}

constexpr const char* no_dotnet = "no .NET 10 installation found; install it, or set DOTNET_ROOT to its directory";

// Replaces this process by the overlay's dotnet, so that messages and exit codes are the host's own.
int exec_dotnet(std::vector<char*> arguments) {
    std::optional<fs::path> root = celer::command::find_dotnet_root();
    if (!root) return fail(no_dotnet);
    fs::path overlay;
    if (std::string message = celer::command::overlay_for_run(*root, overlay); !message.empty()) return fail(message);
    std::string program = (overlay / "dotnet").string();
    arguments.insert(arguments.begin(), program.data());
    arguments.push_back(nullptr);
    setenv("DOTNET_ROOT", overlay.c_str(), 1);
    execv(program.c_str(), arguments.data());
    return fail("cannot run " + program + ": " + std::strerror(errno));
}

int write_root(const char* directory) {
    std::optional<fs::path> root = celer::command::find_dotnet_root();
    if (!root) return fail(no_dotnet);
    std::error_code error;
    std::string message = celer::command::write_overlay(*root, fs::absolute(directory, error));
    return message.empty() ? 0 : fail(message);
}

int publish(const char* directory) {
    std::string message = celer::command::publish_with_celer(directory);
    return message.empty() ? 0 : fail(message);
}

int print_version() {
    std::printf("celer %s\n", CELER_VERSION);
    if (std::optional<fs::path> root = celer::command::find_dotnet_root())
        std::printf(".NET root: %s\n", root->c_str());
    return 0;
}

// The dump commands live in the runtime library: they need a running engine.
int dump(int argc, char** argv) {
    using DumpMain = int (*)(int argc, char** argv, const char* dotnet_root);
    std::optional<fs::path> root = celer::command::find_dotnet_root();
    if (!root) return fail(no_dotnet);
    void* library = dlopen(celer::command::own_runtime_library().c_str(), RTLD_NOW);
    if (library == nullptr) return fail(dlerror());
    auto dump_main = reinterpret_cast<DumpMain>(dlsym(library, "celer_dump_main"));
    return dump_main != nullptr ? dump_main(argc, argv, root->c_str())
                                : fail("this runtime library has no dump commands");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fputs(usage, stderr);
        return 1;
    }
    std::string_view command = argv[1];
    if (command == "--version") return print_version();
    if (command == "--help" || command == "-h") {
        std::fputs(usage, stdout);
        return 0;
    }
    if (command == "root" || command == "publish") {
        if (argc != 3) {
            std::fputs(usage, stderr);
            return 1;
        }
        return command == "root" ? write_root(argv[2]) : publish(argv[2]);
    }
    if (command == "explain" || command == "stats") {
        const char* setting = command == "explain" ? "CELER_Explain" : "CELER_Stats";
        return celer::command::report(setting, argc - 2, argv + 2, usage, exec_dotnet);
    }
    if (command == "dump") return dump(argc - 2, argv + 2);
    if (command == "run" && argc < 3) {
        std::fputs(usage, stderr);
        return 1;
    }
    int first = command == "run" ? 2 : 1;
    return exec_dotnet(std::vector<char*>(argv + first, argv + argc));
}
