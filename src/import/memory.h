// Accesses through addresses, and blocks of memory (III.3, III.4). Owned by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class ArithmeticOperations;
class BlockGraph;
class CallEmission;
class EvaluationStack;
class TypeFacts;

class MemoryOperations {
  public:
    MemoryOperations(ImportState& state, ImportedCode& code, ImportScratch& scratch, EvaluationStack& stack,
                     TypeFacts& types, BlockGraph& blocks, ArithmeticOperations& arithmetic, CallEmission& calls)
        : state_(state),
          code_(code),
          scratch_(scratch),
          stack_(stack),
          types_(types),
          blocks_(blocks),
          arithmetic_(arithmetic),
          calls_(calls) {}

    void load_indirect(const Shape& shape, FieldDesc* field = nullptr);
    void store_indirect(const Shape& shape, FieldDesc* field = nullptr);
    void load_object(TypeHandle type);
    void store_object(TypeHandle type);
    void copy_object(TypeHandle type);
    void init_object(TypeHandle type);
    bool address_operand();  // top: I8, ByRef (I4 widened)
    void add_offset(uint32_t offset, bool null_check, FieldDesc* field = nullptr);
    bool operate_on_address(uint32_t offset, FieldDesc* field);  // adds to the address below the top value
    uint8_t prefix_flags() const;
    void local_alloc();
    void copy_block(bool fill);

  private:
    bool extends_offset(const Value& address, uint32_t offset, bool null_check, FieldDesc* field);

    ImportState& state_;
    ImportedCode& code_;
    ImportScratch& scratch_;
    EvaluationStack& stack_;
    TypeFacts& types_;
    BlockGraph& blocks_;
    ArithmeticOperations& arithmetic_;
    CallEmission& calls_;
};

}  // namespace celer
