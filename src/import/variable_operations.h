// ldarg, ldloc and their like. Owned by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class EvaluationStack;
class VariableTable;

class VariableOperations {
  public:
    VariableOperations(ImportState& state, ImportedCode& code, ImportScratch& scratch, EvaluationStack& stack,
                       VariableTable& variables)
        : state_(state), code_(code), scratch_(scratch), stack_(stack), variables_(variables) {}

    void load_argument_or_local(uint32_t index, bool is_argument);
    void store_argument_or_local(uint32_t index, bool is_argument);
    void load_variable_address(uint32_t index, bool is_argument);

  private:
    void push_known_argument(uint32_t index);

    ImportState& state_;
    ImportedCode& code_;
    ImportScratch& scratch_;
    EvaluationStack& stack_;
    VariableTable& variables_;
};

}  // namespace celer
