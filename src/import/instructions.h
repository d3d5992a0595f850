// One CIL instruction each to the part that imports it (instructions.def). Owned by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class AccessChecks;
class ArithmeticOperations;
class ArrayOperations;
class Branches;
class CallInstructions;
class EvaluationStack;
class ExceptionOperations;
class FieldOperations;
class Handles;
class MemoryOperations;
class ObjectOperations;
class Tokens;
class VariableOperations;

class Instructions {
  public:
    Instructions(ImportState& state, ImportedCode& code, ImportScratch& scratch, EvaluationStack& stack, Tokens& tokens,
                 AccessChecks& access, Branches& branches, ExceptionOperations& exceptions,
                 ArithmeticOperations& arithmetic, MemoryOperations& memory, FieldOperations& fields,
                 ArrayOperations& arrays, VariableOperations& locals, ObjectOperations& objects, Handles& handles,
                 CallInstructions& invocations)
        : state_(state),
          code_(code),
          scratch_(scratch),
          stack_(stack),
          tokens_(tokens),
          access_(access),
          branches_(branches),
          exceptions_(exceptions),
          arithmetic_(arithmetic),
          memory_(memory),
          fields_(fields),
          arrays_(arrays),
          locals_(locals),
          objects_(objects),
          handles_(handles),
          invocations_(invocations) {}

    void import_instruction(const il::Instruction& instruction);
    void prefix(uint8_t bit);
    void unaligned_prefix(const il::Instruction& instruction);
    void constrained_prefix(TypeHandle type);
    void push_float(Op op, Kind kind, int64_t bits);
    void import_pop();

  private:
    ImportState& state_;
    ImportedCode& code_;
    ImportScratch& scratch_;
    EvaluationStack& stack_;
    Tokens& tokens_;
    AccessChecks& access_;
    Branches& branches_;
    ExceptionOperations& exceptions_;
    ArithmeticOperations& arithmetic_;
    MemoryOperations& memory_;
    FieldOperations& fields_;
    ArrayOperations& arrays_;
    VariableOperations& locals_;
    ObjectOperations& objects_;
    Handles& handles_;
    CallInstructions& invocations_;
};

}  // namespace celer
