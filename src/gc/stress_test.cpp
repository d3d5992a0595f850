// Random graphs against a shadow model, in one thread and in several.
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>
#include <unordered_set>

#include "gc/barrier.h"
#include "gc/test_world.h"

namespace celer::gc::test {
namespace {

// What the heap should hold: an entry per object ever made, edges by index.
struct Shadow {
    struct Entry {
        Object* object;
        uint32_t kind;  // 0 leaf, 1 node, 2 big node, 3 reference array, 4 bytes
        size_t size;
        std::vector<size_t> edges;  // SIZE_MAX: null
    };
    std::vector<Entry> entries;
    std::vector<size_t> roots;

    std::unordered_set<size_t> reachable() const {
        std::unordered_set<size_t> seen;
        std::vector<size_t> stack(roots);
        while (!stack.empty()) {
            size_t index = stack.back();
            stack.pop_back();
            if (index == SIZE_MAX || !seen.insert(index).second) continue;
            stack.insert(stack.end(), entries[index].edges.begin(), entries[index].edges.end());
        }
        return seen;
    }
};

class Mutator {
  public:
    // With --gtest_random_seed=N the graphs are others (tests/stress.py).
    Mutator(TestHeap& environment, uint32_t seed)
        : types_(environment.types), random_(seed + seeds_apart * static_cast<uint32_t>(GTEST_FLAG_GET(random_seed))) {}

    void step() {
        size_t index = create();
        if (index == SIZE_MAX) return;
        for (size_t i = 0; i < shadow.entries[index].edges.size(); i++) {
            if (random_() % 3 != 0) set_edge(index, i, pick_live());
        }
        if (shadow.roots.size() < 64) {
            shadow.roots.push_back(index);
        } else if (random_() % 4 == 0) {
            shadow.roots[random_() % 64] = index;
        } else if (size_t holder = pick_live(); holder != SIZE_MAX && !shadow.entries[holder].edges.empty()) {
            set_edge(holder, random_() % shadow.entries[holder].edges.size(), index);
        }
    }

    std::vector<Object*> root_objects() const {
        std::vector<Object*> objects;
        for (size_t root : shadow.roots) objects.push_back(shadow.entries[root].object);
        return objects;
    }

    // Every reachable object is as the model says. Returns their total size.
    size_t check() {
        follow();
        size_t total = 0;
        for (size_t index : shadow.reachable()) {
            const Shadow::Entry& entry = shadow.entries[index];
            EXPECT_EQ(entry.object->size_bytes(), entry.size);
            EXPECT_EQ(identity(entry), index);
            for (size_t i = 0; i < entry.edges.size(); i++) {
                Object* expected = entry.edges[i] == SIZE_MAX ? nullptr : shadow.entries[entry.edges[i]].object;
                EXPECT_EQ(slot(entry, i), expected);
            }
            total += entry.size;
        }
        return total;
    }

    Shadow shadow;
    size_t most_bytes = 60000;

  private:
    // What has moved is where something that is reachable says it is: the roots have not.
    void follow() {
        std::unordered_set<size_t> seen(shadow.roots.begin(), shadow.roots.end());
        std::vector<size_t> stack(shadow.roots);
        while (!stack.empty()) {
            size_t from = stack.back();
            stack.pop_back();
            for (size_t i = 0; i < shadow.entries[from].edges.size(); i++) {
                size_t to = shadow.entries[from].edges[i];
                if (to == SIZE_MAX || !seen.insert(to).second) continue;
                shadow.entries[to].object = slot(shadow.entries[from], i);
                stack.push_back(to);
            }
        }
        collections_ = heap().collections.load();
    }

    size_t create() {
        uint32_t choice = random_() % 100;
        Shadow::Entry entry{};
        entry.kind = choice < 40 ? 0 : choice < 80 ? 1 : choice < 85 ? 2 : choice < 95 ? 3 : 4;
        size_t edges = 0;
        switch (entry.kind) {
            case 0:
                entry.object = allocate(types_.leaf);
                break;
            case 1:
                entry.object = allocate(types_.node), edges = 4;
                break;
            case 2:
                entry.object = allocate(types_.big_node), edges = 2;
                break;
            case 3:
                edges = random_() % 40, entry.object = allocate_array(types_.references, static_cast<uint32_t>(edges));
                break;
            case 4:
                entry.object = allocate_array(types_.bytes, 8 + random_() % most_bytes);
                break;
        }
        if (entry.object == nullptr) return SIZE_MAX;
        if (collections_ != heap().collections.load()) follow();
        entry.edges.assign(edges, SIZE_MAX);
        entry.size = entry.object->size_bytes();
        shadow.entries.push_back(std::move(entry));
        size_t index = shadow.entries.size() - 1;
        if (has_identity(shadow.entries[index]))
            shadow.entries[index].object->field<uint64_t>(identity_offset(index)) = index;
        return index;
    }

