#include "runtime/tiering.h"

#include <fmt/format.h>
#include <pthread.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/lock.h"
#include "base/options.h"
#include "base/upcalls.h"
#include "code/inline_tree.h"
#include "code/profile.h"
#include "compile/services.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "platform/activity.h"
#include "platform/arena.h"
#include "platform/memory.h"
#include "runtime/process_end.h"
#include "runtime/thread.h"
#include "types/assembly.h"
#include "types/loader_allocator.h"

namespace celer {

namespace {

constexpr uint32_t managed_id_of_none = ~0u;  // never an owner of locks
constexpr int64_t microseconds_per_second = 1'000'000;
constexpr uint32_t most_asked_at_once = 8;
constexpr uint32_t code_bytes_per_sample = 480;  // decision 0012
constexpr uint32_t most_samples_needed = 64;
// Callers of small hot methods, which can be put into them, count one sample in so many as their own. Better code of a
// tiny one gains little where it stays a call: its callers count all of its samples, and it needs more itself.
constexpr uint32_t code_bytes_of_small = 1024;  // in tier 0
constexpr uint32_t samples_per_callers_one = 4;
constexpr uint32_t least_samples_of_tiny = 8;  // as many times the others' least
// Better code that was met so often inside of small methods it calls: the places may have been cold when it was made,
// and are not any more. It is made again, once.
constexpr uint32_t samples_of_kept_calls = 40;
// Each time that so many rounds in turn have found nothing, they come half as often.
constexpr uint32_t idle_rounds = 64;
constexpr int64_t longest_interval_us = 50'000;
constexpr int compiling_niceness = 5;  // the program comes first where all cores are busy
constexpr int64_t shortest_sleep_us = 1000;

enum class Stage : uint8_t { Watched, Queued, Done };

// A method, or a loop of a method that goes on in its old code.
struct Job {
    MethodDesc* method = nullptr;
    const MethodCode* better = nullptr;  // that is looked at once more
    const MethodCode* osr_from = nullptr;
    OsrPoint point = {};
};

struct Heat {
    uint32_t samples = 0;
    uint32_t of_callees = 0;
    uint32_t code_bytes = 0;
    Stage bodies_stage = Stage::Watched;  // of code of tier 0 with small callees' bodies put in
    Stage stage = Stage::Watched;
    Stage osr_stage = Stage::Watched;
    Stage second_stage = Stage::Watched;
    uint32_t in_kept_calls = 0;
    const MethodCode* better = nullptr;  // that calls reach
    uint32_t old_samples = 0;            // in code that has been replaced, since the last OSR job
    Job osr;                             // queued
    std::vector<const void*> osr_cells;  // done
};

class Tiering {
  public:
    explicit Tiering(const char* library) : library_(library) {}
    [[noreturn]] void watch();  // the sampling thread
    void promote(MethodDesc* method);
    void forget(LoaderAllocator& dying);

  private:
    Heat& heat_of(MethodDesc* method);
    bool count(const Sample& sample);
    bool count(const MethodCode& code, uintptr_t address);
    bool count_caller(const Heat& callee, uintptr_t call);
    void count_kept_call(uintptr_t call);
    bool count_old(Heat& heat, const MethodCode& code, uintptr_t address);
    uint32_t samples_needed(const Heat& heat) const;
    void ask_for_bodies(MethodDesc* method, Heat& heat);
    void enqueue(MethodDesc* method);
    void wake_compiling_thread();
    [[noreturn]] void compile_queued();  // the compiling thread
    void load_optimizer();
    bool has_jobs() const { return !for_bodies_.empty() || (!queue_.empty() && may_optimize_); }
    bool wait_for_jobs();
    MethodDesc* take_for_bodies();
    void put_bodies_in(MethodDesc* method);
    Job take_hottest();
    void run(const Job& job);
    void note_better(MethodDesc* method, const MethodCode* code, bool may_change);

