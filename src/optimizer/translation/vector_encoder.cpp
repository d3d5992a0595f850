#include "optimizer/translation/vector_encoder.h"

#include <string_view>

#include "optimizer/translation/values.h"

namespace celer::optimizer {

VectorEncoder::VectorEncoder(const VectorInstruction& row, uint32_t size_bytes)
    : row_(row),
      length_(size_bytes == wide_vector_bytes       ? 2
              : size_bytes == wide_vector_bytes / 2 ? 1
                                                    : 0) {}

bool VectorEncoder::place(char letter, uint8_t number) {
    switch (letter) {
        case 'r':
        case 'R':
        case 'K':  // the result, k1
        case 'd':
        case 'a':
        case 'A':
            reg_ = number;
            return true;
        case 'v':
        case 'w':
        case 'W':
            vvvv_ = number;
            return true;
        case 'm':
        case 'n':
        case 'c':
        case 'g':
        case 'G':
        case 'S':
            rm_ = number;
            return true;
        case 'b':
            vvvv_ = rm_ = number;
            return true;
        case 'z':
            reg_ = vvvv_ = rm_ = number;
            return true;
        case 'p':
            rm_ = number;
            in_memory_ = true;
            return true;
        case 's':
            immediate_ = number << 4;
            return true;
        default:
            return std::string_view("DLUFT").contains(letter);  // fixed by the instruction
    }
}

std::string VectorEncoder::text() {
    if (row_.is_legacy()) {
        add_legacy_opcode();
    } else if (row_.is_evex()) {
        add_evex_opcode();
    } else {
        add({0xc4, static_cast<uint8_t>(0xe0 | row_.map),
             static_cast<uint8_t>(row_.is_wide << 7 | (~vvvv_ & 15) << 3 | length_ << 2 | row_.prefix), row_.opcode});
    }
    if (row_.map != 0 || !row_.is_legacy()) add({static_cast<uint8_t>((in_memory_ ? 0 : 0xc0) | reg_ << 3 | rm_)});
    if (immediate_ >= 0 && !row_.has_rounding()) add({static_cast<uint8_t>(immediate_)});
    add_answer();
    return text_;
}

void VectorEncoder::add(std::initializer_list<uint8_t> bytes) {
    for (uint8_t byte : bytes) text_ += (text_.empty() ? ".byte " : ",") + std::to_string(byte);
}

void VectorEncoder::add_evex_opcode() {
    uint8_t length = row_.has_rounding() ? static_cast<uint8_t>(immediate_ & rounding_mask) : length_;
    add({0x62, static_cast<uint8_t>(0xf0 | row_.map),
         static_cast<uint8_t>(row_.is_wide << 7 | (~vvvv_ & 15) << 3 | 4 | row_.prefix),
         static_cast<uint8_t>(length << 5 | row_.has_rounding() << 4 | 8 | row_.is_masked()), row_.opcode});
}

void VectorEncoder::add_legacy_opcode() {
    constexpr int16_t operand_size_prefix = 0x66;
    constexpr uint8_t prefixes[] = {0, 0x66, 0xf3, 0xf2};
    if (row_.map != 0 && row_.extra == operand_size_prefix) add({0x66});
    if (row_.prefix != 0) add({prefixes[row_.prefix]});
    if (row_.is_wide) add({0x48});
    if (row_.map >= 1 && row_.map <= 3) add({0x0f});
    if (row_.map == 2) add({0x38});
    if (row_.map == 3) add({0x3a});
    add({row_.opcode});
}

// The flags to eax; ecx is free.
void VectorEncoder::add_answer() {
    if (row_.result() != 'F') return;
    switch (static_cast<VectorCondition>(row_.extra)) {
        case CcE:
            add({0x0f, 0x94, 0xc0});
            break;
        case CcB:
            add({0x0f, 0x92, 0xc0});
            break;
        case CcA:
            add({0x0f, 0x97, 0xc0});
            break;
        case CcAE:
            add({0x0f, 0x93, 0xc0});
            break;
        case CcEqual:  // sete al; setnp cl; and al, cl
            add({0x0f, 0x94, 0xc0, 0x0f, 0x9b, 0xc1, 0x20, 0xc8});
            break;
        case CcNotEqual:  // setne al; setp cl; or al, cl
            add({0x0f, 0x95, 0xc0, 0x0f, 0x9a, 0xc1, 0x08, 0xc8});
            break;
    }
    add({0x0f, 0xb6, 0xc0});
}

}  // namespace celer::optimizer
