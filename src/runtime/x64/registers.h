#pragma once

#include <cstdint>

namespace celer {

// What celer_leave_managed_mode stores in Thread::saved_registers: rbx rbp r12 r13 r14 r15.
inline constexpr uint32_t kept_register_count = 6;
inline constexpr uint32_t kept_frame_pointer = 1;

}  // namespace celer