    std::string library_;
    Compiler* compiler_ = nullptr;  // of the compiling thread
    bool may_optimize_ = true;      // likewise; false: there is no such library
    bool has_optimized_ = false;    // likewise; since memory was given back last
    bool has_compiling_thread_ = false;
    Lock lock_{LockRank::Tiering};  // of what follows
    WaitCondition queued_;
    std::unordered_map<MethodDesc*, Heat> heat_;
    std::unordered_map<LoaderAllocator*, std::vector<MethodDesc*>> methods_of_;  // those in heat_ that can be unloaded
    std::vector<MethodDesc*> queue_;
    std::vector<MethodDesc*> for_bodies_;
};

Tiering* g_tiering;

void sleep_us(int64_t duration_us) {
    timespec time{duration_us / microseconds_per_second, duration_us % microseconds_per_second * 1000};
    while (nanosleep(&time, &time) != 0) {
    }
}

// Until the process has used so much processor time.
void sleep_until_used_us(int64_t duration_us) {
    for (;;) {
        int64_t left_us = duration_us - static_cast<int64_t>(process_time_ns() / 1000);
        if (left_us <= 0) return;
        sleep_us(std::min(left_us + shortest_sleep_us, longest_interval_us));
    }
}

// A thread without a Thread object or a managed id; false: no resources.
bool start_thread(void* (*main)(void*), void* argument, size_t stack_bytes = 0) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (stack_bytes != 0) pthread_attr_setstacksize(&attributes, stack_bytes);
    pthread_t native;
    int error = pthread_create(&native, &attributes, main, argument);
    pthread_attr_destroy(&attributes);
    return error == 0;
}

bool may_have_better_code(const MethodDesc* method) {
    bool has_il = method->kind == MethodKind::IL || method->kind == MethodKind::Dynamic;
    return has_il && (method->impl_attributes & metadata::method_impl_flags::kNoOptimization) == 0;
}

bool may_be_promoted(const MethodCode& code) {
    return code.method != nullptr && code.tier == CodeTier::Baseline && !code.hides_from_stack_trace() &&
           may_have_better_code(code.method);
}

// By a method's author or by options. What CoreCLR takes from a precompiled image it makes no better code of at the
// first call either.
bool is_asked_for(const MethodCode& code) {
    const Options& option = options();
    const MethodDesc& method = *code.method;
    if (option.ReadyToRun && method.owner->module->image()->is_ready_to_run()) return false;
    if (!option.TieredCompilation || !option.TC_QuickJit) return true;
    if (!option.TC_QuickJitForLoops && code.is(code_flags::has_osr_points)) return true;
    return (method.impl_attributes & metadata::method_impl_flags::kAggressiveOptimization) != 0;
}

// --- Threads that call a method for the first time

void Tiering::promote(MethodDesc* method) {
    LockGuard guard(lock_);
    Heat& heat = heat_of(method);
    if (heat.stage != Stage::Watched) return;
    heat.stage = Stage::Queued;
    enqueue(method);
}

// --- The sampling thread

void Tiering::watch() {
    int64_t base_us = options().TieringIntervalMicroseconds;
    int64_t interval_us = base_us;
    uint32_t rounds_without = 0;
    std::vector<Sample> samples;
    Thread& thread = current_thread();
    for (;;) {
        sleep_us(interval_us);
        ActivityScope sampling(Activity::Sampling);
        samples.clear();
        sample_threads(most_asked_at_once, samples);
        bool found = false;
        if (!samples.empty()) {
            ManagedScope managed(thread);
            for (const Sample& sample : samples) found |= count(sample);
        }
        if (found || g_upcalls.sampled != nullptr) {  // who is told of samples wants them at a steady pace
            interval_us = base_us;
            rounds_without = 0;
        } else if (++rounds_without == idle_rounds) {
            interval_us = std::min(2 * interval_us, std::max(base_us, longest_interval_us));
            rounds_without = 0;
        }
    }
}

uint32_t Tiering::samples_needed(const Heat& heat) const {
    auto least = static_cast<uint32_t>(options().TieringSamples);
    if (heat.code_bytes <= code_bytes_of_tiny) return least * least_samples_of_tiny;
    return std::min(least + heat.code_bytes / code_bytes_per_sample, std::max(least, most_samples_needed));
}

// True: the sample may still lead to something.
bool Tiering::count(const Sample& sample) {
    const MethodCode* code = find_code(sample.address);
    if (code == nullptr || code->method == nullptr) return false;
    if (g_upcalls.sampled != nullptr) g_upcalls.sampled(*code, sample.in);
    LockGuard guard(lock_);
    bool counts = may_be_promoted(*code) && count(*code, sample.address);
    auto heat = heat_.find(code->method);
    bool is_small = heat != heat_.end() && heat->second.code_bytes <= code_bytes_of_small;
    if (is_small) count_kept_call(sample.call);
    return (is_small && count_caller(heat->second, sample.call)) || counts;
}

Heat& Tiering::heat_of(MethodDesc* method) {
    auto [place, is_new] = heat_.try_emplace(method);
    LoaderAllocator* allocator = is_new ? loader_allocator_of(method) : nullptr;
    if (allocator != nullptr) methods_of_[allocator].push_back(method);
    return place->second;
}

// With the world stopped. A method that is being compiled is named by that thread's stack, and stays.
void Tiering::forget(LoaderAllocator& dying) {
    LockGuard guard(lock_);
    auto methods = methods_of_.find(&dying);
    if (methods == methods_of_.end()) return;
    for (MethodDesc* method : methods->second) {
        heat_.erase(method);
        std::erase(queue_, method);
        std::erase(for_bodies_, method);
    }
    methods_of_.erase(methods);
}

bool Tiering::count_caller(const Heat& callee, uintptr_t call) {
    const MethodCode* code = call == 0 ? nullptr : find_code(call);
    if (code == nullptr || !may_be_promoted(*code)) return false;
    if (callee.code_bytes <= code_bytes_of_tiny) return count(*code, call);
    return ++heat_of(code->method).of_callees % samples_per_callers_one != 0 || count(*code, call);
}

// Of a method and of the places that it was put in at: any of them may be what seldom was reached.
void note_places_reached(const MethodCode& code, uintptr_t address) {
    for (uint32_t node = inline_node_at(code, address);; node = caller_of_node(code, node)) {
        uint32_t il_offset = il_offset_in_node(code, address, node);
        MethodDesc* method = node == 0 ? code.method : method_of_node(code, node);
        note_reached(method, il_offset, node != 0);
        if (node == 0) return;
    }
}

void Tiering::count_kept_call(uintptr_t call) {
    const MethodCode* caller = call == 0 ? nullptr : find_code(call);
    if (caller == nullptr || caller->tier != CodeTier::Optimized || caller->is(code_flags::replaces_frame)) return;
    auto heat = heat_.find(caller->method);
    if (heat == heat_.end() || heat->second.stage != Stage::Done || heat->second.osr_stage == Stage::Queued) return;
    if (heat->second.second_stage != Stage::Watched) return;
    note_places_reached(*caller, call - 1);
    if (++heat->second.in_kept_calls != samples_of_kept_calls) return;
    heat->second.second_stage = Stage::Queued;
    enqueue(caller->method);
}

bool Tiering::count(const MethodCode& code, uintptr_t address) {
    Heat& heat = heat_of(code.method);
    heat.samples++;
    if (!code.is(code_flags::has_inline_tree)) heat.code_bytes = code.size_bytes;
    if (heat.stage == Stage::Done) return count_old(heat, code, address);
    ask_for_bodies(code.method, heat);
    if (heat.stage != Stage::Watched) return true;
    uint32_t needed = samples_needed(heat);
    if (heat.samples == needed / 2) forget_what_calls_met_before(code.method);
    if (heat.samples >= needed) {
        heat.stage = Stage::Queued;
        enqueue(code.method);
    }
    return true;
}

// Of the code that calls do not reach any more: the loop whose head lies nearest before the address is the one to
// leave.
bool Tiering::count_old(Heat& heat, const MethodCode& code, uintptr_t address) {
    if (heat.osr_stage != Stage::Watched || heat.second_stage == Stage::Queued) return true;
    if (++heat.old_samples < static_cast<uint32_t>(options().TieringSamples)) return true;
    heat.old_samples = 0;
    uint32_t il_offset = il_offset_at(code, address);
    OsrPoint nearest = {};
    for (const OsrPoint& point : osr_points(code)) {
        if (std::ranges::find(heat.osr_cells, point.cell) != heat.osr_cells.end()) continue;
        bool is_nearer = nearest.cell == nullptr || point.il_offset > nearest.il_offset;
        if (point.il_offset <= il_offset && is_nearer) nearest = point;
    }
    if (nearest.cell == nullptr) return false;
    heat.osr = {.method = code.method, .osr_from = &code, .point = nearest};
    heat.osr_stage = Stage::Queued;
    enqueue(code.method);
    return true;
}

// The one sample is enough: it takes a hundredth of what better code does.
void Tiering::ask_for_bodies(MethodDesc* method, Heat& heat) {
    if (heat.bodies_stage != Stage::Watched || heat.code_bytes <= code_bytes_of_tiny || !options().TieringInlines)
        return;
    heat.bodies_stage = Stage::Queued;
    for_bodies_.push_back(method);
    wake_compiling_thread();
}

void Tiering::enqueue(MethodDesc* method) {
    queue_.push_back(method);
    wake_compiling_thread();
}

void Tiering::wake_compiling_thread() {
    queued_.notify_all();
    if (has_compiling_thread_) return;
    auto main = [](void* tiering) -> void* {
        pthread_setname_np(pthread_self(), ".NET Tiered Com");
        setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), getpriority(PRIO_PROCESS, 0) + compiling_niceness);
        attach_current_thread(managed_id_of_none);
        leave_growth_to_others();
        static_cast<Tiering*>(tiering)->compile_queued();
    };
    has_compiling_thread_ = start_thread(main, this);
}

