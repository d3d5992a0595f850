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
    Object* secondary = nullptr;
    EXPECT_EQ(dependent_primary(dependent, secondary), element(kept, 1000));
    EXPECT_EQ(secondary, element(kept, 1500));
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

}  // namespace
}  // namespace celer::gc::test
