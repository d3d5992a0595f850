// What Linux control groups (a container's limits) leave this process, by the rules of CoreCLR: version 1 or 2 by what
// is mounted at /sys/fs/cgroup; a processor quota counts at the process's own group, a memory limit also at those
// around it. `root` is put before every path that is read: a test's folder of made-up files.
#pragma once

#include <cstdint>
#include <string>

namespace celer {

struct GroupMemory {
    uint64_t limit_bytes = UINT64_MAX;  // UINT64_MAX: no limit
    uint64_t used_bytes = 0;            // of the process's own group, without what the kernel can drop
};
GroupMemory control_group_memory(const std::string& root = {});

// The quota, rounded up; 0: no limit.
uint32_t control_group_processors(const std::string& root = {});

}  // namespace celer
