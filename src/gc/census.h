// What a heap is made of (option GCTypes).
#pragma once

#include <cstddef>

namespace celer::gc {

// Prints the types that have most bytes, so many of them, to standard error. World stopped, right after a full
// collection.
void print_census(size_t types);

}  // namespace celer::gc
