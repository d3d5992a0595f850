// Calls of delegates that were combined of several: where tier 0 has met one, the loop over its list stands in line, so
// that what it needs stays in registers. Owned by BodyTranslator.
#pragma once

#include <span>
#include <vector>

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

class Checks;
class Inliner;
class KeptResults;
class PlainCalls;
class Values;

class CombinedDelegates {
  public:
    CombinedDelegates(Body& body, Values& values, Checks& checks, KeptResults& kept, PlainCalls& plain_calls,
                      Inliner& inliner)
        : body_(body),
          builder_(body.state.builder),
          values_(values),
          checks_(checks),
          kept_(kept),
          plain_calls_(plain_calls),
          inliner_(inliner) {}

    // False: another call, or none was met.
    bool call(const CallInfo& info, std::span<const TypeHandle> types, const std::vector<Operand>& arguments,
              Kind return_kind, TypeHandle return_type);

  private:
    const void* met_thunk(const CallInfo& info) const;
    void call_all(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand> arguments,
                  Kind return_kind, TypeHandle return_type, llvm::Value*& result);
    void call_single(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand> arguments,
                     Kind return_kind, TypeHandle return_type);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    Checks& checks_;
    KeptResults& kept_;
    PlainCalls& plain_calls_;
    Inliner& inliner_;
};

}  // namespace celer::optimizer
