// What an instruction takes from the evaluation stack and puts there, as letters (ops.def).
#pragma once

#include <string_view>

#include "import/code.h"

namespace celer {

// Also where the instruction's fields decide, if letters can say it; "?" if they cannot.
std::string_view operands_of(const Inst& inst);
// What a letter stands for; 'a' and 'x', which stand for several, are no kinds.
Kind kind_of_operand(char letter, const Inst& inst);

}  // namespace celer
