#pragma once

#include <cstddef>
#include <cstdint>

namespace celer {

// What images compiled for this processor have in their file header.
inline constexpr uint16_t image_machine = 0x8664;

// Addresses below are those that programs have memory at; the last so many are the kernel's, and what lies between are
// none.
inline constexpr uint64_t lower_half_bytes = uint64_t{1} << 47;

// What freed code is overwritten with: an instruction that traps.
inline constexpr int trap_byte = 0xcc;

// Whether the bytes are an instruction that loads a 64-bit immediate (mov r64, imm64), which follows them.
inline constexpr size_t long_immediate_bytes = 2;
inline bool has_long_immediate(const uint8_t* code) {
    return (code[0] & 0xfe) == 0x48 && (code[1] & 0xf8) == 0xb8;
}

// In a loop that waits for another processor.
inline void pause_spinning() {
    __builtin_ia32_pause();
}

// Between writing code through its alias and letting a thread run it. This processor sees its own stores.
inline void synchronize_code(const void*, size_t) {}

}  // namespace celer
