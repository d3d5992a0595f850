#include "platform/memory.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>

#include "base/computed_once.h"
#include "platform/control_group.h"

namespace celer {

size_t page_size() {
    static const auto size_bytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    return size_bytes;
}

void* reserve_memory(size_t size_bytes, size_t alignment) {
    alignment = std::max(alignment, page_size());
    size_t slack = alignment > page_size() ? alignment : 0;
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

void* extend_memory(void* address, size_t size_bytes, size_t new_size_bytes) {
    void* moved = mremap(address, size_bytes, new_size_bytes, MREMAP_MAYMOVE);
    return moved == MAP_FAILED ? nullptr : moved;
}

void decommit_memory(void* address, size_t size_bytes) {
    madvise(address, size_bytes, MADV_DONTNEED);
}

void decommit_rows(void* table, size_t row_bytes, size_t row, size_t end) {
    uintptr_t mask = page_size() - 1;
    auto begin = reinterpret_cast<uintptr_t>(table);
    uintptr_t first = (begin + row * row_bytes + mask) & ~mask;
    uintptr_t last = (begin + end * row_bytes) & ~mask;
    if (first < last) decommit_memory(reinterpret_cast<void*>(first), last - first);
}

void prefer_huge_pages(void* address, size_t size_bytes) {
    madvise(address, size_bytes, MADV_HUGEPAGE);
}

void populate_memory(void* address, size_t size_bytes) {
    madvise(address, size_bytes, MADV_POPULATE_WRITE);  // Linux 5.14; fails without harm before
}

void trim_malloc() {
    malloc_trim(0);
}

// The C library moves both limits up to a block that came from the system and is freed. To set them (mallopt) would
// end that.
void keep_freed_memory() {
    constexpr size_t largest_kept_bytes = size_t{1} << 20;
    void* volatile block = malloc(largest_kept_bytes);
    free(block);
}

void release_pages_of_library(const void* address) {
    auto visit = [](dl_phdr_info* library, size_t, void* wanted) {
        std::span<const ElfW(Phdr)> headers(library->dlpi_phdr, library->dlpi_phnum);
        auto contains = [&](const ElfW(Phdr) & header) {
            uintptr_t begin = library->dlpi_addr + header.p_vaddr;
            return header.p_type == PT_LOAD && reinterpret_cast<uintptr_t>(wanted) - begin < header.p_memsz;
        };
        if (std::ranges::none_of(headers, contains)) return 0;
        for (const ElfW(Phdr) & header : headers) {
            if (header.p_type != PT_LOAD || (header.p_flags & PF_W) != 0) continue;
            uintptr_t begin = (library->dlpi_addr + header.p_vaddr) & ~(page_size() - 1);
            uintptr_t end = library->dlpi_addr + header.p_vaddr + header.p_memsz;
            madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
        }
        return 1;
    };
    dl_iterate_phdr(visit, const_cast<void*>(address));
}

namespace {

// The number after `label` in a small file; `otherwise` if there is none.
uint64_t number_in_file(const char* path, const char* label, uint64_t otherwise) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return otherwise;
    char text[4096];
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) return otherwise;
    text[length] = 0;
    const char* number = std::strstr(text, label);
    if (number == nullptr) return otherwise;
    number += std::strlen(label);
    char* end = nullptr;
    unsigned long long value = std::strtoull(number, &end, 10);
    return end == number ? otherwise : value;
}

uint32_t count_processors() {
    cpu_set_t set;
    auto count = static_cast<uint32_t>(sysconf(_SC_NPROCESSORS_ONLN));
    if (sched_getaffinity(0, sizeof set, &set) == 0) count = static_cast<uint32_t>(CPU_COUNT(&set));
    uint32_t quota = control_group_processors();
    return quota == 0 ? count : std::min(count, quota);
}

uint64_t time_ns(clockid_t clock) {
    timespec now;
    clock_gettime(clock, &now);
    return static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec);
}

}  // namespace

PhysicalMemory physical_memory() {
    uint64_t total = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * page_size();
    uint64_t available = number_in_file("/proc/meminfo", "MemAvailable:", total / 1024) * 1024;
    GroupMemory group = control_group_memory();
    if (group.limit_bytes >= total) return {total, available, false};
    uint64_t limit = group.limit_bytes;
    if (rlimit addresses; getrlimit(RLIMIT_AS, &addresses) == 0) limit = std::min<uint64_t>(limit, addresses.rlim_cur);
    uint64_t left = limit - std::min(group.used_bytes, limit);
    return {limit, std::min(available, left), true};
}

uint32_t processor_count() {
    return computed_once<count_processors>();
}

uint64_t monotonic_time_ns() {
    return time_ns(CLOCK_MONOTONIC);
}

uint64_t process_time_ns() {
    return time_ns(CLOCK_PROCESS_CPUTIME_ID);
}

uint64_t thread_time_ns() {
    return time_ns(CLOCK_THREAD_CPUTIME_ID);
}

}  // namespace celer
