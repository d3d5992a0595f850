// What the engine asks of a compiler.
#pragma once

#include <cstdint>
#include <vector>

#include "code/inline_tree.h"
#include "code/method_code.h"
#include "import/supplied_body.h"

namespace celer {

enum class CompilePriority : uint8_t {
    Now,         // a thread waits for the code
    Background,  // nobody does
};

inline constexpr uint32_t no_osr = ~0u;

struct CompileRequest {
    MethodDesc* method = nullptr;
    CodeTier tier = CodeTier::Baseline;
    CompilePriority priority = CompilePriority::Now;
    // The code may rest on facts of this process that the method's IL does not tell: a class that is initialised, the
    // value of a `static readonly` field, an object's address. Code that is to outlive the process may not.
    bool may_assume = true;
    uint8_t code_flags = 0;  // for the record: hides_from_stack_trace
    // Tier 0: its frames, too: loop heads can be left for better code (code/code_tables.h).
    bool may_be_replaced = false;
    // Tier 0: it notes what it meets (code/profile.h).
    bool is_profiled = false;
    // Tier 0: bodies of small callees are put in (baseline/inliner.h). In the background there is no code if there are
    // none: it would be what there is already.
    bool puts_in_bodies = false;
    uint32_t osr_il_offset = no_osr;       // the code is entered in the middle, from a frame of tier 0 that got here
    const MethodCode* osr_from = nullptr;  // with osr_il_offset: that frame's code
    const SuppliedBody* body = nullptr;    // null: the method's own
    // Of the code that would be replaced, in the background: with the same bodies put in there is none. Null: any.
    const std::vector<InlineNode>* bodies_so_far = nullptr;
};

}  // namespace celer
