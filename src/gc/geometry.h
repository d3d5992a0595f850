// What the heap is made of: 32 KiB blocks of 256 lines of 128 bytes; a granule is 8 bytes.
#pragma once

#include <cstddef>

namespace celer::gc {

inline constexpr size_t block_size = 32 * 1024;
inline constexpr size_t line_size = 128;
inline constexpr size_t lines_per_block = block_size / line_size;
inline constexpr size_t granule_size = 8;
inline constexpr size_t words_per_block = block_size / granule_size / 64;  // of a bit for each granule
inline constexpr size_t largest_small_object = block_size / 2;
inline constexpr size_t object_prefix = 8;  // header before the object address

}  // namespace celer::gc
