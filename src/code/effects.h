// What an operation or a helper may do besides making its result: a column of import/ops.def and code/helpers.def.
// Variables whose address is not taken are no memory.
#pragma once

#include <cstdint>

namespace celer::effects {

inline constexpr uint8_t none = 0;
inline constexpr uint8_t throws = 1;     // a managed exception may come out
inline constexpr uint8_t allocates = 2;  // an object may be made, so a collection may run
inline constexpr uint8_t reads = 4;      // memory that changes
inline constexpr uint8_t writes = 8;     // memory
inline constexpr uint8_t calls = 16;     // of an operation: any function may run; of a helper: the program's own code
inline constexpr uint8_t ends = 32;      // does not go on to what follows: an operation ends its block
inline constexpr uint8_t any = throws | allocates | reads | writes | calls;

}  // namespace celer::effects
