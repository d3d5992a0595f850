// Which bodies may stand in place of a call, whichever compiler puts them there.
#pragma once

#include "import/code.h"

namespace celer {

// Null, or what keeps a callee a call wherever it is called. `may_load`: a thread waits for the code, so what has not
// run yet may be imported.
const char* refusal_to_put_in(const MethodDesc* callee, bool may_assume, bool may_load);
// Null, or what in a callee's body does.
const char* refusal_to_put_in(const ImportedCode& body);

// What a virtual call on an object of exactly that class runs; null: not known.
MethodDesc* method_for(const CallInfo& call, MethodTable* receiver);

}  // namespace celer
