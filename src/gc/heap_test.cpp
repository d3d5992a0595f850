#include <gtest/gtest.h>

#include <memory>
#include <thread>

#include "base/options.h"
#include "gc/barrier.h"
#include "gc/test_world.h"

namespace celer::gc::test {

TestHeap& test_heap() {
    static TestHeap* instance = [] {
        arena_initialize();
        set_option("HeapVerify", "1");
        set_option("GCPoison", "1");
        options_initialize();
        auto* heap = new TestHeap;
        heap->types = make_types();
        heap->world.critical = heap->types.critical;
        initialize(heap->world);
        attach_thread();
        add_root_source(heap->roots);
        return heap;
    }();
    return *instance;
}

namespace {

class HeapTest : public testing::Test {
  protected:
    HeapTest() { roots.clear(); }
    ~HeapTest() override {
        roots.clear();
        collect_now();
        EXPECT_EQ(heap().live_bytes, 0u);
    }
    TestHeap& environment = test_heap();
    TestRoots& roots = environment.roots;
    Types& types = environment.types;
};

bool all_zero(const uint8_t* begin, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (begin[i] != 0) return false;
    }
    return true;
}

TEST_F(HeapTest, ObjectsComeZeroedAndSized) {
    for (int i = 0; i < 5000; i++) {
        Object* object = allocate(types.node);
        ASSERT_EQ(object->method_table, types.node);
        ASSERT_EQ(object->header(), 0u);
        ASSERT_TRUE(all_zero(object->field_base(), types.node->base_size - 16));
        std::memset(object->field_base(), 0xAB, 8);
    }
    Object* array = allocate_array(types.bytes, 1001);
    EXPECT_EQ(static_cast<ArrayObject*>(array)->length, 1001u);
    EXPECT_TRUE(all_zero(array->field_base() + 8, 1001));
    Object* string = allocate_string(types.string, 5);
    EXPECT_EQ(string->size_bytes(), 32u);
    EXPECT_TRUE(is_valid_object(string));
}

TEST_F(HeapTest, RootedChainSurvivesAndTheRestGoes) {
    Object* head = nullptr;
    for (uint64_t i = 0; i < 10000; i++) {
        Object* node = allocate(types.node);
        node->field<uint64_t>(8) = i;
        reference(node, 16) = head;
        head = node;
        allocate(types.node);  // garbage between
    }
    reference(head, 24) = head;  // a cycle
    roots.exact = {head};
    collect_now();
    EXPECT_EQ(heap().live_bytes, 10000u * 56);
    uint64_t expected = 10000;
    for (Object* node = head; node != nullptr; node = reference(node, 16))
        ASSERT_EQ(node->field<uint64_t>(8), --expected);
    EXPECT_EQ(expected, 0u);
}

TEST_F(HeapTest, ArraysOfReferencesAndOfStructs) {
    Object* array = allocate_array(types.references, 50000);  // large, scanned in pieces
    Object* pairs = allocate_array(types.pairs, 300);
    roots.exact = {array, pairs};
    for (size_t i = 0; i < 50000; i += 7) {
        Object* leaf = allocate(types.leaf);
        leaf->field<uint64_t>(8) = i;
        element(array, i) = leaf;
    }
    auto* words = static_cast<ArrayObject*>(pairs)->elements<uint64_t>();
    for (size_t i = 0; i < 300; i++) {
        words[i * 2] = 0x123456789;
        words[i * 2 + 1] = reinterpret_cast<uint64_t>(allocate(types.leaf));
    }
    collect_now();
    size_t leaves = (50000 + 6) / 7 + 300;
    EXPECT_EQ(heap().live_bytes, leaves * 24 + array->size_bytes() + pairs->size_bytes());
    for (size_t i = 0; i < 50000; i += 7) ASSERT_EQ(element(array, i)->field<uint64_t>(8), i);
}

TEST_F(HeapTest, ConservativeWordsFindObjectsOnly) {
    Object* before = allocate(types.leaf);
    Object* object = allocate_array(types.bytes, 100);
    Object* dead = allocate(types.node);
    auto address = reinterpret_cast<uintptr_t>(object);
    size_t size = object->size_bytes();
    for (uintptr_t word : {address, address - 8, address + 8, address + 17, address + size - 8, address + size - 9}) {
        EXPECT_EQ(find_object(word == address + size - 8 ? word - 1 : word), object);
    }
    EXPECT_EQ(find_object(address - 9), before);
    roots.conservative = {address + size - 8, 0x1234,
                          reinterpret_cast<uintptr_t>(&roots)};  // one past the end of `object`
    collect_now();
    // The word is also the header of `dead`.
    EXPECT_EQ(heap().live_bytes, size + dead->size_bytes());
    EXPECT_EQ(find_object(reinterpret_cast<uintptr_t>(before)), nullptr);
    roots.conservative = {address + 50};
    collect_now();
    EXPECT_EQ(heap().live_bytes, size);
    roots.conservative = {reinterpret_cast<uintptr_t>(dead)};  // dead objects stay dead
    collect_now();
    EXPECT_EQ(heap().live_bytes, 0u);
}

TEST_F(HeapTest, LargeObjects) {
    std::vector<Object*>& kept = roots.exact;
    for (uint32_t i = 0; i < 200; i++) {
        Object* array = allocate_array(types.bytes, 20000 + i * 1777);
        ASSERT_TRUE(all_zero(array->field_base() + 8, 20000 + i * 1777));
        std::memset(array->field_base() + 8, 0xEE, 20000 + i * 1777);
        if (i % 3 == 0) kept.push_back(array);
    }
    collect_now();
    size_t expected = 0;
    for (Object* object : kept) expected += object->size_bytes();
    EXPECT_EQ(heap().live_bytes, expected);
    EXPECT_EQ(generation_of(kept.back()), 2);
    auto address = reinterpret_cast<uintptr_t>(kept[5]);
    EXPECT_EQ(find_object(address + kept[5]->size_bytes() - 9), kept[5]);
    EXPECT_EQ(find_object(address + kept[5]->size_bytes()), nullptr);
    for (int i = 0; i < 50; i++) {  // reuses what was freed, zeroed
        Object* array = allocate_array(types.bytes, 100000);
        ASSERT_TRUE(all_zero(array->field_base() + 8, 100000));
    }
}

TEST_F(HeapTest, LargeObjectsBeginAtDifferentPlacesOfAPage) {
    constexpr uintptr_t page = 4096;
    std::vector<Object*>& kept = roots.exact;
    for (uint32_t i = 0; i < 64; i++) kept.push_back(allocate_array(types.references, 5000 + i));
    kept.push_back(allocate_array(types.bytes, 4 * block_size - 24));  // fills its blocks
    for (int collection = 0; collection < 3; collection++) {
        for (size_t i = 0; i + 2 < kept.size(); i++) {
            auto address = reinterpret_cast<uintptr_t>(kept[i]);
            EXPECT_NE(address % page, reinterpret_cast<uintptr_t>(kept[i + 1]) % page);
            EXPECT_EQ(find_object(address + 100), kept[i]);
            EXPECT_EQ(find_object(address - object_prefix - 1), nullptr);
        }
        collection == 0 ? collect(0, CollectReason::Induced) : collect_now();
        EXPECT_EQ(verify_heap(), 0u);
    }
}

// Files are read into them a page at a time.
TEST_F(HeapTest, ObjectsForPagesBeginNoBlock) {
    constexpr int in_a_block = block_size / 4096;
    for (int i = 0; i < 10 * in_a_block; i++) {
        auto address = reinterpret_cast<uintptr_t>(allocate_array(types.bytes, 4096));
        if (i > in_a_block) EXPECT_GE(address % block_size, line_size);  // before, in the rest of what there was
    }
}

TEST_F(HeapTest, HugeRequestsFail) {
    size_t committed = heap().space.committed_bytes();
    heap().space.set_commit_limit(committed + (size_t{4} << 20));
    EXPECT_EQ(allocate_array(types.references, 0x7FFFFFC7u * 2), nullptr);
    EXPECT_EQ(allocate_array(types.bytes, 64 << 20), nullptr);
    roots.exact.clear();
    Object* last = nullptr;
    size_t allocated = 0;
    while (Object* node = allocate(types.big_node)) {
        reference(node, 8) = last;
        last = node;
        roots.exact = {last};
        allocated += 608;
    }
    EXPECT_GT(allocated, size_t{3} << 20);
    roots.exact.clear();
    EXPECT_NE(allocate(types.big_node), nullptr);
    heap().space.set_commit_limit(SIZE_MAX);
}

TEST_F(HeapTest, Generations) {
    Object* node = allocate(types.node);
    roots.exact = {node};
    EXPECT_EQ(generation_of(node), 0);
    collect_now();
    EXPECT_EQ(generation_of(node), 1);
    collect_now();
    EXPECT_EQ(generation_of(node), 2);
    collect_now();
    EXPECT_EQ(generation_of(node), 2);
    Object* pinned = allocate_array(types.bytes, 10, AllocFlags::Pinned);
    EXPECT_EQ(generation_of(pinned), 2);
}

TEST_F(HeapTest, PinnedHeapIsReused) {
    size_t committed = 0;
    for (int round = 0; round < 20; round++) {
        roots.exact.clear();
        for (int i = 0; i < 2000; i++) {
            Object* array = allocate_array(types.bytes, 200, AllocFlags::Pinned);
            ASSERT_TRUE(all_zero(array->field_base() + 8, 200));
            std::memset(array->field_base() + 8, 1, 200);
            if (i % 10 == 0) roots.exact.push_back(array);
        }
        collect_now();
        EXPECT_EQ(heap().live_bytes, 200u * 224);
        if (round == 3) committed = heap().space.committed_bytes();
    }
    EXPECT_LE(heap().space.committed_bytes(), committed + 2 * block_size);
}

TEST_F(HeapTest, AnIdleHeapGivesFreeMemoryBack) {
    for (int i = 0; i < 300; i++) allocate_array(types.bytes, 100'000);
    collect_now();
    ASSERT_GT(heap().space.free_bytes(), 0u);  // how much is kept depends on how long collections took
    policy_give_back_when_idle();
    EXPECT_EQ(heap().space.free_bytes(), 0u);
    Object* array = allocate_array(types.bytes, 1'000'000);
    EXPECT_TRUE(all_zero(array->field_base() + 8, 1'000'000));
}

TEST_F(HeapTest, MarkStackOverflowLosesNothing) {
    heap().mark_stack_limit = 16;
    Object* root = allocate_array(types.references, 6000);
    roots.exact = {root};
    for (size_t i = 0; i < 6000; i++) {
        Object* node = allocate(types.node);
        element(root, i) = node;
        for (uint32_t offset : {16, 24, 32, 40}) {
            reference(node, offset) = allocate(types.node);
            reference(reference(node, offset), 24) = allocate(types.leaf);
        }
    }
    collect_now();
    EXPECT_EQ(heap().live_bytes, root->size_bytes() + 6000u * (56 + 4 * (56 + 24)));
    heap().mark_stack_limit = SIZE_MAX;
}

TEST_F(HeapTest, WeakTablesOfRootSources) {
    Object* live = allocate(types.leaf);
    Object* dead = allocate(types.leaf);
    roots.exact = {live};
    roots.weak = {live, dead, nullptr};
    collect_now();
    EXPECT_EQ(roots.weak, (std::vector<Object*>{live, nullptr, nullptr}));
}

TEST_F(HeapTest, AllocatedBytesAreExact) {
    uint64_t thread_before = thread_allocated_bytes();
    uint64_t total_before = total_allocated_bytes_precise();
    for (int i = 0; i < 1000; i++) allocate(types.node);
    allocate_array(types.bytes, 100000);
    allocate_array(types.bytes, 1000);
    allocate_array(types.bytes, 40, AllocFlags::Pinned);
    uint64_t expected = 1000 * 56 + 100024 + 1024 + 64;
    EXPECT_EQ(thread_allocated_bytes() - thread_before, expected);
    EXPECT_EQ(total_allocated_bytes_precise() - total_before, expected);
    EXPECT_GE(total_memory(), expected);
}

TEST_F(HeapTest, VerifierFindsPlantedDamage) {
    Object* node = allocate(types.node);
    Object* dead = allocate(types.leaf);
    roots.exact = {node};
    collect_now();
    EXPECT_EQ(verify_heap(), 0u);
    testing::internal::CaptureStderr();
    reference(node, 16) = dead;
    EXPECT_EQ(verify_heap(), 1u);
    reference(node, 16) = reinterpret_cast<Object*>(0x1230);
    EXPECT_EQ(verify_heap(), 1u);
    reference(node, 16) = nullptr;
    EXPECT_EQ(verify_heap(), 0u);
    testing::internal::GetCapturedStderr();
}

TEST_F(HeapTest, StoresWithoutTheBarrierAreFound) {
    std::unique_ptr<StoreCheck> check(StoreCheck::make(heap()));
    ASSERT_NE(check, nullptr);
    Object* node = allocate(types.node);
    Object* array = allocate_array(types.references, 5000);
    Object* pairs = allocate_array(types.pairs, 10);
    roots.exact = {node, array, pairs};
    collect_now();
    check->after_collection();

    Object* leaf = allocate(types.leaf);
    store_field(node, 16, leaf);
    exchange_reference(&reference(node, 24), leaf);
    compare_exchange_reference(&reference(node, 32), leaf, nullptr);
    store_element(static_cast<ArrayObject*>(array), 4999, leaf);
    Object* pair[2] = {nullptr, leaf};
    move_values(static_cast<ArrayObject*>(pairs)->elements<uint64_t>() + 4, pair, sizeof pair);
    reference(allocate(types.node), 16) = leaf;  // too young to be looked at
    EXPECT_EQ(check->before_collection(), 0u);
    collect_now();
    check->after_collection();

    auto faults = [&] {
        size_t found = check->before_collection();
        check->after_collection();
        return found;
    };
    testing::internal::CaptureStderr();
    reference(node, 40) = leaf;
    EXPECT_EQ(faults(), 1u);
    element(array, 0) = leaf;
    element(array, 4999) = node;
    EXPECT_EQ(faults(), 2u);
    static_cast<ArrayObject*>(pairs)->elements<uint64_t>()[1] = reinterpret_cast<uint64_t>(leaf);
    EXPECT_EQ(faults(), 1u);
    reference(node, 40) = nullptr;
    EXPECT_EQ(faults(), 0u);
    testing::internal::GetCapturedStderr();
}

TEST_F(HeapTest, CountersAndMemoryInfo) {
    int64_t count = collection_count(0);
    roots.exact = {allocate(types.node)};
    collect_now();
    EXPECT_EQ(collection_count(0), count + 1);
    MemoryInfo info = memory_info(MemoryInfoKind::Any);
    EXPECT_EQ(info.index, heap().collections.load());
    EXPECT_EQ(info.generation, 2);
    EXPECT_EQ(info.promoted_bytes, 56);
    EXPECT_GT(info.total_available_memory_bytes, 0);
    EXPECT_EQ(start_no_gc_region(1 << 20), StartNoGcStatus::Succeeded);
    EXPECT_EQ(latency_mode(), LatencyMode::NoGcRegion);
    int64_t before = collection_count(0);
    collect(max_generation, CollectReason::Stress);  // as a thread's that was due before the region began
    EXPECT_EQ(collection_count(0), before);
    count = collection_count(2);
    for (int i = 0; i < (1 << 20) / 56; i++) allocate(types.node);
    EXPECT_EQ(collection_count(2), count);
    EXPECT_EQ(end_no_gc_region(), EndNoGcStatus::Succeeded);
    EXPECT_EQ(end_no_gc_region(), EndNoGcStatus::NotInProgress);
    EXPECT_EQ(start_no_gc_region(1 << 20), StartNoGcStatus::Succeeded);
    EXPECT_FALSE(set_latency_mode(LatencyMode::Batch));
    EXPECT_EQ(start_no_gc_region(1 << 20), StartNoGcStatus::AlreadyInProgress);
    EXPECT_EQ(end_no_gc_region(), EndNoGcStatus::NotInProgress);
    LatencyMode mode = latency_mode();
    EXPECT_TRUE(set_latency_mode(LatencyMode::Batch));
    EXPECT_EQ(latency_mode(), LatencyMode::Batch);
    EXPECT_TRUE(set_latency_mode(mode));
}

// The world stops between the instructions of the inline allocation sequence.
TEST_F(HeapTest, HalfDoneAllocationsAreHarmless) {
    std::mutex lock;
    std::condition_variable changed;
    int step = 0;
    auto advance_to = [&](int next) {
        std::lock_guard guard(lock);
        step = next;
        changed.notify_all();
    };
    auto wait_for = [&](int wanted) {
        bool token = environment.world.enter_safe_region();
        {
            std::unique_lock guard(lock);
            changed.wait(guard, [&] { return step >= wanted; });
        }
        environment.world.leave_safe_region(token);
    };
    std::thread thread([&] {
        environment.world.leave_safe_region(true);
        attach_thread();
        Object* kept = allocate(types.node);
        roots.exact = {kept};
        while (t_alloc.limit - t_alloc.pointer < 200) allocate(types.leaf);
        uint8_t* loaded = t_alloc.pointer;  // stopped after the load
        advance_to(1);
        wait_for(2);
        ASSERT_EQ(t_alloc.pointer, loaded);
        t_alloc.pointer = loaded + 24;  // stopped before the MethodTable is stored
        advance_to(3);
        wait_for(4);
        auto* object = reinterpret_cast<Object*>(loaded + 8);
        EXPECT_EQ(object->method_table, nullptr);
        object->method_table = types.leaf;
        Object* second = allocate(types.leaf);
        EXPECT_EQ(reinterpret_cast<uint8_t*>(second), loaded + 32);
        roots.exact = {kept};
        roots.conservative = {reinterpret_cast<uintptr_t>(object), reinterpret_cast<uintptr_t>(second) + 3};
        advance_to(5);
        wait_for(6);
        detach_thread();
        environment.world.enter_safe_region();
    });
    for (int stop : {1, 3, 5}) {
        wait_for(stop);
        collect_now();
        EXPECT_EQ(heap().live_bytes, stop < 5 ? 56u : 56u + 48);
        advance_to(stop + 1);
    }
    bool token = environment.world.enter_safe_region();
    thread.join();
    environment.world.leave_safe_region(token);
}

}  // namespace
}  // namespace celer::gc::test
