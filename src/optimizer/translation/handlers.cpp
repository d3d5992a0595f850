#include "optimizer/translation/handlers.h"

#include <algorithm>

#include "code/helpers.h"
#include "optimizer/translation/block_queue.h"
#include "optimizer/translation/call_emitter.h"
#include "optimizer/translation/frame.h"
#include "optimizer/translation/landing_pads.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/values.h"
#include "optimizer/translation/variables.h"

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::Value;

// Where control goes that runs these handlers, innermost first, and then goes on at the target.
BasicBlock* Handlers::after_finally(std::span<const uint32_t> chain, BasicBlock* target) {
    if (chain.empty()) return target;
    BasicBlock* next = after_finally(chain.subspan(1), target);
    const Clause& clause = body_.code.clauses[chain[0]];
    if (clause.handler_block == no_block) return next;
    Copy& copy = pads_.copy_of(*body_.copy, chain[0], false);
    auto found = std::ranges::find(copy.continuations, next);
    auto number = static_cast<uint32_t>(found - copy.continuations.begin());
    if (found == copy.continuations.end()) copy.continuations.push_back(next);
    if (copy.continuation == nullptr) copy.continuation = frame_.slot(builder_.getInt64Ty());
    llvm::IRBuilder<>::InsertPointGuard guard(builder_);
    BasicBlock* entry = body_.new_block("finally");
    builder_.SetInsertPoint(entry);
    builder_.CreateStore(builder_.getInt64(number), copy.continuation);
    builder_.CreateBr(blocks_.at(copy, clause.handler_block));
    return entry;
}

void Handlers::leave(const Inst& inst) {
    std::span<const uint32_t> chain(body_.code.finally_chain.data() + inst.imm, inst.count);
    builder_.CreateBr(after_finally(chain, blocks_.at(inst.target)));
}

void Handlers::end_finally() {
    if (!body_.copy->by_exception) {
        body_.copy->ends.push_back(builder_.GetInsertBlock());
        return;
    }
    Value* exception = builder_.CreateLoad(builder_.getPtrTy(), body_.copy->exception);
    Value* target = builder_.CreateLoad(builder_.getPtrTy(), values_.address_of(helper_slot(Helper::ContinueUnwind)));
    auto* type = llvm::FunctionType::get(builder_.getVoidTy(), {builder_.getPtrTy()}, false);
    // As if control were still in the try region, but outside of the clause itself.
    Copy* copy = body_.copy;
    body_.copy = copy->outer;
    const Pad* pad = pads_.pad_of(copy->clause + 1, body_.code.clauses[copy->clause].try_blocks);
    body_.copy = copy;
    llvm::CallBase* call;
    if (pad == nullptr) {
        call = builder_.CreateCall(type, target, {exception});
        call->addFnAttr(llvm::Attribute::NoUnwind);
    } else {
        BasicBlock* next = body_.new_block("never");
        call = builder_.CreateInvoke(type, target, next, pad->landing, {exception});
        builder_.SetInsertPoint(next);
    }
    call->addFnAttr(llvm::Attribute::NoMerge);
    call->addFnAttr(llvm::Attribute::NoReturn);
    builder_.CreateUnreachable();
}

void Handlers::end_filter() {
    builder_.CreateRet(stack_.pop_as(Kind::I4));
}

void Handlers::catch_entry(const Inst& inst) {
    llvm::AllocaInst* caught = body_.copy->exceptions.at(static_cast<uint32_t>(inst.imm));
    stack_.push(Kind::Ref, builder_.CreateLoad(builder_.getPtrTy(), caught));
}

void Handlers::throw_op() {
    emitter_.call_helper(Helper::Throw, Kind::Void, {stack_.pop_address()});
    builder_.CreateUnreachable();
}

// The exception under way, where a handler inside the catch handler runs because of one.
void Handlers::rethrow(const Inst& inst) {
    const Clause& caught = body_.code.clauses[static_cast<size_t>(inst.imm)];
    Value* slot = variables_.home(caught.exception_variable);
    for (const Copy* copy = body_.copy; copy->outer != nullptr; copy = copy->outer) {
        if (!copy->by_exception || !caught.handler_blocks.contains(body_.code.clauses[copy->clause].try_blocks))
            continue;
        slot = copy->exception;
        break;
    }
    emitter_.call_helper(Helper::Rethrow, Kind::Void, {builder_.CreateLoad(builder_.getPtrTy(), slot)});
    builder_.CreateUnreachable();
}

// The ends of handlers that Leaves run, once it is known how many there are.
void Handlers::connect_continuations(Copy& copy) {
    for (BasicBlock* end : copy.ends) {
        builder_.SetInsertPoint(end);
        builder_.SetCurrentDebugLocation(
            llvm::DILocation::get(body_.state.context, 0, 0, body_.scope, body_.call_location));
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
