// Fields, of objects and static ones. Owned by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class AccessChecks;
class CallEmission;
class ClassInitialisation;
class EvaluationStack;
class MemoryOperations;
class Tokens;
class TypeFacts;

class FieldOperations {
  public:
    FieldOperations(ImportState& state, ImportedCode& code, EvaluationStack& stack, TypeFacts& types, Tokens& tokens,
                    AccessChecks& access, MemoryOperations& memory, ClassInitialisation& class_init,
                    CallEmission& calls)
        : state_(state),
          code_(code),
          stack_(stack),
          types_(types),
          tokens_(tokens),
          access_(access),
          memory_(memory),
          class_init_(class_init),
          calls_(calls) {}

    void load_field(uint32_t token);
    void load_field_of(FieldDesc* field, const Shape& shape);  // instance fields
    void store_field_of(FieldDesc* field, const Shape& shape);
    void load_field_address(uint32_t token);
    void store_field(uint32_t token);
    void static_field(uint32_t token, int what);
    bool static_address(FieldDesc* field, Kind kind, uint32_t accessed_bytes = 1);

  private:
    bool field_operand(uint32_t token, FieldDesc*& field, Shape& shape, bool is_static = false);  // true: must be
    void load_static(FieldDesc* field);
    void store_static(FieldDesc* field);

    ImportState& state_;
    ImportedCode& code_;
    EvaluationStack& stack_;
    TypeFacts& types_;
    Tokens& tokens_;
    AccessChecks& access_;
    MemoryOperations& memory_;
    ClassInitialisation& class_init_;
    CallEmission& calls_;
};

}  // namespace celer
