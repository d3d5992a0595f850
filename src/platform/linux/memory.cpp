#include "platform/memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace celer {

void* reserve_memory(size_t size_bytes, size_t alignment) {
    size_t slack = alignment > page_size ? alignment : 0;
    void* mapped =
        mmap(nullptr, size_bytes + slack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) return nullptr;
    uintptr_t begin = reinterpret_cast<uintptr_t>(mapped);
    uintptr_t aligned = (begin + alignment - 1) & ~(alignment - 1);
    if (aligned != begin) munmap(mapped, aligned - begin);
    uintptr_t end = begin + size_bytes + slack;
    if (end != aligned + size_bytes) munmap(reinterpret_cast<void*>(aligned + size_bytes), end - aligned - size_bytes);
    void* result = reinterpret_cast<void*>(aligned);
    madvise(result, size_bytes, MADV_NOHUGEPAGE);
    return result;
}

void release_memory(void* address, size_t size_bytes) {
    munmap(address, size_bytes);
}

void decommit_memory(void* address, size_t size_bytes) {
    madvise(address, size_bytes, MADV_DONTNEED);
}

void prefer_huge_pages(void* address, size_t size_bytes) {
    madvise(address, size_bytes, MADV_HUGEPAGE);
}

namespace {

// The number at the beginning of a small file, or after `label` in it; `otherwise` if there is none ("max").
uint64_t number_in_file(const char* path, const char* label, uint64_t otherwise) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return otherwise;
    char text[4096];
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) return otherwise;
    text[length] = 0;
    const char* number = text;
    if (label != nullptr) {
        number = std::strstr(text, label);
        if (number == nullptr) return otherwise;
        number += std::strlen(label);
    }
    char* end = nullptr;
    unsigned long long value = std::strtoull(number, &end, 10);
    return end == number ? otherwise : value;
}

struct GroupLimit {
    uint64_t limit_bytes = UINT64_MAX;
    uint64_t used_bytes = 0;
};

// The least limit of a control group and the groups around it.
GroupLimit least_limit(const std::string& mount, std::string path, const char* limit_file, const char* used_file) {
    GroupLimit least;
    for (;;) {
        std::string folder = mount + path + "/";
        uint64_t limit = number_in_file((folder + limit_file).c_str(), nullptr, UINT64_MAX);
        if (limit < least.limit_bytes) least = {limit, number_in_file((folder + used_file).c_str(), nullptr, 0)};
        if (path.empty()) return least;
        path.resize(path.rfind('/') == std::string::npos ? 0 : path.rfind('/'));
    }
}

// Of the process's own group, by /proc/self/cgroup: "0::PATH" (version 2) or "N:LIST,OF,CONTROLLERS:PATH". Inside a
// container the path may be one of the host's; the walk outwards then ends at the container's own group.
GroupLimit memory_group_limit() {
    GroupLimit found;
    FILE* groups = std::fopen("/proc/self/cgroup", "re");
    if (groups == nullptr) return found;
    char line[4096];
    while (std::fgets(line, sizeof line, groups) != nullptr) {
        line[std::strcspn(line, "\n")] = 0;
        char* controllers = std::strchr(line, ':');
        char* path = controllers != nullptr ? std::strchr(controllers + 1, ':') : nullptr;
        if (path == nullptr) continue;
        *path++ = 0;
        bool is_unified = controllers[1] == 0;
        if (!is_unified && std::strstr(controllers, "memory") == nullptr) continue;
        GroupLimit limit =
            is_unified ? least_limit("/sys/fs/cgroup", path, "memory.max", "memory.current")
                       : least_limit("/sys/fs/cgroup/memory", path, "memory.limit_in_bytes", "memory.usage_in_bytes");
        if (limit.limit_bytes < found.limit_bytes) found = limit;
    }
    std::fclose(groups);
    return found;
}

}  // namespace

PhysicalMemory physical_memory() {
    uint64_t total = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    uint64_t available = number_in_file("/proc/meminfo", "MemAvailable:", total / 1024) * 1024;
    GroupLimit group = memory_group_limit();
    if (group.limit_bytes >= total) return {total, available, false};
    uint64_t left = group.limit_bytes - std::min(group.used_bytes, group.limit_bytes);
    return {group.limit_bytes, std::min(available, left), true};
}

uint64_t monotonic_time_ns() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec);
}

}  // namespace celer
