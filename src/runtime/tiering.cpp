#include "runtime/tiering.h"

#include <fmt/format.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <unordered_map>

#include "base/options.h"
#include "compile/services.h"
#include "metadata/flags.h"
#include "platform/arena.h"
#include "runtime/process_end.h"
#include "runtime/thread.h"
#include "types/loader_allocator.h"

namespace celer {

namespace {

constexpr uint32_t managed_id_of_none = ~0u;  // never an owner of locks
constexpr int64_t microseconds_per_second = 1'000'000;
constexpr uint32_t most_asked_at_once = 8;
constexpr uint32_t code_bytes_per_sample = 1024;  // larger methods take longer to compile
constexpr uint32_t most_samples_needed = 16;
// Each time that so many rounds in turn have found nothing, they come half as often.
constexpr uint32_t idle_rounds = 64;
constexpr int64_t longest_interval_us = 50'000;

enum class Stage : uint8_t { Watched, Queued, Done };

struct Heat {
    uint32_t samples = 0;
    Stage stage = Stage::Watched;
};

class Tiering {
  public:
    explicit Tiering(const char* library) : library_(library) {}
    [[noreturn]] void watch();  // the sampling thread
    void forget_unloading();    // with the world stopped

  private:
    bool count(uintptr_t address);
    bool may_be_promoted(const MethodCode& code) const;
    uint32_t samples_needed(const MethodCode& code) const;
    void enqueue(MethodDesc* method);
    [[noreturn]] void compile_queued();  // the compiling thread
    MethodDesc* take_hottest();
    void promote(MethodDesc* method);

    std::string library_;
    Compiler* compiler_ = nullptr;  // of the compiling thread
    bool has_compiling_thread_ = false;
    std::mutex lock_;  // of what follows
    std::condition_variable queued_;
    std::unordered_map<MethodDesc*, Heat> heat_;
    uint32_t queue_length_ = 0;
};

Tiering* g_tiering;

void sleep_us(int64_t duration_us) {
    timespec time{duration_us / microseconds_per_second, duration_us % microseconds_per_second * 1000};
    while (nanosleep(&time, &time) != 0) {
    }
}

void name_thread(const char* name) {
    pthread_setname_np(pthread_self(), name);
}

// --- The sampling thread

void Tiering::watch() {
    int64_t base_us = options().TieringIntervalMicroseconds;
    int64_t interval_us = base_us;
    uint32_t rounds_without = 0;
    std::vector<uintptr_t> samples;
    Thread& thread = current_thread();
    for (;;) {
        sleep_us(interval_us);
        samples.clear();
        sample_threads(most_asked_at_once, samples);
        bool found = false;
        if (!samples.empty()) {
            ManagedScope managed(thread);
            for (uintptr_t address : samples) found |= count(address);
        }
        if (found) {
            interval_us = base_us;
            rounds_without = 0;
        } else if (++rounds_without == idle_rounds) {
            interval_us = std::min(2 * interval_us, std::max(base_us, longest_interval_us));
            rounds_without = 0;
        }
    }
}

bool Tiering::may_be_promoted(const MethodCode& code) const {
    if (code.method == nullptr || code.tier != CodeTier::Baseline || code.method->kind != MethodKind::IL) return false;
    if (code.hides_from_stack_trace() || loader_allocator_of(code.method) != nullptr) return false;
    return (code.method->impl_attributes & metadata::method_impl_flags::kNoOptimization) == 0;
}

uint32_t Tiering::samples_needed(const MethodCode& code) const {
    auto least = static_cast<uint32_t>(options().TieringSamples);
    return std::min(least + code.size_bytes / code_bytes_per_sample, std::max(least, most_samples_needed));
}

// True: the sample may still lead to something.
bool Tiering::count(uintptr_t address) {
    const MethodCode* code = find_code(address);
    if (code == nullptr || !may_be_promoted(*code)) return false;
    MethodDesc* method = code->method;
    std::lock_guard guard(lock_);
    Heat& heat = heat_[method];
    if (heat.stage == Stage::Done) return false;
    heat.samples++;
    if (heat.stage == Stage::Watched && heat.samples >= samples_needed(*code)) {
        heat.stage = Stage::Queued;
        enqueue(method);
    }
    return true;
}

void Tiering::enqueue(MethodDesc* method) {
    queue_length_++;
    queued_.notify_one();
    if (has_compiling_thread_) return;
    has_compiling_thread_ = true;
    pthread_t native;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    auto main = [](void* tiering) -> void* {
        name_thread(".NET Tiered Com");
        attach_current_thread(managed_id_of_none);
        static_cast<Tiering*>(tiering)->compile_queued();
    };
    pthread_create(&native, &attributes, main, this);  // without it the queue only grows to what is loaded
    pthread_attr_destroy(&attributes);
}

// --- The compiling thread

void Tiering::compile_queued() {
    if (Result<Compiler*> loaded = load_compiler(library_.c_str())) {
        compiler_ = *loaded;
    } else {
        write_standard_error(fmt::format("Celer: no method is optimised: {}\n", loaded.error().message));
    }
    Thread& thread = current_thread();
    for (;;) {
        {
            std::unique_lock guard(lock_);
            queued_.wait(guard, [&] { return queue_length_ != 0 && compiler_ != nullptr; });
        }
        ManagedScope managed(thread);
        if (MethodDesc* method = take_hottest()) promote(method);
    }
}

MethodDesc* Tiering::take_hottest() {
    std::lock_guard guard(lock_);
    MethodDesc* hottest = nullptr;
    Heat* its_heat = nullptr;
    for (auto& [method, heat] : heat_) {
        if (heat.stage != Stage::Queued) continue;
        bool is_hotter = hottest == nullptr || heat.samples > its_heat->samples ||
                         (heat.samples == its_heat->samples && method->id < hottest->id);
        if (!is_hotter) continue;
        hottest = method;
        its_heat = &heat;
    }
    if (hottest == nullptr) return nullptr;
    its_heat->stage = Stage::Done;
    queue_length_--;
    return hottest;
}

// What cannot be compiled, for want of memory too, stays as it is.
void Tiering::promote(MethodDesc* method) {
    if (!admit_growth()) return;
    CompileRequest request = {.method = method, .tier = CodeTier::Optimized, .priority = CompilePriority::Background};
    Result<MethodCode*> code = Compilation(request).run(*compiler_);
    if (code && *code != nullptr) install_code(method, *code);
}

void Tiering::forget_unloading() {
    std::erase_if(heat_, [](const auto& entry) { return is_unloading(entry.first); });
}

}  // namespace

void start_tiering(const char* library) {
    const Options& option = options();
    if (!option.TieredCompilation || option.JITMinOpts || access(library, F_OK) != 0) return;
    g_tiering = new Tiering(library);
    on_unload({.all = [] { g_tiering->forget_unloading(); }});
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, size_t{256} * 1024);
    pthread_t native;
    // Attached only after the delay: most programs have ended by then.
    auto main = [](void* tiering) -> void* {
        name_thread(".NET Tiering");
        sleep_us(options().TieringDelayMicroseconds);
        attach_current_thread(managed_id_of_none);
        static_cast<Tiering*>(tiering)->watch();
    };
    pthread_create(&native, &attributes, main, g_tiering);
    pthread_attr_destroy(&attributes);
}

}  // namespace celer
