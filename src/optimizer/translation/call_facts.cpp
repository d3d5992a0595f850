#include "optimizer/translation/call_facts.h"

#include "import/never_returns.h"

namespace celer::optimizer {

bool is_throw_helper(const CallInfo& info) {
    if (info.returns_never) return true;
    return info.kind == CallKind::Direct && !(info.method->flags & method_flags::is_constructor) &&
           never_returns(info.method);
}

}  // namespace celer::optimizer
