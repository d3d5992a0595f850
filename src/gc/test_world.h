// For tests of the collector: hand-made MethodTables in a real arena, a world of cooperating threads, and roots to
// fill.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

#include "gc/finalization.h"
#include "gc/handles.h"
#include "gc/heap.h"
#include "gc/heap_state.h"
#include "gc/statistics.h"
#include "gc/world.h"
#include "platform/arena.h"

namespace celer::gc::test {

// Threads stop only where they call safepoint(), or inside the collector.
class FakeWorld final : public WorldController {
  public:
    void stop_the_world() override {
        std::unique_lock guard(lock_);
        stopped_ = true;
        running_--;  // the collecting thread itself
        changed_.wait(guard, [&] { return running_ == 0; });
    }
    void resume_the_world() override {
        std::lock_guard guard(lock_);
        stopped_ = false;
        running_++;
        changed_.notify_all();
    }
    bool enter_safe_region() override {
        std::lock_guard guard(lock_);
        running_--;
        changed_.notify_all();
        return true;
    }
    void leave_safe_region(bool) override {
        std::unique_lock guard(lock_);
        changed_.wait(guard, [&] { return !stopped_; });
        running_++;
    }
    bool has_critical_finalizer(const MethodTable* method_table) override { return method_table == critical; }
    bool finalize_at_once(Object* object) override {
        if (object->method_table != finalized_at_once) return false;
        finalized++;
        return true;
    }
    std::string type_name(const MethodTable*) override { return "test"; }
    void safepoint() { leave_safe_region(enter_safe_region()); }

    const MethodTable* critical = nullptr;
    const MethodTable* finalized_at_once = nullptr;
    int finalized = 0;  // of that type

  private:
    std::mutex lock_;
    std::condition_variable changed_;
    int running_ = 1;
    bool stopped_ = false;
};

struct TestRoots final : RootSource {
    std::vector<Object*> exact;
    std::vector<uintptr_t> conservative;
    std::vector<uintptr_t> interrupted;
    std::vector<Object*> weak;

    void visit_roots(RootVisitor& visitor) override {
        visitor.exact_range(exact.data(), exact.size());
        visitor.conservative_range(conservative.data(), conservative.data() + conservative.size());
        visitor.interrupted_range(interrupted.data(), interrupted.data() + interrupted.size());
    }
    void clear_dead() override {
        for (Object*& object : weak) {
            if (!Liveness::is_live(object)) object = nullptr;
        }
    }
    void clear() {
        exact.clear();
        conservative.clear();
        interrupted.clear();
        weak.clear();
    }
};

struct Types {
    MethodTable* leaf;         // 24 bytes, no references: one u64 at 8
    MethodTable* node;         // u64 id at 8, references at 16, 24, 32, 40
    MethodTable* big_node;     // 600 bytes, references at 8 and 592
    MethodTable* finalizable;  // as leaf, with a finalizer; one reference at 16
    MethodTable* critical;
    MethodTable* bytes;       // byte[]
    MethodTable* references;  // object[]
    MethodTable* pairs;       // struct { u64; object }[]
    MethodTable* string;
};

inline GcLayout* make_layout(uint32_t element_size, std::vector<GcSeries> series) {
    auto* layout =
        static_cast<GcLayout*>(arena_allocate(Section::Types, sizeof(GcLayout) + series.size() * sizeof(GcSeries)));
    layout->series_count = static_cast<uint32_t>(series.size());
    layout->element_size = element_size;
    std::ranges::copy(series, layout->series);
    return layout;
}

inline MethodTable* make_type(uint32_t base_size, uint32_t flags, GcLayout* layout) {
    auto* type = arena_new<MethodTable>(Section::Types);
    type->base_size = base_size;
    type->flags = flags | (layout != nullptr ? mt_flags::contains_gc_pointers : 0);
    type->gc_layout = layout;
    return type;
}

inline Types make_types() {
    constexpr uint32_t array = mt_flags::has_component_size | mt_flags::category_sz_array;
    return {
        .leaf = make_type(24, 0, nullptr),
        .node = make_type(56, 0, make_layout(0, {{16, 4}})),
        .big_node = make_type(608, 0, make_layout(0, {{8, 1}, {592, 1}})),
        .finalizable = make_type(32, mt_flags::has_finalizer, make_layout(0, {{16, 1}})),
        .critical = make_type(32, mt_flags::has_finalizer, make_layout(0, {{16, 1}})),
        .bytes = make_type(array_base_size, array | 1, nullptr),
        .references = make_type(array_base_size, array | 8, make_layout(8, {{0, 1}})),
        .pairs = make_type(array_base_size, array | 16, make_layout(16, {{8, 1}})),
        .string = make_type(string_base_size, mt_flags::has_component_size | 2, nullptr),
    };
}

// One heap for all tests of the program.
struct TestHeap {
    FakeWorld world;
    TestRoots roots;
    Types types;
};
TestHeap& test_heap();

inline void collect_now() {
    collect(max_generation, CollectReason::Induced);
}

// What lives in sparse blocks moves, unless something names it.
inline void collect_moving() {
    collect(max_generation, CollectReason::Induced, CollectMode::Compacting);
}

inline void collect_young() {
    collect(0, CollectReason::Induced);
}

inline void collect_by(Plan plan) {
    ASSERT_TRUE(heap().cycle.start_thread());
    heap().next_plan = plan;
    collect_young();
    ASSERT_EQ(heap().plan, plan);
}

inline void wait_for(Cycle::Phase phase) {
    while (heap().cycle.phase() != phase) std::this_thread::yield();
}

// Until all is marked that was reachable when the cycle began.
inline void wait_until_marked() {
    while (!heap().cycle.is_marked_out()) std::this_thread::yield();
}

// To be read and written, without the barrier.
inline Object*& reference(Object* object, uint32_t offset) {
    return *reinterpret_cast<Object**>(reinterpret_cast<uint8_t*>(object) + offset);
}
inline Object*& element(Object* array, size_t index) {
    return const_cast<Object*&>(static_cast<ArrayObject*>(array)->references()[index]);
}

}  // namespace celer::gc::test
