// Collections of young objects: what they find through cards, what they leave, and what they do not look at.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "gc/barrier.h"
#include "gc/cards.h"
#include "gc/test_world.h"

namespace celer::gc::test {
namespace {

class GenerationsTest : public testing::Test {
  protected:
    // Garbage that another test has left lives as old until a full collection.
    GenerationsTest() {
        roots.clear();
        collect_now();
    }
    ~GenerationsTest() override {
        roots.clear();
        collect_now();
        EXPECT_EQ(heap().live_bytes, 0u);
    }
    static Card card(const void* slot) { return static_cast<Card>(*heap().space.cards().of(slot)); }

    // Another thread allocates, and has its buffer while this one does something.
    template <typename Allocate, typename Meanwhile>
    void beside(Allocate allocate_there, Meanwhile meanwhile) {
        std::atomic<int> step = 0;
        std::thread other([&] {
            environment.world.leave_safe_region(true);
            attach_thread();
            allocate_there();
            bool token = environment.world.enter_safe_region();
            step = 1;
            while (step != 2) std::this_thread::yield();
            environment.world.leave_safe_region(token);
            detach_thread();
            environment.world.enter_safe_region();
        });
        bool token = environment.world.enter_safe_region();
        while (step != 1) std::this_thread::yield();
        environment.world.leave_safe_region(token);
        meanwhile();
        token = environment.world.enter_safe_region();
        step = 2;
        other.join();
        environment.world.leave_safe_region(token);
    }

