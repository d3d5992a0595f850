#include "platform/service_thread.h"

#include <gtest/gtest.h>

#include <latch>
#include <memory>
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
    int allowed = 0;  // how many processors, then

    static void* main(void* argument) {
        std::unique_ptr<std::shared_ptr<Sleeper>> own(static_cast<std::shared_ptr<Sleeper>*>(argument));
        Sleeper& self = **own;
        stay_on(self.processor);
        self.place.note();
        self.sleeps.count_down();
        self.called.wait();
        self.woken_on = sched_getcpu();
        cpu_set_t allowed;
        if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) self.allowed = CPU_COUNT(&allowed);
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

    // What has become of a thread that slept on `sleeping`, and may run only there, when it is called from `calling`.
    std::shared_ptr<Sleeper> call(int sleeping, int calling) {
        auto sleeper = std::make_shared<Sleeper>();
        sleeper->processor = sleeping;
        EXPECT_TRUE(start_service_thread("sleeper", Sleeper::main, new std::shared_ptr<Sleeper>(sleeper)));
        sleeper->sleeps.wait();
        sleeper->place.leave(calling, allowed_);
        sleeper->called.count_down();
        sleeper->runs.wait();
        return sleeper;
    }

    cpu_set_t allowed_ = {};
    std::vector<int> processors_;
};

TEST_F(SleepingPlaceTest, TheCallersProcessorIsLeftToIt) {
    auto sleeper = call(processors_[0], processors_[0]);
    EXPECT_NE(sleeper->woken_on, processors_[0]);
    EXPECT_EQ(sleeper->allowed, static_cast<int>(processors_.size()) - 1);
}

TEST_F(SleepingPlaceTest, AnotherProcessorIsKept) {
    auto sleeper = call(processors_[0], processors_[1]);
    EXPECT_EQ(sleeper->woken_on, processors_[0]);
    EXPECT_EQ(sleeper->allowed, 1);
}

TEST_F(SleepingPlaceTest, TheOnlyProcessorIsShared) {
    CPU_ZERO(&allowed_);
    CPU_SET(static_cast<size_t>(processors_[0]), &allowed_);
    EXPECT_EQ(call(processors_[0], processors_[0])->woken_on, processors_[0]);
}

}  // namespace
}  // namespace celer
