// Evacuation: what moves, what stays, and that everybody is told.
#include <gtest/gtest.h>

#include "base/options.h"
#include "gc/barrier.h"
#include "gc/test_world.h"

namespace celer::gc::test {
namespace {

class EvacuationTest : public testing::Test {
  protected:
    void SetUp() override {
        roots.clear();
        collect_now();
        collect_now();
        EXPECT_EQ(heap().live_bytes, 0u);
    }
    void TearDown() override { EXPECT_EQ(verify_heap(), 0u); }

    // `count` nodes, of which every tenth lives on in an array that is a root. Most of a block is garbage then.
    Object* scatter(size_t count) {
        auto length = static_cast<uint32_t>(count / 10);
        Object* kept = allocate_array(types.references, length);
        roots.exact.push_back(kept);
        for (size_t i = 0; i < count; i++) {
            Object* node = allocate(types.node);
            node->field<uint64_t>(8) = i;
            if (i % 10 == 0) store_reference(&element(kept, i / 10), node);
        }
        return kept;
    }
    static size_t count_moved(Object* kept, const std::vector<Object*>& before) {
        size_t moved = 0;
        for (size_t i = 0; i < before.size(); i++) {
            moved += element(kept, i) != before[i];
            EXPECT_EQ(element(kept, i)->field<uint64_t>(8), i * 10);
        }
        return moved;
    }
    static void expect_pair(Handle dependent, Object* primary, Object* secondary) {
        Object* found = nullptr;
        EXPECT_EQ(dependent_primary(dependent, found), primary);
        EXPECT_EQ(found, secondary);
    }
    static std::vector<Object*> elements_of(Object* kept) {
        Object* const* first = static_cast<ArrayObject*>(kept)->references();
        return {first, first + static_cast<ArrayObject*>(kept)->length};
    }

