// Bodies of callees in place of calls, with what the caller knows of the arguments. Each is a node of the inline tree;
// its instructions carry a source file of that number. Owned by BodyTranslator.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

class Checks;
class InlineCandidates;
class KeptResults;
class LandingPads;
class ObjectHeaders;
class OperandStack;
class PlainCalls;
class Values;

struct Guess;
struct InlineCandidate;

class Inliner {
  public:
    Inliner(Body& body, Values& values, OperandStack& stack, LandingPads& pads, Checks& checks, ObjectHeaders& headers,
            KeptResults& kept, PlainCalls& plain_calls, InlineCandidates& candidates)
        : body_(body),
          builder_(body.state.builder),
          values_(values),
          stack_(stack),
          pads_(pads),
          checks_(checks),
          headers_(headers),
          kept_(kept),
          plain_calls_(plain_calls),
          candidates_(candidates) {}

    // Puts in what the call is known or likely to lead to. False: nothing has been done.
    bool put_in_target(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                       Kind return_kind, TypeHandle return_type);

  private:
    std::vector<std::unique_ptr<InlineCandidate>> find_candidates(const CallInfo& info,
                                                                  std::span<const Operand> arguments);
    void put_in_guesses(std::span<const std::unique_ptr<InlineCandidate>> candidates, llvm::Value* receiver,
                        const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                        Kind return_kind, TypeHandle return_type);
    void put_in(InlineCandidate& candidate, Kind return_kind, TypeHandle return_type);
    llvm::Value* is_guess_wrong(const Guess& guess, llvm::Value* receiver);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    LandingPads& pads_;
    Checks& checks_;
    ObjectHeaders& headers_;
    KeptResults& kept_;
    PlainCalls& plain_calls_;
    InlineCandidates& candidates_;
};

}  // namespace celer::optimizer
