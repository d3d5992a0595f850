// Copies and clears memory whose size is known, by code in line. Owned by MethodCompiler.
#pragma once

#include "baseline/x64/assembler.h"
#include "object/method_table.h"

namespace celer::x64 {

class OperandStack;
class RegisterBank;

class StructCopier {
  public:
    StructCopier(Assembler& a, RegisterBank& gprs, OperandStack& stack) : a_(a), gprs_(gprs), stack_(stack) {}

    // In the frame: no barrier. The type, if it is known, says in which pieces.
    void copy_struct(const Mem& to, const Mem& from, uint32_t size_bytes, const MethodTable* type);
    void clear_memory(const Mem& to, uint32_t size_bytes);

  private:
    void copy_large_struct(Mem to, Mem from, uint32_t size_bytes);

    Assembler& a_;
    RegisterBank& gprs_;
    OperandStack& stack_;
};

}  // namespace celer::x64