    uint32_t identity_offset(size_t index) const {
        uint32_t kind = shadow.entries[index].kind;
        return kind == 4 ? 16 : kind == 2 ? 64 : 8;
    }
    static bool has_identity(const Shadow::Entry& entry) { return entry.kind != 3; }
    size_t identity(const Shadow::Entry& entry) const {
        auto index = static_cast<size_t>(&entry - shadow.entries.data());
        return has_identity(entry) ? entry.object->field<uint64_t>(identity_offset(index)) : index;
    }
    static Object*& slot(const Shadow::Entry& entry, size_t i) {
        if (entry.kind == 3) return element(entry.object, i);
        return reference(entry.object, entry.kind == 1 ? static_cast<uint32_t>(16 + 8 * i) : i == 0 ? 8 : 592);
    }
    void set_edge(size_t from, size_t i, size_t to) {
        shadow.entries[from].edges[i] = to;
        store_reference(&slot(shadow.entries[from], i), to == SIZE_MAX ? nullptr : shadow.entries[to].object);
    }
    // A few random steps from a random root: surely live.
    size_t pick_live() {
        if (shadow.roots.empty()) return SIZE_MAX;
        size_t index = shadow.roots[random_() % shadow.roots.size()];
        for (uint32_t i = random_() % 4; i > 0; i--) {
            const auto& edges = shadow.entries[index].edges;
            if (edges.empty()) break;
            size_t next = edges[random_() % edges.size()];
            if (next == SIZE_MAX) break;
            index = next;
        }
        return index;
    }

    static constexpr uint32_t seeds_apart = 1000;  // more than the tests have

