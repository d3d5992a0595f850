#include "platform/instruction_sets.h"

#include <algorithm>

#include "base/options.h"

namespace celer {

namespace {

// As the option says it, rounded down to what there is; an option that names less than the least is none.
uint32_t bytes_of(int64_t bits, uint32_t without_option) {
    constexpr int64_t widths[] = {512, 256, 128};
    for (int64_t width : widths) {
        if (bits >= width) return static_cast<uint32_t>(width / 8);
    }
    return without_option;
}

}  // namespace

uint32_t accelerated_vector_bytes() {
    uint32_t most = usual_vector_bytes();
    return std::min(most, bytes_of(options().PreferredVectorBitWidth, most));
}

uint32_t machine_vector_bytes() {
    constexpr uint32_t least = 16;
    constexpr uint32_t usual = 32;
    return std::max(least, std::min(accelerated_vector_bytes(), bytes_of(options().MaxVectorTBitWidth, usual)));
}

}  // namespace celer
