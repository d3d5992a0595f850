#include "platform/memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

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

}  // namespace

PhysicalMemory physical_memory() {
    uint64_t total = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    uint64_t available = number_in_file("/proc/meminfo", "MemAvailable:", total / 1024) * 1024;
    PhysicalMemory memory{total, available, false};
    uint64_t limit = number_in_file("/sys/fs/cgroup/memory.max", nullptr, UINT64_MAX);
    uint64_t used = 0;
    if (limit != UINT64_MAX) {
        used = number_in_file("/sys/fs/cgroup/memory.current", nullptr, 0);
    } else {
        limit = number_in_file("/sys/fs/cgroup/memory/memory.limit_in_bytes", nullptr, UINT64_MAX);
        used = number_in_file("/sys/fs/cgroup/memory/memory.usage_in_bytes", nullptr, 0);
    }
    if (limit < total) {
        memory.total_bytes = limit;
        memory.available_bytes = std::min(available, limit - std::min(used, limit));
        memory.limited = true;
    }
    return memory;
}

uint64_t monotonic_time_ns() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec);
}

}  // namespace celer
