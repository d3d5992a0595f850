// Text of compiled code, for listings and golden tests.
#pragma once

#include <string>

#include "code/method_code.h"

namespace celer {

std::string disassemble(const MethodCode* code);

}  // namespace celer
