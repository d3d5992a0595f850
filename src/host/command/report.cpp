#include "host/command/report.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace celer::command {

namespace {

constexpr int exit_code_of_signal = 128;  // and its number, as shells have it

// A new file that only this user can read.
std::string make_report_file(bool is_json) {
    const char* directory = std::getenv("TMPDIR");
    std::string path = std::string(directory == nullptr || *directory == 0 ? "/tmp" : directory) + "/celer-XXXXXX";
    path += is_json ? ".json" : ".text";
    int file = mkstemps(path.data(), 5);
    if (file < 0) return {};
    close(file);
    return path;
}

bool copy_to_output(const std::string& path) {
    FILE* file = std::fopen(path.c_str(), "re");
    if (file == nullptr) return false;
    char buffer[65536];
    size_t total = 0;
    for (size_t size; (size = std::fread(buffer, 1, sizeof buffer, file)) != 0; total += size)
        std::fwrite(buffer, 1, size, stdout);
    std::fclose(file);
    std::fflush(stdout);
    return total != 0;
}

// Signals of the terminal go to the program, which may handle them.
int wait_for(pid_t child) {
    signal(SIGINT, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFSIGNALED(status) ? exit_code_of_signal + WTERMSIG(status) : WEXITSTATUS(status);
}

int fail(const std::string& message) {
    std::fprintf(stderr, "celer: %s\n", message.c_str());
    return 1;
}

}  // namespace

int report(const char* setting, int argc, char** argv, const char* usage, int (*run)(std::vector<char*> arguments)) {
    bool is_json = false;
    std::string output;
    int first = 0;
    for (; first < argc && std::strncmp(argv[first], "--", 2) == 0; first++) {
        std::string_view option = argv[first];
        if (option == "--json") {
            is_json = true;
        } else if (option == "--output" && first + 1 < argc) {
            output = argv[++first];
        } else {
            break;
        }
    }
    if (first >= argc || argv[first][0] == '-') {
        std::fputs(usage, stderr);
        return 1;
    }
    std::string file = make_report_file(is_json);
    if (file.empty()) return fail(std::string("cannot make a file for the report: ") + std::strerror(errno));
    pid_t child = fork();
    if (child < 0) return fail(std::string("cannot start a process: ") + std::strerror(errno));
    if (child == 0) {
        setenv(setting, file.c_str(), 1);
        _exit(run(std::vector<char*>(argv + first, argv + argc)));
    }
    int exit_code = wait_for(child);
    if (!output.empty() && std::freopen(output.c_str(), "we", stdout) == nullptr) {
        unlink(file.c_str());
        return fail("cannot write " + output + ": " + std::strerror(errno));
    }
    bool is_there = copy_to_output(file);
    unlink(file.c_str());
    if (is_there) return exit_code;
    std::fprintf(stderr, "celer: there is no report: the program did not end by itself\n");
    return exit_code == 0 ? 1 : exit_code;
}

}  // namespace celer::command
