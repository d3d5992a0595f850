// Signatures as LLVM sees them, in types that it puts in the registers of abi::CallLayout. The calling convention is
// C's. Integers of 32 bits are handed over as 64, since callers and callees of tier 0 want clean upper halves, but what
// comes is taken as 32: else LLVM computes with all 64 bits and cleans them afterwards, and small negative numbers
// become constants of 32 bits that need a register. Owned by BodyTranslator.
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

bool is_span(const MethodTable* type);  // or a ReadOnlySpan

class Signatures {
  public:
    Signatures(Body& body, Values& values, Frame& frame, StructCopier& structs)
        : body_(body), builder_(body.state.builder), values_(values), frame_(frame), structs_(structs) {}

    CallShape shape_of_call(const abi::CallLayout& layout, std::span<const Kind> kinds, Kind return_kind);
    CallShape shape_of_self();  // of the method
    // The k-th eightbyte of a struct that came in registers, with what its type says of it: no span has a negative
    // length.
    llvm::Value* known_piece(const MethodTable* type, uint32_t k, llvm::Value* piece);
    void lower_argument(const abi::Location& location, const Operand& operand, std::vector<llvm::Value*>& values);

  private:
    CallShape shape_of(const abi::CallLayout& layout, std::span<const Kind> kinds, llvm::Type* i4_argument,
                       bool is_result_i4);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    Frame& frame_;
    StructCopier& structs_;
};

}  // namespace celer::optimizer
