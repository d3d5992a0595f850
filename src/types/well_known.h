// The types of CoreLib that the engine itself needs, from well_known.def.
#pragma once

#include "object/method_table.h"

namespace celer {

enum class WellKnown : uint8_t {
#define CELER_WELL_KNOWN(enumerator, name_space, name) enumerator,
#include "types/well_known.def"
#undef CELER_WELL_KNOWN
};

// Named level at least; Complete after the loader has started. Panics if CoreLib lacks it (start-up checks them all).
MethodTable* well_known(WellKnown type);
MethodTable* primitive_type(ElementType element);  // Void, Boolean .. R8, I, U, String, Object, TypedByRef

}  // namespace celer
