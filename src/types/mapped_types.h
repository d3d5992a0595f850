// What a process does with types that a mapped arena brought along, and what is done with them before they are written.
#pragma once

namespace celer {

// ProcessCell::TypeData of all types.
void fill_type_cells();

// Frozen objects as they were when they were made: no locks, no hash codes, nothing that managed code has put into a
// RuntimeType. No thread may use them any more.
void reset_frozen_objects();

}  // namespace celer
