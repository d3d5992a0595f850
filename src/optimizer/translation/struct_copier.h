// Memory of a known size, copied and cleared. Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"

namespace celer {
struct MethodTable;
}  // namespace celer

namespace celer::optimizer {

class Values;

class StructCopier {
  public:
    StructCopier(Body& body, Values& values) : body_(body), builder_(body.state.builder), values_(values) {}

    void copy(llvm::Value* to, llvm::Value* from, uint32_t size_bytes,
              const MethodTable* type = nullptr);  // at any alignment; never a call
    void clear(llvm::Value* to, uint32_t size_bytes);
    void copy_struct(llvm::Value* to, llvm::Value* from, MethodTable* type);

  private:
    void repeat(const char* instruction, llvm::Value* to, llvm::Value* from_or_zero, uint32_t size_bytes);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
};

}  // namespace celer::optimizer
