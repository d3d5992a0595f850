#include "optimizer/translation/body.h"

namespace celer::optimizer {

Body::Body(FunctionState& its_state, const ImportedCode& its_code, const OsrPlace* osr_place,
           std::optional<uint32_t> filter_clause)
    : state(its_state),
      code(its_code),
      heat(its_code, false),
      layout(*its_code.signature),
      osr(osr_place),
      filter(filter_clause) {
    loops.find(code);
    state.whole.add(code.insts.size());
    state.without_tiny.add(code.insts.size());
    state.budget = InlineBudget(code, heat);
}

Body::Body(Body& its_caller, const ImportedCode& its_code, uint32_t its_node, const Pad* around)
    : state(its_caller.state),
      code(its_code),
      heat(its_code, true),
      entry_heat(its_caller.current_heat()),
      entry_is_in_loop(its_caller.is_in_loop()),
      layout(*its_code.signature),
      caller(&its_caller),
      node(its_node),
      caller_pad(around) {
    loops.find(code);
    llvm::DICompileUnit* unit = state.function->getSubprogram()->getUnit();
    llvm::DIBuilder debug(state.module, true, unit);
    llvm::DIFile* file = debug.createFile(std::to_string(node), ".");
    llvm::DISubroutineType* nothing = debug.createSubroutineType(debug.getOrCreateTypeArray({}));
    scope = debug.createFunction(file, "inlined", "inlined." + std::to_string(node), file, 1, nothing, 1,
                                 llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
    debug.finalizeSubprogram(scope);
    main.open_unwinds = its_caller.copy->open_unwinds;
    call_location = state.builder.getCurrentDebugLocation();
}

const Body& Body::outermost() const {
    const Body* body = this;
    while (body->caller != nullptr) body = body->caller;
    return *body;
}

}  // namespace celer::optimizer
