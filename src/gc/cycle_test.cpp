// Full collections beside the program (gc/cycle.h), step by step.
#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "gc/barrier.h"
#include "gc/marker.h"
#include "gc/test_world.h"

namespace celer::gc::test {
namespace {

class CycleTest : public testing::Test {
  protected:
    CycleTest() : environment_(test_heap()), roots_(environment_.roots), types_(environment_.types) {
        roots_.clear();
        collect_now();
        wait_for(Cycle::Phase::Idle);
        heap().verify = true;
    }
    ~CycleTest() override {
        heap().verify = false;
        roots_.clear();
        collect_now();
        EXPECT_EQ(heap().live_bytes, 0u);
    }

    // Begins, and all that was reachable then has been scanned.
    static void begin_and_mark() {
        collect_by(Plan::BeginCycle);
        wait_until_marked();
    }

    // Referred to by nothing that is marked, and old.
    Object* old_and_forgotten(uint64_t id) {
        Object* object = allocate(types_.node);
        roots_.exact.push_back(object);
        Object* leaf = allocate(types_.leaf);
        leaf->field<uint64_t>(8) = id;
        object->field<uint64_t>(8) = id;
        store_field(object, 16, leaf);
        collect_young();
        roots_.exact.pop_back();
        return object;
    }
    Object* rooted() {
        roots_.exact.push_back(allocate(types_.node));
        return roots_.exact.back();
    }
    static bool is_object(Object* object) {
        LockGuard guard(heap().lock);  // blocks are being swept
        return heap().space.is_object(object);
    }
    static bool is_intact(Object* object, uint64_t id) {
        return is_object(object) && object->field<uint64_t>(8) == id && reference(object, 16)->field<uint64_t>(8) == id;
    }

