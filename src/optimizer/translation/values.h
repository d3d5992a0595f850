// Kinds and elements as LLVM's types, values as those of another kind, and addresses that are known. Owned by
// BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

inline constexpr uint32_t wide_vector_bytes = 64;  // with AVX-512

class Values {
  public:
    explicit Values(Body& body) : body_(body), builder_(body.state.builder) {}

    llvm::Type* type_of(Kind kind);
    llvm::Type* memory_type(ElementType element);
    llvm::Type* vector_type(uint32_t size_bytes);
    llvm::Type* variable_type(const Variable& variable);
    uint32_t element_bytes(const Inst& inst);  // of what a load or store moves

    llvm::Value* from_memory(llvm::Value* value, ElementType element, Kind kind);
    llvm::Value* to_memory(llvm::Value* value, ElementType element);
    llvm::Value* as(const Operand& operand, Kind kind);  // a word of one kind as one of another

    llvm::Value* address_of(const void* pointer);  // of the arena
    llvm::Value* object_at(const void* object);    // a frozen one
    llvm::Value* constant_type(const void* type) { return address_of(type); }
    llvm::Value* thread_local_word(int32_t offset);
    llvm::Value* offset(llvm::Value* base, int64_t bytes);
    llvm::Value* inside(llvm::Value* object, int64_t bytes);  // of an object that is there: not null

  private:
    Body& body_;
    llvm::IRBuilder<>& builder_;
};

}  // namespace celer::optimizer
