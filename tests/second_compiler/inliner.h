// Puts the bodies of small static callees into a form: a call becomes stores to fresh variables, the callee's blocks,
// and a jump to what follows. Only calls with nothing below their arguments on the evaluation stack.
#pragma once

#include <memory>
#include <vector>

#include "code/inline_tree.h"
#include "import/code.h"

namespace celer::second {

class Inliner {
  public:
    explicit Inliner(const ImportedCode& code);

    const ImportedCode& code() const { return merged_; }
    const std::vector<InlineNode>& nodes() const { return nodes_; }
    const std::vector<uint32_t>& node_of_block() const { return node_of_block_; }

  private:
    // A body on its way into the merged form.
    struct Body {
        const ImportedCode* code = nullptr;
        uint32_t node = 0;
        uint32_t depth = 0;
        Region region;  // of a callee's blocks
        uint32_t first_variable = 0;
        uint32_t result = 0;                 // variable for what a callee returns
        std::vector<uint32_t> block_starts;  // merged, by block
        std::vector<size_t> branches;        // merged instructions that name blocks of this body
        std::vector<size_t> returns;         // jumps to what follows the call
    };

    void put(Body& body);
    void put_inst(Body& body, Inst inst);
    bool put_callee(Body& caller, const Inst& call, Region region);
    bool is_candidate(const Inst& call, const Body& caller) const;
    void store_arguments(const Body& callee, const Inst& call);
    void patch_branches(const Body& body);
    void place_clauses(const Body& root);
    void begin_block(uint32_t node, Region region, const Block& like);
    Inst& add(const Inst& inst);
    void follow_stack(const Inst& inst);

    ImportedCode merged_;
    std::vector<InlineNode> nodes_;
    std::vector<uint32_t> node_of_block_;
    std::vector<std::unique_ptr<ImportedCode>> callees_;
    int stack_depth_ = 0;  // negative: not known until the block ends
};

}  // namespace celer::second
