#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "base/upcalls.h"
#include "gc/test_world.h"

namespace celer::gc::test {
namespace {

class FinalizationTest : public testing::Test {
  protected:
    FinalizationTest() { roots.clear(); }
    ~FinalizationTest() override {
        roots.clear();
        collect_now();
        while (next_finalizable() != nullptr) {
        }
        finalizers_idle();
        collect_now();
        EXPECT_EQ(heap().live_bytes, 0u);
    }
    TestHeap& environment = test_heap();
    TestRoots& roots = environment.roots;
    Types& types = environment.types;
};

TEST_F(FinalizationTest, StrongAndWeakHandles) {
    Object* object = allocate(types.node);
    Handle strong = allocate_handle(HandleKind::Strong, object);
    Handle pinned = allocate_handle(HandleKind::Pinned, nullptr);
    Handle weak = allocate_handle(HandleKind::WeakShort, object);
    Handle weak_long = allocate_handle(HandleKind::WeakLong, object);
    EXPECT_EQ(handle_kind(weak_long), HandleKind::WeakLong);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(weak) % 8, 0u);
    collect_now();
    EXPECT_EQ(*weak, object);
    EXPECT_EQ(compare_exchange_handle(pinned, object, nullptr), nullptr);
    set_handle(strong, nullptr);
    collect_now();
    EXPECT_EQ(*weak_long, object);
    free_handle(pinned);
    collect_now();
    EXPECT_EQ(*weak, nullptr);
    EXPECT_EQ(*weak_long, nullptr);
    for (Handle handle : {strong, weak, weak_long}) free_handle(handle);
    EXPECT_EQ(handle_count(HandleKind::WeakShort), 0u);
}

class CountedReferences final : public NativeReferences {
  public:
    bool is_rooted(Object* target) override { return target == rooted; }
    void collection_begins(std::vector<std::pair<Object*, Object*>>& pairs) override {
        begun++;
        if (first != nullptr) pairs.emplace_back(first, second);
    }
    void marked() override { second_lives = Liveness::is_live(second); }
    void collection_ends() override { ended++; }

    Object* rooted = nullptr;
    Object* first = nullptr;
    Object* second = nullptr;
    bool second_lives = false;
    int begun = 0, ended = 0;
};

TEST_F(FinalizationTest, NativeCodeKeepsObjects) {
    CountedReferences references;
    g_upcalls.native_references = &references;
    Object* object = allocate(types.node);
    Object* other = allocate(types.node);
    references.rooted = references.first = object;
    references.second = other;
    Handle counted = allocate_handle(HandleKind::RefCounted, object);
    Handle weak = allocate_handle(HandleKind::WeakShort, other);
    EXPECT_EQ(handle_kind(counted), HandleKind::RefCounted);
    collect_now();
    EXPECT_EQ(*counted, object);
    EXPECT_EQ(*weak, other);  // it lives while the first of its pair does
    EXPECT_TRUE(references.second_lives);
    references.rooted = nullptr;
    collect_now();
    EXPECT_EQ(*counted, nullptr);
    EXPECT_EQ(*weak, nullptr);
    EXPECT_FALSE(references.second_lives);
    EXPECT_EQ(references.begun, references.ended);
    g_upcalls.native_references = nullptr;
    for (Handle handle : {counted, weak}) free_handle(handle);
}

TEST_F(FinalizationTest, ManyHandlesAreReused) {
    std::vector<Handle> handles;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 20000; i++) handles.push_back(allocate_handle(HandleKind::Strong, nullptr));
        std::sort(handles.begin(), handles.end());
        EXPECT_EQ(std::adjacent_find(handles.begin(), handles.end()), handles.end());
        EXPECT_EQ(handle_count(HandleKind::Strong), 20000u);
        for (Handle handle : handles) free_handle(handle);
        for (Handle handle : handles) EXPECT_EQ(*handle, nullptr);
        handles.clear();
    }
}

TEST_F(FinalizationTest, DependentHandlesAreEphemerons) {
    constexpr int length = 50;
    // key[i] -> key[i + 1] by handles only, allocated so that one pass over the table is not enough.
    Object* keys[length];
    for (Object*& key : keys) key = allocate(types.leaf);
    std::vector<Handle> handles;
    for (int i = length - 2; i >= 0; i--) handles.push_back(allocate_dependent_handle(keys[i], keys[i + 1]));
    Object* selfish = allocate(types.node);
    Handle self = allocate_dependent_handle(selfish, selfish);  // keeps nothing alive by itself
    roots.exact = {keys[0]};
    collect_now();
    EXPECT_EQ(heap().live_bytes, length * 24u);
    EXPECT_EQ(*self, nullptr);
    EXPECT_EQ(dependent_secondary(self), nullptr);
    for (size_t i = 0; i < handles.size(); i++) EXPECT_EQ(dependent_secondary(handles[i]), keys[length - 1 - i]);
    set_dependent_secondary(handles.back(), nullptr);
    collect_now();
    EXPECT_EQ(heap().live_bytes, 24u);
    set_handle(handles.front(), nullptr);
    Object* secondary;
    EXPECT_EQ(dependent_primary(handles.front(), secondary), nullptr);
    EXPECT_EQ(secondary, nullptr);
    for (Handle handle : handles) free_handle(handle);
    free_handle(self);
}

