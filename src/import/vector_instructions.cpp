#include "import/vector_instructions.h"

#include <cstring>

namespace celer {

namespace {

constexpr bool Vex = true;
constexpr bool Legacy = false;

constexpr VectorInstruction instructions[] = {
#define CELER_VECTOR_INSTRUCTION(name, form, encoding, prefix, map, wide, opcode, extra) \
    {#name, form, encoding, prefix, map, wide, opcode, extra},
#include "import/vector_instructions.def"
#undef CELER_VECTOR_INSTRUCTION
};

}  // namespace

uint32_t VectorInstruction::operand_count() const {
    return static_cast<uint32_t>(std::strchr(form, '>') - form);
}
char VectorInstruction::result() const {
    return std::strchr(form, '>')[1];
}
bool VectorInstruction::has_immediate() const {
    char last = form == std::strchr(form, '>') ? 0 : std::strchr(form, '>')[-1];
    return last == 'i' || last == 'j';
}
bool VectorInstruction::touches_memory() const {
    return std::strpbrk(form, "pD") != nullptr;
}

const VectorInstruction& vector_instruction(VectorInstructionId id) {
    return instructions[static_cast<uint32_t>(id)];
}

}  // namespace celer
