#include "import/variable_operations.h"

#include "import/code.h"
#include "import/evaluation_stack.h"
#include "import/import_state.h"
#include "import/variable_table.h"

namespace celer {

void VariableOperations::load_argument_or_local(uint32_t index, bool is_argument) {
    uint32_t limit = is_argument ? code_.argument_count : variables_.local_count();
    if (index >= limit) return state_.invalid();
    if (is_argument && !state_.options.arguments.empty()) {
        push_known_argument(index);
    } else {
        stack_.push_variable(is_argument ? index : code_.argument_count + index);
    }
    if (is_argument && index == 0 && state_.signature->has_this) stack_.top().is_this = true;
}

void VariableOperations::store_argument_or_local(uint32_t index, bool is_argument) {
    uint32_t limit = is_argument ? code_.argument_count : variables_.local_count();
    if (index >= limit || !stack_.require(1)) return state_.invalid();
    stack_.store_variable(is_argument ? index : code_.argument_count + index);
}

void VariableOperations::load_variable_address(uint32_t index, bool is_argument) {
    uint32_t limit = is_argument ? code_.argument_count : variables_.local_count();
    if (index >= limit) return state_.invalid();
    stack_.push_variable_address(is_argument ? index : code_.argument_count + index);
}

// An argument of which the caller has told something, if the body leaves it as it came.
void VariableOperations::push_known_argument(uint32_t index) {
    const ArgumentFact& fact = state_.options.arguments[index];
    Kind kind = code_.variables[index].kind;
    if (scratch_.changed_arguments[index]) return stack_.push_variable(index);
    if (fact.constant && (kind == Kind::I4 || kind == Kind::I8)) return stack_.push_integer(kind, *fact.constant);
    stack_.push_variable(index);
    Value& value = stack_.top();
    if (kind == Kind::Ref && fact.type) stack_.note(value, fact.type);
    if (kind == Kind::Ref && fact.exact) {
        value.exact = true;
        code_.insts.back().flags |= inst_flags::exact;
    }
    if (fact.non_null) stack_.note_non_null(value);
    if (fact.described.is_null()) return;
    value.known = Known::TypeObject;
    value.subject = fact.described;
}

}  // namespace celer
