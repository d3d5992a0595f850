// Which callees may be put in place of a call, and what is against it. What is put in has been imported before, unless
// somebody waits for the code: so a compilation in the background loads nothing. Owned by BodyTranslator.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

class Values;

inline constexpr size_t most_of_tiny = 12;  // instructions, once folded

// How large a callee may be for a place, in instructions.
struct CalleeRoom {
    size_t most = 300;            // [AggressiveInlining]
    size_t most_usual = 60;       // without what it seldom runs
    size_t most_with_cold = 100;  // with it
};

// A place that has seldom been reached may be reached often later: then it matters most for these.
bool is_always_put_in(const MethodDesc* callee);

// Where a call may lead: surely, or if the receiver is of a class, or if the delegate calls a stub.
struct Guess {
    MethodDesc* callee = nullptr;
    MethodTable* receiver = nullptr;
    const void* stub = nullptr;
    bool is_sure() const { return receiver == nullptr && stub == nullptr; }
};

// A body that can be put in.
struct InlineCandidate {
    Guess guess;
    std::vector<Operand> arguments;  // with what is known of them if the guess is right
    bool is_boxed = false;
    ImportedCode code;
};

class InlineCandidates {
  public:
    InlineCandidates(Body& body, Values& values) : body_(body), values_(values) {}

    // The sure one, or those that the call has met.
    std::vector<Guess> guess_targets(const CallInfo& info, std::span<const Operand> arguments) const;
    // Imports the body that a guess leads to; null: it stays a call.
    std::unique_ptr<InlineCandidate> candidate(const Guess& guess, const CallInfo& info,
                                               std::span<const Operand> arguments, const CalleeRoom& room);
    // Null, unless a body that was put in as a whole would now stay in pieces: with calls in its loops, perhaps, that
    // its own code has put in.
    const char* refusal_of_copy(const MethodDesc* callee) const;
    void note(const Guess& guess, const char* refusal) const;  // a remark; null: its target is put in

  private:
    const char* refusal_to_put_in(const MethodDesc* callee) const;  // null: it may be
    const char* refusal_by_size(bool is_tiny) const;
    std::vector<ArgumentFact> facts_of(std::span<const Operand> arguments) const;

    Body& body_;
    Values& values_;
};

}  // namespace celer::optimizer
