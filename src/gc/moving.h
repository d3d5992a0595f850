// Copying memory that may hold references while other threads read it.
#pragma once

#include <cstddef>

namespace celer::gc {

// As memmove, but every reference is read and written whole: who reads the destination meanwhile sees each slot as it
// was or as it becomes. (memmove may move bytes by ones.)
void move_values(void* destination, const void* source, size_t size_bytes);

// The same for zeros.
void clear_values(void* destination, size_t size_bytes);

}  // namespace celer::gc
