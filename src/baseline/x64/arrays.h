// One-dimensional arrays, and what is like them in strings and spans. Owned by MethodCompiler.
#pragma once

#include "baseline/x64/assembler.h"
#include "import/code.h"
#include "object/object.h"

namespace celer::x64 {

class ColdPaths;
class Frame;
class HelperCalls;
class Homes;
class MemoryAccess;
class OperandStack;
class RegisterBank;
class StructCopier;

class Arrays {
  public:
    Arrays(Assembler& a, RegisterBank& gprs, Frame& frame, const Homes& homes, OperandStack& stack,
           StructCopier& structs, MemoryAccess& memory, ColdPaths& cold, HelperCalls& helpers)
        : a_(a),
          gprs_(gprs),
          frame_(frame),
          homes_(homes),
          stack_(stack),
          structs_(structs),
          memory_(memory),
          cold_(cold),
          helpers_(helpers) {}

    void array_length(const Inst& inst);
    void string_length();
    void load_element(const Inst& inst);
    void store_element(const Inst& inst);
    void element_address(const Inst& inst);
    void string_char();
    void span_element(const Inst& inst);

  private:
    Mem element(uint32_t array_depth, uint32_t element_size, uint32_t data_offset = array_data_offset);
    Mem scaled(Gpr base, Gpr index, uint32_t element_size, int32_t displacement);
    void push_address(Mem of, uint32_t operands);
    void store_element_checked(const Inst& inst);

    Assembler& a_;
    RegisterBank& gprs_;
    Frame& frame_;
    const Homes& homes_;
    OperandStack& stack_;
    StructCopier& structs_;
    MemoryAccess& memory_;
    ColdPaths& cold_;
    HelperCalls& helpers_;
};

}  // namespace celer::x64
