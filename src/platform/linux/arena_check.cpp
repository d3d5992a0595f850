#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "platform/arena.h"
#include "platform/cpu.h"
#include "platform/loader_heap.h"

namespace celer {

namespace {

struct Mapping {
    uintptr_t begin;
    uintptr_t end;
    char access[8];  // as in /proc/self/maps: "rw-p"
    char name[96];
};

// The shadow memory of the sanitizers takes in addresses that look like two small numbers side by side.
#if __has_feature(address_sanitizer)
constexpr unsigned long lowest_foreign_address = 0x10007fff8000;
#elif __has_feature(thread_sanitizer)
constexpr unsigned long lowest_foreign_address = 0x550000000000;
#else
constexpr unsigned long lowest_foreign_address = 0;
#endif

std::vector<Mapping> foreign_mappings() {
    std::vector<Mapping> mappings;
    FILE* maps = std::fopen("/proc/self/maps", "re");
    if (maps == nullptr) return mappings;
    char line[512];
    while (std::fgets(line, sizeof line, maps) != nullptr) {
        Mapping mapping{};
        if (std::sscanf(line, "%lx-%lx %7s %*s %*s %*s %95[^\n]", &mapping.begin, &mapping.end, mapping.access,
                        mapping.name) < 3)
            continue;
        if (std::strncmp(mapping.access, "---", 3) == 0) continue;  // reserved, holds nothing to point to
        if (mapping.begin < lowest_foreign_address) continue;
        if (!arena_range().contains(mapping.begin)) mappings.push_back(mapping);
    }
    std::fclose(maps);
    return mappings;
}

// Two 32-bit numbers side by side, such as the offsets of an IlMapEntry, can look like an address; then the lower one
// is mostly small, -1, a metadata token, or an address of the arena. A pointer whose lower half looks so by chance is
// seen in another run: addresses differ from one to the next.
bool is_pair_of_numbers(uintptr_t word) {
    constexpr uint32_t small = 1 << 20;
    constexpr uint32_t last_table = 0x2c;  // ECMA-335 II.22: GenericParamConstraint
    auto lower = static_cast<uint32_t>(word);
    bool is_token = lower >> 24 <= last_table && (lower & 0xffffff) < small;
    return is_token || lower == UINT32_MAX || arena_range().contains(lower);
}

// Walks words and counts those that point out of the arena.
class Check {
  public:
    void section(Section section);
    size_t strays() const { return strays_; }

  private:
    void word(Section section, uintptr_t address);

    std::vector<Mapping> mappings_ = foreign_mappings();
    size_t strays_ = 0;
};

void Check::word(Section section, uintptr_t address) {
    uintptr_t word;
    std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
    if (word < 0x100000000 || word >> 47 != 0) return;
    if (is_heap_memory(address)) return;  // what can be unloaded is not persisted
    if (is_pair_of_numbers(word)) return;
    auto after = std::ranges::upper_bound(mappings_, word, {}, &Mapping::begin);
    if (after == mappings_.begin() || word >= std::prev(after)->end) return;
    if (++strays_ > 20) return;
    uintptr_t around[3];
    std::memcpy(around, reinterpret_cast<const void*>(address - sizeof around), sizeof around);
    std::fprintf(stderr, "celer: arena rule: %s word at %#lx points to %#lx in %s (after %#lx %#lx %#lx)\n",
                 section_name(section), address, word, std::prev(after)->name, around[0], around[1], around[2]);
}

void Check::section(Section section) {
    AddressRange used = section_used(section);
    for (uintptr_t address = used.begin; section != Section::Code && address + 8 <= used.end; address += 8)
        word(section, address);
    // Instructions look like addresses too often: only what is loaded as one counts.
    for (uintptr_t address = used.begin; section == Section::Code && address + long_immediate_bytes + 8 <= used.end;
         address++) {
        if (has_long_immediate(reinterpret_cast<const uint8_t*>(address)))
            word(section, address + long_immediate_bytes);
    }
}

}  // namespace

size_t arena_check() {
    Check check;
    for (Section section : {Section::Types, Section::Code, Section::CodeData, Section::Frozen}) check.section(section);
    return check.strays();
}

}  // namespace celer
