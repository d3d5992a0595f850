#include "platform/control_group.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

namespace celer {

namespace {

std::vector<std::string> lines_of(const std::string& path) {
    std::vector<std::string> lines;
    std::ifstream stream(path);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::vector<std::string> words_of(const std::string& text, char separator) {
    std::vector<std::string> words;
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, separator);) words.push_back(word);
    return words;
}

// What is no number ("max") is `otherwise`; -1 is a number.
int64_t number(std::string_view text, int64_t otherwise) {
    int64_t value = otherwise;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

int64_t number_in(const std::string& path, int64_t otherwise) {
    std::vector<std::string> lines = lines_of(path);
    return lines.empty() ? otherwise : number(lines[0], otherwise);
}

// The line "LABEL NUMBER" of a file.
int64_t labelled_number(const std::string& path, std::string_view label, int64_t otherwise) {
    for (const std::string& line : lines_of(path)) {
        if (line.starts_with(label) && line.size() > label.size() && line[label.size()] == ' ')
            return number(std::string_view(line).substr(label.size() + 1), otherwise);
    }
    return otherwise;
}

// A hierarchy of groups as it is mounted, from /proc/self/mountinfo: "ID PARENT MAJOR:MINOR ROOT POINT OPTIONS
// [TAGS...] - TYPE SOURCE OPTIONS".
struct Mount {
    std::string type;
    std::string root;  // the group that appears at `point`
    std::string point;
    std::vector<std::string> controllers;  // among other options
};

std::vector<Mount> mounts_of(const std::string& root) {
    std::vector<Mount> mounts;
    for (const std::string& line : lines_of(root + "/proc/self/mountinfo")) {
        size_t dash = line.find(" - ");
        if (dash == std::string::npos) continue;
        std::vector<std::string> before = words_of(line.substr(0, dash), ' ');
        std::vector<std::string> after = words_of(line.substr(dash + 3), ' ');
        if (before.size() < 5 || after.size() < 3) continue;
        mounts.push_back({after[0], before[3], before[4], words_of(after[2], ',')});
    }
    return mounts;
}

bool contains(const std::vector<std::string>& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

struct Group {
    std::string mount;  // folder
    std::string path;   // of the process's group below it: empty, or begins with a slash
    bool exists() const { return !mount.empty(); }
    std::string file(const char* name) const { return mount + path + "/" + name; }
};

class Reader {
  public:
    explicit Reader(const std::string& root) : root_(root), mounts_(mounts_of(root)) {
        for (const Mount& mount : mounts_) {
            if (mount.point == "/sys/fs/cgroup") unified_ = mount.type == "cgroup2";
        }
        for (const std::string& line : lines_of(root + "/proc/self/cgroup")) memberships_.push_back(line);
    }
    bool unified() const { return unified_; }

    // The process's group in the hierarchy of a controller.
    Group group(std::string_view controller) const {
        Group group;
        std::string root_group;
        for (const Mount& mount : mounts_) {
            bool fits =
                unified_ ? mount.type == "cgroup2" : mount.type == "cgroup" && contains(mount.controllers, controller);
            if (!fits) continue;
            group.mount = root_ + mount.point;
            root_group = mount.root;
        }
        std::string path = membership(controller);
        if (path.empty()) return {};
        // Inside a container the path may be one of the host's; the mount shows only what is below its root.
        if (root_group != "/" && path.starts_with(root_group)) path.erase(0, root_group.size());
        group.path = path == "/" ? std::string() : path;
        return group;
    }

  private:
    // "0::PATH" (version 2) or "N:LIST,OF,CONTROLLERS:PATH".
    std::string membership(std::string_view controller) const {
        for (const std::string& line : memberships_) {
            size_t first = line.find(':');
            size_t second = line.find(':', first == std::string::npos ? first : first + 1);
            if (second == std::string::npos) continue;
            std::string controllers = line.substr(first + 1, second - first - 1);
            if (unified_ ? controllers.empty() : contains(words_of(controllers, ','), controller))
                return line.substr(second + 1);
        }
        return {};
    }

    std::string root_;
    std::vector<Mount> mounts_;
    std::vector<std::string> memberships_;
    bool unified_ = false;
};

uint32_t processors_of(int64_t quota_us, int64_t period_us) {
    if (quota_us <= 0 || period_us <= 0) return 0;
    int64_t processors = (quota_us - 1) / period_us + 1;
    return static_cast<uint32_t>(std::min<int64_t>(processors, UINT32_MAX));
}

uint32_t processor_limit(const Reader& reader) {
    Group group = reader.group("cpu");
    if (!group.exists()) return 0;
    if (!reader.unified())
        return processors_of(number_in(group.file("cpu.cfs_quota_us"), -1),
                             number_in(group.file("cpu.cfs_period_us"), -1));
    std::vector<std::string> lines = lines_of(group.file("cpu.max"));  // "QUOTA PERIOD" or "max PERIOD"
    std::vector<std::string> words = lines.empty() ? std::vector<std::string>() : words_of(lines[0], ' ');
    return words.size() < 2 ? 0 : processors_of(number(words[0], -1), number(words[1], -1));
}

// The least limit of the group and those around it.
uint64_t memory_limit(Group group, const char* file) {
    constexpr uint64_t unlimited = 0x7FFFFFFF00000000;  // above it version 1 means no limit
    uint64_t least = UINT64_MAX;
    for (;;) {
        int64_t limit = number_in(group.file(file), -1);
        if (limit >= 0 && static_cast<uint64_t>(limit) < unlimited) least = std::min(least, uint64_t(limit));
        if (group.path.empty()) return least;
        group.path.resize(group.path.rfind('/') == std::string::npos ? 0 : group.path.rfind('/'));
    }
}

GroupMemory memory_of(const Reader& reader) {
    Group group = reader.group("memory");
    if (!group.exists()) return {};
    bool unified = reader.unified();
    int64_t used = number_in(group.file(unified ? "memory.current" : "memory.usage_in_bytes"), 0);
    int64_t inactive = labelled_number(group.file("memory.stat"), unified ? "inactive_file" : "total_inactive_file", 0);
    return {.limit_bytes = memory_limit(group, unified ? "memory.max" : "memory.limit_in_bytes"),
            .used_bytes = static_cast<uint64_t>(std::max<int64_t>(used - inactive, 0))};
}

// Where the files are does not change, what they say may.
const Reader& own_groups() {
    static const auto* own = new Reader({});
    return *own;
}

}  // namespace

GroupMemory control_group_memory(const std::string& root) {
    return memory_of(root.empty() ? own_groups() : Reader(root));
}

uint32_t control_group_processors(const std::string& root) {
    return processor_limit(root.empty() ? own_groups() : Reader(root));
}

}  // namespace celer
