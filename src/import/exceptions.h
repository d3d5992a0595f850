// throw, rethrow, and the ends of handlers. Owned by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class BlockGraph;
class EvaluationStack;

class ExceptionOperations {
  public:
    ExceptionOperations(ImportState& state, ImportedCode& code, ImportScratch& scratch, EvaluationStack& stack,
                        BlockGraph& blocks)
        : state_(state), code_(code), scratch_(scratch), stack_(stack), blocks_(blocks) {}

    void import_throw();
    void import_rethrow();
    void end_finally();
    void end_filter();

  private:
    ImportState& state_;
    ImportedCode& code_;
    ImportScratch& scratch_;
    EvaluationStack& stack_;
    BlockGraph& blocks_;
};

}  // namespace celer
