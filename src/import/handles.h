// ldtoken: handles of types, methods and fields, and the objects behind them. Owned by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class CallEmission;
class EvaluationStack;
class MemoryOperations;
class Tokens;
class TypeFacts;

class Handles {
  public:
    Handles(ImportState& state, ImportScratch& scratch, EvaluationStack& stack, TypeFacts& types, Tokens& tokens,
            MemoryOperations& memory, CallEmission& calls)
        : state_(state),
          scratch_(scratch),
          stack_(stack),
          types_(types),
          tokens_(tokens),
          memory_(memory),
          calls_(calls) {}

    template <typename F>
    void push_handle(WellKnown struct_type, F&& push_reference);
    void push_type_object(TypeHandle type);
    void push_type_token(TypeHandle type);
    void load_token(uint32_t token);
    void typed_reference_type();

  private:
    void push_method_token(MethodDesc* method);
    void push_field_token(FieldDesc* field);

    ImportState& state_;
    ImportScratch& scratch_;
    EvaluationStack& stack_;
    TypeFacts& types_;
    Tokens& tokens_;
    MemoryOperations& memory_;
    CallEmission& calls_;
};

}  // namespace celer
