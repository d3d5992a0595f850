// Where compiled code finds words of a Thread (runtime/thread.h), whose address is a thread-local word (TlsOffsets).
// runtime/thread.cpp checks them.
#pragma once

#include <cstdint>

namespace celer::thread_words {

inline constexpr int32_t mode = 0;  // 4 bytes
inline constexpr int32_t native_mode = 0;
inline constexpr int32_t managed_mode = 1;
inline constexpr int32_t suspend_requested = 4;  // 4 bytes
inline constexpr int32_t transition = 8;
inline constexpr int32_t stack_low = 24;
inline constexpr int32_t saved_registers = 104;  // of the CPU's list in runtime/<cpu>/registers.h

}  // namespace celer::thread_words
