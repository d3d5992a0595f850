#include "platform/arena.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "base/bytes.h"
#include "base/upcalls.h"
#include "platform/arena_file.h"
#include "platform/arena_pointer.h"
#include "platform/arena_roots.h"
#include "platform/cpu.h"
#include "platform/loader_heap.h"
#include "platform/memory.h"
#include "platform/process_cells.h"
#include "platform/test_outside.h"

namespace celer {
namespace {

constexpr Section sections[] = {Section::Types, Section::Code, Section::CodeData, Section::Frozen, Section::Process};

uintptr_t address_of(const void* memory) {
    return reinterpret_cast<uintptr_t>(memory);
}

class ArenaTest : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        if (g_code_range.begin == 0) arena_initialize();
    }
};

TEST_F(ArenaTest, SectionsLieBesideEachOtherBelowTwoGibibytes) {
    AddressRange all = arena_range();
    EXPECT_GT(all.begin, 0u);
    EXPECT_LE(all.end, uintptr_t{1} << 31);
    uintptr_t next = all.begin;
    for (Section section : sections) {
        AddressRange range = section_range(section);
        EXPECT_EQ(range.begin, section == Section::Types ? align_up(next, huge_page_bytes) : next);
        EXPECT_LT(range.begin, range.end);
        EXPECT_EQ(section_used(section).begin, range.begin);
        EXPECT_LE(section_used(section).end, range.end);
        next = range.end;
    }
    EXPECT_EQ(next, all.end);
    EXPECT_EQ(g_code_range.begin, section_range(Section::Code).begin);
    EXPECT_TRUE(in_managed_code(g_code_range.begin));
    EXPECT_FALSE(in_managed_code(g_code_range.begin - 1));
    EXPECT_FALSE(in_managed_code(g_code_range.end));
}

TEST_F(ArenaTest, MemoryIsZeroAlignedAndOfItsSection) {
    for (Section section : sections) {
        for (size_t alignment : {size_t{1}, size_t{8}, size_t{64}, size_t{4096}}) {
            auto* memory = static_cast<uint8_t*>(arena_allocate(section, 100, alignment));
            EXPECT_EQ(address_of(memory) % alignment, 0u);
            EXPECT_TRUE(section_used(section).contains(address_of(memory)));
            EXPECT_TRUE(section_used(section).contains(address_of(memory) + 99));
            EXPECT_EQ(std::count(memory, memory + 100, 0), 100);
        }
    }
}

TEST_F(ArenaTest, CodeIsWrittenThroughItsAliasOnly) {
    constexpr uint8_t code[] = {0xb8, 0x2a, 0, 0, 0, 0xc3};
    void* place = arena_allocate(Section::Code, sizeof code, 16);
    void* alias = code_alias(place);
    EXPECT_FALSE(arena_range().contains(address_of(alias)));
    std::memcpy(alias, code, sizeof code);
    EXPECT_EQ(std::memcmp(place, code, sizeof code), 0);
    EXPECT_DEATH(*static_cast<volatile uint8_t*>(place) = 0, "");
}

bool is_mapped_now(const void* address) {
    int pages = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    uint64_t entry = 0;
    auto place = static_cast<off_t>(address_of(address) / page_size() * sizeof entry);
    EXPECT_EQ(pread(pages, &entry, sizeof entry, place), static_cast<ssize_t>(sizeof entry));
    close(pages);
    return (entry >> 63) != 0;
}

TEST_F(ArenaTest, TheAliasOfOlderCodeIsLeft) {
    constexpr size_t piece_bytes = size_t{16} << 10;
    std::vector<uint8_t> bytes(piece_bytes, 0xc3);
    void* first = arena_allocate(Section::Code, piece_bytes, page_size());
    write_code(first, bytes.data(), piece_bytes);
    EXPECT_TRUE(is_mapped_now(code_alias(first)));
    for (int i = 0; i < 12; i++) write_code(arena_allocate(Section::Code, piece_bytes), bytes.data(), piece_bytes);
    EXPECT_FALSE(is_mapped_now(code_alias(first)));
    EXPECT_EQ(std::memcmp(first, bytes.data(), piece_bytes), 0);
    bytes[0] = 0xcc;
    write_code(first, bytes.data(), 1);
    EXPECT_EQ(*static_cast<uint8_t*>(first), 0xcc);
}

