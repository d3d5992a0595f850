// What one look at a method tells about its variables before code is emitted: how hot they are, and which need no
// zeroing.
#pragma once

#include <cstdint>
#include <vector>

#include "import/successors.h"

namespace celer {

struct VariablePlan {
    uint32_t accesses = 0;
    uint32_t weight = 0;   // accesses, each counted 8 times per enclosing loop
    bool exposed = false;  // read in some block before that block stores it: its value crosses blocks
    bool stored = false;
};

struct MethodPlan {
    std::vector<VariablePlan> variables;
    LoopDepths loop_depth;
    bool makes_calls = false;       // something may lose caller-saved registers
    bool has_wide_vectors = false;  // of more than 16 bytes: registers' upper halves are in use

    void analyse(const ImportedCode& code);

  private:
    std::vector<uint32_t> last_store_block_;
};

}  // namespace celer
