// What collections of young objects cost for each MiB that is handed out, by the budget: the bytes that are handed out
// between two of them. Each has fixed costs; and objects that live for longer than a budget are promoted, and die as
// old ones. So a larger budget can be cheaper. Where what survives is what is kept for long, it is not.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace celer::gc {

class PauseCosts {
  public:
    // After a collection of young objects.
    void note(uint64_t budget, uint64_t handed_out, uint64_t cost_ns) {
        if (handed_out == 0) return;
        Level& level = level_of(budget);
        int64_t per_mebibyte = static_cast<int64_t>(static_cast<double>(cost_ns) * mebibyte / handed_out);
        if (level.samples < samples_to_know) level.samples++;
        level.ns_per_mebibyte += (per_mebibyte - level.ns_per_mebibyte) / static_cast<int64_t>(level.samples);
    }

    bool is_known(uint64_t budget) { return level_of(budget).samples == samples_to_know; }

    // Nanoseconds that are saved for each MiB handed out beside half of the budget. 0: less than a quarter is, which
    // may be noise, or not both are known.
    uint64_t saved_by(uint64_t budget) {
        if (!is_known(budget) || !is_known(budget / 2)) return 0;
        int64_t saved = level_of(budget / 2).ns_per_mebibyte - level_of(budget).ns_per_mebibyte;
        return saved > level_of(budget / 2).ns_per_mebibyte / 4 ? static_cast<uint64_t>(saved) : 0;
    }

    // This budget was not chosen for what is known of it. That is forgotten now and then, since programs change; each
    // time after twice as long, since to learn it again costs the program something.
    void refuse(uint64_t budget) {
        Level& level = level_of(budget);
        if (!is_known(budget) || ++level.refusals < level.patience) return;
        level = {.patience = std::min(2 * level.patience, most_patience)};
    }

  private:
    static constexpr uint32_t samples_to_know = 8;
    static constexpr uint32_t first_patience = 32;
    static constexpr uint32_t most_patience = 4096;
    static constexpr double mebibyte = 1 << 20;

    struct Level {
        uint32_t samples = 0;  // to samples_to_know, over which the mean slides then
        uint32_t refusals = 0;
        uint32_t patience = first_patience;  // refusals until it is forgotten
        int64_t ns_per_mebibyte = 0;
    };

    Level& level_of(uint64_t budget) { return levels_[static_cast<std::size_t>(std::bit_width(budget))]; }

    std::array<Level, std::numeric_limits<uint64_t>::digits + 1> levels_;  // by the width of the budget
};

}  // namespace celer::gc
