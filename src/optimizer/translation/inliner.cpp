#include "optimizer/translation/inliner.h"

#include <algorithm>

#include "object/object.h"
#include "optimizer/allocations.h"
#include "optimizer/loop_guesses.h"
#include "optimizer/translation/call_facts.h"
#include "optimizer/translation/checks.h"
#include "optimizer/translation/inline_candidates.h"
#include "optimizer/translation/inlined_body.h"
#include "optimizer/translation/kept_results.h"
#include "optimizer/translation/landing_pads.h"
#include "optimizer/translation/object_headers.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/plain_calls.h"
#include "optimizer/translation/values.h"

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::Value;

namespace {

constexpr CalleeRoom one_in_several{.most = 40};  // that a call may lead to
// Of the method's most frequent block: from there on a call in a loop is one of those that cost most.
constexpr double hot = 1.0 / 2;
constexpr CalleeRoom large_room{.most_usual = 150, .most_with_cold = 250};
// Of the method's most frequent block: below that, only small bodies are put in.
constexpr double lukewarm = 1.0 / 8;
constexpr CalleeRoom lukewarm_room{.most = 20};

// The caller's frame can only become values if all calls that get addresses in it are put in.
bool is_in_frame(const Operand& argument) {
    return argument.kind == Kind::ByRef && llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(argument.value));
}

// So can an object that is made here, if its constructor is.
bool is_new(std::span<const Operand> arguments) {
    return !arguments.empty() && arguments[0].kind == Kind::Ref && is_allocation(arguments[0].value);
}

}  // namespace

bool Inliner::put_in_target(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                            Kind return_kind, TypeHandle return_type) {
    if (!body_.state.may_inline || is_throw_helper(info)) return false;
    std::vector<std::unique_ptr<InlineCandidate>> candidates = find_candidates(info, arguments);
    if (candidates.empty()) return false;
    bool has_receiver = info.kind != CallKind::Direct || info.null_check_this;
    Value* receiver = has_receiver ? values_.as(arguments[0], Kind::Ref) : nullptr;
    if (has_receiver) checks_.check_null(receiver);
    if (candidates[0]->guess.is_sure()) {
        put_in(*candidates[0], return_kind, return_type);
    } else {
        put_in_guesses(candidates, receiver, info, types, arguments, return_kind, return_type);
    }
    return true;
}

std::vector<std::unique_ptr<InlineCandidate>> Inliner::find_candidates(const CallInfo& info,
                                                                       std::span<const Operand> arguments) {
    std::vector<Guess> guesses = candidates_.guess_targets(info, arguments);
    if (guesses.empty() && info.method != nullptr) candidates_.note({.callee = info.method}, "its target is not known");
    double heat = body_.current_heat();
    bool is_hot_in_loop = heat >= hot && body_.is_in_loop();
    bool keeps_frame = std::ranges::any_of(arguments, is_in_frame);
    if (keeps_frame) heat = std::max(heat, 1.0);
    std::vector<std::unique_ptr<InlineCandidate>> found;
    for (const Guess& guess : guesses) {
        bool may_be_large = is_hot_in_loop || (heat >= hot && is_new(arguments));
        CalleeRoom room = may_be_large && !body_.state.saves_room ? large_room : CalleeRoom();
        if (guesses.size() > 1) room = one_in_several;
        if (heat < lukewarm && !is_always_put_in(guess.callee)) {
            body_.state.has_cold_calls |= !body_.heat.only_throws(body_.block);
            bool is_of_result = guess.receiver != nullptr && guess.receiver == arguments[0].likely_class;
            if (heat < cold && !is_of_result) {
                candidates_.note(guess, "its place is seldom reached");
                continue;
            }
            room = lukewarm_room;
        }
        const char* refusal = candidates_.refusal_of_copy(guess.callee);
        if (refusal != nullptr && !keeps_frame && !is_new(arguments)) {
            candidates_.note(guess, refusal);
            continue;
        }
        auto candidate = candidates_.candidate(guess, info, arguments, room);
        if (candidate != nullptr) found.push_back(std::move(candidate));
    }
    return found;
}

