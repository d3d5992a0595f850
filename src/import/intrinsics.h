// Which methods of CoreLib the importer expands (intrinsics.def), found once per method and remembered in
// MethodDesc::intrinsic.
#pragma once

#include "types/member.h"

namespace celer {

// Expansions, one per distinct first column of intrinsics.def.
enum class Expansion : uint8_t {
#define CELER_EXPANSION(name, action) name,
#include "import/expansions.def"
#undef CELER_EXPANSION
};

struct Intrinsic {
    Expansion expansion = Expansion::None;
    uint16_t row = 0;  // X86Instruction: VectorInstructionId; VectorMethod: row of vector_methods.def
};

Intrinsic intrinsic_of(MethodDesc* method);

}  // namespace celer
