// Exception handlers: LLVM's landing pads, which the engine enters (docs/decisions/0011).
//
// Each call in a try region is an invoke. Its landing pad gets the exception and a selector, and branches to the
// handler that the engine has chosen: a catch handler, or a copy of a finally or fault handler for exceptions. That one
// ends with a call of Helper::ContinueUnwind, an invoke too if the try region lies in another one.
#include "optimizer/translator.h"

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::Value;

namespace {

constexpr uint32_t most_handlers = 0xfff0;  // selectors have 16 bits
constexpr uint32_t most_nested_copies = 6;  // of handlers in handlers: their number doubles with each

}  // namespace

llvm::CallBase* BodyTranslator::emit(llvm::FunctionType* type, Value* target, const std::vector<Value*>& arguments,
                                     bool may_throw) {
    const Pad* pad = may_throw ? unwind_target() : nullptr;
    llvm::CallBase* call;
    if (pad == nullptr) {
        call = builder_.CreateCall(type, target, arguments);
        call->addFnAttr(llvm::Attribute::NoUnwind);
    } else {
        BasicBlock* next = new_block("called");
        call = builder_.CreateInvoke(type, target, next, pad->landing, arguments);
        builder_.SetInsertPoint(next);
    }
    call->addFnAttr(llvm::Attribute::NoMerge);
    return call;
}

// The landing pad of the block that is translated; null outside of try regions.
const Pad* BodyTranslator::unwind_target() {
    return code_.clauses.empty() || is_filter() ? caller_pad_ : pad_of(0, {block_, block_ + 1});
}

// Of the clauses from `first_clause` on whose try regions contain the blocks, and of what is around the call.
const Pad* BodyTranslator::pad_of(uint32_t first_clause, const BlockRange& within) {
    std::vector<uint32_t> around;
    for (uint32_t i = first_clause; i < code_.clauses.size(); i++) {
        const Clause& clause = code_.clauses[i];
        if (clause.handler_block != no_block && clause.try_blocks.contains(within)) around.push_back(i);
    }
    if (around.empty()) return caller_pad_;
    Pad& pad = home_of(around[0]).pads[around[0]];
    if (pad.landing == nullptr) make_pad(pad, around);
    return &pad;
}

void BodyTranslator::make_pad(Pad& pad, std::span<const uint32_t> clauses) {
    if (!function_->hasPersonalityFn()) {  // names the form of the tables; never called
        auto* type = llvm::FunctionType::get(builder_.getInt32Ty(), true);
        function_->setPersonalityFn(
            llvm::cast<llvm::Constant>(module_.getOrInsertFunction("__gxx_personality_v0", type).getCallee()));
        function_->removeFnAttr(llvm::Attribute::NoUnwind);
    }
    pad.landing = new_block("pad");
    pad.choice = new_block("choice");
    for (uint32_t clause : clauses) pad.handlers.push_back(selector_of(clause, home_of(clause)));
    if (caller_pad_ != nullptr)
        pad.handlers.insert(pad.handlers.end(), caller_pad_->handlers.begin(), caller_pad_->handlers.end());

    llvm::IRBuilder<>::InsertPointGuard guard(builder_);
    builder_.SetInsertPoint(pad.landing);
    auto* type = llvm::StructType::get(builder_.getPtrTy(), builder_.getInt64Ty());
    llvm::LandingPadInst* landing = builder_.CreateLandingPad(type, 1);
    auto* name = new llvm::GlobalVariable(module_, builder_.getInt8Ty(), true, llvm::GlobalValue::ExternalLinkage,
                                          nullptr, pad_prefix + std::to_string(inlining_->pads.size()));
    landing->addClause(name);
    inlining_->pads.push_back(pad.handlers);
    if (inlining_->landed == nullptr) inlining_->landed = slot(type);
    builder_.CreateStore(landing, inlining_->landed);
    builder_.CreateBr(pad.choice);

    builder_.SetInsertPoint(pad.choice);
    Value* landed = builder_.CreateLoad(type, inlining_->landed);
    Value* exception = builder_.CreateExtractValue(landed, 0);
    Value* selector = builder_.CreateExtractValue(landed, 1);
    BasicBlock* outside = caller_pad_ == nullptr ? new_block("no.handler") : caller_pad_->choice;
    llvm::SwitchInst* choice = builder_.CreateSwitch(selector, outside, static_cast<unsigned>(clauses.size()));
    for (size_t i = 0; i < clauses.size(); i++) {
        BasicBlock* entry = new_block("handler");
        choice->addCase(builder_.getInt64(pad.handlers[i]), entry);
        builder_.SetInsertPoint(entry);
        enter_handler(clauses[i], exception);
    }
    if (caller_pad_ != nullptr) return;
    builder_.SetInsertPoint(outside);
    builder_.CreateUnreachable();
}