    Types& types_;
    std::mt19937 random_;
    uint32_t collections_ = 0;  // when follow() was called last
};

// Blocks that the last collection moved, if that ended a cycle. Under the heap's lock, or alone.
size_t moved_by_cycle() {
    return heap().plan == Plan::EndCycle ? heap().moved_blocks : 0;
}

// The next collection begins a cycle, or ends the one that there is. Under the heap's lock, or alone.
void plan_cycle() {
    Cycle::Phase phase = heap().cycle.phase();
    if (phase == Cycle::Phase::Settling || !heap().cycle.start_thread()) return;
    heap().next_plan = phase == Cycle::Phase::Idle ? Plan::BeginCycle : Plan::EndCycle;
}

// Between two full collections there are `young` of young objects, which may keep more. With `cycles` some of these
// begin or end a full collection beside the program. Every second of the full ones moves objects. How many blocks the
// cycles have moved comes back.
void run_alone(uint32_t seed, int steps, uint32_t collect_every, uint32_t young = 0, bool cycles = false,
               size_t* moved = nullptr) {
    uint32_t full = 0;
    TestHeap& environment = test_heap();
    TestRoots& roots = environment.roots;
    roots.clear();
    Mutator mutator(environment, seed);
    for (int i = 1; i <= steps; i++) {
        roots.exact = mutator.root_objects();
        mutator.step();
        roots.exact = mutator.root_objects();
        if (cycles && i % 10 == 0) heap().cycle.help(heap());
        if (i % collect_every != 0) continue;
        bool is_full = i / collect_every % (young + 1) == 0;
        if (cycles && !is_full && i % 3 != 0) plan_cycle();
        !is_full ? collect_young() : full++ % 2 == 0 ? collect_now() : collect_moving();
        if (moved != nullptr) *moved += moved_by_cycle();
        size_t reachable = mutator.check();
        if (is_full) {
            ASSERT_EQ(reachable, heap().live_bytes);
        } else {
            ASSERT_LE(reachable, heap().live_bytes);
        }
    }
    roots.clear();
    collect_now();
    EXPECT_EQ(heap().live_bytes, 0u);
}

TEST(GcStressTest, RandomGraphRareCollections) {
    run_alone(1, 40000, 5000);
}
TEST(GcStressTest, RandomGraphFrequentCollections) {
    run_alone(2, 4000, 17);
}

TEST(GcStressTest, RandomGraphYoungCollections) {
    run_alone(4, 40000, 200, 9);
    run_alone(5, 4000, 7, 3);
}

// The heap is verified after each collection, and what is marked beside the program with it.
TEST(GcStressTest, RandomGraphCycles) {
    test_heap();
    heap().verify = true;
    run_alone(6, 40000, 200, 19, true);
    run_alone(7, 4000, 7, 13, true);
    run_alone(8, 40000, 1000, 39, true);
    heap().verify = false;
}

// All that the roots do not name moves at the end of each cycle.
TEST(GcStressTest, RandomGraphCyclesThatMove) {
    test_heap();
    heap().verify = heap().moves_all = true;
    size_t moved = 0;
    run_alone(16, 40000, 200, 19, true, &moved);
    run_alone(17, 4000, 7, 13, true, &moved);
    run_alone(18, 40000, 1000, 39, true, &moved);
    heap().mark_stack_limit = 20;
    run_alone(19, 10000, 50, 15, true, &moved);
    EXPECT_GT(moved, 0u);
    heap().mark_stack_limit = SIZE_MAX;
    heap().verify = heap().moves_all = false;
}

TEST(GcStressTest, RandomGraphCyclesWithAFullMarkStack) {
    test_heap();
    heap().mark_stack_limit = 20;
    run_alone(9, 10000, 50, 15, true);
    heap().mark_stack_limit = SIZE_MAX;
}

// As many threads mark as there can be, and from the first object on.
class GcTeamTest : public testing::Test {
  protected:
    void SetUp() override {
        test_heap();
        heap().team.set_helpers(MarkingTeam::most_members - 1);
        heap().team.set_alone(0);
    }
    void TearDown() override {
        heap().team.set_helpers(0);
        heap().verify = heap().moves_all = false;
        heap().mark_stack_limit = SIZE_MAX;
    }
};

TEST_F(GcTeamTest, RandomGraph) {
    run_alone(11, 40000, 200, 9);
    run_alone(12, 40000, 5000);
}

TEST_F(GcTeamTest, RandomGraphCycles) {
    heap().verify = true;
    run_alone(13, 40000, 200, 19, true);
    run_alone(14, 40000, 1000, 39, true);
}

TEST_F(GcTeamTest, RandomGraphCyclesThatMove) {
    heap().verify = heap().moves_all = true;
    size_t moved = 0;
    run_alone(20, 40000, 200, 19, true, &moved);
    EXPECT_GT(moved, 0u);
}

TEST_F(GcTeamTest, FullMarkStacks) {
    heap().mark_stack_limit = 20;
    run_alone(15, 10000, 50, 15, true);
}

// Members that come late find nothing to do: until some came in time.
TEST_F(GcTeamTest, OthersTakePart) {
    TestHeap& environment = test_heap();
    constexpr uint32_t count = 100'000;
    Object* all = allocate_array(environment.types.references, count);
    environment.roots.exact = {all};
    for (uint32_t i = 0; i < count; i++) {
        Object* node = allocate(environment.types.node);
        store_reference(&element(all, i), node);
        Object* leaf = allocate(environment.types.leaf);
        store_reference(&reference(node, 16), leaf);
    }
    size_t expected = all->size_bytes() + count * (size_t{56} + 24);
    int tries = 0;
    do {
        collect_now();
        ASSERT_EQ(heap().live_bytes, expected);
    } while (heap().team.members_of_last() == 1 && ++tries < 10'000);
    EXPECT_GT(heap().team.members_of_last(), 1u);
    environment.roots.clear();
    collect_now();
    EXPECT_EQ(heap().live_bytes, 0u);
}

TEST(GcStressTest, CollectAtEveryThirdAllocation) {
    test_heap();  // the first test that runs makes the heap
    heap().stress_interval = 3;
    heap().moves_all = true;
    collect_now();  // ends buffers whose limit is ahead
    run_alone(3, 2000, 500);
    heap().stress_interval = 0;
    heap().moves_all = false;
}

// How many blocks cycles have moved comes back.
size_t run_threads(uint32_t first_seed) {
    constexpr int thread_count = 4;
    TestHeap& environment = test_heap();
    environment.roots.clear();
    struct ThreadRoots final : RootSource {
        ThreadRoots() { add_root_source(*this); }
        std::vector<Object*> objects;
        void visit_roots(RootVisitor& visitor) override { visitor.exact_range(objects.data(), objects.size()); }
    };
    static ThreadRoots thread_roots[thread_count];  // root sources stay registered
    std::atomic<size_t> moved = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < thread_count; t++) {
        threads.emplace_back([&, t] {
            environment.world.leave_safe_region(true);
            attach_thread();
            Mutator mutator(environment, first_seed + static_cast<uint32_t>(t));
            mutator.most_bytes = 5000;
            for (int i = 1; i <= 4000; i++) {
                mutator.step();
                thread_roots[t].objects = mutator.root_objects();
                if (i % 10 == 0) environment.world.safepoint();
                if (i % 20 == 0) heap().cycle.help(heap());
                if (i % 100 == t) {
                    LockGuard guard(heap().lock);
                    plan_cycle();
                }
                if (i % 100 == t) {
                    i % 1000 == t ? collect_moving() : collect_young();
                    LockGuard guard(heap().lock);
                    moved += moved_by_cycle();
                }
                if (i % 1000 == 0) mutator.check();
            }
            thread_roots[t].objects.clear();
            detach_thread();
            environment.world.enter_safe_region();
        });
    }
    bool token = environment.world.enter_safe_region();
    for (std::thread& thread : threads) thread.join();
    environment.world.leave_safe_region(token);
    collect_now();
    EXPECT_EQ(heap().live_bytes, 0u);
    return moved;
}

TEST(GcStressTest, Threads) {
    run_threads(100);
}

TEST(GcStressTest, ThreadsBesideCyclesThatMove) {
    test_heap();
    heap().moves_all = true;
    EXPECT_GT(run_threads(200), 0u);
    heap().moves_all = false;
}

}  // namespace
}  // namespace celer::gc::test