// --- The compiling thread

void Tiering::compile_queued() {
    Thread& thread = current_thread();
    for (;;) {
        bool is_for_bodies = wait_for_jobs();
        if (!is_for_bodies && compiler_ == nullptr) load_optimizer();
        ManagedScope managed(thread);
        if (is_for_bodies) {
            if (MethodDesc* method = take_for_bodies()) put_bodies_in(method);
        } else if (Job job = take_hottest(); job.method != nullptr) {
            run(job);
        }
    }
}

void Tiering::load_optimizer() {
    if (Result<Compiler*> loaded = load_compiler(library_.c_str())) {
        compiler_ = *loaded;
    } else {
        may_optimize_ = false;
        write_standard_error(fmt::format("Celer: no method is optimised: {}\n", loaded.error().message));
    }
}

// Whether bodies are to be put in first. What LLVM leaves in the C heap, and its pages, are given back when nothing has
// been queued for a while.
bool Tiering::wait_for_jobs() {
    constexpr uint64_t while_ns = 100'000'000;
    uint64_t end_ns = monotonic_time_ns() + while_ns;
    {
        LockGuard guard(lock_);
        while (!has_jobs() && queued_.wait_until(lock_, end_ns)) {
        }
        if (has_jobs()) return !for_bodies_.empty();
    }
    if (std::exchange(has_optimized_, false)) {
        trim_malloc();
        release_pages_of_library(compiler_);
    }
    LockGuard guard(lock_);
    while (!has_jobs()) queued_.wait(lock_);
    return !for_bodies_.empty();
}

