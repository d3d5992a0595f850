#include "base/options.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace celer {
namespace {

TEST(OptionsTest, TextIsParsedByKind) {
    Options before = g_options;
    EXPECT_TRUE(set_option("GCStress", "100"));
    EXPECT_EQ(options().GCStress, 100);
    EXPECT_TRUE(set_option("GCStress", "0x20"));
    EXPECT_EQ(options().GCStress, 32);
    EXPECT_FALSE(set_option("GCStress", "many"));
    EXPECT_FALSE(set_option("NoSuchOption", "1"));
    EXPECT_TRUE(set_option("HeapVerify", "1"));
    EXPECT_TRUE(options().HeapVerify);
    EXPECT_TRUE(set_option_from_property("System.GC.Concurrent", "false"));
    EXPECT_FALSE(options().gcConcurrent);
    EXPECT_FALSE(set_option_from_property("System.GC.NoSuchThing", "1"));
    g_options = before;
}

TEST(OptionsTest, EnvironmentWinsAndDotnetIsHexadecimal) {
    Options before = g_options;
    setenv("DOTNET_GCHeapHardLimit", "200000", 1);
    setenv("DOTNET_GCStress", "10", 1);
    setenv("CELER_GCStress", "10", 1);
    options_initialize();
    EXPECT_EQ(options().GCHeapHardLimit, 0x200000);
    EXPECT_EQ(options().GCStress, 10);
    EXPECT_TRUE(set_option_from_property("System.GC.HeapHardLimit", "4096"));
    EXPECT_EQ(options().GCHeapHardLimit, 0x200000);
    unsetenv("DOTNET_GCHeapHardLimit");
    unsetenv("DOTNET_GCStress");
    unsetenv("CELER_GCStress");
    g_options = before;
}

}  // namespace
}  // namespace celer
