// What part of the young objects survives collections, by the bytes that are handed out between two of them. Objects
// that live for longer than that are promoted, and die as old ones: then a larger budget is cheaper for each byte.
// Where what survives is what is kept for long, its part does not depend on the budget.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace celer::gc {

class SurvivalRates {
  public:
    // After a collection of young objects.
    void note(uint64_t budget, uint64_t handed_out, uint64_t survived) {
        if (handed_out == 0) return;
        Level& level = level_of(budget);
        int64_t permille = static_cast<int64_t>(survived * 1000 / handed_out);
        if (level.samples < samples_to_know) level.samples++;
        level.permille += (permille - level.permille) / static_cast<int64_t>(level.samples);
    }

    bool is_known(uint64_t budget) { return level_of(budget).samples == samples_to_know; }

    // A larger part survives with half of the budget: by a quarter, and by a twentieth of what is handed out.
    bool rises_below(uint64_t budget) {
        if (!is_known(budget) || !is_known(budget / 2)) return false;
        int64_t own = level_of(budget).permille;
        return level_of(budget / 2).permille > own + own / 4 + least_difference;
    }

    // The same, of who would like to have half of it. What is known of that is forgotten now and then: programs change.
    bool keeps(uint64_t budget) {
        if (!rises_below(budget)) return false;
        Level& below = level_of(budget / 2);
        if (++below.refusals < refusals_to_forget) return true;
        below = {};
        return false;
    }

  private:
    static constexpr uint32_t samples_to_know = 8;
    static constexpr int64_t least_difference = 50;
    static constexpr uint32_t refusals_to_forget = 256;

    struct Level {
        uint32_t samples = 0;  // to samples_to_know, over which the mean slides then
        uint32_t refusals = 0;
        int64_t permille = 0;
    };

    Level& level_of(uint64_t budget) { return levels_[static_cast<std::size_t>(std::bit_width(budget))]; }

    std::array<Level, std::numeric_limits<uint64_t>::digits + 1> levels_;  // by the width of the budget
};

}  // namespace celer::gc