void BodyTranslator::enter_handler(uint32_t number, Value* exception) {
    const Clause& clause = code_.clauses[number];
    Copy& home = home_of(number);
    if (clause.is_funclet()) {
        Copy& copy = copy_of(home, number, true);
        builder_.CreateStore(exception, copy.exception);
        builder_.CreateBr(block(copy, clause.handler_block));
        return;
    }
    llvm::AllocaInst*& caught = home.exceptions[number];
    if (caught == nullptr) caught = slot(builder_.getPtrTy());
    builder_.CreateStore(exception, caught);
    builder_.CreateBr(block(home, clause.handler_block));
}

// The copy that the clause's try region is in, as seen from the one that is translated.
Copy& BodyTranslator::home_of(uint32_t clause) {
    Copy* copy = copy_;
    while (copy->outer != nullptr &&
           !code_.clauses[copy->clause].handler_blocks.contains(code_.clauses[clause].try_blocks))
        copy = copy->outer;
    return *copy;
}

Copy& BodyTranslator::copy_of(Copy& home, uint32_t clause, bool by_exception) {
    std::unique_ptr<Copy>& copy = home.by_leave[by_exception][clause];
    if (copy != nullptr) return *copy;
    copy = std::make_unique<Copy>();
    copy->outer = &home;
    copy->clause = clause;
    copy->by_exception = by_exception;
    copy->open_unwinds = home.open_unwinds + by_exception;
    uint32_t depth = 0;
    for (const Copy* outer = copy.get(); outer->outer != nullptr; outer = outer->outer) depth++;
    if (depth > most_nested_copies) refuse("deeply nested finally handlers");
    if (by_exception) copy->exception = slot(builder_.getPtrTy());
    return *copy;
}

uint16_t BodyTranslator::selector_of(uint32_t clause, Copy& home) {
    std::vector<Handler>& handlers = inlining_->handlers;
    for (size_t i = 0; i < handlers.size(); i++) {
        const Handler& known = handlers[i];
        if (known.node == node_ && known.clause == clause && known.home == &home) return static_cast<uint16_t>(i);
    }
    if (handlers.size() == most_handlers) refuse("too many handlers");
    const Clause& what = code_.clauses[clause];
    handlers.push_back({&home, clause, what.kind, what.catch_type, home.open_unwinds, node_});
    return static_cast<uint16_t>(handlers.size() - 1);
}

// Where control goes that runs these handlers, innermost first, and then goes on at the target.
BasicBlock* BodyTranslator::after_finally(std::span<const uint32_t> chain, BasicBlock* target) {
    if (chain.empty()) return target;
    BasicBlock* next = after_finally(chain.subspan(1), target);
    const Clause& clause = code_.clauses[chain[0]];
    if (clause.handler_block == no_block) return next;
    Copy& copy = copy_of(*copy_, chain[0], false);
    auto found = std::ranges::find(copy.continuations, next);
    auto number = static_cast<uint32_t>(found - copy.continuations.begin());
    if (found == copy.continuations.end()) copy.continuations.push_back(next);
    if (copy.continuation == nullptr) copy.continuation = slot(builder_.getInt64Ty());
    llvm::IRBuilder<>::InsertPointGuard guard(builder_);
    BasicBlock* entry = new_block("finally");
    builder_.SetInsertPoint(entry);
    builder_.CreateStore(builder_.getInt64(number), copy.continuation);
    builder_.CreateBr(block(copy, clause.handler_block));
    return entry;
}

