#include "import/vector_instructions.h"

#include <bit>
#include <cstring>

#include "types/type_info.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // a switch over some of many instructions

namespace celer {

namespace {

constexpr VectorInstruction::Encoding Legacy = VectorInstruction::Encoding::Legacy;
constexpr VectorInstruction::Encoding Vex = VectorInstruction::Encoding::Vex;
constexpr VectorInstruction::Encoding Evex = VectorInstruction::Encoding::Evex;

constexpr VectorInstruction instructions[] = {
#define CELER_VECTOR_INSTRUCTION(name, form, encoding, prefix, map, wide, opcode, extra) \
    {#name, form, encoding, prefix, map, wide, opcode, extra},
#include "import/x64/vector_instructions.def"
#undef CELER_VECTOR_INSTRUCTION
};

}  // namespace

bool VectorInstruction::is_masked() const {
    const char* mask = std::strchr(form, 'K');
    return mask != nullptr && mask < std::strchr(form, '>');
}
bool VectorInstruction::has_rounding() const {
    return std::strchr(form, 'o') != nullptr;
}
uint32_t VectorInstruction::operand_count() const {
    return static_cast<uint32_t>(std::strchr(form, '>') - form);
}
char VectorInstruction::result() const {
    return std::strchr(form, '>')[1];
}
bool VectorInstruction::has_immediate() const {
    char last = form == std::strchr(form, '>') ? 0 : std::strchr(form, '>')[-1];
    return std::strchr("ijheo", last) != nullptr && last != 0;
}
bool VectorInstruction::accepts_immediate(int64_t value) const {
    constexpr int64_t last_comparison = 31;
    constexpr int64_t last_nibble = 15;
    constexpr int64_t largest_scale = 8;
    char last = std::strchr(form, '>')[-1];
    if (last == 'j') return value <= last_comparison;
    if (last == 'h') return value <= last_nibble;
    return last != 'e' || (std::has_single_bit(static_cast<uint64_t>(value)) && value <= largest_scale);
}
bool VectorInstruction::touches_memory() const {
    return std::strpbrk(form, "pDl") != nullptr;
}

uint32_t vector_element_index(ElementType element) {
    if (element == ElementType::I) element = ElementType::I8;
    if (element == ElementType::U) element = ElementType::U8;
    uint32_t index = static_cast<uint32_t>(element) - static_cast<uint32_t>(ElementType::I1);
    return index < vector_element_count ? index : vector_element_count;
}

uint32_t vector_element_bytes(const MethodTable* vector) {
    constexpr uint32_t first_float = 8;
    uint32_t index = vector_element_index(vector->info->instantiation->arguments[0].verification_type());
    return index >= first_float ? 4u << (index - first_float) : 1u << index / 2;
}

bool is_vector_operand(char letter) {
    return std::strchr("rvmnbdsxkKc", letter) != nullptr;
}

VectorInstructionId wide_form(VectorInstructionId id) {
    if (vector_instruction(id).is_evex()) return id;
    switch (id) {
#define CELER_WIDE_FORM(narrow, wide) \
    case VectorInstructionId::narrow: \
        return VectorInstructionId::wide;
#include "import/x64/vector_wide_forms.def"
#undef CELER_WIDE_FORM
        default:
            return VectorInstructionId::None;
    }
}

VectorInstructionId narrow_form(VectorInstructionId id) {
    switch (id) {
#define CELER_WIDE_FORM(narrow, wide) \
    case VectorInstructionId::wide:   \
        return VectorInstructionId::narrow;
#include "import/x64/vector_wide_forms.def"
#undef CELER_WIDE_FORM
        default:
            return id;
    }
}

const VectorInstruction& vector_instruction(VectorInstructionId id) {
    return instructions[static_cast<uint32_t>(id)];
}

}  // namespace celer