    TestHeap& environment_;
    TestRoots& roots_;
    Types& types_;
};

TEST_F(CycleTest, WhatIsStoredToAScannedObjectLives) {
    Object* holder = rooted();
    Object* forgotten = old_and_forgotten(7);
    begin_and_mark();
    store_field(holder, 24, forgotten);
    collect_by(Plan::Young);
    collect_by(Plan::EndCycle);
    EXPECT_TRUE(is_intact(forgotten, 7));
}

TEST_F(CycleTest, WhatIsStoredJustBeforeTheEndLives) {
    Object* holder = rooted();
    Object* forgotten = old_and_forgotten(8);
    begin_and_mark();
    store_field(holder, 24, forgotten);
    collect_by(Plan::EndCycle);
    EXPECT_TRUE(is_intact(forgotten, 8));
}

TEST_F(CycleTest, WhatARootRefersToAtTheEndLives) {
    Object* forgotten = old_and_forgotten(9);
    begin_and_mark();
    roots_.exact.push_back(forgotten);
    collect_by(Plan::EndCycle);
    EXPECT_TRUE(is_intact(forgotten, 9));
}

TEST_F(CycleTest, WhatYoungObjectsReferToLives) {
    Object* forgotten = old_and_forgotten(10);
    begin_and_mark();
    Object* young = rooted();
    store_field(young, 24, forgotten);
    collect_by(Plan::Young);
    wait_until_marked();
    Object* younger = rooted();
    store_field(younger, 24, young);
    std::swap(roots_.exact[0], roots_.exact[1]);
    roots_.exact.pop_back();  // young
    collect_by(Plan::EndCycle);
    EXPECT_TRUE(is_intact(forgotten, 10));
}

TEST_F(CycleTest, ForgottenObjectsComeBackAtRandom) {
    std::mt19937 random(1);
    for (int round = 0; round < 20; round++) {
        std::vector<Object*> forgotten;
        for (uint64_t id = 0; id < 40; id++) forgotten.push_back(old_and_forgotten(id));
        std::vector<Object*> holders;
        for (int i = 0; i < 20; i++) holders.push_back(rooted());
        collect_by(Plan::BeginCycle);
        std::vector<uint64_t> back;
        for (uint64_t id = 0; id < 40; id++) {
            if (random() % 4 == 0) collect_by(Plan::Young);
            if (random() % 4 == 0) heap().cycle.help(heap());
            if (random() % 8 == 0) holders.push_back(rooted());
            if (random() % 2 == 0) continue;
            back.push_back(id);
            Object* holder = holders[random() % holders.size()];
            // What was there is behind what comes now.
            store_field(forgotten[id], 24, reference(holder, 32));
            store_field(holder, 32, forgotten[id]);
        }
        collect_by(Plan::EndCycle);
        for (uint64_t id : back) ASSERT_TRUE(is_intact(forgotten[id], id));
        wait_for(Cycle::Phase::Idle);
        roots_.clear();
    }
}

TEST_F(CycleTest, HelpIsWantedWhileItMarks) {
    constexpr uint64_t much = 1 << 20;
    for (int i = 0; i < 1000; i++) rooted();
    collect_young();
    EXPECT_FALSE(heap().cycle.wants_help(much));
    collect_by(Plan::BeginCycle);
    EXPECT_FALSE(heap().cycle.wants_help(0));
    EXPECT_TRUE(heap().cycle.wants_help(much));
    while (!heap().cycle.is_marked_out()) heap().cycle.help(heap());
    heap().cycle.help(heap());
    collect_by(Plan::EndCycle);
    EXPECT_FALSE(heap().cycle.wants_help(much));
    EXPECT_EQ(heap().live_bytes, 1000 * roots_.exact[0]->size_bytes());
}

// How far an empty heap is marked for each byte that is handed out was no number: an error for the sanitizer.
TEST_F(CycleTest, HelpInAnEmptyHeapHasAPace) {
    constexpr uint64_t much = 1 << 20;
    collect_by(Plan::BeginCycle);
    heap().cycle.help(heap());
    wait_until_marked();
    heap().cycle.help(heap());
    EXPECT_FALSE(heap().cycle.wants_help(0));
    EXPECT_TRUE(heap().cycle.wants_help(much));
    collect_by(Plan::EndCycle);
    EXPECT_EQ(heap().live_bytes, 0u);
}

// Else what is left of a large array would come before those of its elements that were found, again and again.
TEST_F(CycleTest, SharesKeepTheirOrder) {
    Marker all(heap(), Scope::Full, {});
    Marker share(all, Marker::Member{});
    for (size_t i = 1; i <= 4; i++) all.push({rooted(), i});
    share.push({rooted(), 5});
    share.take_newest(all.stack(), 3);
    ASSERT_EQ(all.stack().size(), 1u);
    EXPECT_EQ(all.stack().at(0).next_element, 1u);
    ASSERT_EQ(share.stack().size(), 4u);
    for (size_t i = 0; i < 4; i++) EXPECT_EQ(share.stack().at(i).next_element, i == 0 ? 5 : i + 1);
}

TEST_F(CycleTest, WhatIsDroppedBeforeGoes) {
    Handle weak = allocate_handle(HandleKind::WeakShort, old_and_forgotten(1));
    begin_and_mark();
    EXPECT_NE(*weak, nullptr);
    collect_by(Plan::EndCycle);
    EXPECT_EQ(*weak, nullptr);
    free_handle(weak);
}

TEST_F(CycleTest, APairThatKeepsItselfGoes) {
    Object* primary = old_and_forgotten(1);
    Object* secondary = old_and_forgotten(2);
    store_field(secondary, 24, primary);
    Handle dependent = allocate_dependent_handle(primary, secondary);
    begin_and_mark();
    collect_by(Plan::Young);
    wait_until_marked();
    EXPECT_NE(*dependent, nullptr);
    collect_by(Plan::EndCycle);
    EXPECT_EQ(*dependent, nullptr);
    free_handle(dependent);
}

TEST_F(CycleTest, BlocksAreSweptWhenTheyAreWanted) {
    std::vector<Object*> dead;
    for (int i = 0; i < 20000; i++) {
        roots_.exact.push_back(allocate(types_.big_node));
        if (i % 3 != 0) continue;
        dead.push_back(roots_.exact.back());
        roots_.exact.pop_back();
    }
    size_t committed = heap().space.committed_bytes();
    begin_and_mark();
    collect_by(Plan::EndCycle);
    for (Object* object : dead) ASSERT_FALSE(is_object(object));
    for (Object* object : roots_.exact) ASSERT_TRUE(is_object(object));
    for (int i = 0; i < 5000; i++) roots_.exact.push_back(allocate(types_.leaf));
    EXPECT_LE(heap().space.committed_bytes(), committed + block_size);
    collect_now();
}

TEST_F(CycleTest, AFullCollectionComesFirst) {
    for (int i = 0; i < 100; i++) rooted();
    collect_by(Plan::BeginCycle);
    roots_.exact.resize(50);
    collect_now();
    EXPECT_EQ(heap().live_bytes, 50 * roots_.exact[0]->size_bytes());
    wait_for(Cycle::Phase::Idle);
    begin_and_mark();
    collect_by(Plan::EndCycle);
    EXPECT_EQ(heap().live_bytes, 50 * roots_.exact[0]->size_bytes());
}

// What was dropped after it had become old, where nothing survives that would ask for a full collection.
TEST_F(CycleTest, OldGarbageIsFoundWhereNothingSurvives) {
    constexpr size_t bytes = 24 << 20;
    LatencyMode before = latency_mode();
    ASSERT_TRUE(set_latency_mode(LatencyMode::Interactive));
    while (heap().live_bytes < bytes) {
        for (int i = 0; i < 1000; i++) rooted();
        collect_young();
    }
    if (heap().cycle.phase() != Cycle::Phase::Marking) collect_by(Plan::BeginCycle);  // no other is in preparation
    collect_by(Plan::EndCycle);
    wait_for(Cycle::Phase::Idle);
    roots_.clear();
    constexpr uint64_t most = 200 * bytes;
    uint64_t allocated = heap().total_allocated();
    while (heap().live_bytes >= bytes && heap().total_allocated() - allocated < most) allocate_array(types_.bytes, 500);
    EXPECT_LT(heap().live_bytes, bytes);
    ASSERT_TRUE(set_latency_mode(before));
}

TEST_F(CycleTest, LowLatencyPutsFullCollectionsOff) {
    rooted();
    collect_now();
    heap().full_threshold = 0;
    auto plan = [](CollectReason reason) { return policy_plan(reason, max_generation, CollectMode::Default); };
    EXPECT_TRUE(policy_is_full_due(CollectReason::Budget));
    EXPECT_EQ(plan(CollectReason::Budget), Plan::Full);
    LatencyMode before = latency_mode();
    EXPECT_TRUE(set_latency_mode(LatencyMode::LowLatency));
    EXPECT_FALSE(policy_is_full_due(CollectReason::Budget));
    EXPECT_EQ(plan(CollectReason::Budget), Plan::Young);
    EXPECT_EQ(plan(CollectReason::Induced), Plan::Full);
    EXPECT_EQ(plan(CollectReason::OutOfMemory), Plan::Full);
    EXPECT_TRUE(set_latency_mode(before));
}

TEST_F(CycleTest, DeadFinalizableObjectsAreQueuedAtTheEnd) {
    Object* object = allocate(types_.finalizable);
    roots_.exact.push_back(object);
    collect_young();
    roots_.clear();
    begin_and_mark();
    collect_by(Plan::Young);
    EXPECT_EQ(next_finalizable(), nullptr);
    finalizers_idle();
    collect_by(Plan::EndCycle);
    EXPECT_EQ(next_finalizable(), object);
    finalizers_idle();
}

}  // namespace
}  // namespace celer::gc::test
