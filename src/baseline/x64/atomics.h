// Interlocked operations, barriers, and what else has an operation of its own. Owned by MethodCompiler.
#pragma once

#include "import/code.h"

namespace celer::x64 {

class Assembler;
class MemoryAccess;
class OperandStack;
class ValueReader;

class Atomics {
  public:
    Atomics(Assembler& a, ValueReader& reader, OperandStack& stack, MemoryAccess& memory)
        : a_(a), reader_(reader), stack_(stack), memory_(memory) {}

    void intrinsic(const Inst& inst);

  private:
    void compare_exchange(const Inst& inst);
    void atomic_exchange(const Inst& inst, bool add);

    Assembler& a_;
    ValueReader& reader_;
    OperandStack& stack_;
    MemoryAccess& memory_;
};

}  // namespace celer::x64
