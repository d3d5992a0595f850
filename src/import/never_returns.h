// Throw helpers.
#pragma once

#include "types/member.h"

namespace celer {

// Whether the body is a short straight line of instructions that ends with a throw.
bool never_returns(const MethodDesc* method);

}  // namespace celer
