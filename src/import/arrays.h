// One-dimensional arrays. Owned by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class EvaluationStack;
class TypeFacts;

class ArrayOperations {
  public:
    ArrayOperations(ImportState& state, EvaluationStack& stack, TypeFacts& types)
        : state_(state), stack_(stack), types_(types) {}

    void load_length();
    void load_element(ElementType element, TypeHandle type);
    void store_element(ElementType element, TypeHandle type);
    void element_address(TypeHandle type);
    void new_array(TypeHandle element);

  private:
    bool coerce_index(uint32_t depth);

    ImportState& state_;
    EvaluationStack& stack_;
    TypeFacts& types_;
};

}  // namespace celer
