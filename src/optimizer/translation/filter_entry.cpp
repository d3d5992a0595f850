#include "optimizer/translation/filter_entry.h"

#include "optimizer/translation/frame.h"
#include "optimizer/translation/shared_variables.h"
#include "optimizer/translation/variables.h"

namespace celer::optimizer {

void FilterEntry::declare() {
    llvm::Type* pointer = builder_.getPtrTy();
    auto* type = llvm::FunctionType::get(builder_.getInt32Ty(), {pointer, pointer}, false);
    body_.state.function = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "filter", body_.state.module);
}

void FilterEntry::receive() {
    shared_.receive(body_.state.function->getArg(1));
    for (const auto& [variable, place] : shared_.places()) variables_.set_home(variable, shared_.received(place));
    llvm::AllocaInst*& exception = body_.main.exceptions[*body_.filter];
    exception = frame_.slot(builder_.getPtrTy());
    builder_.CreateStore(body_.state.function->getArg(0), exception);
}

}  // namespace celer::optimizer