MethodDesc* Tiering::take_for_bodies() {
    LockGuard guard(lock_);
    if (for_bodies_.empty()) return nullptr;
    MethodDesc* method = for_bodies_.back();
    for_bodies_.pop_back();
    Heat& heat = heat_.at(method);
    heat.bodies_stage = Stage::Done;
    return heat.stage == Stage::Done ? nullptr : method;
}

void Tiering::put_bodies_in(MethodDesc* method) {
    if (!arena_admits_growth()) return;
    CompileRequest request = {.method = method,
                              .priority = CompilePriority::Background,
                              .may_be_replaced = options().TC_OnStackReplacement,
                              .is_profiled = options().TieredPGO,
                              .puts_in_bodies = true};
    Result<MethodCode*> code = Compilation(request).run(baseline());
    if (code && *code != nullptr) install_code(method, *code, SameTier::Replaced);
}

Job Tiering::take_hottest() {
    LockGuard guard(lock_);
    if (queue_.empty()) return {};
    auto heat = [this](MethodDesc* method) { return std::pair(heat_.at(method).samples, ~method->id); };
    auto hottest = std::ranges::max_element(queue_, {}, heat);
    MethodDesc* method = *hottest;
    *hottest = queue_.back();
    queue_.pop_back();
    Heat& its_heat = heat_.at(method);
    if (its_heat.stage == Stage::Queued) {
        its_heat.stage = Stage::Done;
        return {.method = method};
    }
    if (its_heat.second_stage == Stage::Queued) {
        its_heat.second_stage = Stage::Done;
        return {.method = method, .better = its_heat.better};
    }
    its_heat.osr_stage = Stage::Watched;
    its_heat.osr_cells.push_back(its_heat.osr.point.cell);
    return its_heat.osr;
}

