// What calls have met, as a compiler reads it while the program runs on.
#include "code/profile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "platform/arena.h"

namespace celer {
namespace {

constexpr uint32_t il_offset = 7;

class MetTest : public testing::Test {
  protected:
    void SetUp() override {
        if (g_code_range.begin == 0) arena_initialize();
        method_ = arena_new<MethodDesc>(Section::Types);
        method_->kind = MethodKind::IL;
        site_ = &new_profile(method_, 1, 0)->calls()[0];
        site_->il_offset = il_offset;
    }

    std::set<uint32_t> met() const {
        std::set<uint32_t> found;
        for (uint32_t one : met_at(method_, il_offset).classes) {
            if (one != 0) EXPECT_TRUE(found.insert(one).second) << "named twice";
        }
        return found;
    }

    // As tier 0's code does it, and what shows at each of its steps.
    std::vector<std::set<uint32_t>> note(uint32_t met_now) {
        std::vector<std::set<uint32_t>> seen;
        if (site_->met[0] == met_now) return seen;
        for (size_t i = std::size(site_->met) - 1; i > 0; i--) {
            site_->met[i] = site_->met[i - 1];
            seen.push_back(met());
        }
        site_->met[0] = met_now;
        return seen;
    }

    MethodDesc* method_;
    CallSite* site_;
};

TEST_F(MetTest, NothingIsMetFirst) {
    EXPECT_TRUE(met().empty());
    note(3);
    EXPECT_EQ(met(), (std::set<uint32_t>{3}));
}

TEST_F(MetTest, ThreeInTurnAreSeenAlsoWhileAnotherComes) {
    for (uint32_t now : {1, 2, 3}) note(now);
    for (int turn = 0; turn < 10; turn++) {
        for (uint32_t now : {1, 1, 2, 3}) {
            for (const std::set<uint32_t>& seen : note(now)) EXPECT_EQ(seen, (std::set<uint32_t>{1, 2, 3}));
        }
    }
}

TEST_F(MetTest, WhatWasMetBeforeIsForgottenButForTheLast) {
    for (uint32_t now : {1, 2, 3, 4}) note(now);
    site_->changes_left = -1;
    forget_what_calls_met_before(method_);
    EXPECT_EQ(met(), (std::set<uint32_t>{4}));
    EXPECT_GT(site_->changes_left, 0);
    for (uint32_t now : {5, 4}) note(now);
    EXPECT_EQ(met(), (std::set<uint32_t>{4, 5}));
}

TEST_F(MetTest, WhoHasNotUsedUpItsChangesKeepsThem) {
    site_->changes_left = most_changes;
    forget_what_calls_met_before(method_);
    EXPECT_EQ(site_->changes_left, most_changes);
}

TEST_F(MetTest, OfMoreTheLastThreeAreSeen) {
    for (uint32_t now : {1, 2, 3, 4, 5}) note(now);
    EXPECT_EQ(met(), (std::set<uint32_t>{3, 4, 5}));
    note(4);
    EXPECT_EQ(met(), (std::set<uint32_t>{3, 4, 5}));
}

class ReachedTest : public testing::Test {
  protected:
    static constexpr uint32_t start = 0;
    static constexpr uint32_t loop = 10;
    static constexpr uint32_t seldom = 20;

    void SetUp() override {
        if (g_code_range.begin == 0) arena_initialize();
        method_ = arena_new<MethodDesc>(Section::Types);
        method_->kind = MethodKind::IL;
        profile_ = new_profile(method_, 0, 3);
        std::array<BlockCount, 3> blocks = {{{start, most_times - 100}, {seldom, most_times}, {loop, 0}}};
        std::ranges::copy(blocks, profile_->blocks().begin());
    }

    uint32_t times_of(uint32_t il_offset) const {
        return std::ranges::find(profile_->blocks(), il_offset, &BlockCount::il_offset)->times();
    }

    void reach(uint32_t times, uint32_t il_offset, bool is_put_in) {
        for (uint32_t i = 0; i < times; i++) note_reached(method_, il_offset, is_put_in);
    }

    MethodDesc* method_;
    MethodProfile* profile_;
};

TEST_F(ReachedTest, WhatIsOftenReachedAnywayStaysAsItIs) {
    reach(50, loop, false);
    reach(50, start + 1, false);
    EXPECT_EQ(times_of(loop), uint32_t{most_times});
    EXPECT_EQ(times_of(start), 100u);
}

TEST_F(ReachedTest, ABlockIsMeasuredByTheMostFrequentOfItsMethod) {
    reach(1, seldom + 3, false);
    EXPECT_GE(times_of(seldom), most_times / 64u);
    EXPECT_LE(times_of(seldom), most_times / 32u);
    reach(100, seldom + 3, false);
    EXPECT_GE(times_of(seldom), most_times * 3 / 4u);
    EXPECT_LE(times_of(seldom), uint32_t{most_times});
}

TEST_F(ReachedTest, ABlockOfABodyThatWasPutInIsMeasuredByItsStart) {
    reach(200, seldom, true);
    EXPECT_GE(times_of(seldom), 75u);
    EXPECT_LE(times_of(seldom), 100u);
}

TEST_F(ReachedTest, ABlockThatHasSettledStaysSo) {
    profile_->blocks()[1].missing = most_times | BlockCount::settled;
    reach(1, seldom, false);
    EXPECT_EQ(profile_->blocks()[1].missing & BlockCount::settled, BlockCount::settled);
    EXPECT_GE(times_of(seldom), most_times / 64u);
}

}  // namespace
}  // namespace celer
