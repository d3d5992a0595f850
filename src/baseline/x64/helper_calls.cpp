#include "baseline/x64/helper_calls.h"

#include "baseline/x64/arguments.h"
#include "baseline/x64/assembler.h"
#include "baseline/x64/operand_stack.h"

namespace celer::x64 {

void HelperCalls::call_helper(Helper helper, uint32_t arguments) {
    stack_.spill_all_below(arguments);
    arguments_.place_words(arguments);
    stack_.drop(arguments);
    emit_helper_call(a_, helper);
}

}  // namespace celer::x64
