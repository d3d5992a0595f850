#include "code/perf_map.h"

#include <unistd.h>

#include <cstdio>

#include "base/lock.h"
#include "base/options.h"
#include "code/jit_listing.h"

namespace celer {

namespace {

constinit Lock g_lock(LockRank::PerfMap);
std::FILE* g_file;

std::FILE* open_map() {
    char path[64];
    std::snprintf(path, sizeof path, "/tmp/perf-%d.map", static_cast<int>(getpid()));
    std::FILE* file = std::fopen(path, "we");
    if (file != nullptr) setvbuf(file, nullptr, _IOLBF, 0);
    return file;
}

}  // namespace

void add_to_perf_map(const MethodCode* code) {
    if (g_options.PerfMapEnabled == 0) return;
    std::string name = code->method != nullptr ? listing_name(code->method, false) : "stub";
    LockGuard guard(g_lock);
    if (g_file == nullptr) g_file = open_map();
    if (g_file == nullptr) return;
    std::fprintf(g_file, "%lx %x %s[%s]\n", reinterpret_cast<unsigned long>(code->start), code->size_bytes,
                 name.c_str(), tier_name(*code));
}

}  // namespace celer
