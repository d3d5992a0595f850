// Integers below 32 bits in memory and in registers: on the stack they are I4, extended by their sign or with zeros.
#pragma once

#include "baseline/x64/assembler.h"
#include "object/method_table.h"

namespace celer::x64 {

struct SmallInteger {
    int size_bytes = 0;  // 0: not one
    bool is_signed = false;
    explicit operator bool() const { return size_bytes != 0; }
};

inline SmallInteger small_integer(ElementType element) {
    if (element == ElementType::I1) return {1, true};
    if (element == ElementType::U1 || element == ElementType::Boolean) return {1, false};
    if (element == ElementType::I2) return {2, true};
    if (element == ElementType::U2 || element == ElementType::Char) return {2, false};
    return {};
}

// Bytes of an integer or reference in memory.
inline int integer_bytes(ElementType element) {
    if (SmallInteger small = small_integer(element)) return small.size_bytes;
    return element == ElementType::I4 || element == ElementType::U4 || element == ElementType::R4 ? 4 : 8;
}

inline void extend(Assembler& a, SmallInteger small, Gpr to, Gpr from) {
    if (small.is_signed) {
        a.movsx_rr(4, small.size_bytes, to, from);
    } else {
        a.movzx_rr(small.size_bytes, to, from);
    }
}

inline void load_extended(Assembler& a, SmallInteger small, Gpr to, const Mem& from) {
    if (small.is_signed) {
        a.movsx_rm(4, small.size_bytes, to, from);
    } else {
        a.movzx_rm(small.size_bytes, to, from);
    }
}

// A register or memory word of `size` bytes unless the element is smaller.
inline void move_integer(Assembler& a, ElementType element, int size, Gpr to, Gpr from) {
    if (SmallInteger small = small_integer(element)) return extend(a, small, to, from);
    a.mov_rr(size, to, from);
}
inline void load_integer(Assembler& a, ElementType element, int size, Gpr to, const Mem& from) {
    if (SmallInteger small = small_integer(element)) return load_extended(a, small, to, from);
    a.mov_rm(size, to, from);
}

}  // namespace celer::x64
