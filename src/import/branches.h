// Jumps, branches, switches, and ways out of regions and methods (III.3.15 and others). Owned by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class ArithmeticOperations;
class BlockGraph;
class EvaluationStack;
class SynchronizedMethod;

class Branches {
  public:
    Branches(ImportState& state, ImportedCode& code, ImportScratch& scratch, EvaluationStack& stack, BlockGraph& blocks,
             SynchronizedMethod& sync, ArithmeticOperations& arithmetic)
        : state_(state),
          code_(code),
          scratch_(scratch),
          stack_(stack),
          blocks_(blocks),
          sync_(sync),
          arithmetic_(arithmetic) {}

    void jump_to(uint32_t block);
    void fall_into(uint32_t block);
    void branch_if(bool on_true, const il::Instruction& instruction);
    void branch_compare(Condition condition, const il::Instruction& instruction);
    void switch_on(const il::Instruction& instruction);
    void leave(uint32_t offset);
    void import_return();

  private:
    void two_way(Op op, Condition condition, Kind kind, bool negate, uint32_t target, uint32_t otherwise,
                 uint32_t operands);
    void leave_to_block(uint32_t block);

    ImportState& state_;
    ImportedCode& code_;
    ImportScratch& scratch_;
    EvaluationStack& stack_;
    BlockGraph& blocks_;
    SynchronizedMethod& sync_;
    ArithmeticOperations& arithmetic_;
};

}  // namespace celer
