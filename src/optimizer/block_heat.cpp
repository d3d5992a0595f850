#include "optimizer/block_heat.h"

#include <algorithm>

#include "code/profile.h"
#include "import/successors.h"

namespace celer::optimizer {

namespace {
constexpr uint32_t least_runs = 32;  // fewer of the most frequent block say nothing
// What was never run is rather an exception than one in a thousand: behind it saved registers cost more than the frame.
constexpr uint32_t weight_of_time = 16;
}  // namespace

BlockHeat::BlockHeat(const ImportedCode& code, bool is_put_in) {
    find_throws(code);
    const MethodProfile* profile = profile_of(code.method);
    if (profile == nullptr || profile->block_count == 0) return;
    std::vector<std::pair<uint32_t, uint32_t>> counts;  // IL offset, times
    for (const BlockCount& block : profile->blocks()) counts.emplace_back(block.il_offset, block.times());
    start_ = counts[0].second;
    for (const auto& [il_offset, times] : counts) most_ = std::max(most_, times);
    if (most_ < least_runs) return;
    reference_ = is_put_in ? std::max(start_, 1u) : most_;
    std::ranges::sort(counts);
    for (uint32_t b = 0; b < code.blocks.size(); b++) {
        uint32_t il_offset = code.blocks[b].il_offset;
        auto found = std::ranges::lower_bound(counts, std::pair{il_offset, 0u});
        bool is_there = has_own_offset(code, b) && found != counts.end() && found->first == il_offset;
        times_.push_back(is_there ? found->second : unknown);
    }
    find_ways(code);
    complete(code);
}

// Blocks that end with a throw, and those all of whose ways lead to such; from the last to the first, as most ways lead
// forwards.
void BlockHeat::find_throws(const ImportedCode& code) {
    only_throws_.resize(code.blocks.size());
    for (bool is_more = true; is_more;) {
        is_more = false;
        for (auto b = static_cast<uint32_t>(code.blocks.size()); b-- != 0;) {
            if (only_throws_[b]) continue;
            bool has_ways = false;
            bool others = false;
            for_each_successor(code, b, [&](uint32_t to) {
                has_ways = true;
                others |= !only_throws_[to];
            });
            if (!ends_by_throwing(code, b) && (!has_ways || others)) continue;
            only_throws_[b] = is_more = true;
        }
    }
}

void BlockHeat::find_ways(const ImportedCode& code) {
    auto count = static_cast<uint32_t>(code.blocks.size());
    ways_in_.resize(count);
    ways_out_.resize(count);
    has_other_entries_.assign(count, false);
    has_other_entries_[0] = true;
    for_each_handler_entry(code, [&](uint32_t entry) { has_other_entries_[entry] = true; });
    for (uint32_t b = 0; b < count; b++) {
        for_each_successor(code, b, [&](uint32_t to) {
            auto number = static_cast<uint32_t>(ways_.size());
            ways_.push_back({b, to, unknown});
            ways_out_[b].push_back(number);
            ways_in_[to].push_back(number);
        });
    }
}

// What is known of a block and of all its ways but one on one side tells the last: as much comes in as goes out.
// Exceptions and what was folded since make that nearly right. Loops have stopped counting at another time than what is
// around them, so they tell nothing.
void BlockHeat::balance(uint32_t block, const std::vector<uint32_t>& ways) {
    if (ways.empty()) return;
    uint32_t sum = 0;
    Way* missing = nullptr;
    for (uint32_t number : ways) {
        Way& way = ways_[number];
        if (way.times != unknown) {
            sum += way.times;
        } else if (missing == nullptr) {
            missing = &way;
        } else {
            return;
        }
    }
    if (missing == nullptr) {
        if (times_[block] == unknown) learn(block, sum);
    } else if (times_[block] != unknown) {
        missing->times = times_[block] - std::min(sum, times_[block]);
        waiting_.push_back(missing->from);
        waiting_.push_back(missing->to);
    }
}

void BlockHeat::learn(uint32_t block, uint32_t times) {
    times_[block] = times;
    waiting_.push_back(block);
    for (uint32_t way : ways_out_[block]) waiting_.push_back(ways_[way].to);
    for (uint32_t way : ways_in_[block]) waiting_.push_back(ways_[way].from);
}

void BlockHeat::complete(const ImportedCode& code) {
    LoopDepths loops;
    loops.find(code);
    for (uint32_t b = 0; b < times_.size(); b++) is_for_branches_.push_back(loops[b] != 0 && !has_calls(code, b));
    for (uint32_t b = 0; b < times_.size(); b++) waiting_.push_back(b);
    while (!waiting_.empty()) {
        uint32_t block = waiting_.back();
        waiting_.pop_back();
        if (loops[block] != 0) continue;
        if (!has_other_entries_[block]) balance(block, ways_in_[block]);
        balance(block, ways_out_[block]);
    }
}

double BlockHeat::of(uint32_t block) const {
    if (only_throws(block)) return 0;
    if (times_.empty() || times_[block] == unknown || is_for_branches_[block]) return 1;
    double heat = static_cast<double>(times_[block]) / reference_;
    bool is_always_run = times_[block] != 0 && times_[block] >= start_ / 2;
    return is_always_run ? std::max(heat, cold) : heat;
}

uint32_t BlockHeat::times_of_way(uint32_t from, uint32_t to) const {
    if (ways_in_[to].size() == 1 && !has_other_entries_[to]) return times_[to];
    uint32_t sum = 0;
    for (uint32_t number : ways_out_[from]) {
        if (ways_[number].to != to) continue;
        if (ways_[number].times == unknown) return unknown;
        sum += ways_[number].times;
    }
    return sum;
}

std::optional<BlockHeat::Weights> BlockHeat::weights(uint32_t block, uint32_t first, uint32_t second) const {
    if (times_.empty() || first == second) return std::nullopt;
    uint32_t a = times_of_way(block, first);
    uint32_t b = times_of_way(block, second);
    if (a == unknown && b == unknown) return std::nullopt;
    if (a == unknown || b == unknown) {  // what does not go one way goes the other
        uint32_t known = std::min(a, b);
        uint32_t whole = times_[block] == unknown ? most_ : times_[block];
        if (known >= whole) return std::nullopt;
        (a == unknown ? a : b) = whole - known;
    }
    if (a == b) return std::nullopt;
    return Weights{a * weight_of_time + 1, b * weight_of_time + 1};
}

}  // namespace celer::optimizer
