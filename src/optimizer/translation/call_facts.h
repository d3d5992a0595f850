// What is known of a call before it is translated.
#pragma once

#include "import/code.h"

namespace celer::optimizer {

bool is_throw_helper(const CallInfo& info);  // never returns

}  // namespace celer::optimizer
