#include "optimizer/translation/landing_pads.h"

#include "optimizer/translation/block_queue.h"
#include "optimizer/translation/frame.h"

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::Value;

namespace {

constexpr uint32_t most_handlers = 0xfff0;  // selectors have 16 bits
constexpr uint32_t most_nested_copies = 6;  // of handlers in handlers: their number doubles with each

}  // namespace

const Pad* LandingPads::unwind_target() {
    return body_.code.clauses.empty() || body_.is_filter() ? body_.caller_pad
                                                           : pad_of(0, {body_.block, body_.block + 1});
}

// Of the clauses from `first_clause` on whose try regions contain the blocks, and of what is around the call.
const Pad* LandingPads::pad_of(uint32_t first_clause, const BlockRange& within) {
    std::vector<uint32_t> around;
    for (uint32_t i = first_clause; i < body_.code.clauses.size(); i++) {
        const Clause& clause = body_.code.clauses[i];
        if (clause.handler_block != no_block && clause.try_blocks.contains(within)) around.push_back(i);
    }
    if (around.empty()) return body_.caller_pad;
    Pad& pad = home_of(around[0]).pads[around[0]];
    if (pad.landing == nullptr) make_pad(pad, around);
    return &pad;
}

void LandingPads::make_pad(Pad& pad, std::span<const uint32_t> clauses) {
    if (!body_.state.function->hasPersonalityFn()) {  // names the form of the tables; never called
        auto* type = llvm::FunctionType::get(builder_.getInt32Ty(), true);
        body_.state.function->setPersonalityFn(llvm::cast<llvm::Constant>(
            body_.state.module.getOrInsertFunction("__gxx_personality_v0", type).getCallee()));
        body_.state.function->removeFnAttr(llvm::Attribute::NoUnwind);
    }
    pad.landing = body_.new_block("pad");
    pad.choice = body_.new_block("choice");
    for (uint32_t clause : clauses) pad.handlers.push_back(selector_of(clause, home_of(clause)));
    if (body_.caller_pad != nullptr)
        pad.handlers.insert(pad.handlers.end(), body_.caller_pad->handlers.begin(), body_.caller_pad->handlers.end());

    llvm::IRBuilder<>::InsertPointGuard guard(builder_);
    builder_.SetInsertPoint(pad.landing);
    auto* type = llvm::StructType::get(builder_.getPtrTy(), builder_.getInt64Ty());
    llvm::LandingPadInst* landing = builder_.CreateLandingPad(type, 1);
    auto* name =
        new llvm::GlobalVariable(body_.state.module, builder_.getInt8Ty(), true, llvm::GlobalValue::ExternalLinkage,
                                 nullptr, pad_prefix + std::to_string(body_.state.pads.size()));
    landing->addClause(name);
    body_.state.pads.push_back(pad.handlers);
    if (body_.state.landed == nullptr) body_.state.landed = frame_.slot(type);
    builder_.CreateStore(landing, body_.state.landed);
    builder_.CreateBr(pad.choice);

    builder_.SetInsertPoint(pad.choice);
    Value* landed = builder_.CreateLoad(type, body_.state.landed);
    Value* exception = builder_.CreateExtractValue(landed, 0);
    Value* selector = builder_.CreateExtractValue(landed, 1);
    BasicBlock* outside = body_.caller_pad == nullptr ? body_.new_block("no.handler") : body_.caller_pad->choice;
    llvm::SwitchInst* choice = builder_.CreateSwitch(selector, outside, static_cast<unsigned>(clauses.size()));
    for (size_t i = 0; i < clauses.size(); i++) {
        BasicBlock* entry = body_.new_block("handler");
        choice->addCase(builder_.getInt64(pad.handlers[i]), entry);
        builder_.SetInsertPoint(entry);
        enter_handler(clauses[i], exception);
    }
    if (body_.caller_pad != nullptr) return;
    builder_.SetInsertPoint(outside);
    builder_.CreateUnreachable();
}

void LandingPads::enter_handler(uint32_t number, Value* exception) {
    const Clause& clause = body_.code.clauses[number];
    Copy& home = home_of(number);
    if (clause.is_funclet()) {
        Copy& copy = copy_of(home, number, true);
        builder_.CreateStore(exception, copy.exception);
        builder_.CreateBr(blocks_.at(copy, clause.handler_block));
        return;
    }
    llvm::AllocaInst*& caught = home.exceptions[number];
    if (caught == nullptr) caught = frame_.slot(builder_.getPtrTy());
    builder_.CreateStore(exception, caught);
    builder_.CreateBr(blocks_.at(home, clause.handler_block));
}

// The copy that the clause's try region is in, as seen from the one that is translated.
Copy& LandingPads::home_of(uint32_t clause) {
    Copy* copy = body_.copy;
    while (copy->outer != nullptr &&
           !body_.code.clauses[copy->clause].handler_blocks.contains(body_.code.clauses[clause].try_blocks))
        copy = copy->outer;
    return *copy;
}

Copy& LandingPads::copy_of(Copy& home, uint32_t clause, bool by_exception) {
    std::unique_ptr<Copy>& copy = home.by_leave[by_exception][clause];
    if (copy != nullptr) return *copy;
    copy = std::make_unique<Copy>();
    copy->outer = &home;
    copy->clause = clause;
    copy->by_exception = by_exception;
    copy->open_unwinds = home.open_unwinds + by_exception;
    uint32_t depth = 0;
    for (const Copy* outer = copy.get(); outer->outer != nullptr; outer = outer->outer) depth++;
    if (depth > most_nested_copies) body_.refuse("deeply nested finally handlers");
    if (by_exception) copy->exception = frame_.slot(builder_.getPtrTy());
    return *copy;
}

uint16_t LandingPads::selector_of(uint32_t clause, Copy& home) {
    std::vector<Handler>& handlers = body_.state.handlers;
    for (size_t i = 0; i < handlers.size(); i++) {
        const Handler& known = handlers[i];
        if (known.node == body_.node && known.clause == clause && known.home == &home) return static_cast<uint16_t>(i);
    }
    if (handlers.size() == most_handlers) body_.refuse("too many handlers");
    const Clause& what = body_.code.clauses[clause];
    handlers.push_back({&home, clause, what.kind, what.catch_type, home.open_unwinds, body_.node});
    return static_cast<uint16_t>(handlers.size() - 1);
}

}  // namespace celer::optimizer
