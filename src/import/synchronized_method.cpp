#include "import/synchronized_method.h"

#include "import/call_emission.h"
#include "import/evaluation_stack.h"
#include "import/handles.h"
#include "import/import_state.h"

namespace celer {

void SynchronizedMethod::make_variables() {
    object_ = stack_.new_temporary(Kind::Ref, well_known(WellKnown::Object), Origin::Lock);
    if (Shape shape = shape_of(state_.signature->return_type); shape.kind != Kind::Void) {
        result_ = stack_.new_temporary(shape.kind, shape.type, Origin::Result);
    }
}

void SynchronizedMethod::enter() {
    if (state_.signature->has_this) {
        stack_.push_variable(0);
    } else {
        handles_.push_type_object(state_.method->owner);
    }
    stack_.store_variable(object_);
    stack_.push_variable(object_);
    calls_.emit_helper(Helper::MonitorEnter, 1, Kind::Void);
}

void SynchronizedMethod::import_finally() {
    stack_.push_variable(object_);
    calls_.emit_helper(Helper::MonitorExit, 1, Kind::Void);
    stack_.emit(Op::EndFinally).imm = clause_;
    state_.end_block();
}

void SynchronizedMethod::import_exit() {
    Shape shape = shape_of(state_.signature->return_type);
    if (shape.kind != Kind::Void) stack_.push_variable(result_);
    Inst& inst = stack_.emit(Op::Return, shape.kind);
    if (shape.kind != Kind::Void) inst.element = shape.element;
    if (is_aggregate(shape.kind)) inst.type = shape.type.method_table();
    stack_.clear();
    state_.end_block();
}

}  // namespace celer