    TestRoots& roots = test_heap().roots;
    Types& types = test_heap().types;
};

constexpr size_t many = 20'000;

TEST_F(EvacuationTest, SparseBlocksBecomeFree) {
    Object* kept = scatter(many);
    collect_now();
    size_t live = heap().live_bytes;
    ASSERT_GT(heap().space.in_use_bytes(), 4 * live);
    std::vector<Object*> before = elements_of(kept);
    collect_moving();
    EXPECT_GT(count_moved(kept, before), before.size() / 10 * 9);
    EXPECT_EQ(heap().live_bytes, live);
    EXPECT_LT(heap().space.in_use_bytes(), live + live / 8 + 8 * block_size);
}

TEST_F(EvacuationTest, NothingMovesUnlessAskedFor) {
    Object* kept = scatter(many);
    std::vector<Object*> before = elements_of(kept);
    collect_now();
    collect_now();
    collect_young();
    EXPECT_EQ(count_moved(kept, before), 0u);
}

// GCConserveMemory: from how many holes on.
TEST_F(EvacuationTest, TheProgramsSettingAsksForIt) {
    Object* kept = scatter(many);
    collect_now();
    std::vector<Object*> before = elements_of(kept);
    auto collect_for_budget = [] {
        heap().next_plan = Plan::Full;
        collect(max_generation, CollectReason::Budget);
    };
    Options options_before = g_options;
    collect_for_budget();
    EXPECT_EQ(count_moved(kept, before), 0u);
    g_options.GCConserveMemory = 5;
    collect_for_budget();
    EXPECT_GT(count_moved(kept, before), before.size() / 2);
    before = elements_of(kept);
    collect_for_budget();
    EXPECT_EQ(count_moved(kept, before), 0u);
    g_options = options_before;
}

TEST_F(EvacuationTest, WhatIsNamedStays) {
    Object* kept = scatter(many);
    std::vector<Object*> before = elements_of(kept);
    auto address = [&](size_t i) { return reinterpret_cast<uintptr_t>(before[i]); };
    roots.exact.push_back(before[100]);
    roots.conservative = {address(300) + 20, address(500) + before[500]->size_bytes() - object_prefix};
    roots.interrupted = {address(700) + 48};
    roots.weak = {before[900]};
    Handle strong = allocate_handle(HandleKind::Strong, before[1100]);
    Handle pinned = allocate_handle(HandleKind::Pinned, before[1300]);
    collect_moving();
    for (size_t i : {100, 300, 500, 700, 900, 1100, 1300}) EXPECT_EQ(element(kept, i), before[i]);
    EXPECT_GT(count_moved(kept, before), before.size() / 2);
    EXPECT_EQ(*strong, before[1100]);
    EXPECT_EQ(*pinned, before[1300]);
    free_handle(strong);
    free_handle(pinned);
}

TEST_F(EvacuationTest, WeakAndDependentHandlesFollow) {
    Object* kept = scatter(many);
    std::vector<Object*> before = elements_of(kept);
    Handle short_weak = allocate_handle(HandleKind::WeakShort, before[300]);
    Handle long_weak = allocate_handle(HandleKind::WeakLong, before[500]);
    Handle dependent = allocate_dependent_handle(before[1000], before[1500]);
    collect_moving();
    for (size_t i : {300, 500, 1000, 1500}) ASSERT_NE(element(kept, i), before[i]);
    EXPECT_EQ(*short_weak, element(kept, 300));
    EXPECT_EQ(*long_weak, element(kept, 500));
    expect_pair(dependent, element(kept, 1000), element(kept, 1500));
    for (Handle handle : {short_weak, long_weak, dependent}) free_handle(handle);
}

TEST_F(EvacuationTest, FinalizersFindTheirObjects) {
    Object* kept = scatter(many);
    Object* object = allocate(types.finalizable);
    object->field<uint64_t>(8) = 1234;
    store_reference(&element(kept, 0), object);
    scatter(many);
    collect_now();
    Object* before = element(kept, 0);
    collect_moving();
    ASSERT_NE(element(kept, 0), before);
    EXPECT_EQ(next_finalizable(), nullptr);
    element(kept, 0) = nullptr;
    collect_moving();
    Object* due = next_finalizable();
    ASSERT_NE(due, nullptr);
    EXPECT_EQ(due->field<uint64_t>(8), 1234u);
    EXPECT_EQ(next_finalizable(), nullptr);
}

// Its header, its age, and what it holds; also from lines that were not stored to before.
TEST_F(EvacuationTest, AnObjectStaysWhatItWas) {
    Object* kept = scatter(many);
    collect_now();
    collect_now();
    Object* old = element(kept, 1007);
    old->header() = object_header::is_hash_or_sync | object_header::is_hash | 77;
    ASSERT_EQ(generation_of(old), 2);
    collect_moving();
    Object* moved = element(kept, 1007);
    ASSERT_NE(moved, old);
    EXPECT_EQ(moved->header(), object_header::is_hash_or_sync | object_header::is_hash | 77);
    EXPECT_EQ(generation_of(moved), 2);
    EXPECT_EQ(*heap().space.cards().of(moved), static_cast<uint8_t>(Card::Clean));
    store_reference(&reference(moved, 16), allocate(types.leaf));
    size_t live = heap().live_bytes;
    collect_young();
    EXPECT_EQ(heap().live_bytes, live + 24);
    EXPECT_EQ(verify_heap(), 0u);
}

// Chains, references of what moves to what moves.
TEST_F(EvacuationTest, ReferencesAmongWhatMovesFollow) {
    Object* first = allocate(types.node);
    roots.exact = {first};
    Object* last = first;
    constexpr uint64_t length = 2000;
    for (uint64_t i = 1; i < length; i++) {
        for (int j = 0; j < 9; j++) allocate(types.node);
        Object* next = allocate(types.node);
        next->field<uint64_t>(8) = i;
        store_reference(&reference(last, 40), next);
        last = next;
    }
    collect_moving();
    collect_moving();
    uint64_t i = 0;
    for (Object* at = first; at != nullptr; at = reference(at, 40)) EXPECT_EQ(at->field<uint64_t>(8), i++);
    EXPECT_EQ(i, length);
}

TEST_F(EvacuationTest, PinnedHeapAndLargeObjectsStay) {
    Object* holders = allocate_array(types.references, 200);
    roots.exact = {holders};
    for (uint32_t i = 0; i < 200; i++) {
        for (int j = 0; j < 9; j++) allocate_array(types.bytes, 1000, AllocFlags::Pinned);
        bool large = i % 10 == 0;
        store_reference(&element(holders, i), allocate_array(types.bytes, large ? 40'000 : 1000,
                                                             large ? AllocFlags::None : AllocFlags::Pinned));
    }
    std::vector<Object*> before = elements_of(holders);
    collect_moving();
    EXPECT_EQ(elements_of(holders), before);
}

// No free block, and none can be had: what is dead makes the room, or all stays as it is.
TEST_F(EvacuationTest, WithoutMemoryForIt) {
    Object* kept = scatter(many);
    collect_now();
    size_t in_use = heap().space.in_use_bytes();
    heap().space.decommit_free(0, heap().collections.load(), SIZE_MAX);
    heap().space.set_commit_limit(heap().space.committed_bytes());
    std::vector<Object*> before = elements_of(kept);
    collect_moving();
    EXPECT_EQ(count_moved(kept, before), 0u);
    EXPECT_EQ(heap().space.in_use_bytes(), in_use);
    // A few blocks are dead: the rest follows into them.
    for (size_t i = 0; i < 150; i++) element(kept, i) = nullptr;
    collect_moving();
    EXPECT_LT(heap().space.in_use_bytes(), in_use / 2);
    heap().space.set_commit_limit(SIZE_MAX);
}

// ---- by full collections beside the program

class MovingCycleTest : public EvacuationTest {
  protected:
    void SetUp() override {
        EvacuationTest::SetUp();
        wait_for(Cycle::Phase::Idle);
        ASSERT_TRUE(set_latency_mode(LatencyMode::Interactive));
    }
    void TearDown() override {
        heap().moves_all = false;
        ASSERT_TRUE(set_latency_mode(mode_before_));
        EvacuationTest::TearDown();
    }
    // From a cycle's beginning, when it has chosen what to move, to its end.
    template <typename Meanwhile>
    static void run_cycle(Meanwhile meanwhile) {
        collect_by(Plan::BeginCycle);
        wait_until_marked();
        meanwhile();
        collect_by(Plan::EndCycle);
        wait_for(Cycle::Phase::Idle);
    }
    static void run_cycle() {
        run_cycle([] {});
    }
    // All that can move does, although a pause ends after a while: cycles until nothing is left.
    static void run_cycles() {
        do run_cycle();
        while (heap().moved_blocks != 0);
    }
    // As scatter(), and enough for a cycle to begin with it: what dies has lived through collections, or its places
    // would have been used again.
    Object* scatter_much() {
        constexpr size_t count = 500'000;
        Object* all = allocate_array(types.references, count);
        roots.exact = {all};
        Object* kept = allocate_array(types.references, count / 10);
        roots.exact.push_back(kept);
        for (size_t i = 0; i < count; i++) {
            Object* node = allocate(types.node);
            node->field<uint64_t>(8) = i;
            store_reference(&element(i % 10 == 0 ? kept : all, i % 10 == 0 ? i / 10 : i), node);
        }
        roots.exact = {kept};
        collect_now();
        while (heap().cycle.phase() == Cycle::Phase::Settling) std::this_thread::yield();  // one may have begun
        return kept;
    }

