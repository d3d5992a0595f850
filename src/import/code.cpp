#include "import/code.h"

namespace celer {

ImportedCode::~ImportedCode() {
    for (CallInfo* call : calls) delete call;
    for (CallInfo* call : call_pool) delete call;
}

void ImportedCode::clear() {
    method = nullptr;
    signature = nullptr;
    invalid.clear();
    invalid_kind = ErrorKind::InvalidProgram;
    invalid_subject.clear();
    invalid_exception = nullptr;
    variables.clear();
    argument_count = 0;
    return_address_of_this = 0;
    blocks.clear();
    insts.clear();
    clauses.clear();
    switch_targets.clear();
    finally_chain.clear();
    call_pool.insert(call_pool.end(), calls.begin(), calls.end());
    calls.clear();
    il_size = 0;
    has_localloc = false;
    is_synchronized = false;
}

CallInfo* ImportedCode::new_call() {
    CallInfo* call;
    if (call_pool.empty()) {
        call = new CallInfo();
    } else {
        call = call_pool.back();
        call_pool.pop_back();
        std::vector<Kind> kinds = std::move(call->argument_kinds);
        std::vector<TypeHandle> types = std::move(call->argument_types);
        kinds.clear();
        types.clear();
        *call = CallInfo{};
        call->argument_kinds = std::move(kinds);
        call->argument_types = std::move(types);
    }
    calls.push_back(call);
    return call;
}

}  // namespace celer
