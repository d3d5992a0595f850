// A method's form with the bodies of callees put in (baseline/inliner.h).
#pragma once

#include <span>

#include "code/inline_tree.h"
#include "import/code.h"

namespace celer {

struct InlinedForm {
    const ImportedCode* code;
    const ImportedCode* root;                 // the method's own
    std::span<const InlineNode> nodes;        // 1, 2, ...; none: no bodies were put in
    std::span<const uint32_t> node_of_inst;   // 0: the method itself
    std::span<const uint32_t> node_of_block;  // what the block is of; its instructions may be of others
};

}  // namespace celer
