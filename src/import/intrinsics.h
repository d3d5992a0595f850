// Which methods of CoreLib the importer expands (intrinsics.def), found once per method and remembered in
// MethodDesc::intrinsic.
#pragma once

#include <string_view>

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

// FNV-1a over the parts of a method's name: of the tables of names that are made when the engine is built.
inline constexpr uint32_t empty_hash = 2166136261u;
constexpr uint32_t add_hash(uint32_t hash, std::string_view text) {
    for (char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 16777619u;
    return hash;
}

}  // namespace celer
