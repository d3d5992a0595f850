// Where the processor time of the process went (option Stats, `celer stats`; docs/stats.md): the engine's activities by
// their clocks (platform/activity.h), the program's own code by samples.
#pragma once

#include <string>

#include "platform/activity.h"

namespace celer {

struct MethodCode;
enum class SampledIn : uint8_t;

struct SampleCounts {
    uint64_t optimized = 0;
    uint64_t tier0 = 0;
    uint64_t engine = 0;  // what either had called: allocation, casts, dispatch, internal calls
};

struct Statistics {
    uint64_t process_ns = 0;        // of processors, as all of these
    uint64_t before_engine_ns = 0;  // the host, until the engine began
    ActivityTime activities[activity_count] = {};
    SampleCounts samples;
    uint64_t methods_compiled = 0;
    int64_t collections = 0;
    uint64_t allocated_bytes = 0;
};

void count_sample(const MethodCode& code, SampledIn in);
void write_statistics();  // at the end of the process

std::string statistics_as_text(const Statistics& statistics);
std::string statistics_as_json(const Statistics& statistics);

}  // namespace celer
