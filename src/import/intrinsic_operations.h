// Calls of methods that are operations (intrinsics.def, expansions.def, vector_methods.def). Owned by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

enum class VectorInstructionId : uint16_t;

class ArithmeticOperations;
class ArrayOperations;
class CallEmission;
class EvaluationStack;
class Handles;
class MemoryOperations;
class ObjectOperations;
class TypeFacts;

class IntrinsicOperations {
  public:
    IntrinsicOperations(ImportState& state, ImportScratch& scratch, EvaluationStack& stack, TypeFacts& types,
                        ArithmeticOperations& arithmetic, MemoryOperations& memory, ArrayOperations& arrays,
                        ObjectOperations& objects, Handles& handles, CallEmission& calls)
        : state_(state),
          scratch_(scratch),
          stack_(stack),
          types_(types),
          arithmetic_(arithmetic),
          memory_(memory),
          arrays_(arrays),
          objects_(objects),
          handles_(handles),
          calls_(calls) {}

    bool expand_intrinsic(MethodDesc* target, const MethodSignature* signature);
    bool expand_vector_instruction(MethodDesc* target, const MethodSignature* signature, uint32_t row);
    bool expand_vector_constructor(MethodDesc* constructor, const MethodSignature* signature);
    bool expand_vector_method(MethodDesc* target, const MethodSignature* signature, uint32_t row);
    bool truncate_natively(Kind kind);  // the float on top, to I4 or I8
    bool operate_on_scalar(VectorInstructionId id, Kind result);

  private:
    ImportState& state_;
    ImportScratch& scratch_;
    EvaluationStack& stack_;
    TypeFacts& types_;
    ArithmeticOperations& arithmetic_;
    MemoryOperations& memory_;
    ArrayOperations& arrays_;
    ObjectOperations& objects_;
    Handles& handles_;
    CallEmission& calls_;
};

}  // namespace celer
