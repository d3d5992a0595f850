// Reads the IL once before it is imported: where instructions and blocks begin, and whether the exception clauses
// nest. Owned by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class BlockGraph;
class ClassInitialisation;
class SynchronizedMethod;
class Tokens;
class TypeFacts;
class VariableTable;

class Scanner {
  public:
    Scanner(ImportState& state, ImportedCode& code, ImportScratch& scratch, TypeFacts& types, Tokens& tokens,
            VariableTable& variables, BlockGraph& blocks, SynchronizedMethod& sync, ClassInitialisation& class_init)
        : state_(state),
          code_(code),
          scratch_(scratch),
          types_(types),
          tokens_(tokens),
          variables_(variables),
          blocks_(blocks),
          sync_(sync),
          class_init_(class_init) {}

    bool scan();
    void find_changed_arguments();
    bool check_unreached();

  private:
    bool scan_instructions();
    bool may_have_prefixes(const il::Instruction& instruction, uint8_t prefixed) const;
    bool check_clauses();
    void make_blocks();
    void find_regions();
    Region region_at(uint32_t offset) const;
    bool check_unreached_block(uint32_t offset, Region region) const;
    bool unreached_edge_allowed(Region region, uint32_t target, bool is_leave) const;

    ImportState& state_;
    ImportedCode& code_;
    ImportScratch& scratch_;
    TypeFacts& types_;
    Tokens& tokens_;
    VariableTable& variables_;
    BlockGraph& blocks_;
    SynchronizedMethod& sync_;
    ClassInitialisation& class_init_;
};

}  // namespace celer
