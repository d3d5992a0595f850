// Emits calls of methods and helpers: arguments converted and popped, the result pushed; and calls that throw. Owned
// by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class EvaluationStack;
class TypeFacts;

class CallEmission {
  public:
    CallEmission(ImportState& state, ImportedCode& code, EvaluationStack& stack, TypeFacts& types)
        : state_(state), code_(code), stack_(stack), types_(types) {}

    void start_over() { passed_bytes_ = result_bytes_ = 0; }
    uint64_t frame_bytes() const { return passed_bytes_ + result_bytes_; }  // that CoreCLR counts
    CallInfo* call_info(CallKind kind, MethodDesc* target, const MethodSignature* signature);
    bool check_convention(const MethodSignature* signature);  // false: ended
    // Whether the arguments on the stack, below `above` more values, are of the kinds of the parameters.
    bool arguments_fit(const MethodSignature* signature, uint32_t above = 0);
    bool check_arguments(const MethodSignature* signature, uint32_t above = 0);  // false: invalid
    bool pop_arguments(CallInfo* call, bool has_this, TypeHandle this_type, uint32_t above = 0);
    void finish_call(CallInfo* call);
    void emit_call(MethodDesc* target, const MethodSignature* signature, CallKind kind, bool null_check);
    void call_corelib(WellKnown type, std::string_view name, std::string_view signature_text = {});
    void emit_helper(Helper helper, uint32_t operands, Kind result, TypeHandle result_type = {});
    void throw_error(const Error& error);  // at this point of the code, when it runs; ends the block
    void emit_throw(const Error& error);   // the same, and goes on

  private:
    ImportState& state_;
    ImportedCode& code_;
    EvaluationStack& stack_;
    TypeFacts& types_;
    uint64_t passed_bytes_ = 0;  // the most that a call passes in structs
    uint64_t result_bytes_ = 0;  // of all structs that calls return
};

}  // namespace celer
