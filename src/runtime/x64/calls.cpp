#include <cstddef>

#include "code/code_tables.h"
#include "gc/barrier.h"
#include "platform/instruction_sets.h"
#include "runtime/managed_call.h"

namespace celer {

// What the assembly has as numbers.
using gc::BarrierCells;
static_assert(gc::card_shift == 7 && gc::block_shift == 15);  // barrier.S
#define CELER_OFFSET(Record, member, bytes) static_assert(offsetof(Record, member) == (bytes));
#define CELER_SIZE(Record, bytes) static_assert(sizeof(Record) == (bytes));
#include "runtime/x64/offsets.def"
#undef CELER_OFFSET
#undef CELER_SIZE

// Whether vectors of 32 bytes travel in registers (assembly.inc).
extern "C" {
[[gnu::visibility("hidden")]] uint8_t celer_has_wide_vectors = 0;
}

void initialize_managed_calls() {
    celer_has_wide_vectors = native_vector_bytes() > 16;
}

}  // namespace celer
