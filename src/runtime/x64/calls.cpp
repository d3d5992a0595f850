#include <cstddef>

#include "platform/instruction_sets.h"
#include "runtime/managed_call.h"

namespace celer {

// What the assembly has as numbers.
static_assert(offsetof(RegisterArguments, vector) == 48);
static_assert(offsetof(RegisterArguments, stack) == 304);
static_assert(offsetof(RegisterArguments, stack_words) == 312);
static_assert(offsetof(CallResult, high) == 8);
static_assert(offsetof(CallResult, vector) == 16);
static_assert(offsetof(CallResult, exception) == 80);
static_assert(offsetof(Thread, mode) == 0);
static_assert(offsetof(Thread, transition) == 8);
static_assert(offsetof(Thread, stack_low) == 24);
static_assert(offsetof(Thread, saved_registers) == 104);

// Whether vectors of 32 bytes travel in registers (assembly.inc).
extern "C" {
[[gnu::visibility("hidden")]] uint8_t celer_has_wide_vectors = 0;
}

void initialize_managed_calls() {
    celer_has_wide_vectors = native_vector_bytes() > 16;
}

}  // namespace celer
