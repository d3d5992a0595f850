#include "import/inlining_rules.h"

#include "metadata/flags.h"
#include "types/dispatch.h"
#include "types/loader.h"

namespace celer {

const char* refusal_to_put_in(const MethodDesc* callee, bool may_assume, bool may_load) {
    if (callee->kind != MethodKind::IL) return "it has no IL";
    if (callee->flags & method_flags::no_inlining) return "NoInlining";
    if (callee->flags & method_flags::is_synchronized) return "Synchronized";
    if (callee->flags & method_flags::is_unmanaged_callers_only) return "UnmanagedCallersOnly";
    if (callee->impl_attributes & metadata::method_impl_flags::kNoOptimization) return "NoOptimization";
    // By the place of a variable of its own (StackCrawlMark).
    if (callee->attributes & metadata::method_flags::kRequireSecurityObject) return "it looks for its caller";
    if (pending_initializer(callee->owner->module, may_assume) != nullptr) return "its module is not initialised";
    bool was_imported = __atomic_load_n(&callee->code, __ATOMIC_ACQUIRE) != nullptr ||
                        __atomic_load_n(&callee->was_read_in_place, __ATOMIC_ACQUIRE) != 0;
    return was_imported || may_load ? nullptr : "it has not run yet";
}

const char* refusal_to_put_in(const ImportedCode& body) {
    if (body.invalid) return "it is invalid";
    for (const Inst& inst : body.insts) {
        bool asks_for_caller =
            inst.op == Op::Intrinsic && inst.small == static_cast<uint8_t>(IntrinsicOp::ReturnAddress);
        if (asks_for_caller) return "it asks for its caller";
        if (inst.op == Op::Call && inst.call->explicit_tail) return "it has a tail call";
        if (inst.op == Op::Vector && (inst.flags & inst_flags::variable_immediate))
            return "it is a table of instructions";
    }
    return nullptr;
}

MethodDesc* method_for(const CallInfo& call, MethodTable* receiver) {
    if (receiver == nullptr) return nullptr;
    Result<MethodDesc*> target = resolve_virtual(receiver, call.method);
    return target && !(*target)->is_abstract() ? *target : nullptr;
}

}  // namespace celer
