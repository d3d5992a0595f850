#include "optimizer/translation/inline_candidates.h"

#include <algorithm>

#include "code/compiler.h"
#include "code/effects.h"
#include "code/profile.h"
#include "import/inlining_rules.h"
#include "optimizer/translation/call_facts.h"
#include "optimizer/translation/shared_variables.h"
#include "optimizer/translation/stack_allocation.h"
#include "optimizer/translation/values.h"

namespace celer::optimizer {

namespace {

constexpr uint32_t deepest = 12;
constexpr uint32_t most_of_recursion = 1;  // bodies of a method in itself
constexpr uint32_t most_bodies = 80;
constexpr const char* no_room = "the method has become too large";
constexpr uint32_t share_of_tiny = 4;  // they are still put in where others are not
// Of a callee that calls nothing and has no loop: the call takes a good part of its time.
constexpr size_t most_of_leaf = 100;
constexpr uint32_t most_code_bytes = 4000;  // of the callee's code in tier 0; not imported if it is larger

bool is_leaf(const ImportedCode& code) {
    bool has_loop = std::ranges::any_of(code.blocks, [](const Block& block) { return block.is_loop_head; });
    auto calls = [](const Inst& inst) { return (effects_of(inst) & (effects::calls | effects::allocates)) != 0; };
    return !has_loop && std::ranges::none_of(code.insts, calls);
}

// What is seldom run costs memory, but hardly time: it does not keep the rest from being put in.
size_t size_of_warm(const ImportedCode& code) {
    BlockHeat heat(code, true);
    size_t size = 0;
    for (uint32_t b = 0; b < code.blocks.size(); b++) size += heat.of(b) < cold ? 0 : code.blocks[b].inst_count;
    return size;
}

bool is_too_large(const ImportedCode& code, const CalleeRoom& room, bool is_aggressive) {
    if (code.insts.size() > room.most) return true;
    if (is_aggressive) return false;
    size_t most = is_leaf(code) ? std::max(room.most_usual, most_of_leaf) : room.most_usual;
    if (code.insts.size() <= most) return false;
    return code.insts.size() > room.most_with_cold || size_of_warm(code) > most;
}

// Null, or what keeps the body out.
const char* refusal_of(const ImportedCode& code, const CalleeRoom& room, bool is_aggressive) {
    if (const char* refusal = refusal_to_put_in(code)) return refusal;
    if (has_filters(code)) return "it has filters";
    if (!has_only_fixed_stack_blocks(code)) return "it has stackalloc of a size that is not known";
    if (is_too_large(code, room, is_aggressive))
        return code.insts.size() > room.most ? "it is too large for this place" : "it is too large";
    return nullptr;
}

}  // namespace

static bool has_tiny_code(const MethodDesc* method) {
    const MethodCode* code = __atomic_load_n(&method->code, __ATOMIC_ACQUIRE);
    return code != nullptr && code->size_bytes <= code_bytes_of_tiny;
}

bool is_always_put_in(const MethodDesc* callee) {
    return has_tiny_code(callee) || (callee->flags & method_flags::aggressive_inlining);
}

const char* InlineCandidates::refusal_to_put_in(const MethodDesc* callee) const {
    if (const char* refusal = celer::refusal_to_put_in(callee, body_.state.may_assume, body_.state.may_load))
        return refusal;
    const MethodCode* code = __atomic_load_n(&callee->code, __ATOMIC_ACQUIRE);
    bool is_aggressive = callee->flags & method_flags::aggressive_inlining;
    if (code != nullptr && code->size_bytes > most_code_bytes && !is_aggressive) return "it is too large";
    if (const char* refusal = refusal_by_size(is_always_put_in(callee))) return refusal;
    uint32_t depth = 0;
    uint32_t times = 0;
    for (const Body* body = &body_; body != nullptr; body = body->caller, depth++) times += body->code.method == callee;
    if (depth > deepest) return "it is too deep in others";
    return times > most_of_recursion ? "it is in itself" : nullptr;
}

// By what has been put in already.
const char* InlineCandidates::refusal_by_size(bool is_tiny) const {
    FunctionState& state = body_.state;
    uint32_t share = is_tiny ? share_of_tiny : 1;
    const FunctionState::Size& size = is_tiny ? state.whole : state.without_tiny;
    bool has_many = size.bodies >= most_bodies * share;
    bool is_warm = state.budget.is_warm(body_.outermost().block);
    if (has_many || size.instructions >= state.budget.most_instructions() * share) {
        state.lacks_room |= is_warm;
        state.calls_without_room++;
        return has_many ? "too many have been put in" : no_room;
    }
    return state.saves_room && !is_tiny && !is_warm ? "there is only room for what is run more often" : nullptr;
}

const char* InlineCandidates::refusal_of_copy(const MethodDesc* callee) const {
    const FunctionState& state = body_.state;
    auto known = state.whole_bodies.find(callee);
    if (known == state.whole_bodies.end() || known->second.bodies == 0) return nullptr;
    const FunctionState::Size& size = state.without_tiny;
    bool has_room = size.bodies + known->second.bodies <= most_bodies &&
                    size.instructions + known->second.instructions <= state.budget.most_instructions();
    return has_room ? nullptr : no_room;
}

void InlineCandidates::note(const Guess& guess, const char* refusal) const {
    if (!body_.state.wants_remarks) return;
    Remark remark{.kind = RemarkKind::PutIn, .node = body_.node, .il_offset = body_.il_offset, .method = guess.callee};
    if (refusal == nullptr) {
        remark.type = guess.receiver;
    } else {
        remark.kind = RemarkKind::KeptCall;
        remark.text = refusal;
    }
    body_.state.remarks.push_back(std::move(remark));
}

std::vector<Guess> InlineCandidates::guess_targets(const CallInfo& info, std::span<const Operand> arguments) const {
    if (info.kind == CallKind::Direct) return {{.callee = info.method}};
    bool is_dispatched = info.is_dispatched();
    if (arguments.empty() || (!is_dispatched && info.kind != CallKind::Delegate)) return {};
    if (MethodTable* type = arguments[0].object_type.method_table(); is_dispatched && arguments[0].exact && type) {
        MethodDesc* callee = method_for(info, type);
        return callee == nullptr ? std::vector<Guess>{} : std::vector<Guess>{{.callee = callee}};
    }
    std::vector<Guess> guesses;
    for (uint32_t met : met_at(body_.code.method, body_.il_offset).classes) {
        auto* address = reinterpret_cast<void*>(static_cast<uintptr_t>(met));
        if (met == 0) continue;
        Guess guess;
        if (is_dispatched) {
            guess.receiver = static_cast<MethodTable*>(address);
            guess.callee = method_for(info, guess.receiver);
        } else {
            MethodDesc* method = thunks().method_of(address);
            bool is_closed = method != nullptr && !method->is_static() && !method->owner->is_value_type();
            if (is_closed) guess = {.callee = method, .stub = address};
        }
        if (guess.callee != nullptr) guesses.push_back(guess);
    }
    // Calls that have met nothing yet on what a guess gave: if they are put in, an object made there may stay here.
    if (MethodTable* likely = arguments[0].likely_class; guesses.empty() && is_dispatched && likely != nullptr) {
        MethodDesc* callee = method_for(info, likely);
        if (callee != nullptr) guesses.push_back({.callee = callee, .receiver = likely});
    }
    return guesses;
}

std::vector<ArgumentFact> InlineCandidates::facts_of(std::span<const Operand> arguments) const {
    std::vector<ArgumentFact> facts(arguments.size());
    for (size_t i = 0; i < arguments.size(); i++) {
        const Operand& argument = arguments[i];
        if (argument.kind == Kind::Ref) {
            facts[i].type = argument.object_type;
            facts[i].exact = argument.exact;
            facts[i].non_null = argument.non_null;
            facts[i].described = argument.described;
        } else if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(argument.value)) {
            facts[i].constant = constant->getSExtValue();
        }
    }
    return facts;
}

