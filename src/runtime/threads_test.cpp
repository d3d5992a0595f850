// Threads, locks, waits and collections beside each other. What the locks guard is plain memory, so that the thread
// sanitizer (preset tsan) judges the locks.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <thread>

#include "gc/handles.h"
#include "runtime/hand_made_methods.h"
#include "runtime/managed_thread.h"
#include "runtime/monitor.h"
#include "runtime/thread.h"
#include "runtime/waiting.h"

namespace celer {
namespace {

using testing_support::core_type;

// Runs body(index) in attached threads, in Managed mode, and waits for all.
template <typename Body>
void in_threads(int count, Body body) {
    NativeScope native(current_thread());
    std::vector<std::thread> threads;
    for (int i = 0; i < count; i++) {
        threads.emplace_back([i, &body] {
            Thread& self = attach_current_thread();
            leave_native(self);
            body(self, i);
            enter_native(self);
            detach_current_thread();
        });
    }
    for (std::thread& thread : threads) thread.join();
}

class Threads : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_NO_FATAL_FAILURE(testing_support::start_runtime());
        object_type_ = core_type("System", "Object");
    }
    gc::Handle new_rooted_object() {
        return gc::allocate_handle(gc::HandleKind::Strong, allocate_object(object_type_));
    }
    MethodTable* object_type_ = nullptr;
};

TEST_F(Threads, LocksGuardWhileTheWorldStops) {
    constexpr int object_count = 4;
    constexpr int thread_count = 4;
    constexpr int rounds = 400;
    gc::Handle objects[object_count];
    int64_t guarded[object_count] = {};
    std::atomic<int32_t> hashes[object_count] = {};
    for (gc::Handle& handle : objects) handle = new_rooted_object();
    in_threads(thread_count, [&](Thread& self, int index) {
        std::minstd_rand random(static_cast<uint32_t>(index) + 1);
        for (int i = 0; i < rounds; i++) {
            int which = static_cast<int>(random() % object_count);
            Object* object = *objects[which];
            ASSERT_EQ(monitor_enter(self, object, wait_forever), MonitorResult::Entered);
            guarded[which]++;
            if (random() % 16 == 0) {
                int32_t hash = identity_hash(object);
                EXPECT_EQ(hashes[which].exchange(hash) | hash, hash);
            }
            if (random() % 8 == 0) monitor_wait(self, object, 0);
            if (random() % 4 == 0) monitor_pulse(self, object, true);
            for (int k = 0; k < 20; k++) ASSERT_NE(allocate_object(object_type_), nullptr);
            ASSERT_TRUE(monitor_exit(self, object));
            if (random() % 64 == 0) gc::collect(-1, gc::CollectReason::Induced);
            poll(self);
        }
    });
    int64_t total = 0;
    for (int64_t count : guarded) total += count;
    EXPECT_EQ(total, thread_count * rounds);
    for (gc::Handle handle : objects) gc::free_handle(handle);
}

TEST_F(Threads, MutexesSemaphoresAndEventsHandOver) {
    constexpr int thread_count = 4;
    constexpr int rounds = 200;
    bool created;
    WaitObject* mutex = create_mutex(current_thread(), false, nullptr, created);
    WaitObject* semaphore = create_semaphore(1, 1, nullptr, created);
    WaitObject* event = create_event(false, true, nullptr, created);
    int by_mutex = 0, by_semaphore = 0, by_event = 0, by_all = 0;
    in_threads(thread_count, [&](Thread& self, int index) {
        for (int i = 0; i < rounds; i++) {
            ASSERT_EQ(wait_for_objects(self, &mutex, 1, false, wait_forever), 0);
            by_mutex++;
            ASSERT_TRUE(release_mutex(self, mutex));
            ASSERT_EQ(wait_for_objects(self, &semaphore, 1, false, wait_forever), 0);
            by_semaphore++;
            ASSERT_TRUE(release_semaphore(semaphore, 1, nullptr));
            ASSERT_EQ(wait_for_objects(self, &event, 1, false, wait_forever), 0);
            by_event++;
            set_event(event);
            WaitObject* all[] = {mutex, semaphore, event, event};
            if (wait_for_objects(self, all, 3, true, i % 2 == 0 ? wait_forever : 1) == 0) {
                by_all++;
                set_event(event);
                ASSERT_TRUE(release_semaphore(semaphore, 1, nullptr));
                ASSERT_TRUE(release_mutex(self, mutex));
            }
            ASSERT_GE(wait_for_objects(self, all + 2, 2, false, wait_forever), 0);
            set_event(event);
        }
    });
    for (int count : {by_mutex, by_semaphore, by_event}) EXPECT_EQ(count, thread_count * rounds);
    EXPECT_GE(by_all, thread_count * rounds / 2);
    for (WaitObject* object : {mutex, semaphore, event}) release_reference(object);
}

TEST_F(Threads, LivingThreadsDoNotShareAnId) {
    constexpr int thread_count = 24;
    for (int round = 0; round < 4; round++) {
        std::mutex lock;
        std::set<uint32_t> ids;
        std::atomic<int> arrived = 0;
        in_threads(thread_count, [&](Thread& self, int index) {
            if (index % 2 == 0) EXPECT_NE(managed_thread_object(self), nullptr);
            NativeScope native(self);
            {
                std::lock_guard guard(lock);
                ids.insert(self.managed_id);
            }
            arrived++;
            while (arrived.load() != thread_count) std::this_thread::yield();
        });
        EXPECT_EQ(ids.size(), thread_count);
        gc::collect(-1, gc::CollectReason::Induced);
    }
}

TEST_F(Threads, SampledThreadsComeAndGoWhileTheWorldStops) {
    std::atomic<bool> ended = false;
    std::atomic<uint32_t> asked = 0;
    std::thread sampler([&] {
        std::vector<Sample> samples;
        while (!ended.load()) asked += sample_threads(4, samples);
    });
    for (int round = 0; round < 40 || asked.load() == 0; round++) {
        in_threads(8, [&](Thread& self, int index) {
            for (int i = 0; i < 100 * index; i++) ASSERT_NE(allocate_object(object_type_), nullptr);
            if (index % 4 == 0) gc::collect(0, gc::CollectReason::Induced);
            poll(self);
        });
    }
    ended = true;
    {
        NativeScope native(current_thread());
        sampler.join();
    }
}

TEST_F(Threads, NoInterruptIsLost) {
    constexpr int rounds = 300;
    gc::Handle object = new_rooted_object();
    std::atomic<ThreadRecord*> sleeper = nullptr;
    std::atomic<int> asked = 0, seen = 0;
    in_threads(2, [&](Thread& self, int index) {
        if (index == 0) {
            sleeper = record_of(managed_thread_object(self));
            for (int i = 0; i < rounds; i++) {
                bool interrupted;
                if (i % 2 == 0) {
                    interrupted = !sleep_interruptible(self, wait_forever);
                } else {
                    ASSERT_EQ(monitor_enter(self, *object, 0), MonitorResult::Entered);
                    interrupted = monitor_wait(self, *object, wait_forever) == MonitorWaitResult::Interrupted;
                    ASSERT_TRUE(monitor_exit(self, *object));
                }
                ASSERT_TRUE(interrupted);
                seen++;
            }
        } else {
            while (sleeper.load() == nullptr) poll(self);
            for (int i = 0; i < rounds; i++) {
                interrupt(sleeper.load());
                asked++;
                while (seen.load() != asked.load()) poll(self);
            }
        }
    });
    EXPECT_EQ(seen.load(), rounds);
    gc::free_handle(object);
}

}  // namespace
}  // namespace celer
