#include "diagnostics/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "base/options.h"
#include "code/method_code.h"
#include "compile/compilation.h"
#include "diagnostics/report_file.h"
#include "gc/statistics.h"
#include "platform/memory.h"
#include "runtime/thread.h"

namespace celer {

namespace {

struct Words {
    const char* json;
    const char* text;
};

constexpr Words words[activity_count] = {
#define CELER_ACTIVITY(name, json, text) {json, text},
#include "platform/activities.def"
#undef CELER_ACTIVITY
};

std::atomic<uint64_t> g_optimized_samples;
std::atomic<uint64_t> g_tier0_samples;
std::atomic<uint64_t> g_engine_samples;

// Running has no clock of its own: it is what is left.
Statistics collect_statistics() {
    Statistics result;
    result.process_ns = process_time_ns();
    result.before_engine_ns = process_time_before_counting_ns();
    uint64_t counted_ns = result.before_engine_ns;
    for (size_t i = 0; i < activity_count; i++) {
        result.activities[i] = time_of(static_cast<Activity>(i));
        counted_ns += result.activities[i].time_ns;
    }
    ActivityTime& running = result.activities[static_cast<size_t>(Activity::Running)];
    running.time_ns = result.process_ns - std::min(result.process_ns, counted_ns);
    result.samples = {g_optimized_samples, g_tier0_samples, g_engine_samples};
    result.methods_compiled = compile_times().methods;
    result.collections = gc::collection_count(0);
    result.allocated_bytes = gc::total_allocated_bytes_approximate();
    return result;
}

double milliseconds(uint64_t time_ns) {
    return static_cast<double>(time_ns) / 1e6;
}

double percent(uint64_t part, uint64_t all) {
    return 100 * static_cast<double>(part) / static_cast<double>(std::max<uint64_t>(all, 1));
}

}  // namespace

void count_sample(const MethodCode& code, SampledIn in) {
    if (in == SampledIn::EngineWork) return;  // that has clocks
    std::atomic<uint64_t>& own = code.tier == CodeTier::Optimized ? g_optimized_samples : g_tier0_samples;
    (in == SampledIn::EngineCall ? g_engine_samples : own).fetch_add(1, std::memory_order_relaxed);
}

std::string statistics_as_text(const Statistics& statistics) {
    std::string text =
        fmt::format("Celer: where {:.1f} ms of processor time went\n", milliseconds(statistics.process_ns));
    auto row = [&](uint64_t time_ns, const std::string& what) {
        text += fmt::format("  {:5.1f} % {:10.1f} ms  {}\n", percent(time_ns, statistics.process_ns),
                            milliseconds(time_ns), what);
    };
    row(statistics.before_engine_ns, "the host, before the engine began");
    for (size_t i = 0; i < activity_count; i++) row(statistics.activities[i].time_ns, words[i].text);
    const SampleCounts& samples = statistics.samples;
    uint64_t sampled = samples.optimized + samples.tier0 + samples.engine;
    text += sampled == 0 ? "  its managed code was not sampled\n"
                         : fmt::format(
                               "  of its managed code, by {} samples: {:.1f} % optimised, {:.1f} % tier 0, {:.1f} % "
                               "calls of the engine\n",
                               sampled, percent(samples.optimized, sampled), percent(samples.tier0, sampled),
                               percent(samples.engine, sampled));
    const ActivityTime& optimizing = statistics.activities[static_cast<size_t>(Activity::Optimizing)];
    const ActivityTime& constructors = statistics.activities[static_cast<size_t>(Activity::ClassInit)];
    text += fmt::format(
        "  {} methods compiled, {} of them optimised; {} class constructors; {} collections; {} bytes allocated\n",
        statistics.methods_compiled, optimizing.entries, constructors.entries, statistics.collections,
        statistics.allocated_bytes);
    return text;
}

std::string statistics_as_json(const Statistics& statistics) {
    std::string text = fmt::format("{{\"format\":1,\"process_ns\":{},\"before_engine_ns\":{},\"activities\":{{",
                                   statistics.process_ns, statistics.before_engine_ns);
    for (size_t i = 0; i < activity_count; i++) {
        const ActivityTime& one = statistics.activities[i];
        text += fmt::format("{}\"{}\":{{\"time_ns\":{},\"entries\":{}}}", i == 0 ? "" : ",", words[i].json, one.time_ns,
                            one.entries);
    }
    const SampleCounts& samples = statistics.samples;
    return text + fmt::format(
                      "}},\"samples\":{{\"optimized\":{},\"tier0\":{},\"engine\":{}}},\"methods_compiled\":{},"
                      "\"collections\":{},\"allocated_bytes\":{}}}\n",
                      samples.optimized, samples.tier0, samples.engine, statistics.methods_compiled,
                      statistics.collections, statistics.allocated_bytes);
}

void write_statistics() {
    const char* path = options().Stats;
    Statistics statistics = collect_statistics();
    write_report(path, is_json_file(path) ? statistics_as_json(statistics) : statistics_as_text(statistics));
}

}  // namespace celer
