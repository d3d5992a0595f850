// A small x86-64 assembler: appends instructions to a growable buffer. Code is position independent except for its
// absolute (arena) addresses, so the buffer can be copied anywhere in Section::Code once all labels are bound.
//
// Conventions: the destination comes first; `size` is the operand size in bytes (1, 2, 4, 8); _rr register-register,
// _rm register from memory, _mr memory from register, _ri/_mi with an immediate.
#pragma once

#include <cstdint>
#include <cstring>

namespace celer::x64 {

enum Gpr : uint8_t { rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15, no_gpr = 0xff };
enum Xmm : uint8_t { xmm0, xmm1, xmm2, xmm3, xmm4, xmm5, xmm6, xmm7, xmm8, xmm15 = 15, no_xmm = 0xff };

// The integer arguments of the System V convention, in their order.
inline constexpr Gpr argument_gprs[] = {rdi, rsi, rdx, rcx, r8, r9};

// The group of two-operand arithmetic that shares encodings.
enum class Alu : uint8_t { Add, Or, Adc, Sbb, And, Sub, Xor, Cmp };
enum class Shift : uint8_t { Rol = 0, Ror = 1, Shl = 4, Shr = 5, Sar = 7 };
enum class Unary : uint8_t { Not = 2, Neg = 3, Mul = 4, Imul = 5, Div = 6, Idiv = 7 };
// Condition codes as encoded.
enum class Cc : uint8_t { O, No, B, Ae, E, Ne, Be, A, S, Ns, P, Np, L, Ge, Le, G };
inline Cc invert(Cc condition) {
    return static_cast<Cc>(static_cast<uint8_t>(condition) ^ 1);
}
// Scalar floating point, 0F xx with F2/F3.
enum class Sse : uint8_t { Sqrt = 0x51, Add = 0x58, Mul = 0x59, Sub = 0x5c, Div = 0x5e };

struct Label {
    int32_t position = -1;
    int32_t last_use = -1;  // chain through the unresolved rel32 fields
    bool is_bound() const { return position >= 0; }
    bool is_used() const { return last_use >= 0; }
};

struct Mem {
    Gpr base = no_gpr;  // none: absolute
    Gpr index = no_gpr;
    uint8_t scale_log2 = 0;
    bool fs = false;  // thread-local: fs:[displacement]
    int32_t displacement = 0;
};
inline Mem at(Gpr base, int32_t displacement = 0) {
    return {base, no_gpr, 0, false, displacement};
}
inline Mem at(Gpr base, Gpr index, uint8_t scale_log2, int32_t displacement) {
    return {base, index, scale_log2, false, displacement};
}
inline Mem absolute(const void* address) {
    return {no_gpr, no_gpr, 0, false, static_cast<int32_t>(reinterpret_cast<uintptr_t>(address))};
}
// Addresses in the arena fit into an immediate.
inline int32_t imm32(const void* address) {
    return static_cast<int32_t>(reinterpret_cast<uintptr_t>(address));
}
inline Mem thread_local_word(int32_t offset) {
    return {no_gpr, no_gpr, 0, true, offset};
}

// Large because it has a function for each form of an instruction.
class Assembler {
  public:
    Assembler() = default;
    ~Assembler();
    Assembler(const Assembler&) = delete;
    Assembler& operator=(const Assembler&) = delete;

    void clear() { cursor_ = begin_; }
    uint32_t position() const { return static_cast<uint32_t>(cursor_ - begin_); }
    const uint8_t* code() const { return begin_; }
    void patch32(uint32_t position, int32_t value) { std::memcpy(begin_ + position, &value, 4); }

    void bind(Label& label);
    void byte(uint8_t value) {
        reserve();
        put(value);
    }
    void dword(int32_t value) {
        reserve();
        put32(value);
    }
    void qword(uint64_t value) {
        reserve();
        put32(static_cast<int32_t>(value));
        put32(static_cast<int32_t>(value >> 32));
    }

    // Moves
    void mov_rr(int size, Gpr to, Gpr from);         // size 4 or 8; the 4-byte form clears the upper half
    void mov_ri(int size, Gpr to, int64_t value);    // shortest encoding that leaves the flags alone
    void mov_rm(int size, Gpr to, const Mem& from);  // size 4 or 8
    void mov_mr(int size, const Mem& to, Gpr from);
    void mov_mi(int size, const Mem& to, int32_t value);
    void movzx_rr(int from_size, Gpr to, Gpr from);
    void movzx_rm(int from_size, Gpr to, const Mem& from);
    void movsx_rr(int to_size, int from_size, Gpr to, Gpr from);  // from_size 4: movsxd
    void movsx_rm(int to_size, int from_size, Gpr to, const Mem& from);
    void lea(int size, Gpr to, const Mem& address) { op_m(0, size == 8, 0x8d, to, address); }
    void xchg_rr(Gpr left, Gpr right) { op_r(0, true, 0x87, left, right); }
    void push(Gpr value);
    void pop(Gpr value);
    void push_i(int8_t value) {
        byte(0x6a);
        byte(static_cast<uint8_t>(value));
    }
    void push_m(const Mem& value) { op_m(0, false, 0xff, 6, value); }

