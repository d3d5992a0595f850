#include "platform/loader_heap.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <memory>
#include <random>

#include "platform/cpu.h"

namespace celer {
namespace {

constexpr Section sections[] = {Section::Types, Section::Code, Section::CodeData, Section::Process};

uint8_t* writable(Section section, void* memory) {
    return static_cast<uint8_t*>(section == Section::Code ? code_alias(memory) : memory);
}

class LoaderHeapTest : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        if (g_code_range.begin == 0) arena_initialize();
    }
    void* keeper_ = nullptr;
};

TEST_F(LoaderHeapTest, MemoryIsZeroAlignedAndTellsItsHeap) {
    LoaderHeap heap(this, &keeper_);
    for (Section section : sections) {
        for (size_t size : {1u, 24u, 255u, 256u, 257u, 5000u, 70000u, 1500000u}) {
            auto* memory = static_cast<uint8_t*>(heap.allocate(section, size, 16));
            EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 16, 0u);
            EXPECT_TRUE(section_range(section).contains(reinterpret_cast<uintptr_t>(memory)));
            EXPECT_EQ(loader_heap_of(memory), &heap);
            EXPECT_EQ(loader_heap_of(memory + size - 1), &heap);
            for (size_t i = 0; i < size; i++) ASSERT_EQ(memory[i], 0);
            std::memset(writable(section, memory), 1, size);
        }
    }
    EXPECT_EQ(loader_heap_of(arena_allocate(Section::Types, 8)), nullptr);
    EXPECT_EQ(loader_heap_of(&heap), nullptr);
}

TEST_F(LoaderHeapTest, FreedMemoryIsNobodysAndFilled) {
    auto heap = std::make_unique<LoaderHeap>(this, &keeper_);
    LoaderHeap other(this, &keeper_);
    auto* code = static_cast<uint8_t*>(heap->allocate(Section::Code, 100));
    other.allocate(Section::Code, 100);  // so that the region is not free as a whole
    EXPECT_FALSE(is_freed_heap_memory(reinterpret_cast<uintptr_t>(code)));
    heap.reset();
    EXPECT_EQ(loader_heap_of(code), nullptr);
    EXPECT_TRUE(is_freed_heap_memory(reinterpret_cast<uintptr_t>(code)));
    EXPECT_EQ(code[99], trap_byte);
}

// Heaps that come and go use the same memory again, whatever their sizes.
TEST_F(LoaderHeapTest, ChurnStaysBounded) {
    std::mt19937 random(7);
    std::map<int, std::unique_ptr<LoaderHeap>> heaps;
    size_t used_early = 0;
    for (int round = 0; round < 20000; round++) {
        auto& heap = heaps[static_cast<int>(random() % 50)];
        heap = std::make_unique<LoaderHeap>(this, &keeper_);
        for (int i = 0; i < 5; i++) {
            Section section = sections[random() % 4];
            size_t size = 1 + random() % (random() % 100 == 0 ? 300000 : 600);
            auto* memory = static_cast<uint8_t*>(heap->allocate(section, size));
            ASSERT_EQ(memory[0] | memory[size - 1], 0);
            ASSERT_EQ(loader_heap_of(memory), heap.get());
            std::memset(writable(section, memory), 0xff, size);
        }
        AddressRange used = section_used(Section::Types);
        if (round == 2000) used_early = used.end - used.begin;
    }
    AddressRange used = section_used(Section::Types);
    EXPECT_LE(used.end - used.begin, used_early * 2);
    heaps.clear();
    LoaderHeap last(this, &keeper_);
    last.allocate(Section::Types, 8);
    EXPECT_EQ(loader_heap_bytes_in_use(), last.size_bytes());
}

}  // namespace
}  // namespace celer
