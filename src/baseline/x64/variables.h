// Reads and writes variables, and tells operations when they may compute right into one. Owned by MethodCompiler.
#pragma once

#include "baseline/variable_plan.h"
#include "baseline/x64/assembler.h"
#include "baseline/x64/value.h"

namespace celer::x64 {

class Cursor;
class Homes;
class OperandStack;
class StructCopier;
class ValueReader;

class Variables {
  public:
    Variables(Assembler& a, const MethodPlan& plan, Cursor& cursor, const Homes& homes, ValueReader& reader,
              OperandStack& stack, StructCopier& structs)
        : a_(a), plan_(plan), cursor_(cursor), homes_(homes), reader_(reader), stack_(stack), structs_(structs) {}

    void load_variable(const Inst& inst);
    void store_variable(const Inst& inst);
    void variable_address(const Inst& inst);
    void clear_variable(const Inst& inst);
    Gpr fused_target(const Value& left, const Value& right) const;

  private:
    bool forward_store(const Inst& inst, const Variable& variable);
    bool keeps_stored_value(const Inst& inst, const Variable& variable);

    Assembler& a_;
    const MethodPlan& plan_;
    Cursor& cursor_;
    const Homes& homes_;
    ValueReader& reader_;
    OperandStack& stack_;
    StructCopier& structs_;
};

}  // namespace celer::x64
