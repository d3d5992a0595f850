#include "platform/memory.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>

#include <array>
#include <cstdlib>
#include <cstring>

#include "platform/instruction_sets.h"

namespace celer {
namespace {

TEST(Memory, IsReservedAlignedAndZero) {
    for (size_t alignment : {page_size(), size_t{1} << 16, size_t{1} << 22}) {
        const size_t size = 5 * page_size();
        auto* memory = static_cast<uint8_t*>(reserve_memory(size, alignment));
        ASSERT_NE(memory, nullptr);
        EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % alignment, 0u);
        EXPECT_EQ(memory[0] | memory[size - 1], 0);
        std::memset(memory, 0xaa, size);
        decommit_memory(memory + page_size(), 3 * page_size());
        EXPECT_EQ(memory[page_size() - 1], 0xaa);
        EXPECT_EQ(memory[page_size()] | memory[4 * page_size() - 1], 0);
        EXPECT_EQ(memory[4 * page_size()], 0xaa);
        release_memory(memory, size);
        EXPECT_DEATH(*static_cast<volatile uint8_t*>(memory) = 1, "");
    }
}

TEST(Memory, IsExtendedWithWhatItHolds) {
    const size_t size = 4 * page_size();
    auto* memory = static_cast<uint8_t*>(reserve_memory(size));
    std::memset(memory, 0xaa, size);
    auto* more = static_cast<uint8_t*>(extend_memory(memory, size, 64 * size));
    ASSERT_NE(more, nullptr);
    EXPECT_EQ(more[0] & more[size - 1], 0xaa);
    EXPECT_EQ(more[size] | more[64 * size - 1], 0);
    EXPECT_EQ(extend_memory(more, 64 * size, size_t{1} << 60), nullptr);
    EXPECT_EQ(more[0], 0xaa);
    release_memory(more, 64 * size);
}

TEST(Memory, MoreThanThereAreAddressesIsNull) {
    EXPECT_EQ(reserve_memory(size_t{1} << 60), nullptr);
}

TEST(Machine, HasMemoryAndProcessors) {
    PhysicalMemory memory = physical_memory();
    EXPECT_GT(memory.total_bytes, size_t{16} << 20);
    EXPECT_GT(memory.available_bytes, 0u);
    EXPECT_LE(memory.available_bytes, memory.total_bytes);
    cpu_set_t set;
    ASSERT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
    EXPECT_GE(processor_count(), 1u);
    EXPECT_LE(processor_count(), static_cast<uint32_t>(CPU_COUNT(&set)));
}

TEST(Machine, TimeDoesNotGoBack) {
    uint64_t last = monotonic_time_ns();
    for (int i = 0; i < 1000; i++) {
        uint64_t now = monotonic_time_ns();
        ASSERT_GE(now, last);
        last = now;
    }
}

TEST(Malloc, KeepsWhatIsFreedSoThatItIsNotNewEachTime) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    GTEST_SKIP() << "the sanitizer has a malloc of its own";
#endif
    constexpr int blocks = 15;
    constexpr size_t block_bytes = 100'000;
    constexpr int rounds = 20;
    auto page_faults = [] {
        rusage usage;
        getrusage(RUSAGE_THREAD, &usage);
        return usage.ru_minflt;
    };
    auto use_much = [] {
        std::array<void*, blocks> taken;
        for (void*& block : taken) block = std::memset(malloc(block_bytes), 1, block_bytes);
        for (void* block : taken) free(block);
    };
    keep_freed_memory();
    use_much();
    long before = page_faults();
    for (int round = 0; round < rounds; round++) use_much();
    EXPECT_LT(page_faults() - before, rounds * 20);  // of 370 pages a round
}

TEST(InstructionSets, AreFoundByTheNamesOfTheirClasses) {
    EXPECT_EQ(find_instruction_set("Avx2"), InstructionSet::Avx2);
    EXPECT_EQ(find_instruction_set("Gfni.V256"), InstructionSet::Gfni256);
    EXPECT_EQ(find_instruction_set("NoSuchClass"), InstructionSet::None);
    EXPECT_EQ(find_instruction_set(""), InstructionSet::None);
}

// What one set needs is there if it is; the widths follow from the sets.
TEST(InstructionSets, BuildUponEachOther) {
    auto needs = [](InstructionSet set, InstructionSet needed) { return !is_supported(set) || is_supported(needed); };
    EXPECT_TRUE(needs(InstructionSet::Avx512F, InstructionSet::Avx2));
    EXPECT_TRUE(needs(InstructionSet::Avx2, InstructionSet::Avx));
    EXPECT_TRUE(needs(InstructionSet::Avx, InstructionSet::Sse42));
    EXPECT_TRUE(needs(InstructionSet::Sse42, InstructionSet::Sse2));
    EXPECT_TRUE(needs(InstructionSet::Fma, InstructionSet::Avx2));
    EXPECT_EQ(is_supported(InstructionSet::Sse2), native_vector_bytes() >= 16);
    EXPECT_EQ(is_supported(InstructionSet::Avx), native_vector_bytes() >= 32);
    EXPECT_LE(accelerated_vector_bytes(), native_vector_bytes());
    EXPECT_GE(machine_vector_bytes(), 16u);
    EXPECT_EQ(is_supported(InstructionSet::X86Base), can_encode_vectors());  // no option forbids it here
    EXPECT_EQ(may_fuse_multiply_add(), is_supported(InstructionSet::Fma));
    EXPECT_FALSE(is_supported(InstructionSet::None));
}

}  // namespace
}  // namespace celer
