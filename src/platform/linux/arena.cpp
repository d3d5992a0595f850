// Maps the arena. Code is mapped twice: executable in the range, writable elsewhere; so no page is ever writable and
// executable at one address, and publishing code needs no mprotect. Sections that come from a file lie at the same
// addresses as in the process that wrote it; what is added lies behind what they have.
#include "platform/arena.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/assert.h"
#include "base/bytes.h"
#include "base/options.h"
#include "platform/arena_file.h"
#include "platform/arena_roots.h"
#include "platform/memory.h"

namespace celer {

namespace {

constexpr size_t mebibyte = size_t{1} << 20;
constexpr size_t section_sizes[section_count] = {256 * mebibyte, 256 * mebibyte, 192 * mebibyte, 128 * mebibyte,
                                                 192 * mebibyte};
constexpr size_t range_size = 1024 * mebibyte;
constexpr uintptr_t lowest_base = 0x04000000;
constexpr uintptr_t highest_end = 0x7f000000;  // below 2 GiB, and below the address sanitizer's shadow

struct SectionState {
    uintptr_t begin;
    uintptr_t end;
    std::atomic<uintptr_t> next;
    std::atomic<uintptr_t> limit;  // growth that finds this passed is refused; then the limit moves, up to `last_limit`
    uintptr_t last_limit;
    std::atomic<uintptr_t> backed;  // so far its pages have memory, or are those of a large thing

    // What is left behind the limits has room for some regions of loader heaps, which take a MiB at a time.
    void set_range(uintptr_t first, size_t size_bytes) {
        begin = first;
        end = first + size_bytes;
        next = first;
        backed = first;
        limit = end - std::max(size_bytes / 8, 12 * mebibyte);
        last_limit = end - std::max(size_bytes / 32, 3 * mebibyte);
    }

    bool is_past_limit() const { return next.load(std::memory_order_relaxed) > limit.load(std::memory_order_relaxed); }

    // Before the last part.
    size_t room() const { return last_limit - std::min(next.load(std::memory_order_relaxed), last_limit); }