// Null: there is none. Where no calls were left alone a second look would show nothing new.
void Tiering::note_better(MethodDesc* method, const MethodCode* code, bool may_change) {
    LockGuard guard(lock_);
    Heat& heat = heat_.at(method);
    if (code != nullptr) heat.better = code;
    if (heat.better == nullptr || !may_change) heat.second_stage = Stage::Done;
}

// What cannot be compiled, for want of memory too, stays as it is.
void Tiering::run(const Job& job) {
    if (compiler_ == nullptr || !arena_admits_growth()) return;
    has_optimized_ = true;
    if (job.osr_from != nullptr) return replace_on_stack(*compiler_, *job.osr_from, job.point);
    CompileRequest request = {
        .method = job.method, .tier = CodeTier::Optimized, .priority = CompilePriority::Background};
    std::vector<InlineNode> bodies;
    if (job.better != nullptr) {
        bodies = inline_tree_of(*job.better);
        request.bodies_so_far = &bodies;
    }
    Compilation compilation(request);
    Result<MethodCode*> code = compilation.run(*compiler_);
    MethodCode* made = code ? *code : nullptr;
    SameTier same_tier = job.better != nullptr ? SameTier::Replaced : SameTier::Kept;
    if (made != nullptr) made = install_code(job.method, made, same_tier);
    note_better(job.method, made, compilation.keeps_cold_calls());
}

}  // namespace

void initialize_tiering(const char* library) {
    const Options& option = options();
    if (option.JITMinOpts || access(library, F_OK) != 0) return;
    g_tiering = new Tiering(library);
    on_unload({.each = [](LoaderAllocator& dying) { g_tiering->forget(dying); }});
}

void start_tiering() {
    if (g_tiering == nullptr) return;
    constexpr size_t stack_bytes = size_t{256} * 1024;
    // Attached only after the delay: most programs have ended by then.
    auto main = [](void* tiering) -> void* {
        pthread_setname_np(pthread_self(), ".NET Tiering");
        sleep_until_used_us(options().TieringDelayMicroseconds);
        attach_current_thread(managed_id_of_none);
        static_cast<Tiering*>(tiering)->watch();
    };
    static_cast<void>(start_thread(main, g_tiering, stack_bytes));  // without it all stays in tier 0
}

uint64_t tiering_delay_ns() {
    constexpr uint64_t ns_per_us = 1000;
    return static_cast<uint64_t>(options().TieringDelayMicroseconds) * ns_per_us;
}

bool may_promote(const MethodDesc* method) {
    return (g_tiering != nullptr || options().OsrAtOnce != 0) && may_have_better_code(method);
}

void promote_if_asked_for(const MethodCode& code) {
    if (g_tiering != nullptr && may_be_promoted(code) && is_asked_for(code)) g_tiering->promote(code.method);
}

void replace_on_stack(Compiler& compiler, const MethodCode& from, const OsrPoint& point) {
    CompileRequest request = {.method = from.method,
                              .tier = CodeTier::Optimized,
                              .priority = CompilePriority::Background,
                              .osr_il_offset = point.il_offset,
                              .osr_from = &from};
    Result<MethodCode*> code = Compilation(request).run(compiler);
    if (code && *code != nullptr) __atomic_store_n(point.cell, static_cast<void*>((*code)->start), __ATOMIC_RELEASE);
}

}  // namespace celer
