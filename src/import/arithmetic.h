// Arithmetic, conversions and comparisons (III.1.5), with folding of integer constants. Owned by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class EvaluationStack;

class ArithmeticOperations {
  public:
    ArithmeticOperations(ImportState& state, ImportedCode& code, EvaluationStack& stack)
        : state_(state), code_(code), stack_(stack) {}

    void binary(Op op);
    void shift(Op op);
    void unary(Op op);
    void convert(ElementType target, bool overflow, bool unsigned_source);
    bool comparison_operands(Kind& kind, bool zero_extend_variables);
    void compare(Condition condition);
    bool fold_comparison(Condition condition, int& result) const;

  private:
    bool join_with_widening();

    ImportState& state_;
    ImportedCode& code_;
    EvaluationStack& stack_;
};

}  // namespace celer
