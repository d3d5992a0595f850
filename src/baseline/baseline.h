// Tier 0: compiles a method in one pass. See x64/compiler.h for how.
#pragma once

#include "code/compiler.h"

namespace celer {

// The baseline compiler and thunk maker of this architecture.
Compiler& baseline_compiler();
ThunkMaker& baseline_thunks();

}  // namespace celer
