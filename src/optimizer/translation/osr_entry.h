// The start of a function for on-stack replacement, which gets the registers of a frame of tier 0's code (OsrFrame)
// that waits meanwhile. Variables are copied from where that code has them. Those whose address was taken stay there:
// it may be anywhere. Owned by BodyTranslator.
#pragma once

#include "code/code_tables.h"
#include "optimizer/translation/body.h"

namespace celer::optimizer {

class SharedVariables;
class Signatures;
class StructCopier;
class Values;
class Variables;

class OsrEntry {
  public:
    OsrEntry(Body& body, Values& values, StructCopier& structs, SharedVariables& shared, Variables& variables,
             Signatures& signatures)
        : body_(body),
          builder_(body.state.builder),
          values_(values),
          structs_(structs),
          shared_(shared),
          variables_(variables),
          signatures_(signatures) {}

    std::optional<uint32_t> block();  // refuses if there is none
    void declare();
    void receive();

  private:
    void receive_variable(uint32_t number, const VariableHome& home, llvm::Value* frame_pointer);
    void note_span(llvm::Value* span);
    void forget_variable(uint32_t number, const VariableHome& home, llvm::Value* frame_pointer);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    StructCopier& structs_;
    SharedVariables& shared_;
    Variables& variables_;
    Signatures& signatures_;
};

}  // namespace celer::optimizer
