// Moving words by registers that not every processor of its kind has.
#pragma once

#include <cstddef>
#include <cstdint>

namespace celer::gc {

inline constexpr size_t wide_step = 128;

// These move whole steps, from the front or from the back, and return the bytes that they left: all of them without
// such registers. Each aligned word is read and written as a whole.
size_t move_wide_forward(uint8_t* to, const uint8_t* from, size_t left);
size_t move_wide_backward(uint8_t* to, const uint8_t* from, size_t left);

}  // namespace celer::gc
