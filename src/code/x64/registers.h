#pragma once

#include <cstdint>

namespace celer {

namespace abi {

inline constexpr uint32_t integer_register_count = 6;  // rdi rsi rdx rcx r8 r9; results: rax rdx
inline constexpr uint32_t float_register_count = 8;    // xmm0 .. xmm7; results: xmm0 xmm1

}  // namespace abi

inline constexpr uint32_t callee_saved_count = 5;  // rbx r12 r13 r14 r15, without the frame pointer (rbp)

// In listings, as CoreCLR names them.
inline constexpr const char* processor_name = "X64";
inline constexpr const char* frame_pointer_name = "rbp";

}  // namespace celer
