#include "optimizer/block_heat.h"

#include <algorithm>

#include "code/profile.h"

namespace celer::optimizer {

namespace {
constexpr uint32_t least_reference = 32;  // fewer runs say nothing
}

BlockHeat::BlockHeat(const ImportedCode& code, bool is_put_in) {
    const MethodProfile* profile = profile_of(code.method);
    if (profile == nullptr || profile->block_count == 0) return;
    std::vector<std::pair<uint32_t, uint32_t>> counts;  // IL offset, times
    for (const BlockCount& block : profile->blocks())
        counts.emplace_back(block.il_offset, std::min(__atomic_load_n(&block.times, __ATOMIC_RELAXED), most_times));
    for (const auto& [il_offset, times] : counts) reference_ = std::max(reference_, times);
    if (is_put_in) reference_ = counts[0].second;  // the start's
    if (reference_ < least_reference) return;
    std::ranges::sort(counts);
    for (const Block& block : code.blocks) {
        auto found = std::ranges::lower_bound(counts, std::pair{block.il_offset, 0u});
        bool is_there = found != counts.end() && found->first == block.il_offset;
        times_.push_back(is_there ? found->second : unknown);
    }
}

double BlockHeat::of(uint32_t block) const {
    if (times_.empty() || times_[block] == unknown) return 1;
    return static_cast<double>(times_[block]) / reference_;
}

std::optional<BlockHeat::Weights> BlockHeat::weights(uint32_t block, uint32_t first, uint32_t second) const {
    if (times_.empty()) return std::nullopt;
    uint32_t a = times_[first];
    uint32_t b = times_[second];
    if (a == unknown && b == unknown) return std::nullopt;
    if (a == unknown || b == unknown) {  // what does not go one way goes the other
        uint32_t known = std::min(a, b);
        if (known >= most_times) return std::nullopt;
        uint32_t whole = times_[block] == unknown ? reference_ : times_[block];
        (a == unknown ? a : b) = std::max(whole, known) - known;
    }
    if (a == b) return std::nullopt;
    return Weights{a + 1, b + 1};
}

}  // namespace celer::optimizer
