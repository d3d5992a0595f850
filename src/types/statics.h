// The registry of static storage, which the collector's roots read. build_statics() fills it.
#pragma once

#include <cstdint>

#include "object/method_table.h"
#include "types/loader_allocator.h"

namespace celer {

// The most a thread's block of statics can hold; the runtime reserves that much per thread.
inline constexpr uint32_t thread_statics_capacity = 1 << 20;

// Visits every static field that holds a reference, of types that are never unloaded. World stopped.
void for_each_static_range(void (*visit)(Object* const* slots, size_t count, void* context), void* context);
// Visits the layout of every type's thread statics: its offset in a thread's block and layout (offsets from there).
void for_each_thread_statics(void (*visit)(uint32_t offset, const GcLayout* layout, void* context), void* context);

// The range of an unloaded type, zero in every thread: other types may have it.
void free_thread_statics(ThreadStaticsRange range);

}  // namespace celer