TEST_F(FinalizationTest, WeakShortIsClearedBeforeWeakLongAfter) {
    Object* object = allocate(types.finalizable);
    Object* inner = allocate(types.node);
    reference(object, 16) = inner;
    Handle weak = allocate_handle(HandleKind::WeakShort, object);
    Handle weak_inner = allocate_handle(HandleKind::WeakShort, inner);
    Handle weak_long = allocate_handle(HandleKind::WeakLong, object);
    Handle dependent = allocate_dependent_handle(object, allocate(types.leaf));
    collect_now();
    EXPECT_EQ(*weak, nullptr);
    EXPECT_EQ(*weak_inner, nullptr);
    EXPECT_EQ(*weak_long, object);
    EXPECT_NE(dependent_secondary(dependent), nullptr);
    EXPECT_EQ(finalization_pending_count(), 1u);
    collect_now();  // held by the queue
    EXPECT_EQ(*weak_long, object);
    EXPECT_EQ(next_finalizable(), object);
    EXPECT_EQ(reference(object, 16), inner);
    EXPECT_EQ(next_finalizable(), nullptr);
    roots.exact = {object};  // resurrected; finalized no second time
    collect_now();
    EXPECT_EQ(*weak_long, object);
    roots.exact.clear();
    collect_now();
    EXPECT_EQ(*weak_long, nullptr);
    EXPECT_EQ(*dependent, nullptr);
    EXPECT_EQ(next_finalizable(), nullptr);
    for (Handle handle : {weak, weak_inner, weak_long, dependent}) free_handle(handle);
}

TEST_F(FinalizationTest, SuppressAndReregister) {
    Object* suppressed = allocate(types.finalizable);
    Object* twice = allocate(types.finalizable);
    suppress_finalize(suppressed);
    suppress_finalize(twice);
    reregister_for_finalization(twice);
    collect_now();
    EXPECT_EQ(next_finalizable(), twice);
    EXPECT_EQ(next_finalizable(), nullptr);
    reregister_for_finalization(twice);  // from its finalizer
    collect_now();
    suppress_finalize(twice);  // after it was queued
    EXPECT_EQ(next_finalizable(), nullptr);
}

TEST_F(FinalizationTest, WhatIsFinalizedAtOnceIsNotKept) {
    auto& world = environment.world;
    world.finalized_at_once = types.critical;
    world.finalized = 0;
    Object* object = allocate(types.critical);
    Object* holder = allocate(types.finalizable);
    reference(holder, 16) = allocate(types.critical);
    suppress_finalize(object);  // the engine's own finalizer runs all the same
    Handle weak_long = allocate_handle(HandleKind::WeakLong, object);
    collect_now();
    EXPECT_EQ(world.finalized, 2);
    EXPECT_EQ(*weak_long, nullptr);
    EXPECT_EQ(next_finalizable(), holder);
    EXPECT_EQ(reference(holder, 16)->method_table, types.critical);  // its finalizer sees it, finalized
    EXPECT_EQ(next_finalizable(), nullptr);
    collect_now();
    EXPECT_EQ(world.finalized, 2);
    world.finalized_at_once = nullptr;
    free_handle(weak_long);
}

TEST_F(FinalizationTest, CriticalFinalizersComeLast) {
    Object* critical = allocate(types.critical);
    Object* ordinary = allocate(types.finalizable);
    reference(ordinary, 16) = critical;  // both unreachable: both are finalized
    collect_now();
    EXPECT_EQ(next_finalizable(), ordinary);
    EXPECT_EQ(next_finalizable(), critical);
    EXPECT_EQ(next_finalizable(), nullptr);
}

TEST_F(FinalizationTest, WaitForPendingFinalizers) {
    std::atomic<int> finalized = 0;
    std::thread finalizer([&] {
        wait_for_finalizable();
        environment.world.leave_safe_region(true);
        while (next_finalizable() != nullptr) finalized++;
        finalizers_idle();
        environment.world.enter_safe_region();
    });
    for (int i = 0; i < 100; i++) allocate(types.finalizable);
    collect_now();
    bool token = environment.world.enter_safe_region();
    wait_for_pending_finalizers();
    EXPECT_EQ(finalized, 100);
    finalizer.join();
    environment.world.leave_safe_region(token);
}

}  // namespace
}  // namespace celer::gc::test
