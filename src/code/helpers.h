// The helper table: addresses of native functions that compiled code calls, one process cell each, filled at
// start.
#pragma once

#include <cstddef>
#include <cstdint>

#include "types/member.h"

namespace celer {

enum class Helper : uint8_t {
#define CELER_HELPER(name, function, effects, result, parameters) name,
#include "code/helpers.def"
#undef CELER_HELPER
    Count,
};

uint8_t effects_of(Helper helper);  // code/effects.h

extern void** g_helper_slots;  // Helper::Count slots; CodeRoots::helper_slots
inline void** helper_slot(Helper helper) {
    return g_helper_slots + static_cast<int>(helper);
}

// Where compiled code finds the heap's cards: a copy of gc::g_barrier. CodeRoots::barrier_cells.
namespace gc {
struct BarrierCells;
}
extern gc::BarrierCells* g_barrier_cells;
void take_barrier_cells();  // once the heap is there

// What a cast in compiled code saw last: a process cell. Answers do not change for a pair of types (the helpers
// leave out those that may), so the words are written and read without a lock.
struct CastCache {
    MethodTable* succeeded;
    MethodTable* failed;
};

CastCache* new_cast_cache(const MethodDesc* method);  // for code of the method; lives as long
void install_cast_caches();                           // they forget what is unloaded

// Offsets from the thread pointer of the thread-local words that compiled code reads; computed once at start.
struct TlsOffsets {
    int32_t alloc_pointer;
    int32_t alloc_limit;
    int32_t thread;          // Thread*
    int32_t thread_statics;  // base of the thread's static block
};
extern TlsOffsets g_tls_offsets;

// Takes the slots, or those of a mapped arena. They are filled by the runtime.
void take_helper_slots();

}  // namespace celer

extern "C" {
namespace celer {
#define CELER_HELPER(name, function, effects, result, parameters) result function parameters;
#include "code/helpers.def"
#undef CELER_HELPER
}  // namespace celer
}
