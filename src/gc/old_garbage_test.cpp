#include "gc/old_garbage.h"

#include <gtest/gtest.h>

namespace celer::gc {

namespace {

constexpr uint64_t live = uint64_t{20} << 20;

// How many times what lives may be handed out before it is looked for.
uint64_t patience(OldGarbage garbage) {
    uint64_t times = 0;
    for (; !garbage.may_be_much(live); times++) garbage.handed_out(live);
    return times;
}

void look(OldGarbage& garbage, uint64_t left, bool has_moved = false) {
    garbage.looked_for(true);
    garbage.collected(live, left, has_moved);
}

TEST(OldGarbageTest, SmallHeapsHaveLittle) {
    OldGarbage garbage;
    garbage.handed_out(live * 1'000'000);
    EXPECT_FALSE(garbage.may_be_much(live / 2));
    EXPECT_TRUE(garbage.may_be_much(live));
}

TEST(OldGarbageTest, WhereLittleIsFoundItIsLookedForLessOften) {
    OldGarbage garbage;
    uint64_t first = patience(garbage);
    look(garbage, live);
    uint64_t second = patience(garbage);
    EXPECT_GT(second, first * 3 / 2);
    look(garbage, live / 10 * 9);
    EXPECT_GT(patience(garbage), second * 3 / 2);
    look(garbage, live / 2);
    EXPECT_EQ(patience(garbage), first);
}

TEST(OldGarbageTest, ThereIsAnEndToPatience) {
    OldGarbage garbage;
    for (int i = 0; i < 100; i++) look(garbage, live);
    EXPECT_LT(patience(garbage), 10'000u);
}

TEST(OldGarbageTest, BlocksThatBecameFreeAreMuch) {
    OldGarbage garbage;
    uint64_t first = patience(garbage);
    look(garbage, live);
    look(garbage, live, true);
    EXPECT_EQ(patience(garbage), first);
}

TEST(OldGarbageTest, OtherFullCollectionsSayNothing) {
    OldGarbage garbage;
    uint64_t first = patience(garbage);
    garbage.handed_out(live * first / 2);
    garbage.looked_for(false);
    garbage.collected(live, live, false);
    EXPECT_EQ(patience(garbage), first);
}

}  // namespace

}  // namespace celer::gc