TEST_F(ArenaTest, StringsEndWithAZero) {
    const char* text = arena_string("celer and more", 5);
    EXPECT_STREQ(text, "celer");
    EXPECT_TRUE(section_used(Section::Types).contains(address_of(text)));
}

TEST_F(ArenaTest, PointersOfHalfAWord) {
    auto* number = arena_new<uint64_t>(Section::Process);
    ArenaPointer<uint64_t> pointer = number;
    static_assert(sizeof pointer == 4);
    EXPECT_EQ(pointer.get(), number);
    EXPECT_EQ(ArenaPointer<uint64_t>().get(), nullptr);
}

TEST_F(ArenaTest, ThreadsGetDifferentMemory) {
    constexpr size_t thread_count = 4, pieces = 5000;
    std::vector<std::vector<uintptr_t>> taken(thread_count);
    std::vector<std::thread> threads;
    for (size_t i = 0; i < thread_count; i++) {
        threads.emplace_back([&own = taken[i]] {
            for (size_t k = 0; k < pieces; k++)
                own.push_back(address_of(arena_allocate(Section::Process, 8 + k % 5 * 8)));
        });
    }
    for (std::thread& thread : threads) thread.join();
    std::vector<std::pair<uintptr_t, uintptr_t>> ranges;
    for (const std::vector<uintptr_t>& own : taken) {
        for (size_t k = 0; k < pieces; k++) ranges.emplace_back(own[k], own[k] + 8 + k % 5 * 8);
    }
    std::ranges::sort(ranges);
    ASSERT_EQ(ranges.size(), thread_count * pieces);
    for (size_t i = 1; i < ranges.size(); i++) ASSERT_LE(ranges[i - 1].second, ranges[i].first);
}

// A word that points out of a persistent section is found there, and only there.
TEST_F(ArenaTest, StraysAreFoundInPersistentSections) {
    ASSERT_EQ(arena_check(), 0u);
    Outside outside;
    for (Section section : sections) {
        if (section == Section::Code) continue;  // below
        auto* planted = arena_new<uintptr_t>(section);
        *planted = outside.address();
        EXPECT_EQ(arena_check(), section == Section::Process ? 0u : 1u) << section_name(section);
        *planted = address_of(arena_allocate(Section::Types, 8));
        EXPECT_EQ(arena_check(), 0u);
        *planted = 0;
    }
}

// An instruction of whatever processor this is.
void load_long_immediate(uint8_t* code, uint64_t value) {
    for (uint32_t bits = 0; bits < 0x10000; bits++) {
        std::memcpy(code, &bits, long_immediate_bytes);
        if (has_long_immediate(code)) break;
    }
    std::memcpy(code + long_immediate_bytes, &value, sizeof value);
}

TEST_F(ArenaTest, StraysAreFoundInInstructions) {
    Outside outside;
    uintptr_t stray = outside.address();
    for (size_t place = 0; place < 8; place++) {
        uint8_t bytes[24] = {};
        std::memset(bytes, trap_byte, sizeof bytes);
        load_long_immediate(bytes + place, stray);
        void* code = code_alias(arena_allocate(Section::Code, sizeof bytes, 16));
        std::memcpy(code, bytes, sizeof bytes);
        EXPECT_EQ(arena_check(), 1u) << place;
        load_long_immediate(bytes + place, g_code_range.begin);
        std::memcpy(code, bytes, sizeof bytes);
        EXPECT_EQ(arena_check(), 0u) << place;
    }
}

// Of a process of its own that has two cells of each recorded kind.
int* g_filled;
bool fill_cell(const CellRecord& record) {
    *static_cast<uint64_t*>(record.cell.get()) = record.argument;
    ++*g_filled;
    return record.subject == &arena_roots();
}

TEST_F(ArenaTest, RecordedCellsAreFilledAgain) {
    int filled = 0;
    g_filled = &filled;
    g_upcalls.fill_rva_data = g_upcalls.fill_heap_string = fill_cell;
    auto take = [](ProcessCell kind, const void* subject, uint32_t argument) {
        return static_cast<uint64_t*>(take_recorded_cell(kind, nullptr, sizeof(uint64_t), subject, argument));
    };
    uint64_t* first = take(ProcessCell::RvaData, &arena_roots(), 7);
    uint64_t* second = take(ProcessCell::RvaData, &arena_roots(), 8);
    EXPECT_EQ(refill_process_cells(), nullptr);
    EXPECT_EQ(filled, 2);
    EXPECT_EQ(*first, 7u);
    EXPECT_EQ(*second, 8u);
    EXPECT_TRUE(section_used(Section::Process).contains(address_of(first)));
    take(ProcessCell::HeapString, nullptr, 9);
    EXPECT_STREQ(refill_process_cells(), "HeapString");
    EXPECT_DEATH(take_process_cells(ProcessCell::RvaData, nullptr, 8), "a cell without its record");
    EXPECT_DEATH(take_recorded_cell(ProcessCell::Statics, nullptr, 8), "no records are kept");
}

