// Allocation, boxing, casts and class initialisation. Owned by MethodCompiler.
#pragma once

#include "baseline/x64/assembler.h"
#include "import/code.h"

namespace celer::x64 {

class ColdPaths;
class ControlFlow;
class Cursor;
class Frame;
class HelperCalls;
class MemoryAccess;
class OperandStack;
class RegisterBank;
class ValueReader;

class Objects {
  public:
    Objects(Assembler& a, RegisterBank& gprs, Cursor& cursor, Frame& frame, ValueReader& reader, OperandStack& stack,
            MemoryAccess& memory, ColdPaths& cold, HelperCalls& helpers, ControlFlow& control)
        : a_(a),
          gprs_(gprs),
          cursor_(cursor),
          frame_(frame),
          reader_(reader),
          stack_(stack),
          memory_(memory),
          cold_(cold),
          helpers_(helpers),
          control_(control) {}

    void allocate(MethodTable* type);  // pushes
    void new_array(const Inst& inst);
    void box(const Inst& inst);
    void box_nullable(const Inst& inst);
    void unbox(const Inst& inst);
    void unbox_nullable(const Inst& inst);
    void cast(const Inst& inst, bool throws);
    void object_type(const Inst& inst);
    void class_init(const Inst& inst);

  private:
    Mem class_identity(Gpr object, Gpr table, const MethodTable* type);  // loads `table`, if there is one
    bool branch_on_class(const Inst& inst);

    Assembler& a_;
    RegisterBank& gprs_;
    Cursor& cursor_;
    Frame& frame_;
    ValueReader& reader_;
    OperandStack& stack_;
    MemoryAccess& memory_;
    ColdPaths& cold_;
    HelperCalls& helpers_;
    ControlFlow& control_;
};

}  // namespace celer::x64