    // Integer arithmetic
    void alu_rr(Alu op, int size, Gpr to, Gpr from);
    void alu_rm(Alu op, int size, Gpr to, const Mem& from);
    void alu_mr(Alu op, int size, const Mem& to, Gpr from);
    void alu_ri(Alu op, int size, Gpr to, int32_t value);
    void alu_mi(Alu op, int size, const Mem& to, int32_t value);
    void test_rr(int size, Gpr left, Gpr right);
    void test_ri(int size, Gpr left, int32_t value);
    void test_mi8(const Mem& left, uint8_t value);
    void imul_rr(int size, Gpr to, Gpr from) { op_r(0, size == 8, 0x0faf, to, from); }
    void imul_rm(int size, Gpr to, const Mem& from) { op_m(0, size == 8, 0x0faf, to, from); }
    void imul_rri(int size, Gpr to, Gpr from, int32_t value);
    void unary(Unary op, int size, Gpr value);
    void shift_ri(Shift op, int size, Gpr value, uint8_t count);
    void shift_cl(Shift op, int size, Gpr value);
    void shift_bmi(Shift op, int size, Gpr to, Gpr from, Gpr count);  // BMI2 shlx, shrx, sarx
    void sign_extend_accumulator(int size);                           // cdq, cqo
    void bswap(int size, Gpr value);
    void bit_count(uint8_t opcode, int size, Gpr to, Gpr from);  // F3 0F: b8 popcnt, bc tzcnt, bd lzcnt
    void bit_scan(uint8_t opcode, int size, Gpr to, Gpr from) {
        op_r(0, size == 8, 0x0f00u | opcode, to, from);
    }  // bc bsf, bd bsr
    void setcc(Cc condition, Gpr to);  // the low byte only
    void bit_set63(Gpr value);         // bts value, 63
    void cmov(Cc condition, int size, Gpr to, Gpr from) {
        op_r(0, size == 8, 0x0f40u | static_cast<uint32_t>(condition), to, from);
    }

    // Control
    void jump(Label& target);
    void jump(Cc condition, Label& target);
    // Over an instruction or two: returns what bind_short wants.
    uint32_t jump_short(Cc condition);
    void bind_short(uint32_t jump_end);
    void call(Label& target);
    void jump_r(Gpr target) { op_r(0, false, 0xff, 4, target); }
    void jump_m(const Mem& target) { op_m(0, false, 0xff, 4, target); }
    void call_r(Gpr target) { op_r(0, false, 0xff, 2, target); }
    void call_m(const Mem& target) { op_m(0, false, 0xff, 2, target); }
    void ret() { byte(0xc3); }
    void leave() { byte(0xc9); }
    void int3() { byte(0xcc); }

    // Floating point; size 4 or 8
    void movf_rr(Xmm to, Xmm from) { op_r(0, false, 0x0f28, to, from); }  // movaps
    void movf_rm(int size, Xmm to, const Mem& from) { op_m(scalar(size), false, 0x0f10, to, from); }
    void movf_mr(int size, const Mem& to, Xmm from) { op_m(scalar(size), false, 0x0f11, from, to); }
    void movups_rm(Xmm to, const Mem& from) { op_m(0, false, 0x0f10, to, from); }
    void movups_mr(const Mem& to, Xmm from) { op_m(0, false, 0x0f11, from, to); }
    void mov_xmm_gpr(int size, Xmm to, Gpr from) { op_r(0x66, size == 8, 0x0f6e, to, from); }
    void mov_gpr_xmm(int size, Gpr to, Xmm from) { op_r(0x66, size == 8, 0x0f7e, from, to); }
    void sse_rr(Sse op, int size, Xmm to, Xmm from) {
        op_r(scalar(size), false, 0x0f00u | static_cast<uint32_t>(op), to, from);
    }
    void sse_rm(Sse op, int size, Xmm to, const Mem& from) {
        op_m(scalar(size), false, 0x0f00u | static_cast<uint32_t>(op), to, from);
    }
    void xorps(Xmm to, Xmm from) { op_r(0, false, 0x0f57, to, from); }
    void andnps(Xmm to, Xmm from) { op_r(0, false, 0x0f55, to, from); }
    void ucomis_rr(int size, Xmm left, Xmm right) { op_r(size == 8 ? 0x66 : 0, false, 0x0f2e, left, right); }
    void ucomis_rm(int size, Xmm left, const Mem& right) { op_m(size == 8 ? 0x66 : 0, false, 0x0f2e, left, right); }
    void movmskpd(Gpr to, Xmm from) { op_r(0x66, false, 0x0f50, to, from); }
    void round(int size, Xmm to, Xmm from, uint8_t mode);  // SSE4.1
    void convert_int_to_float(int float_size, int int_size, Xmm to, Gpr from) {
        op_r(scalar(float_size), int_size == 8, 0x0f2a, to, from);
    }
    void truncate_float_to_int(int float_size, int int_size, Gpr to, Xmm from) {
        op_r(scalar(float_size), int_size == 8, 0x0f2c, to, from);
    }
    void convert_float(int from_size, Xmm to, Xmm from) { op_r(scalar(from_size), false, 0x0f5a, to, from); }
    // Loads from the constant pool; the caller patches the returned position (a rip-relative displacement).
    uint32_t movf_rip(int size, Xmm to);
    uint32_t lea_rip(Gpr to);

