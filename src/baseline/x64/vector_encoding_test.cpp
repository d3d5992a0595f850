// Every row of vector_instructions.def, encoded with low and high registers, is the instruction of its name to a
// disassembler.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "baseline/disassembler.h"
#include "baseline/x64/assembler.h"
#include "import/vector_instructions.h"

namespace celer::x64 {
namespace {

// What is behind an underscore tells variants of an instruction apart.
std::string mnemonic(const VectorInstruction& instruction) {
    std::string name = instruction.name;
    name = "v" + name.substr(0, name.find('_'));
    for (char& c : name) c = static_cast<char>(std::tolower(c));
    return name;
}

struct Registers {
    unsigned reg, vvvv, rm;
};

void check(const VectorInstruction& instruction, Registers registers, bool is_256) {
    Assembler a;
    bool in_memory = std::strchr(instruction.form, 'p') != nullptr;
    bool extends = instruction.result() == 'v';
    if (extends) registers.reg = static_cast<unsigned>(instruction.extra);
    bool uses_vvvv = std::strpbrk(instruction.form, "vbwzkY") != nullptr || extends;
    Assembler::Vex vex{instruction.prefix, instruction.map, instruction.is_wide, is_256, instruction.opcode};
    Mem memory = at(static_cast<Gpr>(registers.rm), rbp, 2, 0x1234);
    in_memory ? a.vex_m(vex, registers.reg, uses_vvvv ? registers.vvvv : 0, memory)
              : a.vex_r(vex, registers.reg, uses_vvvv ? registers.vvvv : 0, registers.rm);
    bool has_immediate = instruction.has_immediate() && std::strchr(instruction.form, 'e') == nullptr;
    bool fixed = instruction.extra >= 0 && !extends && instruction.result() != 'F';
    if (has_immediate || fixed || std::strchr(instruction.form, 's') != nullptr) a.byte(0x50);
    size_t length = 0;
    std::string text = disassemble_instruction(a.code(), a.position(), length);
    if (text.empty() && !is_256) return check(instruction, registers, true);  // there only as that
    ASSERT_FALSE(text.empty()) << instruction.name;
    EXPECT_EQ(length, a.position()) << instruction.name << ": " << text;
    EXPECT_EQ(text.substr(0, text.find(' ')), mnemonic(instruction)) << text;
    auto has = [&](unsigned number) {
        return (text + ",").find("mm" + std::to_string(number) + ",") != std::string::npos;
    };
    if (std::strpbrk(instruction.form, "rdY") != nullptr && !extends) EXPECT_TRUE(has(registers.reg)) << text;
    if (uses_vvvv) EXPECT_TRUE(has(registers.vvvv)) << text;
    if (std::strpbrk(instruction.form, "mnb") != nullptr && !in_memory) EXPECT_TRUE(has(registers.rm)) << text;
}

void check_evex(const VectorInstruction& instruction, Registers registers, uint8_t length) {
    Assembler a;
    bool in_memory = std::strchr(instruction.form, 'p') != nullptr;
    bool extends = instruction.result() == 'v';
    bool is_compared = instruction.result() == 'K';
    if (extends) registers.reg = static_cast<unsigned>(instruction.extra);
    if (is_compared) registers.reg = 2;
    bool uses_vvvv = std::strpbrk(instruction.form, "vb") != nullptr;
    Assembler::Evex evex{instruction.prefix, instruction.map,         instruction.is_wide,       length,
                         instruction.opcode, instruction.is_masked(), instruction.has_rounding()};
    Mem memory = at(static_cast<Gpr>(registers.rm), rbp, 2, 0x1234);
    in_memory ? a.evex_m(evex, registers.reg, uses_vvvv ? registers.vvvv : 0, memory)
              : a.evex_r(evex, registers.reg, uses_vvvv ? registers.vvvv : 0, registers.rm);
    bool has_immediate = instruction.has_immediate() && !instruction.has_rounding();
    if (has_immediate || (instruction.extra >= 0 && !extends)) a.byte(0x50);
    size_t bytes = 0;
    std::string text = disassemble_instruction(a.code(), a.position(), bytes);
    if (text.empty() && length < 2) return check_evex(instruction, registers, length + 1);  // wider ones only
    ASSERT_FALSE(text.empty()) << instruction.name;
    EXPECT_EQ(bytes, a.position()) << instruction.name << ": " << text;
    EXPECT_EQ(text.substr(0, text.find(' ')), mnemonic(instruction)) << text;
    EXPECT_EQ(text.find("k1") != std::string::npos, instruction.is_masked()) << text;
    EXPECT_EQ(text.find("k2") != std::string::npos, is_compared) << text;
    EXPECT_EQ(text.find("-sae") != std::string::npos, instruction.has_rounding()) << text;
    if (in_memory) EXPECT_NE(text.find("0x1234"), std::string::npos) << text;
}

TEST(VectorEncoding, EvexIsWhatADisassemblerReads) {
    if (!has_disassembler()) GTEST_SKIP() << "no Zydis";
    for (uint32_t id = 0; id < static_cast<uint32_t>(VectorInstructionId::None); id++) {
        const VectorInstruction& instruction = vector_instruction(static_cast<VectorInstructionId>(id));
        if (!instruction.is_evex() || instruction.result() == 'X') continue;
        check_evex(instruction, {1, 2, 3}, 0);
        check_evex(instruction, {9, 10, 11}, 0);
    }
}

TEST(VectorEncoding, IsWhatADisassemblerReads) {
    if (!has_disassembler()) GTEST_SKIP() << "no Zydis";
    for (uint32_t id = 0; id < static_cast<uint32_t>(VectorInstructionId::ZERO); id++) {
        const VectorInstruction& instruction = vector_instruction(static_cast<VectorInstructionId>(id));
        check(instruction, {1, 2, 3}, false);
        check(instruction, {9, 10, 11}, false);
    }
}

}  // namespace
}  // namespace celer::x64
