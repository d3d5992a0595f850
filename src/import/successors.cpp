#include "import/successors.h"

namespace celer {

void LoopDepths::find(const ImportedCode& code) {
    constexpr uint8_t deepest = 4;
    auto count = static_cast<uint32_t>(code.blocks.size());
    ends_.assign(count, 0);
    depths_.assign(count, 0);
    for (uint32_t b = 0; b < count; b++) {
        for_each_successor(code, b, [&](uint32_t to) {
            if (to <= b) ends_[to] = b + 1;
        });
    }
    for (uint32_t head = 0; head < count; head++) {
        for (uint32_t b = head; b < ends_[head]; b++) {
            if (depths_[b] < deepest) depths_[b]++;
        }
    }
}

}  // namespace celer