    TestHeap& environment = test_heap();
    TestRoots& roots = environment.roots;
    Types& types = environment.types;
};

TEST_F(GenerationsTest, OldGarbageStaysUntilAFullCollection) {
    Object* node = allocate(types.node);
    roots.exact = {node};
    collect_young();
    EXPECT_EQ(heap().plan, Plan::Young);
    roots.exact = {};
    roots.weak = {node, allocate(types.leaf)};
    collect_young();
    EXPECT_EQ(roots.weak[0], node);
    EXPECT_EQ(roots.weak[1], nullptr);
    EXPECT_EQ(heap().live_bytes, 56u);
    collect_now();
    EXPECT_EQ(heap().plan, Plan::Full);
    EXPECT_EQ(roots.weak[0], nullptr);
}

TEST_F(GenerationsTest, HandlesThatWereStoredToAreLookedAt) {
    constexpr size_t many = 1000;  // in several runs of a segment
    std::vector<Handle> strong;
    std::vector<Handle> weak;
    for (size_t i = 0; i < many; i++) {
        strong.push_back(allocate_handle(HandleKind::Strong, allocate(types.leaf)));
        weak.push_back(allocate_handle(HandleKind::WeakShort, *strong.back()));
    }
    Handle swapped = allocate_handle(HandleKind::Strong, nullptr);
    Object* primary = allocate(types.leaf);
    Handle dependent = allocate_dependent_handle(primary, nullptr);
    roots.exact = {primary};
    collect_young();
    size_t live = heap().live_bytes;
    for (size_t round = 0; round < 3; round++) {
        size_t changed = many / 2 + round * 100;
        set_handle(strong[changed], allocate(types.leaf));
        set_handle(weak[changed], *strong[changed]);
        set_handle(weak[changed + 1], allocate(types.leaf));  // nothing else refers to it
        compare_exchange_handle(swapped, allocate(types.leaf), *swapped);
        set_dependent_secondary(dependent, allocate(types.leaf));
        collect_young();
        EXPECT_EQ(heap().plan, Plan::Young);
        live += 3 * 24;  // what was replaced is old, so it stays
        EXPECT_EQ(heap().live_bytes, live);
        EXPECT_EQ(*weak[changed], *strong[changed]);
        EXPECT_EQ(*weak[changed + 1], nullptr);
        EXPECT_TRUE(is_valid_object(*strong[changed]) && is_valid_object(*swapped));
        EXPECT_TRUE(is_valid_object(dependent_secondary(dependent)));
        EXPECT_EQ(*weak[0], *strong[0]);
    }
    for (Handle handle : strong) free_handle(handle);
    collect_now();
    for (Handle handle : weak) EXPECT_EQ(*handle, nullptr);
    for (Handle handle : weak) free_handle(handle);
    for (Handle handle : {swapped, dependent}) free_handle(handle);
}

// What is old is taken to live, and looked at in the next full one.
TEST_F(GenerationsTest, FinalizersOfOldObjectsWaitForAFullCollection) {
    Object* old = allocate(types.finalizable);
    Object* again = allocate(types.finalizable);
    roots.exact = {old, again};
    collect_young();
    roots.exact.clear();
    Object* young = allocate(types.finalizable);
    reregister_for_finalization(again);
    collect_young();
    EXPECT_EQ(next_finalizable(), young);
    EXPECT_EQ(next_finalizable(), nullptr);
    collect_now();
    EXPECT_EQ(next_finalizable(), old);
    EXPECT_EQ(next_finalizable(), again);
    EXPECT_EQ(next_finalizable(), again);  // registered twice
    EXPECT_EQ(next_finalizable(), nullptr);
}

TEST_F(GenerationsTest, StoresToOldObjectsAreRemembered) {
    Object* node = allocate(types.node);
    Object* big = allocate(types.big_node);
    Object* array = allocate_array(types.references, 5000);
    Object* pairs = allocate_array(types.pairs, 1000);
    roots.exact = {node, big, array, pairs};
    collect_young();
    for (int round = 0; round < 3; round++) {
        store_field(node, 40, allocate(types.leaf));
        store_field(big, 592, allocate(types.leaf));
        store_element(static_cast<ArrayObject*>(array), 4999, allocate(types.leaf));
        Object* pair[2] = {nullptr, allocate(types.leaf)};
        move_values(static_cast<ArrayObject*>(pairs)->elements<uint64_t>() + 1998, pair, sizeof pair);
        size_t before = heap().live_bytes;
        collect_young();
        EXPECT_EQ(heap().live_bytes, before + 4 * 24);
        EXPECT_EQ(verify_heap(), 0u);
        EXPECT_EQ(card(&reference(node, 40)), Card::Clean);
        EXPECT_EQ(card(&element(array, 4999)), Card::Clean);
    }
}

TEST_F(GenerationsTest, AChainThatHangsOnOneOldSlotSurvives) {
    Object* first = allocate(types.node);
    roots.exact = {first};
    collect_young();
    Object* last = allocate(types.node);
    store_field(first, 16, last);
    for (int i = 0; i < 1000; i++) {
        Object* next = allocate(types.node);
        store_field(last, 16, next);
        last = next;
    }
    collect_young();
    EXPECT_EQ(heap().live_bytes, 1002u * 56);
}

// As a thread that was stopped behind the barrier, and stores when the collection is over.
TEST_F(GenerationsTest, WhatAnInterruptedFrameHoldsStaysLogged) {
    Object* node = allocate(types.node);
    Object* array = allocate_array(types.references, 5000);
    roots.exact = {node, array};
    collect_young();
    before_store(&reference(node, 16));
    before_store(&element(array, 4000));
    roots.interrupted = {reinterpret_cast<uintptr_t>(node), reinterpret_cast<uintptr_t>(array)};
    Object* fresh = allocate(types.node);
    roots.interrupted.push_back(reinterpret_cast<uintptr_t>(fresh));
    collect_young();
    roots.interrupted.clear();
    reference(node, 16) = allocate(types.leaf);
    element(array, 4000) = allocate(types.leaf);
    roots.exact.push_back(fresh);
    reference(fresh, 16) = allocate(types.leaf);
    size_t before = heap().live_bytes;
    collect_young();
    EXPECT_EQ(heap().live_bytes, before + 3 * 24);
    EXPECT_EQ(verify_heap(), 0u);
    EXPECT_EQ(card(&reference(node, 16)), Card::Clean);
}

// The flag of a block may be missing where a thread was stopped in the middle of the barrier.
TEST_F(GenerationsTest, AHalfDoneBarrierIsCompleted) {
    Object* node = allocate(types.node);
    roots.exact = {node};
    collect_young();
    *heap().space.cards().of(&reference(node, 16)) = static_cast<uint8_t>(Card::Logged);
    reference(node, 16) = allocate(types.leaf);
    roots.interrupted = {reinterpret_cast<uintptr_t>(node)};
    collect_young();
    EXPECT_EQ(heap().live_bytes, 56u + 24);
    EXPECT_EQ(verify_heap(), 0u);
}

// Where a thread's buffer is used up at the end of its block, the next block is not taken for one that it fills: that
// may wait to be swept, and would be handed out before.
TEST_F(GenerationsTest, ABufferThatIsUsedUpLeavesTheNextBlockAlone) {
    size_t next = 0;
    auto use_up = [&] {
        auto rest = [] { return static_cast<size_t>(t_alloc.buffer_end - t_alloc.pointer); };
        do {
            allocate(types.leaf);
        } while (heap().space.block_begin(heap().space.block_of(t_alloc.buffer_end)) != t_alloc.buffer_end);
        while (rest() >= 2 * minimum_object_size) allocate(types.leaf);
        allocate_array(types.bytes, static_cast<uint32_t>(rest() - array_base_size));
        EXPECT_EQ(rest(), 0u);
        next = heap().space.block_of(t_alloc.pointer);
    };
    beside(use_up, [&] {
        collect_young();
        EXPECT_EQ(heap().space.cards().ages()[next] & (block_age::young | block_age::carried), 0);
        EXPECT_EQ(verify_heap(), 0u);
    });
}

// The lines of a thread's buffer are marked as a whole while it fills it. When it has left, and nothing in the block
// has survived, the block is free, and no longer one with holes, which it was beside the buffer.
TEST_F(GenerationsTest, ABlockIsNotFreeAndListedForItsHoles) {
    constexpr int dead = 100;  // several lines
    auto allocate_dead = [&] {
        for (int i = 0; i < dead; i++) allocate(types.leaf);
    };
    beside(allocate_dead, [] {
        collect_young();
        EXPECT_EQ(verify_heap(), 0u);
    });
    for (int i = 0; i < 3; i++) {
        collect_young();
        EXPECT_EQ(verify_heap(), 0u);
    }
}

TEST_F(GenerationsTest, AgesGoOn) {
    Object* node = allocate(types.node);
    roots.exact = {node};
    EXPECT_EQ(generation_of(node), 0);
    collect_young();
    EXPECT_EQ(generation_of(node), 1);
    collect_young();
    EXPECT_EQ(generation_of(node), 2);
}

TEST_F(GenerationsTest, HolesOfYoungBlocksAreUsedAgain) {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 20'000; j++) allocate(types.node);
        collect_young();
    }
    size_t committed = heap().space.committed_bytes();
    for (int i = 0; i < 50; i++) {
        for (int j = 0; j < 20'000; j++) allocate(types.node);
        collect_young();
    }
    EXPECT_LE(heap().space.committed_bytes(), committed + 2 * block_size);
}

// Among much garbage of medium objects, which need larger holes than what is left between survivors in the end.
TEST_F(GenerationsTest, FewSurvivorsDoNotTakeABlockEach) {
    constexpr size_t survivors = 2000;
    for (uint32_t least : {300u, 3'000u, 9'000u}) {
        size_t before = heap().space.in_use_bytes();
        Object* kept = allocate_array(types.references, survivors);
        roots.exact = {kept};
        for (size_t i = 0; i < survivors; i++) {
            for (uint32_t j = 0; j < 200; j++) allocate_array(types.bytes, least + least * j / 400);
            store_reference(&element(kept, i), allocate(types.node));
            if (i % 4 == 3) collect_young();
        }
        // Eight in a block, and what a thread is filling.
        EXPECT_LE(heap().space.in_use_bytes(), before + (survivors / 8 + 16) * block_size) << least;
        EXPECT_EQ(verify_heap(), 0u);
        roots.clear();
        collect_now();
    }
}

// Files are read into such arrays: see first_line_for().
TEST_F(GenerationsTest, PagesDoNotBeginWithAnArrayInAHole) {
    Object* kept = allocate_array(types.references, 100);
    roots.exact = {kept};
    for (size_t i = 0; i < 100; i++) {
        for (int j = 0; j < 500; j++) allocate(types.node);
        store_reference(&element(kept, i), allocate(types.node));
    }
    collect_young();
    size_t committed = heap().space.committed_bytes();
    auto in_block = [](Object* array) {
        return (reinterpret_cast<uintptr_t>(array) - heap().space.begin()) % block_size;
    };
    for (int i = 0; i < 100; i++) EXPECT_GT(in_block(allocate_array(types.bytes, 4096)), line_size);
    EXPECT_EQ(heap().space.committed_bytes(), committed);  // they lie in holes
}

TEST_F(GenerationsTest, HolesAreTakenByTheirSize) {
    for (size_t lines = 1; lines <= lines_per_block / 2; lines++) {
        size_t least = Holes::class_for(lines);
        ASSERT_LT(least, Holes::classes);
        Holes holes;
        for (size_t hole = 1; hole < lines_per_block; hole++) {
            bool is_in_one = &holes.of_lines(hole) >= &holes.by_size[least];
            EXPECT_TRUE(!is_in_one || hole >= lines) << lines << " do not fit " << hole;
            EXPECT_TRUE(is_in_one || hole < 2 * lines || hole < 16) << lines << " would fit " << hole;
        }
    }
}

TEST_F(GenerationsTest, BarrierPointsLeaveNoLineOut) {
    auto points = [](std::vector<GcSeries> series) {
        std::vector<uint32_t> found;
        for_each_barrier_point(*make_layout(0, std::move(series)), 8,
                               [&](uint32_t offset) { found.push_back(offset); });
        return found;
    };
    using Offsets = std::vector<uint32_t>;
    EXPECT_EQ(points({{8, 1}}), (Offsets{0}));
    EXPECT_EQ(points({{16, 2}}), (Offsets{8, 16}));
    EXPECT_EQ(points({{8, 16}}), (Offsets{0, 120}));
    EXPECT_EQ(points({{8, 18}}), (Offsets{0, 128, 136}));
    EXPECT_EQ(points({{8, 1}, {1000, 1}}), (Offsets{0, 992}));
    EXPECT_EQ(points({}), (Offsets{}));
}

}  // namespace
}  // namespace celer::gc::test
