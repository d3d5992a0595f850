#include "import/exceptions.h"

#include "import/block_graph.h"
#include "import/code.h"
#include "import/evaluation_stack.h"
#include "import/import_state.h"

namespace celer {

void ExceptionOperations::import_throw() {
    if (!stack_.require(1)) return;
    if (!stack_.coerce(Kind::Ref)) return;
    stack_.emit(Op::Throw, Kind::Ref);
    stack_.clear();
    state_.end_block();
}

// Also in a finally or fault handler that stands in the catch handler: `leave` or another exception may run it.
void ExceptionOperations::import_rethrow() {
    for (Region region = scratch_.blocks[state_.current_block].region; !region.is_none();
         region = blocks_.enclosing_region(region)) {
        if (region.is(RegionPart::Try)) continue;
        if (region.is(RegionPart::Filter)) return state_.invalid();
        if (code_.clauses[region.clause()].is_funclet()) continue;
        stack_.emit(Op::Rethrow).imm = region.clause();
        stack_.clear();
        return state_.end_block();
    }
    state_.invalid();
}

void ExceptionOperations::end_finally() {
    Region region = scratch_.blocks[state_.current_block].region;
    if (!region.is(RegionPart::Handler) || !code_.clauses[region.clause()].is_funclet()) return state_.invalid();
    stack_.drop_all();
    stack_.emit(Op::EndFinally).imm = region.clause();
    state_.end_block();
}

void ExceptionOperations::end_filter() {
    Region region = scratch_.blocks[state_.current_block].region;
    if (!region.is(RegionPart::Filter) || !stack_.require(1) || !stack_.coerce(Kind::I4)) return state_.invalid();
    if (stack_.size() != 1) return state_.invalid();
    stack_.emit(Op::EndFilter, Kind::I4).imm = region.clause();
    stack_.clear();
    state_.end_block();
}

}  // namespace celer
