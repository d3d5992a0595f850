// Where class initialisers run (II.10.5.3). Owned by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class EvaluationStack;
class TypeFacts;

// A static method or method of a value type runs its precise type's initialiser, the first method of a module the
// module's.
bool runs_class_init(const MethodDesc* target, bool may_assume);

class ClassInitialisation {
  public:
    ClassInitialisation(ImportState& state, EvaluationStack& stack, TypeFacts& types)
        : state_(state), stack_(stack), types_(types) {}

    bool entry_runs_class_init() const;
    bool needs_class_init(MethodTable* table);
    void ensure_class_init(MethodTable* table);

  private:
    ImportState& state_;
    EvaluationStack& stack_;
    TypeFacts& types_;
};

}  // namespace celer
