// Bodies the engine supplies: accessors, and intrinsics that are called as methods. Owned by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class BlockGraph;
class Branches;
class CallEmission;
class CallInstructions;
class ClassInitialisation;
class EvaluationStack;
class FieldOperations;
class IntrinsicOperations;
class MemoryOperations;
class ObjectOperations;
class VariableTable;

class Synthesis {
  public:
    Synthesis(ImportState& state, ImportedCode& code, ImportScratch& scratch, EvaluationStack& stack,
              VariableTable& variables, BlockGraph& blocks, Branches& branches, MemoryOperations& memory,
              ClassInitialisation& class_init, FieldOperations& fields, ObjectOperations& objects, CallEmission& calls,
              CallInstructions& invocations, IntrinsicOperations& intrinsics)
        : state_(state),
          code_(code),
          scratch_(scratch),
          stack_(stack),
          variables_(variables),
          blocks_(blocks),
          branches_(branches),
          memory_(memory),
          class_init_(class_init),
          fields_(fields),
          objects_(objects),
          calls_(calls),
          invocations_(invocations),
          intrinsics_(intrinsics) {}

    void synthesize_accessor();
    bool synthesize_intrinsic();

  private:
    bool begin_synthetic();
    void end_synthetic();
    void push_accessed(uint32_t index, const std::vector<TypeHandle>& types);
    void access_member(uint32_t kind, std::string_view name, MethodTable* owner, const std::vector<TypeHandle>& types,
                       const std::vector<TypeHandle>& open_types);

    ImportState& state_;
    ImportedCode& code_;
    ImportScratch& scratch_;
    EvaluationStack& stack_;
    VariableTable& variables_;
    BlockGraph& blocks_;
    Branches& branches_;
    MemoryOperations& memory_;
    ClassInitialisation& class_init_;
    FieldOperations& fields_;
    ObjectOperations& objects_;
    CallEmission& calls_;
    CallInstructions& invocations_;
    IntrinsicOperations& intrinsics_;
};

}  // namespace celer
