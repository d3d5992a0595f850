// Which of its caller's registers a frame keeps, and where: callee-saved registers in the order of the processor's
// list (code/x64/registers.h), without the frame pointer. Each lies in a word of its own just below the frame
// pointer, in any order.
#pragma once

#include <cstdint>

#include "code/cpu.h"

namespace celer {

class SavedRegisters {
  public:
    static constexpr uint32_t most_slots = 15;

    // The register lies at frame pointer - 8 * slot; slot is 1 .. most_slots.
    void save(uint32_t index, uint32_t slot) { slots_ |= slot << (4 * index); }
    // 0: the frame leaves the register alone.
    uint32_t slot(uint32_t index) const { return slots_ >> (4 * index) & 15; }
    // Bit i: register i is saved.
    uint32_t mask() const {
        uint32_t mask = 0;
        for (uint32_t i = 0; i < callee_saved_count; i++) mask |= static_cast<uint32_t>(slot(i) != 0) << i;
        return mask;
    }
    bool operator==(const SavedRegisters&) const = default;

  private:
    uint32_t slots_ = 0;
};

}  // namespace celer
