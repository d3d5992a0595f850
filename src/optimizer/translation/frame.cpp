#include "optimizer/translation/frame.h"

#include <algorithm>

namespace celer::optimizer {

using llvm::Value;

void put_into_stack_map(llvm::IRBuilder<>& builder, Value* place) {
    builder.CreateIntrinsic(builder.getVoidTy(), llvm::Intrinsic::experimental_stackmap,
                            {builder.getInt64(0), builder.getInt32(0), place});
}

llvm::AllocaInst* Frame::slot(llvm::Type* type) {
    llvm::IRBuilder<> at_entry(body_.state.entry, body_.state.entry->begin());
    llvm::AllocaInst* home = at_entry.CreateAlloca(type);
    home->setAlignment(llvm::Align(8));
    return home;
}

Value* Frame::temporary(uint32_t size_bytes) {
    return slot(llvm::ArrayType::get(builder_.getInt8Ty(), std::max(size_bytes, 1u)));
}

}  // namespace celer::optimizer
