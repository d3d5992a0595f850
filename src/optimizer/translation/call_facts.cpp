#include "optimizer/translation/call_facts.h"

#include "import/never_returns.h"
#include "types/dispatch.h"

namespace celer::optimizer {

bool is_throw_helper(const CallInfo& info) {
    if (info.returns_never) return true;
    return info.kind == CallKind::Direct && !(info.method->flags & method_flags::is_constructor) &&
           never_returns(info.method);
}

MethodDesc* method_for(const CallInfo& info, MethodTable* receiver) {
    if (receiver == nullptr) return nullptr;
    Result<MethodDesc*> target = resolve_virtual(receiver, info.method);
    return target && !(*target)->is_abstract() ? *target : nullptr;
}

}  // namespace celer::optimizer
