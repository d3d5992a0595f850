#include "platform/service_thread.h"

#include <gtest/gtest.h>

#include <latch>
#include <vector>

namespace celer {
namespace {

void stay_on(int processor) {
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(static_cast<size_t>(processor), &only);
    ASSERT_EQ(sched_setaffinity(0, sizeof only, &only), 0);
}

struct Sleeper {
    int processor = 0;
    SleepingPlace place;
    std::latch sleeps{1};
    std::latch called{1};
    std::latch runs{1};
    int woken_on = -1;

    static void* main(void* argument) {
        Sleeper& self = *static_cast<Sleeper*>(argument);
        self.place.begin();
        stay_on(self.processor);
        self.place.note();
        self.sleeps.count_down();
        self.called.wait();
        self.woken_on = sched_getcpu();
        self.runs.count_down();
        return nullptr;
    }
};

class SleepingPlaceTest : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_EQ(sched_getaffinity(0, sizeof allowed_, &allowed_), 0);
        for (size_t i = 0; i < CPU_SETSIZE; i++)
            if (CPU_ISSET(i, &allowed_)) processors_.push_back(static_cast<int>(i));
        if (processors_.size() < 2) GTEST_SKIP() << "there is one processor only";
    }
    void TearDown() override { sched_setaffinity(0, sizeof allowed_, &allowed_); }

    // Where a thread that slept on `sleeping` runs when it is called from `calling`.
    int woken_on(int sleeping, int calling) {
        Sleeper sleeper{.processor = sleeping};
        EXPECT_TRUE(start_service_thread("sleeper", Sleeper::main, &sleeper));
        sleeper.sleeps.wait();
        stay_on(calling);
        sleeper.place.leave_to_caller();
        sleeper.called.count_down();
        sleeper.runs.wait();
        return sleeper.woken_on;
    }

    cpu_set_t allowed_ = {};
    std::vector<int> processors_;
};

TEST_F(SleepingPlaceTest, TheCallersProcessorIsLeftToIt) {
    EXPECT_NE(woken_on(processors_[0], processors_[0]), processors_[0]);
}

TEST_F(SleepingPlaceTest, AnotherProcessorIsKept) {
    EXPECT_EQ(woken_on(processors_[0], processors_[1]), processors_[0]);
}

}  // namespace
}  // namespace celer
