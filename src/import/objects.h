// New objects, boxes, casts, typed references, string literals and function addresses (III.4). Owned by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class AccessChecks;
class CallEmission;
class CallInstructions;
class EvaluationStack;
class Inlining;
class IntrinsicOperations;
class MemoryOperations;
class Tokens;
class TypeFacts;

class ObjectOperations {
  public:
    ObjectOperations(ImportState& state, ImportedCode& code, ImportScratch& scratch, EvaluationStack& stack,
                     TypeFacts& types, Tokens& tokens, AccessChecks& access, MemoryOperations& memory,
                     CallEmission& calls, CallInstructions& invocations, Inlining& inlining,
                     IntrinsicOperations& intrinsics)
        : state_(state),
          code_(code),
          scratch_(scratch),
          stack_(stack),
          types_(types),
          tokens_(tokens),
          access_(access),
          memory_(memory),
          calls_(calls),
          invocations_(invocations),
          inlining_(inlining),
          intrinsics_(intrinsics) {}

    void new_object(uint32_t token);
    void construct(MethodDesc* constructor);
    void box(TypeHandle type);
    void unbox(TypeHandle type);
    void unbox_any(TypeHandle type);
    void cast(TypeHandle type, bool is_instance);
    bool dereference_below(uint32_t depth, TypeHandle type);
    void size_of(TypeHandle type);
    void load_string(uint32_t token);
    void load_function(uint32_t token);
    void load_virtual_function(uint32_t token);
    void make_typed_reference(TypeHandle type);
    void typed_reference_value(TypeHandle type);

  private:
    void new_string(MethodDesc* constructor);
    void new_delegate(MethodDesc* constructor);
    void push_function(MethodDesc* method);

    ImportState& state_;
    ImportedCode& code_;
    ImportScratch& scratch_;
    EvaluationStack& stack_;
    TypeFacts& types_;
    Tokens& tokens_;
    AccessChecks& access_;
    MemoryOperations& memory_;
    CallEmission& calls_;
    CallInstructions& invocations_;
    Inlining& inlining_;
    IntrinsicOperations& intrinsics_;
};

}  // namespace celer
