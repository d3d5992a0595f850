// Which method runs, by what kind of call (III.3.19 to III.3.22, III.4.2). Owned by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class AccessChecks;
class Branches;
class CallEmission;
class EvaluationStack;
class Inlining;
class IntrinsicOperations;
class ObjectOperations;
class Tokens;
class TypeFacts;

class CallInstructions {
  public:
    CallInstructions(ImportState& state, ImportedCode& code, ImportScratch& scratch, EvaluationStack& stack,
                     TypeFacts& types, Tokens& tokens, AccessChecks& access, Branches& branches,
                     ObjectOperations& objects, CallEmission& calls, Inlining& inlining,
                     IntrinsicOperations& intrinsics)
        : state_(state),
          code_(code),
          scratch_(scratch),
          stack_(stack),
          types_(types),
          tokens_(tokens),
          access_(access),
          branches_(branches),
          objects_(objects),
          calls_(calls),
          inlining_(inlining),
          intrinsics_(intrinsics) {}

    void import_call(uint32_t token, bool is_virtual);
    void call_directly(MethodDesc* target, const MethodSignature* signature);
    void call_virtually(MethodDesc* target, const MethodSignature* signature);
    MethodDesc* method_for_contents(MethodDesc* target, const Value& receiver) const;
    void import_calli(uint32_t token);
    void import_jmp(uint32_t token);
    MethodDesc* devirtualize(MethodDesc* target, const Value& receiver);

  private:
    void import_marshalled_calli(const MarshalledCall& marshalled);
    bool constrained_receiver(MethodDesc*& target, const MethodSignature*& signature, bool& direct);

    ImportState& state_;
    ImportedCode& code_;
    ImportScratch& scratch_;
    EvaluationStack& stack_;
    TypeFacts& types_;
    Tokens& tokens_;
    AccessChecks& access_;
    Branches& branches_;
    ObjectOperations& objects_;
    CallEmission& calls_;
    Inlining& inlining_;
    IntrinsicOperations& intrinsics_;
};

}  // namespace celer
