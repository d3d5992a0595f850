#include "il/decoder.h"

#include <bit>

#include "base/assert.h"

namespace celer::il {

namespace {

struct OpcodeTable {
    OpcodeInfo info[kOpcodeSpace];
};

constexpr int8_t Var = kStackVar;

constexpr OpcodeTable make_opcode_table() {
    OpcodeTable table;
#define OPCODE(enumerator, name, encoding, operand, pop, push, flow) \
    table.info[encoding] = {name, OperandKind::operand, FlowControl::flow, pop, push};
#include "il/opcodes.def"
    return table;
}

constexpr OpcodeTable kOpcodes = make_opcode_table();

constexpr uint8_t kTwoBytePrefix = 0xFE;
constexpr size_t kTwoByteCount = kOpcodeSpace - 0x100;
constexpr uint32_t kFirstIllegal = 0xF8;  // of the encodings of one byte

}  // namespace

const OpcodeInfo& opcode_info(Opcode opcode) {
    CELER_ASSERT(static_cast<size_t>(opcode) < kOpcodeSpace);
    return kOpcodes.info[static_cast<size_t>(opcode)];
}

float Instruction::float32() const {
    return std::bit_cast<float>(static_cast<uint32_t>(integer));
}

double Instruction::float64() const {
    return std::bit_cast<double>(integer);
}

uint32_t Instruction::switch_target(uint32_t index) const {
    CELER_ASSERT(index < switch_count());
    return next_offset + load_unaligned<uint32_t>(switch_table.data() + 4 * size_t{index});
}

Decoder::Decoder(Bytes code, uint32_t offset) : reader_(code) {
    reader_.seek(offset);
}

bool Decoder::next(Instruction& instruction) {
    if (failed_ || reader_.at_end()) return false;
    instruction.offset = offset();
    uint32_t encoding = reader_.read_u8();
    if (encoding == kTwoBytePrefix) {
        uint32_t second = reader_.read_u8();
        encoding = second < kTwoByteCount ? 0x100 + second : kTwoBytePrefix;  // FE itself is no instruction
    }
    bool is_gap = kOpcodes.info[encoding].name.empty();
    instruction.opcode = is_gap ? Opcode::Unused : static_cast<Opcode>(encoding);
    instruction.operand = kOpcodes.info[encoding].operand;
    if ((is_gap && encoding >= kFirstIllegal && encoding <= 0xFF) || !read_operand(instruction)) {
        failed_ = true;
        return false;
    }
    return true;
}

bool Decoder::read_operand(Instruction& instruction) {
    int32_t relative = 0;
    instruction.integer = 0;
    switch (instruction.operand) {
        case OperandKind::None:
            break;
        case OperandKind::I1:
            instruction.integer = reader_.read<int8_t>();
            break;
        case OperandKind::U1:
        case OperandKind::VarU1:
        case OperandKind::ArgU1:
            instruction.integer = reader_.read_u8();
            break;
        case OperandKind::VarU2:
        case OperandKind::ArgU2:
            instruction.integer = reader_.read_u16();
            break;
        case OperandKind::I4:
            instruction.integer = reader_.read<int32_t>();
            break;
        case OperandKind::R4:
        case OperandKind::Method:
        case OperandKind::Field:
        case OperandKind::Type:
        case OperandKind::Token:
        case OperandKind::String:
        case OperandKind::Signature:
            instruction.integer = reader_.read_u32();
            break;
        case OperandKind::I8:
        case OperandKind::R8:
            instruction.integer = reader_.read<int64_t>();
            break;
        case OperandKind::Branch1:
            relative = reader_.read<int8_t>();
            break;
        case OperandKind::Branch4:
            relative = reader_.read<int32_t>();
            break;
        case OperandKind::Switch: {
            size_t count = reader_.read_u32();
            instruction.switch_table = reader_.read_bytes(count * 4);
            break;
        }
    }
    instruction.next_offset = offset();
    instruction.target = instruction.next_offset + static_cast<uint32_t>(relative);
    return !reader_.failed();
}

}  // namespace celer::il
