#include "gc/survival_rates.h"

#include <gtest/gtest.h>

namespace celer::gc {

namespace {

constexpr uint64_t small = uint64_t{4} << 20;
constexpr uint64_t large = 2 * small;
constexpr uint32_t enough = 8;

void note_often(SurvivalRates& rates, uint64_t budget, uint64_t survived, uint32_t times = enough) {
    for (uint32_t i = 0; i < times; i++) rates.note(budget, budget, survived);
}

// What survives with each of the two budgets.
SurvivalRates known_rates(uint64_t of_large, uint64_t of_small) {
    SurvivalRates rates;
    note_often(rates, large, of_large);
    note_often(rates, small, of_small);
    return rates;
}

TEST(SurvivalRatesTest, NothingIsKnownOfFewCollections) {
    SurvivalRates rates;
    note_often(rates, large, large / 10, enough - 1);
    EXPECT_FALSE(rates.is_known(large));
    rates.note(large, 0, 0);  // says nothing
    EXPECT_FALSE(rates.is_known(large));
    note_often(rates, large, large / 10, 1);
    EXPECT_TRUE(rates.is_known(large));
    EXPECT_FALSE(rates.is_known(small));
    EXPECT_FALSE(rates.rises_below(large));
}

TEST(SurvivalRatesTest, WhatIsKeptForLongSurvivesWhateverTheBudget) {
    SurvivalRates rates = known_rates(large / 3, small / 3);
    EXPECT_FALSE(rates.rises_below(large));
    EXPECT_FALSE(rates.keeps(large));
}

TEST(SurvivalRatesTest, WhatDiesBeforeTheEndOfALargerBudgetRisesInASmallerOne) {
    SurvivalRates rates = known_rates(small / 2, small / 2);
    EXPECT_TRUE(rates.rises_below(large));
    EXPECT_FALSE(rates.rises_below(small));
}

TEST(SurvivalRatesTest, LittleMoreOfLittleIsNoReason) {
    SurvivalRates rates = known_rates(large / 100, small / 50);
    EXPECT_FALSE(rates.rises_below(large));
}

TEST(SurvivalRatesTest, RefusalsAreForgottenInTheEnd) {
    SurvivalRates rates = known_rates(small / 2, small / 2);
    uint32_t refusals = 0;
    while (rates.keeps(large)) ASSERT_LT(++refusals, 10000u);
    EXPECT_GT(refusals, 100u);
    EXPECT_FALSE(rates.is_known(small));
    EXPECT_TRUE(rates.is_known(large));
}

TEST(SurvivalRatesTest, TheMeanSlides) {
    SurvivalRates rates = known_rates(large / 2, small / 2);
    EXPECT_FALSE(rates.rises_below(large));
    note_often(rates, large, 0, 100 * enough);
    EXPECT_TRUE(rates.rises_below(large));
}

}  // namespace

}  // namespace celer::gc
