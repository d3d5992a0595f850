// Text of compiled code, for listings and golden tests.
#pragma once

#include <string>

#include "code/method_code.h"

namespace celer {

std::string disassemble(const MethodCode* code);

bool has_disassembler();
// The instruction at the front of the bytes, as text, and its length. Empty: they begin with none.
std::string disassemble_instruction(const uint8_t* bytes, size_t size, size_t& length);

}  // namespace celer
