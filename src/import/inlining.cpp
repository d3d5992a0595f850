#include "import/inlining.h"

#include "import/code.h"
#include "import/evaluation_stack.h"
#include "import/import_state.h"

namespace celer {

bool Inlining::try_inline(MethodDesc* target, const MethodSignature* signature) {
    // `call Object::.ctor` at the head of every constructor does nothing.
    if (target->owner == well_known(WellKnown::Object) && (target->flags & method_flags::is_constructor) &&
        signature->parameter_count == 0) {
        if (!stack_.require(1)) return true;
        stack_.drop();
        return true;
    }
    return inline_small(target, signature) || inline_path(target, signature);
}

}  // namespace celer
