// What the header of an object says, which never changes. Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"

namespace celer::optimizer {

class Values;

class ObjectHeaders {
  public:
    ObjectHeaders(Body& body, Values& values) : body_(body), builder_(body.state.builder), values_(values) {}

    llvm::Value* method_table(llvm::Value* object);
    llvm::Value* array_length(llvm::Value* array, uint32_t most);  // as an I8
    llvm::Value* string_length(llvm::Value* text);
    llvm::Value* header_word(llvm::Value* object, uint32_t at);
    llvm::Value* element_type(llvm::Value* array);

  private:
    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
};

}  // namespace celer::optimizer