    // Memory
    void lock() { byte(0xf0); }
    void cmpxchg(int size, const Mem& to, Gpr from) { sized_m(size, 0x0fb1, from, to); }
    void xadd(int size, const Mem& to, Gpr from) { sized_m(size, 0x0fc1, from, to); }
    void xchg_mr(int size, const Mem& to, Gpr from) { sized_m(size, 0x87, from, to); }
    void mfence();
    void vzeroupper();
    void rep_movsb();
    void rep_movsq();
    void rep_stosb();
    void rep_stosq();

    // Vectors (VEX). `wide` is VEX.W, or the use a few instructions make of it; 256 bits or 128.
    struct Vex {
        uint8_t prefix;  // 0 none, 1 66, 2 F3, 3 F2
        uint8_t map;     // 1 0F, 2 0F38, 3 0F3A
        bool wide;
        bool is_256;
        uint8_t opcode;
    };
    void vex_r(const Vex& op, unsigned reg, unsigned vvvv, unsigned rm);
    void vex_m(const Vex& op, unsigned reg, unsigned vvvv, const Mem& rm);
    // EVEX, of registers 0 to 15.
    struct Evex {
        uint8_t prefix;
        uint8_t map;
        bool wide;
        uint8_t length;  // 0, 1, 2: 16, 32, 64 bytes; of what rounds, the rounding mode
        uint8_t opcode;
        bool is_masked = false;  // by k1
        bool rounds = false;     // registers only
    };
    void evex_r(const Evex& op, unsigned reg, unsigned vvvv, unsigned rm);
    void evex_m(const Evex& op, unsigned reg, unsigned vvvv, const Mem& rm);

    // Of 16, 32 or 64 bytes, not aligned.
    void vmov_rr(uint32_t size_bytes, Xmm to, Xmm from);
    void vmov_rm(uint32_t size_bytes, Xmm to, const Mem& from);
    void vmov_mr(uint32_t size_bytes, const Mem& to, Xmm from);

    // Any instruction with a ModRM byte. prefix: 0, 66, F2, F3 (before REX); opcode: up to three bytes, most
    // significant first.
    void op_r(uint8_t prefix, bool wide, uint32_t opcode, unsigned reg, unsigned rm, bool byte_registers = false);
    void op_m(uint8_t prefix, bool wide, uint32_t opcode, unsigned reg, const Mem& rm, bool byte_register = false);

  private:
    static uint8_t scalar(int size) { return size == 8 ? 0xf2 : 0xf3; }
    void sized_m(int size, uint32_t opcode, unsigned reg, const Mem& rm);
    void sized_r(int size, uint32_t opcode, unsigned reg, unsigned rm);
    void put_vex(const Vex& op, unsigned reg, unsigned vvvv, unsigned index, unsigned base);
    static uint8_t* put_opcode(uint8_t* at, uint32_t opcode);
    void put_evex(const Evex& op, unsigned reg, unsigned vvvv, unsigned index, unsigned base);
    static uint8_t* put_mem(uint8_t* at, unsigned reg, const Mem& rm, bool short_displacements = true);
    void use(Label& target);
    void put(uint8_t value) { *cursor_++ = value; }
    void put32(int32_t value) {
        std::memcpy(cursor_, &value, 4);
        cursor_ += 4;
    }
    void reserve() {
        if (end_ - cursor_ < 32) [[unlikely]]
            grow();
    }
    void grow();

    uint8_t* begin_ = nullptr;
    uint8_t* cursor_ = nullptr;
    uint8_t* end_ = nullptr;
};

// Through xmm15 (of no argument), upwards.
void copy_words(Assembler& a, Gpr from, Gpr to, int32_t displacement, int32_t size_bytes);

}  // namespace celer::x64
