// The perf map: /tmp/perf-PID.map, by which `perf` names addresses in compiled code (DOTNET_PerfMapEnabled=1).
#pragma once

#include "code/method_code.h"

namespace celer {

void add_to_perf_map(const MethodCode* code);  // does nothing unless the option is on

}  // namespace celer