// Each behind a check; what fits none is called.
void Inliner::put_in_guesses(std::span<const std::unique_ptr<InlineCandidate>> candidates, Value* receiver,
                             const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                             Kind return_kind, TypeHandle return_type) {
    BasicBlock* done = body_.new_block("done");
    Value* result = nullptr;
    MethodTable* likely_class = nullptr;  // of the result
    for (const auto& candidate : candidates) {
        BasicBlock* likely = body_.new_block("likely");
        BasicBlock* other = body_.new_block("other");
        bool is_last = candidate == candidates.back();
        llvm::MDNode* weights = is_last ? llvm::MDBuilder(body_.state.context).createUnlikelyBranchWeights() : nullptr;
        builder_.CreateCondBr(is_guess_wrong(candidate->guess, receiver), other, likely, weights);
        builder_.SetInsertPoint(likely);
        put_in(*candidate, return_kind, return_type);
        if (body_.refusal != nullptr) return;
        if (return_kind == Kind::Ref && stack_.top().exact) likely_class = stack_.top().object_type.method_table();
        kept_.keep(result, return_kind);
        builder_.CreateBr(done);
        builder_.SetInsertPoint(other);
    }
    plain_calls_.emit(info, types, arguments, return_kind, return_type, nullptr);
    if (body_.refusal != nullptr) return;
    kept_.keep(result, return_kind);
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
    kept_.push(result, return_kind, return_type.method_table());
    if (candidates.size() == 1 && return_kind == Kind::Ref) stack_.top().likely_class = likely_class;
}

Value* Inliner::is_guess_wrong(const Guess& guess, Value* receiver) {
    if (guess.receiver != nullptr) {
        Value* table = headers_.method_table(receiver);
        mark_guess(*llvm::cast<llvm::LoadInst>(table));
        return builder_.CreateICmpNE(table, values_.address_of(guess.receiver));
    }
    Value* place = values_.offset(receiver, delegate_method_pointer_offset);
    llvm::LoadInst* stub = builder_.CreateLoad(builder_.getPtrTy(), place);
    mark_guess(*stub);
    return builder_.CreateICmpNE(stub, values_.address_of(guess.stub));
}

// Puts the body here and pushes its result.
void Inliner::put_in(InlineCandidate& candidate, Kind return_kind, TypeHandle return_type) {
    FunctionState& state = body_.state;
    size_t instructions = candidate.code.insts.size();
    std::vector<Operand>& arguments = candidate.arguments;
    if (candidate.guess.stub != nullptr) {
        Value* target = values_.offset(values_.as(arguments[0], Kind::Ref), delegate_target_offset);
        llvm::LoadInst* bound = builder_.CreateLoad(builder_.getPtrTy(), target);
        mark_guess(*bound);
        arguments[0].value = bound;
    }
    if (candidate.is_boxed) arguments[0].value = values_.offset(arguments[0].value, 8);
    FunctionState::Size before = state.without_tiny;
    uint32_t calls_without_room = state.calls_without_room;
    state.whole.add(instructions);
    state.has_large_bodies |= instructions > CalleeRoom().most_usual;
    if (instructions > most_of_tiny) state.without_tiny.add(instructions);
    state.nodes.push_back({candidate.guess.callee, body_.node, body_.il_offset});
    auto node = static_cast<uint32_t>(state.nodes.size());
    InlinedBody body =
        translate_inlined(body_, candidate.code, node, pads_.unwind_target(), arguments, return_kind, return_type);
    if (state.calls_without_room == calls_without_room)
        state.whole_bodies[candidate.guess.callee] = state.without_tiny.since(before);
    if (return_kind == Kind::Struct) {
        stack_.push_struct(body.result, return_type.method_table());
    } else if (return_kind == Kind::Vector) {
        stack_.load_vector(body.result, return_type.method_table());
    } else if (return_kind != Kind::Void) {
        ElementType element = return_type.verification_type();
        Value* value = builder_.CreateLoad(values_.memory_type(element), body.result);
        stack_.push(return_kind, values_.from_memory(value, element, return_kind));
        Operand& result = stack_.top();
        result.object_type = body.fact.object_type;
        result.exact = body.fact.exact;
        result.in_object = return_kind == Kind::ByRef && body.fact.in_object;
        if (return_kind == Kind::ByRef) result.place = body.fact.place;
    }
}

}  // namespace celer::optimizer
