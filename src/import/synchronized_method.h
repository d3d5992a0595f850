// A synchronized method: enter; try { body } finally { exit }. Owned by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class CallEmission;
class EvaluationStack;
class Handles;

class SynchronizedMethod {
  public:
    SynchronizedMethod(ImportState& state, EvaluationStack& stack, CallEmission& calls, Handles& handles)
        : state_(state), stack_(stack), calls_(calls), handles_(handles) {}

    void enter();           // takes the lock
    void make_variables();  // of the lock and the result

    // Around the body, made by the scanner.
    uint32_t clause() const { return clause_; }
    uint32_t exit() const { return exit_; }  // scratch block
    void set_clause(uint32_t clause) { clause_ = clause; }
    void set_exit(uint32_t block) { exit_ = block; }
    uint32_t result() const { return result_; }  // the variable that keeps it over the exit

    void import_exit();
    void import_finally();

  private:
    ImportState& state_;
    EvaluationStack& stack_;
    CallEmission& calls_;
    Handles& handles_;
    uint32_t clause_ = no_block;
    uint32_t exit_ = no_block;
    uint32_t object_ = no_variable;
    uint32_t result_ = no_variable;
};

}  // namespace celer
