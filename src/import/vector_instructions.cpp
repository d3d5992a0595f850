#include "import/vector_instructions.h"

#include <bit>
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
    return last == 'i' || last == 'j' || last == 'e';
}
bool VectorInstruction::accepts_immediate(int64_t value) const {
    constexpr int64_t last_comparison = 31;
    constexpr int64_t largest_scale = 8;
    char last = std::strchr(form, '>')[-1];
    if (last == 'j') return value <= last_comparison;
    return last != 'e' || (std::has_single_bit(static_cast<uint64_t>(value)) && value <= largest_scale);
}
bool VectorInstruction::touches_memory() const {
    return std::strpbrk(form, "pDl") != nullptr;
}

bool is_vector_operand(char letter) {
    return std::strchr("rvmnbdsxk", letter) != nullptr;
}

const VectorInstruction& vector_instruction(VectorInstructionId id) {
    return instructions[static_cast<uint32_t>(id)];
}

}  // namespace celer
