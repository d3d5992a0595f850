#include "baseline/x64/assembler.h"

#include <cstdlib>

#include "base/assert.h"

namespace celer::x64 {

namespace {

bool fits8(int64_t value) {
    return value == static_cast<int8_t>(value);
}

}  // namespace

Assembler::~Assembler() {
    std::free(begin_);
}

void Assembler::grow() {
    size_t used = static_cast<size_t>(cursor_ - begin_);
    size_t capacity = begin_ == nullptr ? 4096 : 2 * static_cast<size_t>(end_ - begin_);
    begin_ = static_cast<uint8_t*>(std::realloc(begin_, capacity));
    CELER_ASSERT(begin_ != nullptr, "no memory for code");
    cursor_ = begin_ + used;
    end_ = begin_ + capacity;
}

void Assembler::bind(Label& label) {
    CELER_ASSERT(!label.is_bound());
    label.position = static_cast<int32_t>(position());
    for (int32_t use = label.last_use; use >= 0;) {
        int32_t previous;
        std::memcpy(&previous, begin_ + use, 4);
        patch32(static_cast<uint32_t>(use), label.position - (use + 4));
        use = previous;
    }
}

void Assembler::use(Label& target) {
    if (target.is_bound()) {
        put32(target.position - static_cast<int32_t>(position() + 4));
    } else {
        int32_t here = static_cast<int32_t>(position());
        put32(target.last_use);
        target.last_use = here;
    }
}

// What follows writes by a pointer of its own: bytes may alias the assembler's fields, which would be loaded and stored
// for each of them.

uint8_t* Assembler::put_opcode(uint8_t* at, uint32_t opcode) {
    if (opcode > 0xffff) *at++ = static_cast<uint8_t>(opcode >> 16);
    if (opcode > 0xff) *at++ = static_cast<uint8_t>(opcode >> 8);
    *at++ = static_cast<uint8_t>(opcode);
    return at;
}

void Assembler::op_r(uint8_t prefix, bool wide, uint32_t opcode, unsigned reg, unsigned rm, bool byte_registers) {
    reserve();
    uint8_t* at = cursor_;
    if (prefix != 0) *at++ = prefix;
    uint8_t rex = static_cast<uint8_t>((wide ? 8 : 0) | (reg >> 3) << 2 | rm >> 3);
    if (rex != 0 || (byte_registers && (reg >= 4 || rm >= 4))) *at++ = 0x40 | rex;
    at = put_opcode(at, opcode);
    *at++ = static_cast<uint8_t>(0xc0 | (reg & 7) << 3 | (rm & 7));
    cursor_ = at;
}

void Assembler::op_m(uint8_t prefix, bool wide, uint32_t opcode, unsigned reg, const Mem& rm, bool byte_register) {
    reserve();
    uint8_t* at = cursor_;
    if (rm.fs) *at++ = 0x64;
    if (prefix != 0) *at++ = prefix;
    unsigned base = rm.base == no_gpr ? 0 : rm.base;
    unsigned index = rm.index == no_gpr ? 0 : rm.index;
    uint8_t rex = static_cast<uint8_t>((wide ? 8 : 0) | (reg >> 3) << 2 | (index >> 3) << 1 | base >> 3);
    if (rex != 0 || (byte_register && reg >= 4)) *at++ = 0x40 | rex;
    at = put_opcode(at, opcode);
    cursor_ = put_mem(at, reg, rm);
}

// The register numbers' upper bits, and vvvv, are stored inverted.
void Assembler::put_vex(const Vex& op, unsigned reg, unsigned vvvv, unsigned index, unsigned base) {
    uint8_t low = static_cast<uint8_t>((~vvvv & 15) << 3 | (op.is_256 ? 4 : 0) | op.prefix);
    if (!op.wide && op.map == 1 && index < 8 && base < 8) {
        put(0xc5);
        put(static_cast<uint8_t>((reg < 8 ? 0x80 : 0) | low));
    } else {
        put(0xc4);
        put(static_cast<uint8_t>((reg < 8 ? 0x80 : 0) | (index < 8 ? 0x40 : 0) | (base < 8 ? 0x20 : 0) | op.map));
        put(static_cast<uint8_t>((op.wide ? 0x80 : 0) | low));
    }
    put(op.opcode);
}

void Assembler::vex_r(const Vex& op, unsigned reg, unsigned vvvv, unsigned rm) {
    reserve();
    put_vex(op, reg, vvvv, 0, rm);
    put(static_cast<uint8_t>(0xc0 | (reg & 7) << 3 | (rm & 7)));
}

void Assembler::vex_m(const Vex& op, unsigned reg, unsigned vvvv, const Mem& rm) {
    reserve();
    put_vex(op, reg, vvvv, rm.index == no_gpr ? 0 : rm.index, rm.base == no_gpr ? 0 : rm.base);
    cursor_ = put_mem(cursor_, reg, rm);
}

void Assembler::put_evex(const Evex& op, unsigned reg, unsigned vvvv, unsigned index, unsigned base) {
    constexpr uint8_t low_reg = 0x10;  // not 16 to 31, in this byte and in the last
    constexpr uint8_t low_vvvv = 0x08;
    put(0x62);
    put(static_cast<uint8_t>((reg < 8 ? 0x80 : 0) | (index < 8 ? 0x40 : 0) | (base < 8 ? 0x20 : 0) | low_reg | op.map));
    put(static_cast<uint8_t>((op.wide ? 0x80 : 0) | (~vvvv & 15) << 3 | 4 | op.prefix));
    put(static_cast<uint8_t>(op.length << 5 | (op.rounds ? 0x10 : 0) | low_vvvv | (op.is_masked ? 1 : 0)));
    put(op.opcode);
}

void Assembler::evex_r(const Evex& op, unsigned reg, unsigned vvvv, unsigned rm) {
    reserve();
    put_evex(op, reg, vvvv, 0, rm);
    put(static_cast<uint8_t>(0xc0 | (reg & 7) << 3 | (rm & 7)));
}

// Displacements of one byte count in units that depend on the instruction.
void Assembler::evex_m(const Evex& op, unsigned reg, unsigned vvvv, const Mem& rm) {
    reserve();
    put_evex(op, reg, vvvv, rm.index == no_gpr ? 0 : rm.index, rm.base == no_gpr ? 0 : rm.base);
    cursor_ = put_mem(cursor_, reg, rm, false);
}

void Assembler::vmov_rr(uint32_t size_bytes, Xmm to, Xmm from) {
    size_bytes == 64 ? evex_r({0, 1, false, 2, 0x28}, to, 0, from)
                     : vex_r({0, 1, false, size_bytes == 32, 0x28}, to, 0, from);
}
void Assembler::vmov_rm(uint32_t size_bytes, Xmm to, const Mem& from) {
    size_bytes == 64 ? evex_m({0, 1, false, 2, 0x10}, to, 0, from)
                     : vex_m({0, 1, false, size_bytes == 32, 0x10}, to, 0, from);
}
void Assembler::vmov_mr(uint32_t size_bytes, const Mem& to, Xmm from) {
    size_bytes == 64 ? evex_m({0, 1, false, 2, 0x11}, from, 0, to)
                     : vex_m({0, 1, false, size_bytes == 32, 0x11}, from, 0, to);
}

uint8_t* Assembler::put_mem(uint8_t* at, unsigned reg, const Mem& mem, bool short_displacements) {
    Mem rm = mem;
    auto put_displacement = [&] {
        std::memcpy(at, &rm.displacement, 4);
        return at + 4;
    };
    uint8_t reg_bits = static_cast<uint8_t>((reg & 7) << 3);
    uint8_t index_bits = static_cast<uint8_t>((rm.index == no_gpr ? 4 : rm.index & 7) << 3);
    uint8_t scale_bits = static_cast<uint8_t>(rm.scale_log2 << 6);
    if (rm.base == no_gpr) {
        *at++ = reg_bits | 4;
        *at++ = scale_bits | index_bits | 5;
        return put_displacement();
    }
    bool needs_sib = rm.index != no_gpr || (rm.base & 7) == 4;
    bool is_short = short_displacements && fits8(rm.displacement);
    uint8_t mode = rm.displacement == 0 && (rm.base & 7) != 5 ? 0 : is_short ? 0x40 : 0x80;
    *at++ = mode | reg_bits | (needs_sib ? 4 : rm.base & 7);
    if (needs_sib) *at++ = scale_bits | index_bits | (rm.base & 7);
    if (mode == 0x40) *at++ = static_cast<uint8_t>(rm.displacement);
    return mode == 0x80 ? put_displacement() : at;
}

void Assembler::sized_m(int size, uint32_t opcode, unsigned reg, const Mem& rm) {
    op_m(size == 2 ? 0x66 : 0, size == 8, size == 1 ? opcode - 1 : opcode, reg, rm, size == 1);
}

void Assembler::sized_r(int size, uint32_t opcode, unsigned reg, unsigned rm) {
    op_r(size == 2 ? 0x66 : 0, size == 8, size == 1 ? opcode - 1 : opcode, reg, rm, size == 1);
}

void Assembler::mov_rr(int size, Gpr to, Gpr from) {
    op_r(0, size == 8, 0x8b, to, from);
}

void Assembler::mov_ri(int size, Gpr to, int64_t value) {
    reserve();
    uint8_t rex = to >> 3;
    if (size == 4 || value == static_cast<uint32_t>(value)) {
        if (rex != 0) put(0x41);
        put(static_cast<uint8_t>(0xb8 | (to & 7)));
        put32(static_cast<int32_t>(value));
    } else if (value == static_cast<int32_t>(value)) {
        put(0x48 | rex);
        put(0xc7);
        put(static_cast<uint8_t>(0xc0 | (to & 7)));
        put32(static_cast<int32_t>(value));
    } else {
        put(0x48 | rex);
        put(static_cast<uint8_t>(0xb8 | (to & 7)));
        put32(static_cast<int32_t>(value));
        put32(static_cast<int32_t>(value >> 32));
    }
}

void Assembler::mov_rm(int size, Gpr to, const Mem& from) {
    op_m(0, size == 8, 0x8b, to, from);
}
void Assembler::mov_mr(int size, const Mem& to, Gpr from) {
    sized_m(size, 0x89, from, to);
}

void Assembler::mov_mi(int size, const Mem& to, int32_t value) {
    sized_m(size, 0xc7, 0, to);
    if (size == 1) {
        put(static_cast<uint8_t>(value));
    } else if (size == 2) {
        put(static_cast<uint8_t>(value));
        put(static_cast<uint8_t>(value >> 8));
    } else {
        put32(value);
    }
}

void Assembler::movzx_rr(int from_size, Gpr to, Gpr from) {
    if (from_size == 4) return mov_rr(4, to, from);
    op_r(0, false, from_size == 1 ? 0x0fb6 : 0x0fb7, to, from, from_size == 1);
}
void Assembler::movzx_rm(int from_size, Gpr to, const Mem& from) {
    if (from_size == 4) return mov_rm(4, to, from);
    op_m(0, false, from_size == 1 ? 0x0fb6 : 0x0fb7, to, from);
}
void Assembler::movsx_rr(int to_size, int from_size, Gpr to, Gpr from) {
    uint32_t opcode = from_size == 4 ? 0x63 : from_size == 1 ? 0x0fbe : 0x0fbf;
    op_r(0, to_size == 8, opcode, to, from, from_size == 1);
}
void Assembler::movsx_rm(int to_size, int from_size, Gpr to, const Mem& from) {
    uint32_t opcode = from_size == 4 ? 0x63 : from_size == 1 ? 0x0fbe : 0x0fbf;
    op_m(0, to_size == 8, opcode, to, from);
}

void Assembler::push(Gpr value) {
    reserve();
    if (value >= r8) put(0x41);
    put(static_cast<uint8_t>(0x50 | (value & 7)));
}
void Assembler::pop(Gpr value) {
    reserve();
    if (value >= r8) put(0x41);
    put(static_cast<uint8_t>(0x58 | (value & 7)));
}

void Assembler::alu_rr(Alu op, int size, Gpr to, Gpr from) {
    sized_r(size, static_cast<uint32_t>(static_cast<uint32_t>(op) << 3 | 3), to, from);
}
void Assembler::alu_rm(Alu op, int size, Gpr to, const Mem& from) {
    sized_m(size, static_cast<uint32_t>(op) << 3 | 3, to, from);
}
void Assembler::alu_mr(Alu op, int size, const Mem& to, Gpr from) {
    sized_m(size, static_cast<uint32_t>(op) << 3 | 1, from, to);
}
void Assembler::alu_ri(Alu op, int size, Gpr to, int32_t value) {
    unsigned extension = static_cast<unsigned>(op);
    if (size == 1 || fits8(value)) {
        op_r(size == 2 ? 0x66 : 0, size == 8, size == 1 ? 0x80 : 0x83, extension, to, size == 1);
        put(static_cast<uint8_t>(value));
        return;
    }
    op_r(size == 2 ? 0x66 : 0, size == 8, 0x81, extension, to);
    if (size == 2) {
        put(static_cast<uint8_t>(value));
        put(static_cast<uint8_t>(value >> 8));
    } else {
        put32(value);
    }
}
void Assembler::alu_mi(Alu op, int size, const Mem& to, int32_t value) {
    unsigned extension = static_cast<unsigned>(op);
    if (size == 1 || fits8(value)) {
        op_m(size == 2 ? 0x66 : 0, size == 8, size == 1 ? 0x80 : 0x83, extension, to);
        put(static_cast<uint8_t>(value));
        return;
    }
    op_m(size == 2 ? 0x66 : 0, size == 8, 0x81, extension, to);
    if (size == 2) {
        put(static_cast<uint8_t>(value));
        put(static_cast<uint8_t>(value >> 8));
    } else {
        put32(value);
    }
}
void Assembler::test_rr(int size, Gpr left, Gpr right) {
    sized_r(size, 0x85, right, left);
}
void Assembler::test_ri(int size, Gpr left, int32_t value) {
    op_r(0, size == 8, size == 1 ? 0xf6 : 0xf7, 0, left, size == 1);
    if (size == 1) {
        put(static_cast<uint8_t>(value));
    } else {
        put32(value);
    }
}
void Assembler::test_mi8(const Mem& left, uint8_t value) {
    op_m(0, false, 0xf6, 0, left);
    put(value);
}
void Assembler::imul_rri(int size, Gpr to, Gpr from, int32_t value) {
    op_r(0, size == 8, fits8(value) ? 0x6b : 0x69, to, from);
    if (fits8(value)) {
        put(static_cast<uint8_t>(value));
    } else {
        put32(value);
    }
}
void Assembler::unary(Unary op, int size, Gpr value) {
    op_r(0, size == 8, 0xf7, static_cast<unsigned>(op), value);
}
void Assembler::shift_ri(Shift op, int size, Gpr value, uint8_t count) {
    op_r(0, size == 8, 0xc1, static_cast<unsigned>(op), value);
    put(count);
}
void Assembler::shift_cl(Shift op, int size, Gpr value) {
    op_r(0, size == 8, 0xd3, static_cast<unsigned>(op), value);
}

void Assembler::shift_bmi(Shift op, int size, Gpr to, Gpr from, Gpr count) {
    reserve();
    uint8_t prefix = op == Shift::Shl ? 1 : op == Shift::Shr ? 3 : 2;
    put(0xc4);
    put(static_cast<uint8_t>((to < 8 ? 0x80 : 0) | 0x40 | (from < 8 ? 0x20 : 0) | 2));
    put(static_cast<uint8_t>((size == 8 ? 0x80 : 0) | (~count & 15) << 3 | prefix));
    put(0xf7);
    put(static_cast<uint8_t>(0xc0 | (to & 7) << 3 | (from & 7)));
}

void Assembler::sign_extend_accumulator(int size) {
    reserve();
    if (size == 8) put(0x48);
    put(0x99);
}
void Assembler::bswap(int size, Gpr value) {
    reserve();
    uint8_t rex = static_cast<uint8_t>((size == 8 ? 8 : 0) | value >> 3);
    if (rex != 0) put(0x40 | rex);
    put(0x0f);
    put(static_cast<uint8_t>(0xc8 | (value & 7)));
}
void Assembler::bit_count(uint8_t opcode, int size, Gpr to, Gpr from) {
    op_r(0xf3, size == 8, 0x0f00u | opcode, to, from);
}
void Assembler::setcc(Cc condition, Gpr to) {
    op_r(0, false, 0x0f90u | static_cast<uint32_t>(condition), 0, to, true);
}

void Assembler::bit_set63(Gpr value) {
    op_r(0, true, 0x0fba, 5, value);
    put(63);
}

void Assembler::jump(Label& target) {
    reserve();
    if (target.is_bound()) {
        int32_t distance = target.position - static_cast<int32_t>(position() + 2);
        if (fits8(distance)) {
            put(0xeb);
            put(static_cast<uint8_t>(distance));
            return;
        }
    }
    put(0xe9);
    use(target);
}
void Assembler::jump(Cc condition, Label& target) {
    reserve();
    if (target.is_bound()) {
        int32_t distance = target.position - static_cast<int32_t>(position() + 2);
        if (fits8(distance)) {
            put(static_cast<uint8_t>(0x70 | static_cast<uint8_t>(condition)));
            put(static_cast<uint8_t>(distance));
            return;
        }
    }
    put(0x0f);
    put(static_cast<uint8_t>(0x80 | static_cast<uint8_t>(condition)));
    use(target);
}
uint32_t Assembler::jump_short(Cc condition) {
    reserve();
    put(static_cast<uint8_t>(0x70 | static_cast<uint8_t>(condition)));
    put(0);
    return position();
}
void Assembler::bind_short(uint32_t jump_end) {
    uint32_t distance = position() - jump_end;
    CELER_ASSERT(fits8(static_cast<int32_t>(distance)), "a short jump that is too long");
    begin_[jump_end - 1] = static_cast<uint8_t>(distance);
}
void Assembler::call(Label& target) {
    reserve();
    put(0xe8);
    use(target);
}

void Assembler::round(int size, Xmm to, Xmm from, uint8_t mode) {
    op_r(0x66, false, size == 8 ? 0x0f3a0b : 0x0f3a0a, to, from);
    put(mode);
}

uint32_t Assembler::movf_rip(int size, Xmm to) {
    reserve();
    put(scalar(size));
    if (to >= 8) put(0x44);
    put(0x0f);
    put(0x10);
    put(static_cast<uint8_t>((to & 7) << 3 | 5));
    put32(0);
    return position() - 4;
}
uint32_t Assembler::lea_rip(Gpr to) {
    reserve();
    put(to >= 8 ? 0x4c : 0x48);
    put(0x8d);
    put(static_cast<uint8_t>((to & 7) << 3 | 5));
    put32(0);
    return position() - 4;
}

void Assembler::vzeroupper() {
    reserve();
    put(0xc5);
    put(0xf8);
    put(0x77);
}
void Assembler::mfence() {
    byte(0x0f);
    byte(0xae);
    byte(0xf0);
}
void Assembler::rep_movsb() {
    byte(0xf3);
    byte(0xa4);
}
void Assembler::rep_movsq() {
    byte(0xf3);
    byte(0x48);
    byte(0xa5);
}
void Assembler::rep_stosb() {
    byte(0xf3);
    byte(0xaa);
}
void Assembler::rep_stosq() {
    byte(0xf3);
    byte(0x48);
    byte(0xab);
}

void copy_words(Assembler& a, Gpr from, Gpr to, int32_t displacement, int32_t size_bytes) {
    constexpr Xmm carrier = static_cast<Xmm>(15);
    for (int32_t i = 0; i < size_bytes; i += 8) {
        a.movf_rm(8, carrier, at(from, i));
        a.movf_mr(8, at(to, displacement + i), carrier);
    }
}

}  // namespace celer::x64
