// When to look for old garbage where so little survives that no full collection is due: old objects die there, too. So
// that many times what lives is handed out before a cycle begins for them; after it has found little, twice as many.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

namespace celer::gc {

class OldGarbage {
  public:
    bool may_be_much(uint64_t live_bytes) const {
        return live_bytes >= least_live_bytes && handed_out_ / patience_ > live_bytes;
    }

    void handed_out(uint64_t bytes) { handed_out_ += bytes; }
    // A cycle is due, for this alone or for other reasons.
    void looked_for(bool for_this_alone) { is_looked_for_ = for_this_alone; }
    // A full collection has ended.
    void collected(uint64_t live_before, uint64_t live_bytes, bool has_moved) {
        handed_out_ = 0;
        if (!std::exchange(is_looked_for_, false)) return;
        bool was_much = live_bytes < live_before - live_before / least_share || has_moved;
        patience_ = was_much ? first_patience : std::min(patience_ * 2, most_patience);
    }

  private:
    static constexpr uint64_t least_live_bytes = uint64_t{16} << 20;
    static constexpr uint64_t first_patience = 32;
    static constexpr uint64_t most_patience = 4096;
    static constexpr uint64_t least_share = 4;  // of what lived: less is little

    uint64_t handed_out_ = 0;  // bytes since the last full collection
    uint64_t patience_ = first_patience;
    bool is_looked_for_ = false;
};

}  // namespace celer::gc
