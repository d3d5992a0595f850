// The arguments and locals of the method, which come before its temporaries. Owned by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class CallEmission;
class EvaluationStack;
class SynchronizedMethod;
class TypeFacts;

class VariableTable {
  public:
    VariableTable(ImportState& state, ImportedCode& code, ImportScratch& scratch, TypeFacts& types, CallEmission& calls,
                  EvaluationStack& stack, SynchronizedMethod& sync)
        : state_(state), code_(code), scratch_(scratch), types_(types), calls_(calls), stack_(stack), sync_(sync) {}

    uint32_t local_count() const { return local_count_; }
    void fix() { fixed_variables_ = static_cast<uint32_t>(code_.variables.size()); }
    void start_over();                                   // without temporaries and instructions
    uint32_t fixed() const { return fixed_variables_; }  // how many there are
    bool add_variables_of_signature();
    bool add_variables();
    void mark_variables();
    bool frame_is_too_large() const;

  private:
    bool add_variable(TypeHandle type, bool is_argument);

    ImportState& state_;
    ImportedCode& code_;
    ImportScratch& scratch_;
    TypeFacts& types_;
    CallEmission& calls_;
    EvaluationStack& stack_;
    SynchronizedMethod& sync_;
    uint32_t local_count_ = 0;
    uint32_t fixed_variables_ = 0;
};

}  // namespace celer
