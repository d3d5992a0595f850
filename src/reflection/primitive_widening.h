// The conversions of primitive values that lose nothing of their meaning, as reflection makes them (I.8.7.3).
#pragma once

#include <cstdint>

#include "object/method_table.h"

namespace celer {

// Writes the value at `from` as one of type `to_type` (8 bytes at most). False if such values are not converted.
bool widen_primitive(ElementType from_type, const void* from, ElementType to_type, void* to);

}  // namespace celer