std::string read_at(const std::string& path, uint64_t offset, size_t size) {
    std::string bytes(size, 0);
    std::ifstream file(path, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(offset));
    file.read(bytes.data(), static_cast<std::streamsize>(size));
    return bytes;
}

TEST_F(ArenaTest, AFileHasThePersistentSectionsAsTheyLie) {
    std::string path = testing::TempDir() + "celer-arena-test-" + std::to_string(getpid());
    const char* text = arena_string("kept in a file", 14);
    LoaderHeap heap(nullptr, nullptr);
    char* unloaded = static_cast<char*>(heap.allocate(Section::Types, 16));
    std::strcpy(unloaded, "can be unloaded");
    ASSERT_TRUE(write_arena_file(path).has_value());
    ArenaFile file = ArenaFile::open(path.c_str());
    EXPECT_EQ(file.header.base, arena_range().begin);
    for (Section section : sections) EXPECT_EQ(file.used_end(section), section_used(section).end);
    auto in_file = [&](const void* address) {
        return file.offset(Section::Types) + address_of(address) - section_range(Section::Types).begin;
    };
    EXPECT_EQ(read_at(path, in_file(text), 14), "kept in a file");
    EXPECT_EQ(read_at(path, in_file(unloaded), 1), std::string(1, 0));
    file.close();
    EXPECT_FALSE(write_arena_file("/no/such/folder/arena").has_value());
    EXPECT_EXIT(ArenaFile::open("/no/such/file"), testing::ExitedWithCode(1), "No such file");
    unlink(path.c_str());
}

// In a process of its own, since it uses a section up.
void fill_a_section() {
    AddressRange range = section_range(Section::Frozen);
    size_t step = (range.end - range.begin) / 256;
    int admitted = 0, refused = 0;
    for (int i = 0; i < 1000 && arena_has_room(Section::Frozen, step); i++) {
        arena_allocate(Section::Frozen, step);
        bool would = arena_admits_growth();
        bool does = admit_growth().has_value();
        if (would != does) std::exit(1);
        (does ? admitted : refused)++;
    }
    if (admitted < 128 || refused == 0) std::exit(2);
    arena_allocate(Section::Frozen, step);  // from the last part, which serves what had been admitted
    for (int i = 0; i < 100; i++) {
        if (admit_growth() || arena_has_room(Section::Frozen, 1)) std::exit(3);
    }
    std::exit(0);
}

// The thread of finalizers: it goes on where others are refused, opens nothing, and stops at the last part.
[[noreturn]] void grow_past_the_limits() {
    AddressRange range = section_range(Section::Frozen);
    size_t step = (range.end - range.begin) / 256;
    while (arena_admits_growth()) arena_allocate(Section::Frozen, step);
    grow_past_limits();
    int admitted = 0;
    for (; admit_growth(); admitted++) {
        if (arena_admits_growth() || !arena_has_room(Section::Frozen, 0)) std::exit(1);
        arena_allocate(Section::Frozen, step);
    }
    std::exit(admitted > 1 && !arena_has_room(Section::Frozen, 0) ? 0 : 2);
}

TEST_F(ArenaTest, GrowthIsRefusedBeforeASectionIsFull) {
    EXPECT_TRUE(arena_admits_growth());
    EXPECT_TRUE(arena_has_room(Section::Frozen, 4096));
    EXPECT_FALSE(arena_has_room(Section::Frozen, size_t{1} << 40));
    EXPECT_EXIT(fill_a_section(), testing::ExitedWithCode(0), "");
    EXPECT_EXIT(grow_past_the_limits(), testing::ExitedWithCode(0), "");
    EXPECT_DEATH(arena_allocate(Section::Frozen, size_t{1} << 30), "memory for frozen is full");
}

}  // namespace
}  // namespace celer
