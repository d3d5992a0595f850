#include "gc/pause_costs.h"

#include <gtest/gtest.h>

namespace celer::gc {

namespace {

constexpr uint64_t small = uint64_t{4} << 20;
constexpr uint64_t large = 2 * small;
constexpr uint32_t enough = 8;

void note_often(PauseCosts& costs, uint64_t budget, uint64_t cost_ns, uint32_t times = enough) {
    for (uint32_t i = 0; i < times; i++) costs.note(budget, budget, cost_ns);
}

// What a collection costs with each of the two budgets.
PauseCosts known_costs(uint64_t of_large, uint64_t of_small) {
    PauseCosts costs;
    note_often(costs, large, of_large);
    note_often(costs, small, of_small);
    return costs;
}

TEST(PauseCostsTest, NothingIsKnownOfFewCollections) {
    PauseCosts costs;
    note_often(costs, large, 1000, enough - 1);
    EXPECT_FALSE(costs.is_known(large));
    costs.note(large, 0, 1000);  // says nothing
    EXPECT_FALSE(costs.is_known(large));
    note_often(costs, large, 1000, 1);
    EXPECT_TRUE(costs.is_known(large));
    EXPECT_FALSE(costs.is_known(small));
    EXPECT_EQ(costs.saved_by(large), 0u);
}

TEST(PauseCostsTest, WhatGrowsWithTheBudgetSavesNothing) {
    EXPECT_EQ(known_costs(8000, 4000).saved_by(large), 0u);
}

TEST(PauseCostsTest, WhatEachCollectionCostsIsSavedForEachMebibyte) {
    EXPECT_EQ(known_costs(8000, 8000).saved_by(large), 1000u);  // 1,000 ns a MiB, and 2,000
    EXPECT_EQ(known_costs(8000, 8000).saved_by(small), 0u);
}

TEST(PauseCostsTest, LessThanAQuarterMayBeNoise) {
    EXPECT_EQ(known_costs(6400, 4000).saved_by(large), 0u);
    EXPECT_EQ(known_costs(5600, 4000).saved_by(large), 300u);
}

uint32_t refusals_until_forgotten(PauseCosts& costs, uint64_t budget) {
    uint32_t refusals = 0;
    for (; costs.is_known(budget) && refusals < 100000; refusals++) costs.refuse(budget);
    return refusals;
}

TEST(PauseCostsTest, WhatIsRefusedIsForgottenAfterTwiceAsLongEachTime) {
    PauseCosts costs = known_costs(8000, 8000);
    uint32_t first = refusals_until_forgotten(costs, small);
    EXPECT_GT(first, enough);
    EXPECT_TRUE(costs.is_known(large));
    note_often(costs, small, 8000);
    EXPECT_EQ(refusals_until_forgotten(costs, small), 2 * first);
    uint32_t last = 0;
    for (int i = 0; i < 20; i++) {
        note_often(costs, small, 8000);
        last = refusals_until_forgotten(costs, small);
    }
    EXPECT_LT(last, 10000u) << "programs change";
}

TEST(PauseCostsTest, WhatIsNotKnownIsNotRefused) {
    PauseCosts costs;
    note_often(costs, small, 8000);
    note_often(costs, large, 8000, enough - 1);
    for (int i = 0; i < 100000; i++) costs.refuse(large);
    note_often(costs, large, 8000, 1);
    EXPECT_TRUE(costs.is_known(large));
    EXPECT_EQ(refusals_until_forgotten(costs, large), refusals_until_forgotten(costs, small));
}

TEST(PauseCostsTest, TheMeanSlides) {
    PauseCosts costs = known_costs(8000, 4000);
    EXPECT_EQ(costs.saved_by(large), 0u);
    note_often(costs, large, 0, 100 * enough);
    EXPECT_GT(costs.saved_by(large), 900u);
}

}  // namespace

}  // namespace celer::gc
