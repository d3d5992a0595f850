// Signatures as LLVM sees them, in types that it puts in the registers of abi::CallLayout. The calling convention is
// C's. Integers of 32 bits travel as 64, since callers and callees of tier 0 want clean upper halves. Owned by
// BodyTranslator.
#pragma once

#include <span>
#include <vector>

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

class Frame;
class StructCopier;
class Values;

struct CallShape {
    llvm::FunctionType* type = nullptr;
    llvm::AttributeList attributes;
    bool result_in_memory = false;
};

class Signatures {
  public:
    Signatures(Body& body, Values& values, Frame& frame, StructCopier& structs)
        : body_(body), builder_(body.state.builder), values_(values), frame_(frame), structs_(structs) {}

    CallShape shape_of(const abi::CallLayout& layout, std::span<const Kind> kinds);
    CallShape shape_of_self();  // of the method
    // The k-th eightbyte of a struct that came in registers, with what its type says of it: no span has a negative
    // length.
    llvm::Value* known_piece(const MethodTable* type, uint32_t k, llvm::Value* piece);
    void lower_argument(const abi::Location& location, const Operand& operand, std::vector<llvm::Value*>& values);

  private:
    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    Frame& frame_;
    StructCopier& structs_;
};

}  // namespace celer::optimizer
