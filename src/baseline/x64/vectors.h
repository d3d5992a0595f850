// Vector operations: operands to where the form of the instruction wants them, the instruction, the result. Owned by
// MethodCompiler.
#pragma once

#include "baseline/x64/value.h"

namespace celer::x64 {

class ColdPaths;
class Comparisons;
class Cursor;
class Homes;
class OperandStack;
class ValueReader;

struct VectorEncoding;

class VectorOperations {
  public:
    VectorOperations(Assembler& a, Cursor& cursor, const Homes& homes, ValueReader& reader, OperandStack& stack,
                     ColdPaths& cold, Comparisons& comparisons)
        : a_(a),
          cursor_(cursor),
          homes_(homes),
          reader_(reader),
          stack_(stack),
          cold_(cold),
          comparisons_(comparisons) {}

    void vector_operation(const Inst& inst);

  private:
    void place_general_operand(char letter, Value& value, VectorEncoding& fields);
    void place_vector_operand(char letter, Value& value, VectorEncoding& encoding);
    void push_vector_result(const Inst& inst, VectorEncoding& encoding, uint32_t operands);
    void finish_vector_result(const Inst& inst, const VectorEncoding& encoding);
    bool wants_only_bits(const Inst& inst) const;

    Assembler& a_;
    Cursor& cursor_;
    const Homes& homes_;
    ValueReader& reader_;
    OperandStack& stack_;
    ColdPaths& cold_;
    Comparisons& comparisons_;
};

}  // namespace celer::x64
