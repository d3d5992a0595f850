#include "platform/control_group.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace celer {
namespace {

namespace fs = std::filesystem;

class ControlGroupTest : public testing::Test {
  protected:
    void SetUp() override {
        std::string pattern = (fs::temp_directory_path() / "celer-groups-XXXXXX").string();
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        root_ = pattern;
    }
    void TearDown() override { fs::remove_all(root_); }

    void write(const std::string& path, const std::string& text) {
        fs::create_directories((root_ + path).substr(0, (root_ + path).rfind('/')));
        std::ofstream(root_ + path) << text;
    }
    void mount_version_1(const std::string& group_root = "/") {
        write("/proc/self/mountinfo",
              "24 30 0:22 / /proc rw,nosuid - proc proc rw\n"
              "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n"
              "32 31 0:29 " +
                  group_root +
                  " /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
                  "33 31 0:30 " +
                  group_root +
                  " /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
                  "34 31 0:31 " +
                  group_root +
                  " /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
                  "35 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
    }
    void mount_version_2(const std::string& group_root = "/") {
        write("/proc/self/mountinfo", "24 30 0:22 / /proc rw,nosuid - proc proc rw\n30 23 0:26 " + group_root +
                                          " /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n");
    }
    GroupMemory memory() { return control_group_memory(root_); }
    uint32_t processors() { return control_group_processors(root_); }

    std::string root_;
};

constexpr uint64_t mebibyte = 1 << 20;

TEST_F(ControlGroupTest, NothingThere) {
    GroupMemory limits = memory();
    EXPECT_EQ(limits.limit_bytes, UINT64_MAX);
    EXPECT_EQ(processors(), 0u);
}

TEST_F(ControlGroupTest, Version2) {
    mount_version_2();
    write("/proc/self/cgroup", "0::/app.slice/web\n");
    write("/sys/fs/cgroup/app.slice/web/cpu.max", "150000 100000\n");
    write("/sys/fs/cgroup/app.slice/web/memory.max", "max\n");
    write("/sys/fs/cgroup/app.slice/memory.max", "209715200\n");
    write("/sys/fs/cgroup/app.slice/web/memory.current", "104857600\n");
    write("/sys/fs/cgroup/app.slice/web/memory.stat", "anon 1\ninactive_file_other 7\ninactive_file 52428800\n");
    GroupMemory limits = memory();
    EXPECT_EQ(processors(), 2u);
    EXPECT_EQ(limits.limit_bytes, 200 * mebibyte);
    EXPECT_EQ(limits.used_bytes, 50 * mebibyte);
}

TEST_F(ControlGroupTest, QuotasAreRoundedUp) {
    mount_version_2();
    write("/proc/self/cgroup", "0::/\n");
    struct {
        const char* text;
        uint32_t processors;
    } cases[] = {{"max 100000", 0},
                 {"1000 100000", 1},
                 {"100000 100000", 1},
                 {"100001 100000", 2},
                 {"400000 100000", 4},
                 {"250000 50000\n", 5},
                 {"0 100000", 0},
                 {"-1 100000", 0},
                 {"100000", 0},
                 {"", 0},
                 {"100000 0", 0},
                 {"many 100000", 0},
                 {"9223372036854775807 1", UINT32_MAX}};
    for (const auto& example : cases) {
        write("/sys/fs/cgroup/cpu.max", example.text);
        EXPECT_EQ(processors(), example.processors) << example.text;
    }
}

TEST_F(ControlGroupTest, OnlyTheOwnGroupsQuotaCounts) {
    mount_version_2();
    write("/proc/self/cgroup", "0::/outer/inner\n");
    write("/sys/fs/cgroup/outer/cpu.max", "100000 100000\n");
    write("/sys/fs/cgroup/outer/inner/cpu.max", "max 100000\n");
    EXPECT_EQ(processors(), 0u);
}

TEST_F(ControlGroupTest, Version1InAContainer) {
    mount_version_1("/docker/87ee");
    write("/proc/self/cgroup",
          "9:memory:/docker/87ee/named\n8:cpuset:/\n3:cpu,cpuacct:/docker/87ee/named\n0::/other\n");
    write("/sys/fs/cgroup/cpu,cpuacct/named/cpu.cfs_quota_us", "320000\n");
    write("/sys/fs/cgroup/cpu,cpuacct/named/cpu.cfs_period_us", "100000\n");
    write("/sys/fs/cgroup/memory/named/memory.limit_in_bytes", "9223372036854771712\n");
    write("/sys/fs/cgroup/memory/memory.limit_in_bytes", "104857600\n");
    write("/sys/fs/cgroup/memory/named/memory.usage_in_bytes", "1048576\n");
    GroupMemory limits = memory();
    EXPECT_EQ(processors(), 4u);
    EXPECT_EQ(limits.limit_bytes, 100 * mebibyte);
    EXPECT_EQ(limits.used_bytes, mebibyte);
}

TEST_F(ControlGroupTest, Version1WithoutLimits) {
    mount_version_1();
    write("/proc/self/cgroup", "9:memory:/\n3:cpu,cpuacct:/\n");
    write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
    write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    write("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    EXPECT_EQ(processors(), 0u);
    EXPECT_EQ(memory().limit_bytes, UINT64_MAX);
}

TEST_F(ControlGroupTest, FilesThatMakeNoSense) {
    write("/proc/self/mountinfo", "\n - \n1 2 - x\n30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    write("/proc/self/cgroup", "\n:\nx:y\n0::\n");
    EXPECT_EQ(processors(), 0u);
    write("/proc/self/cgroup", "0::relative\n");
    EXPECT_EQ(memory().limit_bytes, UINT64_MAX);
}

}  // namespace
}  // namespace celer
