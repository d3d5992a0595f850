// Decoding CIL instructions (ECMA-335 III.1.9 and the tables of opcodes.def).
//
// Decoder never reads outside the code it was given. A truncated instruction, or a byte that can begin none (F8 to FF,
// FE 26 upward), makes next() return false with failed() set; the decoder stays there. The gaps below are instructions
// without operand (Opcode::Unused) that may lie where nothing reaches them, as on CoreCLR. Branch targets are given as
// offsets in the code but not checked against it: the importer does that, because it must reject targets in the middle
// of an instruction anyway.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/bytes.h"
#include "metadata/token.h"

namespace celer::il {

enum class Opcode : uint16_t {
#define OPCODE(enumerator, name, encoding, operand, pop, push, flow) enumerator = encoding,
#include "il/opcodes.def"
};

inline constexpr size_t kOpcodeSpace = 0x126;

enum class OperandKind : uint8_t {
    None,
    I1,
    U1,
    I4,
    I8,
    R4,
    R8,
    Branch1,
    Branch4,
    Switch,
    VarU1,
    VarU2,
    ArgU1,
    ArgU2,
    Method,
    Field,
    Type,
    Token,
    String,
    Signature,
};

enum class FlowControl : uint8_t {
    Next,
    Branch,
    ConditionalBranch,
    Call,
    Return,
    Throw,
    Leave,
    EndHandler,
    Prefix,
    Break
};

inline constexpr int8_t kStackVar = -1;  // pop or push that the operand decides

struct OpcodeInfo {
    std::string_view name;  // empty: no such instruction
    OperandKind operand = OperandKind::None;
    FlowControl flow = FlowControl::Next;
    int8_t pop = 0;
    int8_t push = 0;
};

const OpcodeInfo& opcode_info(Opcode opcode);
inline std::string_view opcode_name(Opcode opcode) {
    return opcode_info(opcode).name;
}

struct Instruction {
    uint32_t offset = 0;       // of its first byte in the code
    uint32_t next_offset = 0;  // of the byte after it
    Opcode opcode = Opcode::Nop;
    OperandKind operand = OperandKind::None;

    // The operand, by its kind:
    int64_t integer = 0;  // I1, U1, I4, I8; index of VarU1, VarU2, ArgU1, ArgU2; bits of R4 (low half) and R8
    uint32_t target = 0;  // Branch1, Branch4: offset in the code (may lie outside of it)
    Bytes switch_table;   // Switch: 4 bytes a case, relative to next_offset

    metadata::Token token() const { return metadata::Token(static_cast<uint32_t>(integer)); }
    float float32() const;
    double float64() const;
    uint32_t switch_count() const { return static_cast<uint32_t>(switch_table.size() / 4); }
    uint32_t switch_target(uint32_t index) const;  // index < switch_count()
};

class Decoder {
  public:
    explicit Decoder(Bytes code, uint32_t offset = 0);

    // Decodes the instruction at the cursor and moves past it. False at the end of the code, or (with failed()) on an
    // instruction that is truncated or unknown.
    bool next(Instruction& instruction);

    bool failed() const { return failed_; }
    bool at_end() const { return reader_.at_end(); }
    uint32_t offset() const { return static_cast<uint32_t>(reader_.offset()); }  // of the next instruction
    void seek(uint32_t offset) { reader_.seek(offset); }

  private:
    bool read_operand(Instruction& instruction);

    ByteReader reader_;
    bool failed_ = false;
};

}  // namespace celer::il
