#include "import/class_initialisation.h"

#include "import/evaluation_stack.h"
#include "import/import_state.h"
#include "import/type_facts.h"

namespace celer {

// Static methods, constructors and methods of value types and interfaces run the class initialiser of a precise type
// first (I.8.9.5); objects of classes have been made by a constructor.
bool ClassInitialisation::entry_runs_class_init() const {
    constexpr uint32_t triggers = method_flags::is_static | method_flags::is_constructor;
    MethodTable* owner = state_.method->owner;
    bool may_be_first = (state_.method->flags & triggers) || owner->is_value_type() || owner->is_interface();
    return may_be_first && (owner->flags2 & mt_flags2::has_precise_cctor) && (owner->flags2 & mt_flags2::has_cctor) &&
           state_.method->kind != MethodKind::Dynamic && owner->info->class_constructor != state_.method;
}

bool ClassInitialisation::needs_class_init(MethodTable* table) {
    if (!(table->flags2 & mt_flags2::has_cctor)) return false;
    if (state_.stays_initialized(table)) {
        types_.assume(AssumptionKind::Initialized, table);
        return false;
    }
    // The method's own type: its .cctor is running, or has been started before the method got here.
    if (table == state_.method->owner && state_.method->kind != MethodKind::Dynamic) {
        if (state_.method == table->info->class_constructor) return false;
        bool precise = table->flags2 & mt_flags2::has_precise_cctor;
        if (precise && (entry_runs_class_init() || !table->is_value_type())) return false;
    }
    return true;
}

void ClassInitialisation::ensure_class_init(MethodTable* table) {
    if (table->module != state_.method->owner->module) {
        if (MethodTable* module_type = pending_initializer(table->module, state_.options.may_assume))
            stack_.emit(Op::ClassInit).type = module_type;
    }
    if (needs_class_init(table)) stack_.emit(Op::ClassInit).type = table;
}

}  // namespace celer
