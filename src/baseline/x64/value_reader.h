// How the value of a stack entry is read: into a register, or in memory by the instruction itself. Changes no entry.
// Owned by MethodCompiler.
#pragma once

#include "baseline/x64/assembler.h"
#include "baseline/x64/value.h"

namespace celer::x64 {

class Cursor;
class Homes;
class LiteralPool;

class ValueReader {
  public:
    ValueReader(Assembler& a, const Cursor& cursor, const Homes& homes, LiteralPool& literals)
        : a_(a), cursor_(cursor), homes_(homes), literals_(literals) {}

    void load_float_constant(Xmm reg, Kind kind, int64_t bits);
    void load_into(Gpr reg, const Value& value);  // any one-word value
    void load_into(Xmm reg, const Value& value);
    void move_xmm(uint32_t size_bytes, Xmm to, Xmm from);
    bool is_frame_operand(const Value& value) const;  // its memory can be an operand of its kind's size
    Mem frame_operand(const Value& value) const;
    Mem memory_of(const Value& value) const;  // where a struct value or slot lies

  private:
    void load_constant(Gpr reg, int size, int64_t bits);
    void load_vector(Xmm reg, const Value& value);

    Assembler& a_;
    const Cursor& cursor_;
    const Homes& homes_;
    LiteralPool& literals_;
};

}  // namespace celer::x64
