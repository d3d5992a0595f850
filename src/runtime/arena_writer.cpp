#include "runtime/arena_writer.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "base/options.h"
#include "code/compiler.h"
#include "code/method_code.h"
#include "code/native_code.h"
#include "platform/arena_file.h"
#include "runtime/thread.h"
#include "types/assembly.h"
#include "types/loader_allocator.h"
#include "types/loader_lock.h"
#include "types/mapped_types.h"

namespace celer {

namespace {

constexpr int exit_broken = 1;
constexpr int exit_not_written = 2;

#ifdef CELER_VERIFY
constexpr bool checks_always = true;
#else
constexpr bool checks_always = false;
#endif

// The first method of such a module that is called runs the initialiser, in its prestub.
void unprepare_before_initializer(MethodCode& code) {
    if (code.method == nullptr || code.method->code == nullptr) return;
    if (code.method->owner->module->has_initializer) thunks().unprepare(code.method);
}

void take_back_what_is_of_this_process() {
    forget_all_that_unloads();
    unbind_native_code();
    for_each_code(unprepare_before_initializer);
    reset_frozen_objects();
}

// In the child process.
[[noreturn]] void check_and_write() {
    take_back_what_is_of_this_process();
    if (checks_always) {
        if (size_t strays = arena_check(); strays != 0) {
            std::fprintf(stderr, "celer: the arena rule is broken in %zu words\n", strays);
            _exit(exit_broken);
        }
    }
    if (arena_will_be_written()) {
        Result<void> written = check_assemblies_persist();
        if (written) written = write_arena_file(options().ArenaWrite);
        if (!written) {
            std::fprintf(stderr, "celer: the arena is not written: %s\n", written.error().message.c_str());
            _exit(exit_not_written);
        }
    }
    _exit(0);
}

}  // namespace

void persist_arena() {
    if (!checks_always && !arena_will_be_written()) return;
    Thread& thread = current_thread();
    int status = 0;
    {
        LoaderLock nobody_loads;
        suspend_all_threads(thread);
        std::fflush(nullptr);
        pid_t child = fork();
        if (child == 0) check_and_write();
        if (child > 0) waitpid(child, &status, 0);
        resume_all_threads(thread);
        if (child < 0) std::perror("celer: fork");
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) == exit_broken) std::abort();
}

}  // namespace celer
