// What the processor's flags tell: the answer of a comparison, or something about a register.
#pragma once

#include "baseline/x64/assembler.h"

namespace celer::x64 {

// Where a comparison left its answer in the flags.
struct Flags {
    enum class Parity : uint8_t { Ignore, AndClear, OrSet };  // floats: equal needs parity clear, unequal or set
    Cc condition;
    Parity parity = Parity::Ignore;
};

// The register whose comparison with zero the last instruction left in the flags.
class KnownFlags {
  public:
    void forget() { reg_ = no_gpr; }
    void note(Gpr reg, uint32_t position) {
        reg_ = reg;
        position_ = position;
    }
    bool tell_of(Gpr reg, uint32_t position) const { return reg_ == reg && position_ == position; }

  private:
    Gpr reg_ = no_gpr;
    uint32_t position_ = 0;  // behind the instruction
};

}  // namespace celer::x64