void BodyTranslator::leave(const Inst& inst) {
    std::span<const uint32_t> chain(code_.finally_chain.data() + inst.imm, inst.count);
    builder_.CreateBr(after_finally(chain, block(inst.target)));
}

void BodyTranslator::end_finally(const Inst&) {
    if (!copy_->by_exception) {
        copy_->ends.push_back(builder_.GetInsertBlock());
        return;
    }
    Value* exception = builder_.CreateLoad(builder_.getPtrTy(), copy_->exception);
    Value* target = builder_.CreateLoad(builder_.getPtrTy(), address_of(helper_slot(Helper::ContinueUnwind)));
    auto* type = llvm::FunctionType::get(builder_.getVoidTy(), {builder_.getPtrTy()}, false);
    // As if control were still in the try region, but outside of the clause itself.
    Copy* copy = copy_;
    copy_ = copy->outer;
    const Pad* pad = pad_of(copy->clause + 1, code_.clauses[copy->clause].try_blocks);
    copy_ = copy;
    llvm::CallBase* call;
    if (pad == nullptr) {
        call = builder_.CreateCall(type, target, {exception});
        call->addFnAttr(llvm::Attribute::NoUnwind);
    } else {
        BasicBlock* next = new_block("never");
        call = builder_.CreateInvoke(type, target, next, pad->landing, {exception});
        builder_.SetInsertPoint(next);
    }
    call->addFnAttr(llvm::Attribute::NoMerge);
    call->addFnAttr(llvm::Attribute::NoReturn);
    builder_.CreateUnreachable();
}

void BodyTranslator::catch_entry(const Inst& inst) {
    llvm::AllocaInst* caught = copy_->exceptions.at(static_cast<uint32_t>(inst.imm));
    push(Kind::Ref, builder_.CreateLoad(builder_.getPtrTy(), caught));
}

// The exception under way, where a handler inside the catch handler runs because of one.
void BodyTranslator::rethrow(const Inst& inst) {
    const Clause& caught = code_.clauses[static_cast<size_t>(inst.imm)];
    Value* slot = variables_[caught.exception_variable];
    for (const Copy* copy = copy_; copy->outer != nullptr; copy = copy->outer) {
        if (!copy->by_exception || !caught.handler_blocks.contains(code_.clauses[copy->clause].try_blocks)) continue;
        slot = copy->exception;
        break;
    }
    call_helper(Helper::Rethrow, Kind::Void, {builder_.CreateLoad(builder_.getPtrTy(), slot)});
    builder_.CreateUnreachable();
}

// The ends of handlers that Leaves run, once it is known how many there are.
void BodyTranslator::connect_continuations(Copy& copy) {
    for (BasicBlock* end : copy.ends) {
        builder_.SetInsertPoint(end);
        builder_.SetCurrentDebugLocation(llvm::DILocation::get(context_, 0, 0, scope_, call_location_));
        if (copy.continuations.size() == 1) {
            builder_.CreateBr(copy.continuations[0]);
            continue;
        }
        Value* number = builder_.CreateLoad(builder_.getInt64Ty(), copy.continuation);
        llvm::SwitchInst* choice = builder_.CreateSwitch(number, copy.continuations[0]);
        for (uint32_t i = 1; i < copy.continuations.size(); i++)
            choice->addCase(builder_.getInt64(i), copy.continuations[i]);
    }
    for (auto& copies : copy.by_leave) {
        for (auto& [clause, inner] : copies) connect_continuations(*inner);
    }
}

}  // namespace celer::optimizer
