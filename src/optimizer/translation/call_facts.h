// What is known of a call before it is translated.
#pragma once

#include "import/code.h"

namespace celer::optimizer {

bool is_throw_helper(const CallInfo& info);  // never returns
// What a virtual call on an object of exactly that class runs; null: not known.
MethodDesc* method_for(const CallInfo& info, MethodTable* receiver);

}  // namespace celer::optimizer
