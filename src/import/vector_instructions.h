// The instructions behind vector operations (Op::Vector), and which methods of System.Runtime.Intrinsics.X86 they are.
#pragma once

#include <cstdint>
#include <string_view>

#include "types/member.h"

namespace celer {

enum class VectorInstructionId : uint16_t {
#define CELER_VECTOR_INSTRUCTION(name, form, encoding, prefix, map, wide, opcode, extra) name,
#include "import/x64/vector_instructions.def"
#undef CELER_VECTOR_INSTRUCTION
    None,
};

// Conditions of instructions that answer in the flags: VectorInstruction::extra.
enum VectorCondition : int16_t { CcE, CcB, CcA, CcAE, CcEqual, CcNotEqual };  // the last two: false, true for NaN

struct VectorInstruction {  // texts lie in the row: no pointers, so nothing to relocate when the engine is loaded
    enum class Encoding : uint8_t { Legacy, Vex, Evex };

    char name[20];
    char form[8];  // x64/vector_instructions.def explains it
    Encoding encoding;
    uint8_t prefix;
    uint8_t map;
    bool is_wide;
    uint8_t opcode;
    int16_t extra;

    bool is_legacy() const { return encoding == Encoding::Legacy; }
    bool is_evex() const { return encoding == Encoding::Evex; }
    bool is_masked() const;  // only elements that k1 names are written
    bool has_rounding() const;
    uint32_t operand_count() const;
    char result() const;                          // the letter, or 0
    bool has_immediate() const;                   // its operand is the last
    bool accepts_immediate(int64_t value) const;  // of 0 to 255; others are ArgumentOutOfRangeException
    bool touches_memory() const;                  // through an operand
};

// Whether an operand of this letter is a vector or a float, not a word.
bool is_vector_operand(char letter);

const VectorInstruction& vector_instruction(VectorInstructionId id);
// The row that does the same to vectors of 64 bytes; None: there is none.
VectorInstructionId wide_form(VectorInstructionId id);
// The row of which this is the wide form; the row itself if there is none.
VectorInstructionId narrow_form(VectorInstructionId id);

// Elements of vectors in the order of the tables' columns: sbyte byte short ushort int uint long ulong float double.
// nint and nuint are long and ulong; vector_element_count: no element.
inline constexpr uint32_t vector_element_count = 10;
uint32_t vector_element_index(ElementType element);
// Of a type that is a vector.
uint32_t vector_element_bytes(const MethodTable* vector);

// The instruction that a method of a class below System.Runtime.Intrinsics.X86 is, None if it has no row. `class_name`:
// Sse2, or Sse2.X64.
VectorInstructionId find_x86_method(std::string_view class_name, std::string_view method,
                                    const MethodSignature& signature);

}  // namespace celer