    void open_next_part() {
        uintptr_t step = std::max((end - begin) / 64, 2 * mebibyte);
        uintptr_t wanted = std::min(next.load(std::memory_order_relaxed) + step, last_limit);
        uintptr_t now = limit.load(std::memory_order_relaxed);
        while (now < wanted && !limit.compare_exchange_weak(now, wanted, std::memory_order_relaxed)) {
        }
    }
};

SectionState g_sections[section_count];
uintptr_t g_base;
uintptr_t g_code_alias_delta;
std::atomic<uintptr_t> g_alias_end;  // of the code whose alias was left
bool g_is_mapped;
thread_local constinit bool t_leaves_growth = false;
thread_local constinit bool t_grows_past_limits = false;

uintptr_t random_base() {
    uint32_t random = 0;
    if (getrandom(&random, sizeof random, 0) != sizeof random) random = static_cast<uint32_t>(getpid()) * 2654435761u;
    constexpr uintptr_t granularity = 64 * 1024;
    constexpr uintptr_t choices = (highest_end - range_size - lowest_base) / granularity;
    return lowest_base + (random % choices) * granularity;
}

bool reserve(uintptr_t base) {
    void* wanted = reinterpret_cast<void*>(base);
    void* mapped =
        mmap(wanted, range_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (mapped == MAP_FAILED) return false;
    if (mapped == wanted) return true;
    munmap(mapped, range_size);  // a kernel without MAP_FIXED_NOREPLACE
    return false;
}

[[noreturn]] void out_of_address_space(const char* what) {
    std::fprintf(stderr, "Failed to create CoreCLR: cannot %s for the engine's memory (%s)\n", what,
                 std::strerror(errno));
    std::abort();
}

// Maps [begin, begin + size) for execution and, elsewhere, the same pages for writing, which it returns; null where
// that fails.
void* map_twice(void* begin, size_t size, int flags, int descriptor) {
    void* executable =
        mmap(begin, size, PROT_READ | PROT_EXEC, MAP_SHARED | MAP_NORESERVE | MAP_FIXED | flags, descriptor, 0);
    if (executable == MAP_FAILED) out_of_address_space("map code pages");
    void* writable = descriptor < 0
                         ? mremap(executable, 0, size, MREMAP_MAYMOVE)
                         : mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor, 0);
    if (writable == MAP_FAILED || mprotect(writable, size, PROT_READ | PROT_WRITE) != 0) return nullptr;
    return writable;
}

// Shared anonymous memory can be mapped once more by its address. Unlike a file's, its pages go by the names of
// /tmp/perf-PID.map in `perf`. Where that cannot be done (under valgrind), the pages are those of a file without a
// name. Code from the arena's file, before `begin`, is written no more.
void map_code_section(uintptr_t begin, uintptr_t end) {
    size_t size = end - begin;
    void* wanted = reinterpret_cast<void*>(begin);
    void* writable = map_twice(wanted, size, MAP_ANONYMOUS, -1);
    if (writable == nullptr) {
        int descriptor = memfd_create("celer-code", MFD_CLOEXEC);
        if (descriptor < 0 || ftruncate(descriptor, static_cast<off_t>(size)) != 0 ||
            (writable = map_twice(wanted, size, 0, descriptor)) == nullptr)
            out_of_address_space("map code pages a second time");
        close(descriptor);
    }
    g_code_alias_delta = reinterpret_cast<uintptr_t>(writable) - begin;
    g_alias_end = begin;
}

// Pages that are mapped twice count twice in the process's resident memory. Whoever writes to code before `end` once
// more maps its page again.
void leave_alias(uintptr_t end) {
    uintptr_t begin = g_alias_end.load(std::memory_order_relaxed);
    if (end <= begin || !g_alias_end.compare_exchange_strong(begin, end, std::memory_order_relaxed)) return;
    madvise(reinterpret_cast<void*>(begin + g_code_alias_delta), end - begin, MADV_DONTNEED);
}

// The part of a section that the file has, and where the section goes on.
void map_from_file(const ArenaFile& file, Section which, SectionState& section) {
    uintptr_t end = file.used_end(which);
    bool is_code = which == Section::Code;
    if (which != Section::Process && end != section.begin) {
        void* mapped = mmap(reinterpret_cast<void*>(section.begin), end - section.begin,
                            is_code ? PROT_READ | PROT_EXEC : PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED,
                            file.descriptor, static_cast<off_t>(file.offset(which)));
        if (mapped == MAP_FAILED) out_of_address_space("map the arena's file");
    }
    section.next = is_code ? (end + page_size() - 1) & ~(page_size() - 1) : end;
    section.backed = section.next.load();
}

}  // namespace

AddressRange g_code_range;

void arena_initialize(uintptr_t base) {
    CELER_ASSERT(g_base == 0, "the arena is initialised once");
    const char* path = options().ArenaRead;
    ArenaFile file;
    if (*path != 0) {
        file = ArenaFile::open(path);
        base = file.header.base;
    }
    bool reserved = false;
    for (int attempt = 0; attempt < 64 && !reserved; attempt++) {
        g_base = base != 0 ? base : random_base();
        reserved = reserve(g_base);
        if (base != 0) break;
    }
    if (!reserved) out_of_address_space("reserve 1 GiB of addresses below 2 GiB");
    uintptr_t next = g_base;
    for (int i = 0; i < section_count; i++) {
        bool has_huge_pages = i == static_cast<int>(Section::Types);
        uintptr_t first = has_huge_pages ? align_up(next, huge_page_bytes) : next;
        next += section_sizes[i];
        int64_t mebibytes = options().ArenaSection;
        size_t wanted = mebibytes > 0 ? static_cast<size_t>(mebibytes) * mebibyte : section_sizes[i];
        g_sections[i].set_range(first, std::min(wanted, next - first));
        if (i == static_cast<int>(Section::Code)) {
            if (file.is_open()) map_from_file(file, Section::Code, g_sections[i]);
            map_code_section(g_sections[i].next, g_sections[i].end);
        } else if (mprotect(reinterpret_cast<void*>(g_sections[i].begin), g_sections[i].end - g_sections[i].begin,
                            PROT_READ | PROT_WRITE) != 0) {
            out_of_address_space("commit pages");
        } else if (file.is_open()) {
            map_from_file(file, static_cast<Section>(i), g_sections[i]);
        } else if (has_huge_pages) {
            prefer_huge_pages(reinterpret_cast<void*>(first), g_sections[i].end - first);
        }
    }
    g_is_mapped = file.is_open();
    file.close();
    if (!g_is_mapped) arena_new<ArenaRoots>(Section::Types);
    g_code_range = section_range(Section::Code);
}

bool arena_is_mapped() {
    return g_is_mapped;
}

bool arena_will_be_written() {
    return *options().ArenaWrite != 0;
}

ArenaRoots& arena_roots() {
    return *reinterpret_cast<ArenaRoots*>(g_sections[static_cast<int>(Section::Types)].begin);
}

bool arena_admits_growth() {
    return std::ranges::none_of(g_sections, [](const SectionState& section) { return section.is_past_limit(); });
}

void leave_growth_to_others() {
    t_leaves_growth = true;
}

void grow_past_limits() {
    t_grows_past_limits = true;
}

Result<void> admit_growth() {
    if (arena_admits_growth()) return {};
    if (t_grows_past_limits && std::ranges::all_of(g_sections, [](const auto& section) { return section.room() != 0; }))
        return {};
    if (t_leaves_growth) return fail(ErrorKind::OutOfMemory, {});
    for (SectionState& section : g_sections) section.open_next_part();
    return fail(ErrorKind::OutOfMemory, {});
}

bool arena_has_room(Section section, size_t size_bytes) {
    return size_bytes < g_sections[static_cast<int>(section)].room();
}

// Memory for the pages of small things comes some at a time: faults page by page take a twentieth of a start. (The
// types' come by the 2 MiB where the kernel has huge pages, which takes another twenty-fifth: each program has that
// many.)
static void back_with_memory(SectionState& section, uintptr_t begin, uintptr_t end) {
    constexpr uintptr_t step = 64 * 1024;
    uintptr_t backed = section.backed.load(std::memory_order_relaxed);
    if (end <= backed) return;
    bool is_large = end - begin > step;
    uintptr_t wanted = is_large ? end : std::min((end + step - 1) & ~(step - 1), section.end);
    if (!section.backed.compare_exchange_strong(backed, wanted, std::memory_order_relaxed) || is_large) return;
    begin = std::max(begin, backed) & ~(page_size() - 1);
    bool is_code = &section == &g_sections[static_cast<int>(Section::Code)];
    populate_memory(reinterpret_cast<void*>(begin + (is_code ? g_code_alias_delta : 0)), wanted - begin);
    if (is_code) leave_alias(begin - step);  // what lies in the last one may still be written
}

const char* section_name(Section section) {
    constexpr const char* names[section_count] = {"types", "code", "code data", "frozen", "process"};
    return names[static_cast<int>(section)];
}

void* arena_allocate(Section section, size_t size_bytes, size_t alignment) {
    SectionState& state = g_sections[static_cast<int>(section)];
    uintptr_t address = state.next.load(std::memory_order_relaxed);
    uintptr_t aligned;
    do {
        aligned = (address + alignment - 1) & ~(alignment - 1);
        if (aligned > state.end || size_bytes > state.end - aligned) {
            CELER_PANIC("the engine's memory for %s is full (%zu MiB)", section_name(section),
                        (state.end - state.begin) / mebibyte);
        }
    } while (!state.next.compare_exchange_weak(address, aligned + size_bytes, std::memory_order_relaxed));
    back_with_memory(state, aligned, aligned + size_bytes);
    return reinterpret_cast<void*>(aligned);
}

const char* arena_string(const char* characters, size_t length) {
    char* copy = static_cast<char*>(arena_allocate(Section::Types, length + 1, 1));
    std::memcpy(copy, characters, length);
    return copy;
}

void write_code(void* code_address, const void* bytes, size_t size_bytes) {
    std::memcpy(code_alias(code_address), bytes, size_bytes);
    auto* begin = static_cast<char*>(code_address);
    __builtin___clear_cache(begin, begin + size_bytes);  // nothing on x64
}

void write_code_word(void* code_address, uint64_t word) {
    __atomic_store_n(static_cast<uint64_t*>(code_alias(code_address)), word, __ATOMIC_SEQ_CST);
    auto* begin = static_cast<char*>(code_address);
    __builtin___clear_cache(begin, begin + sizeof word);  // nothing on x64
}

void* code_alias(const void* code_address) {
    return reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(code_address) + g_code_alias_delta);
}

AddressRange arena_range() {
    return {g_base, g_base + range_size};
}

AddressRange section_range(Section section) {
    const SectionState& state = g_sections[static_cast<int>(section)];
    return {state.begin, state.end};
}

AddressRange section_used(Section section) {
    const SectionState& state = g_sections[static_cast<int>(section)];
    return {state.begin, state.next.load(std::memory_order_relaxed)};
}

}  // namespace celer
