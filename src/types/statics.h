// The registry of static storage, which the collector's roots read. build_statics() fills it.
#pragma once

#include <cstdint>

#include "object/method_table.h"
#include "types/loader_allocator.h"

namespace celer {

// The most a thread's block of statics can hold; the runtime reserves that much per thread.
inline constexpr uint32_t thread_statics_capacity = 1 << 20;

// Visits every block of statics that holds references: its base and layout (offsets from base). World stopped.
void for_each_statics(void (*visit)(uint8_t* base, const GcLayout* layout, void* context), void* context);
// Visits the layout of every type's thread statics: its offset in a thread's block and layout (offsets from there).
void for_each_thread_statics(void (*visit)(uint32_t offset, const GcLayout* layout, void* context), void* context);

// The range of an unloaded type, zero in every thread: other types may have it.
void free_thread_statics(ThreadStaticsRange range);

}  // namespace celer
