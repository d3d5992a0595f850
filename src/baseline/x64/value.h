// An entry of the compile-time evaluation stack.
#pragma once

#include "baseline/x64/assembler.h"
#include "import/code.h"

namespace celer::x64 {

enum class Where : uint8_t {
    Constant,      // imm: the bits
    Variable,      // not yet read
    Gpr,           // reg + displacement
    Xmm,           // reg
    Temp,          // frame slot at rbp + displacement, owned
    FrameAddress,  // the address rbp + displacement
    Memory,        // a struct at [reg + displacement], not yet read
};

struct Value {
    Kind kind = Kind::Void;
    Where where = Where::Constant;
    uint8_t reg = 0;
    uint32_t variable = 0;
    int32_t displacement = 0;
    int64_t imm = 0;
    MethodTable* type = nullptr;  // structs, vectors
    uint32_t size_bytes = 8;      // of those; of a temporary
};

inline int size_of(Kind kind) {
    return kind == Kind::I4 || kind == Kind::F4 ? 4 : 8;
}
// Held in vector registers.
inline bool in_xmm(Kind kind) {
    return is_float(kind) || kind == Kind::Vector;
}
// A constant that instructions take as an immediate.
inline bool is_small(const Value& value) {
    return value.where == Where::Constant && value.imm == static_cast<int32_t>(value.imm);
}

}  // namespace celer::x64
