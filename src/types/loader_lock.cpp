#include "types/loader_lock.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/assert.h"
#include "base/lock.h"
#include "base/upcalls.h"
#include "platform/activity.h"

namespace celer {

namespace {

constinit Lock g_lock(LockRank::Loader);

struct Answer {
    ManagedQuestion question;
    Result<Assembly*> assembly;
};

// What a thread has to ask and to tell when it lets go of the lock.
struct Requests {
    std::optional<ManagedQuestion> pending;
    bool refused = false;               // something that loads_unseen() forbids
    std::vector<Answer> answers;        // to the questions of the work under way
    std::vector<Assembly*> unheard_of;  // loaded and not announced
};
thread_local Requests* t_requests __attribute__((tls_model("initial-exec")));  // mostly null: nothing to do
thread_local uint32_t t_depth __attribute__((tls_model("initial-exec")));
thread_local Activity t_activity __attribute__((tls_model("initial-exec")));  // before the lock was taken
thread_local uint32_t t_unseen __attribute__((tls_model("initial-exec")));    // so many UnseenLoading live

Requests& requests() {
    CELER_ASSERT(t_depth != 0, "managed code is asked for under the loader lock");
    if (t_requests == nullptr) t_requests = new Requests;
    return *t_requests;
}

bool is_same_question(const ManagedQuestion& a, const ManagedQuestion& b) {
    bool of_module = a.kind == QuestionKind::CreateType;
    return a.kind == b.kind && a.load_context == b.load_context && a.name == b.name &&
           (!of_module || a.module == b.module);
}

bool can_run_managed_code() {
    return g_upcalls.can_run_managed_code != nullptr && g_upcalls.can_run_managed_code();
}

}  // namespace

LoaderLock::LoaderLock() CELER_NO_LOCK_ANALYSIS {
    if (t_depth == 0 && !g_lock.try_lock()) {
        // A collection must not wait for as long as another thread loads.
        OutsideManagedMode outside;
        g_lock.lock();
    }
    if (t_depth == 0) t_activity = enter_activity(Activity::Loading);
    t_depth++;
}

LoaderLock::~LoaderLock() CELER_NO_LOCK_ANALYSIS {
    if (--t_depth != 0) return;
    return_to_activity(t_activity);
    g_lock.unlock();
}

bool is_question_pending() {
    return t_requests != nullptr && (t_requests->pending.has_value() || t_requests->refused);
}

Error pending_question_error() {
    return Error{ErrorKind::ExecutionEngine, "Loading waits for managed code.", {}};
}

Result<Assembly*> ask_managed_code(const ManagedQuestion& question) {
    if (is_question_pending()) return std::unexpected(pending_question_error());
    CELER_TRY_VOID(check_may_be_seen());
    if (!can_run_managed_code()) return nullptr;
    for (const Answer& known : requests().answers) {
        if (is_same_question(known.question, question)) return known.assembly;
    }
    requests().pending = question;
    return std::unexpected(pending_question_error());
}

UnseenLoading::UnseenLoading() {
    t_unseen++;
}

UnseenLoading::~UnseenLoading() {
    t_unseen--;
}

bool loads_unseen() {
    return t_unseen != 0;
}

Result<void> check_may_be_seen() {
    if (!loads_unseen()) return {};
    requests().refused = true;
    return std::unexpected(pending_question_error());
}

void announce_later(Assembly* assembly) {
    if (can_run_managed_code()) requests().unheard_of.push_back(assembly);
}

bool serve_managed_code() {
    if (t_requests == nullptr || t_depth != 0) [[likely]]
        return false;
    // Managed code may load in its turn: it starts without requests, and leaves none.
    std::unique_ptr<Requests> own(std::exchange(t_requests, nullptr));
    for (Assembly* assembly : std::exchange(own->unheard_of, {})) g_upcalls.announce_assembly(assembly);
    if (!own->pending) return false;
    Result<Assembly*> assembly = g_upcalls.answer_question(*own->pending);
    own->answers.push_back({*std::exchange(own->pending, std::nullopt), std::move(assembly)});
    CELER_ASSERT(t_requests == nullptr, "a load in a handler left requests");
    t_requests = own.release();
    return true;
}

}  // namespace celer
