#include "import/successors.h"

namespace celer {

std::vector<uint8_t> loop_depths(const ImportedCode& code) {
    constexpr uint8_t deepest = 4;
    auto count = static_cast<uint32_t>(code.blocks.size());
    std::vector<uint32_t> ends(count, 0);  // by head: one past the last block that jumps back to it
    for (uint32_t b = 0; b < count; b++) {
        for_each_successor(code, b, [&](uint32_t to) {
            if (to <= b) ends[to] = b + 1;
        });
    }
    std::vector<uint8_t> depths(count, 0);
    for (uint32_t head = 0; head < count; head++) {
        for (uint32_t b = head; b < ends[head]; b++) {
            if (depths[b] < deepest) depths[b]++;
        }
    }
    return depths;
}

}  // namespace celer