  private:
    LatencyMode mode_before_ = latency_mode();
};

TEST_F(MovingCycleTest, SparseBlocksBecomeFree) {
    Object* kept = scatter_much();
    size_t in_use = heap().space.in_use_bytes();
    size_t live = heap().live_bytes;
    std::vector<Object*> before = elements_of(kept);
    run_cycles();
    count_moved(kept, before);
    EXPECT_LT(heap().space.in_use_bytes(), in_use - in_use / 8);
    EXPECT_EQ(heap().live_bytes, live);
    for (Object* object : elements_of(kept)) ASSERT_EQ(generation_of(object), 2);
}

// Not worth a pause that is longer.
TEST_F(MovingCycleTest, LittleStaysAsItIs) {
    Object* kept = scatter(many);
    std::vector<Object*> before = elements_of(kept);
    collect_now();
    run_cycle();
    EXPECT_EQ(count_moved(kept, before), 0u);
}

TEST_F(MovingCycleTest, NothingMovesWhereLatencyCounts) {
    Object* kept = scatter_much();
    std::vector<Object*> before = elements_of(kept);
    ASSERT_TRUE(set_latency_mode(LatencyMode::SustainedLowLatency));
    run_cycle();
    EXPECT_EQ(count_moved(kept, before), 0u);
    ASSERT_TRUE(set_latency_mode(LatencyMode::Interactive));
    run_cycle([] { ASSERT_TRUE(set_latency_mode(LatencyMode::SustainedLowLatency)); });
    EXPECT_EQ(count_moved(kept, before), 0u);
}

TEST_F(MovingCycleTest, WhatIsNamedAtTheEndStays) {
    heap().moves_all = true;
    Object* kept = scatter(many);
    collect_now();
    std::vector<Object*> before = elements_of(kept);
    Handle strong = nullptr;
    run_cycle([&] {
        roots.exact.push_back(before[100]);
        roots.conservative = {reinterpret_cast<uintptr_t>(before[300]) + 20};
        strong = allocate_handle(HandleKind::Strong, before[500]);
        roots.weak = {before[900]};
    });
    EXPECT_GT(heap().moved_blocks, 0u);
    for (size_t i : {100, 300, 500, 900}) EXPECT_EQ(element(kept, i), before[i]);
    EXPECT_GT(count_moved(kept, before), 0u);
    free_handle(strong);
}

// To what was marked before, by what is old, by what is young, and by what was not marked then.
TEST_F(MovingCycleTest, ReferencesThatComeMeanwhileFollow) {
    heap().moves_all = true;
    Object* kept = scatter(many);
    Object* holders = allocate_array(types.references, 300);
    roots.exact.push_back(holders);
    for (uint32_t i = 0; i < 100; i++) store_reference(&element(holders, i), allocate(types.node));
    collect_now();
    std::vector<Object*> before = elements_of(kept);
    run_cycle([&] {
        for (uint32_t i = 0; i < 100; i++) {
            store_reference(&reference(element(holders, i), 24), element(kept, i * 3));
            if (i == 50) collect_by(Plan::Young);
        }
        for (uint32_t i = 100; i < 300; i++) {
            store_reference(&element(holders, i), allocate(types.node));
            store_reference(&reference(element(holders, i), 32), element(kept, i * 3));
            if (i == 200) collect_by(Plan::Young);
        }
    });
    EXPECT_GT(heap().moved_blocks, 0u);
    EXPECT_GT(count_moved(kept, before), 0u);
    for (uint32_t i = 0; i < 300; i++)
        ASSERT_EQ(reference(element(holders, i), i < 100 ? 24 : 32), element(kept, i * 3));
}

// To note all who refer to it would take more memory than it frees.
TEST_F(MovingCycleTest, WhatVeryManyReferToStays) {
    heap().moves_all = true;
    Object* kept = scatter(many);
    constexpr uint32_t very_many = 10'000;
    Object* holders = allocate_array(types.references, very_many);
    roots.exact.push_back(holders);
    for (uint32_t i = 0; i < very_many; i++) store_reference(&element(holders, i), element(kept, 1000));
    collect_now();
    std::vector<Object*> before = elements_of(kept);
    run_cycle();
    EXPECT_GT(heap().moved_blocks, 0u);
    EXPECT_EQ(element(kept, 1000), before[1000]);
    EXPECT_EQ(element(holders, very_many - 1), before[1000]);
}

TEST_F(MovingCycleTest, WeakThingsAndFinalizersFollow) {
    heap().moves_all = true;
    Object* kept = scatter(many);
    Object* object = allocate(types.finalizable);
    object->field<uint64_t>(8) = 5000;
    store_reference(&element(kept, 500), object);
    scatter(many);
    collect_now();
    std::vector<Object*> before = elements_of(kept);
    Handle weak = allocate_handle(HandleKind::WeakShort, before[300]);
    Handle dependent = allocate_dependent_handle(before[1000], before[1500]);
    run_cycle();
    EXPECT_GT(heap().moved_blocks, 0u);
    EXPECT_EQ(*weak, element(kept, 300));
    expect_pair(dependent, element(kept, 1000), element(kept, 1500));
    element(kept, 500) = nullptr;
    run_cycle();
    Object* due = next_finalizable();
    ASSERT_NE(due, nullptr);
    EXPECT_EQ(due->field<uint64_t>(8), 5000u);
    EXPECT_EQ(next_finalizable(), nullptr);
    for (Handle handle : {weak, dependent}) free_handle(handle);
}

// A full collection that comes first gives back what was not handed out.
TEST_F(MovingCycleTest, AnAbandonedCycleMovesNothing) {
    Object* kept = scatter_much();
    std::vector<Object*> before = elements_of(kept);
    size_t committed = heap().space.committed_bytes();
    collect_by(Plan::BeginCycle);
    collect_now();
    EXPECT_EQ(count_moved(kept, before), 0u);
    for (int i = 0; i < 100'000; i++) allocate(types.node);
    EXPECT_LE(heap().space.committed_bytes(), committed + block_size);
}

}  // namespace
}  // namespace celer::gc::test