std::unique_ptr<InlineCandidate> InlineCandidates::candidate(const Guess& guess, const CallInfo& info,
                                                             std::span<const Operand> arguments,
                                                             const CalleeRoom& room) {
    if (const char* refusal = refusal_to_put_in(guess.callee)) {
        note(guess, refusal);
        return nullptr;
    }
    auto made = std::make_unique<InlineCandidate>();
    made->guess = guess;
    made->arguments.assign(arguments.begin(), arguments.end());
    std::vector<Operand>& known = made->arguments;
    if (guess.receiver != nullptr) {
        known[0].object_type = guess.receiver;
        known[0].exact = known[0].non_null = true;
    }
    // The methods of a value type get the address of the value in its box.
    made->is_boxed = info.kind != CallKind::Direct && guess.stub == nullptr && guess.callee->owner->is_value_type();
    if (made->is_boxed) known[0] = {.kind = Kind::ByRef, .value = values_.as(known[0], Kind::Ref), .in_object = true};
    if (guess.stub != nullptr) {
        known[0] = {.kind = Kind::Ref, .value = known[0].value, .object_type = guess.callee->owner};
    }
    std::vector<ArgumentFact> facts = facts_of(known);
    import_method(guess.callee, made->code,
                  {.arguments = facts, .for_optimizer = true, .may_assume = body_.state.may_assume});
    bool is_aggressive = guess.callee->flags & method_flags::aggressive_inlining;
    const char* refusal = refusal_of(made->code, room, is_aggressive);
    if (made->code.argument_count != arguments.size()) refusal = "it is called with other arguments";
    if (refusal == nullptr) refusal = refusal_by_size(made->code.insts.size() <= most_of_tiny);
    note(guess, refusal);
    return refusal == nullptr ? std::move(made) : nullptr;
}

}  // namespace celer::optimizer
