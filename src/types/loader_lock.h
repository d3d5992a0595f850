// The one lock of the type system, recursive, held while anything in it is written; and what managed code has to say
// while types are loaded.
//
// Managed code never runs under the lock: a handler may wait for a thread that loads a type. Where loading needs its
// word (which assembly a load context means, say), ask_managed_code() leaves a question pending and fails; the failure
// goes up to the outermost with_loader_lock(), which has let go of the lock by then, asks, keeps the answer and does
// the same work again. Hence the rule for all that runs under the lock:
// - It can be done again from its start after it failed anywhere.
// - While a question is pending nothing is kept for good (a level, a cached answer, a remembered error): what could not
//   see an assembly may have taken two types for different ones.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace celer {

struct Assembly;
struct Module;

// For short sections that load nothing.
class LoaderLock {
  public:
    LoaderLock();
    ~LoaderLock();
    LoaderLock(const LoaderLock&) = delete;
    LoaderLock& operator=(const LoaderLock&) = delete;
};

// --- Managed code ----------------------------------------------------------------------------------------------------

enum class QuestionKind : uint8_t {
    LoadAssembly,     // to a load context other than the default one: its Load
    ResolveAssembly,  // a load context has not found the assembly: its event Resolving
    ResolveAnywhere,  // nobody has: AppDomain.AssemblyResolve
    CreateType,       // a type of a dynamic module is needed that is not created yet: the event TypeResolve
};
struct ManagedQuestion {
    QuestionKind kind;
    uint32_t load_context;
    Module* module;    // that asks, or null; CreateType: where the type is
    std::string name;  // the assembly's display name, or the type's name
};

// Under with_loader_lock(). An Error while the question is pending, which the caller has to pass on, or of a handler.
Result<Assembly*> ask_managed_code(const ManagedQuestion& question);
bool is_question_pending();
Error pending_question_error();
// Under with_loader_lock(): the assembly is announced when the lock is let go.
void announce_later(Assembly* assembly);

// While one lives, this thread, which compiles beside the program, neither asks managed code nor loads assemblies: the
// program would see it. What needs that fails as if a question were pending, and nobody is asked.
class UnseenLoading {
  public:
    UnseenLoading();
    ~UnseenLoading();
    UnseenLoading(const UnseenLoading&) = delete;
    UnseenLoading& operator=(const UnseenLoading&) = delete;
};
bool loads_unseen();
// Under with_loader_lock(), before an assembly is loaded: an Error while loading must not be seen.
Result<void> check_may_be_seen();

// True: a question was answered, and the work has to be done again. False under the lock.
bool serve_managed_code();

// Runs work() under the lock, as often as managed code has to be asked; work returns a Result.
template <typename Work>
auto with_loader_lock(Work work) -> decltype(work()) {
    for (;;) {
        auto result = [&] {
            LoaderLock lock;
            return work();
        }();
        if (!serve_managed_code()) return result;
    }
}

}  // namespace celer
