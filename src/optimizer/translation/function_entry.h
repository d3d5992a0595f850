// The declaration of the function and its first block, where the variables get their values: from the arguments, or
// from what a filter or an OSR function gets. Owned by BodyTranslator.
#pragma once

#include "optimizer/translation/body.h"

namespace celer::optimizer {

class FilterEntry;
class OsrEntry;
class SharedVariables;
class Signatures;
class StructCopier;
class Values;
class Variables;

class FunctionEntry {
  public:
    FunctionEntry(Body& body, Values& values, StructCopier& structs, SharedVariables& shared, Variables& variables,
                  Signatures& signatures, FilterEntry& filter, OsrEntry& osr)
        : body_(body),
          builder_(body.state.builder),
          values_(values),
          structs_(structs),
          shared_(shared),
          variables_(variables),
          signatures_(signatures),
          filter_(filter),
          osr_(osr) {}

    void declare();
    void receive();

  private:
    void declare_function();
    void make_scope();
    void receive_arguments();

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    StructCopier& structs_;
    SharedVariables& shared_;
    Variables& variables_;
    Signatures& signatures_;
    FilterEntry& filter_;
    OsrEntry& osr_;
};

}  // namespace celer::optimizer
