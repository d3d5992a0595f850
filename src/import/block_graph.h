// Edges between blocks: which regions let them pass, what crosses them in spill variables, and which blocks are
// reached; at the end the numbers of the blocks and the ranges of the regions. Owned by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class EvaluationStack;

class BlockGraph {
  public:
    BlockGraph(ImportState& state, ImportedCode& code, ImportScratch& scratch, EvaluationStack& stack)
        : state_(state), code_(code), scratch_(scratch), stack_(stack) {}

    void start_over();
    void reach_entry(uint32_t block);    // the method's, a handler's or a filter's
    bool find_pending(uint32_t& block);  // the lowest that is reached and not imported

    bool region_inside(Region region, Region outer) const;  // outer is region or encloses it
    bool edge_allowed(Region from, Region to, uint32_t to_offset, bool is_leave) const;
    Region enclosing_region(Region region) const { return scratch_.enclosing_region[region.index()]; }

    void reach(uint32_t block, bool is_leave = false);
    void reach_handlers(Region region);
    // Stores what lies below the top `operands` values into the spill variables that all targets read; sets
    // ImportScratch::edge_states.
    bool prepare_edges(const uint32_t* targets, uint32_t count, uint32_t operands);
    uint32_t spill_variable(uint32_t depth, Kind kind, TypeHandle type);

    void number_blocks();
    void finish_clauses();

  private:
    void set_pending(uint32_t block);

    ImportState& state_;
    ImportedCode& code_;
    ImportScratch& scratch_;
    EvaluationStack& stack_;
    uint32_t lowest_pending_ = 0;
};

}  // namespace celer
