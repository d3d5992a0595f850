// Operations on scalars that this processor has an instruction for; None: it has none. Operand and result are as
// Importer::operate_on_scalar wants them.
#pragma once

#include "import/code.h"
#include "import/vector_instructions.h"

namespace celer {

// An estimate of 1 / x, or of 1 / sqrt(x), of a float (F4) or double (F8).
VectorInstructionId reciprocal_instruction(bool of_root, Kind kind);
// A float or double to an unsigned integer (I4 or I8), whatever becomes of values that do not fit.
VectorInstructionId truncation_to_unsigned(Kind from, Kind to);
// The same bits in a register of the other kind.
VectorInstructionId move_between_registers(Kind from, Kind to);

}  // namespace celer
