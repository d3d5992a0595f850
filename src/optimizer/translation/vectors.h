// Vectors: one instruction of the machine for each operation, as import/vector_instructions.def has them. What LLVM has
// words for becomes IR (VectorIr, WideVectors), the rest opaque instructions (OpaqueVectors). Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"

namespace celer::optimizer {

class CallEmitter;
class Checks;
class KeptResults;
class OpaqueVectors;
class OperandStack;
class Values;
class VectorIr;

class VectorOperations {
  public:
    VectorOperations(Body& body, Values& values, OperandStack& stack, CallEmitter& emitter, Checks& checks,
                     KeptResults& kept, VectorIr& vector_ir, OpaqueVectors& opaque_vectors)
        : body_(body),
          builder_(body.state.builder),
          values_(values),
          stack_(stack),
          emitter_(emitter),
          checks_(checks),
          kept_(kept),
          vector_ir_(vector_ir),
          opaque_vectors_(opaque_vectors) {}

    void vector_operation(const Inst& inst);

  private:
    void by_immediate(const Inst& inst);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    CallEmitter& emitter_;
    Checks& checks_;
    KeptResults& kept_;
    VectorIr& vector_ir_;
    OpaqueVectors& opaque_vectors_;
};

}  // namespace celer::optimizer
