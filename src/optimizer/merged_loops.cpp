#include "optimizer/merged_loops.h"

#include <vector>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Local.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::PHINode;
using llvm::Value;

namespace {

class LoopMerger {
  public:
    explicit LoopMerger(const llvm::Loop& inner) : inner_(inner.getHeader()), inner_latch_(inner.getLoopLatch()) {
        const llvm::Loop* outer = inner.getParentLoop();
        if (outer == nullptr) return;
        outer_ = outer->getHeader();
        outer_latch_ = outer->getLoopLatch();
        can_merge_ = inner.getLoopPreheader() == outer_ && has_only_phis() && inner_latch_ != nullptr &&
                     outer_latch_ != nullptr && inner_latch_ != outer_latch_ && branches(*inner_latch_) &&
                     branches(*outer_latch_) && goes_on();
    }

    bool can_merge() const { return can_merge_; }

    void run() {
        again_ = BasicBlock::Create(inner_->getContext(), "loop.again", inner_->getParent(), inner_);
        llvm::BranchInst::Create(inner_, again_);
        for (BasicBlock* from : llvm::predecessors(outer_)) {
            if (from != outer_latch_) entries_.push_back(from);
        }
        std::vector<PHINode*> carried;
        for (PHINode& phi : inner_->phis()) carried.push_back(&phi);
        std::vector<llvm::WeakTrackingVH> moved;  // one may go with another
        for (PHINode& phi : outer_->phis()) moved.push_back(in_inner(phi));
        for (PHINode* phi : carried) continue_from_outer(*phi);
        for (auto&& [phi, in_place] : llvm::zip(outer_->phis(), moved)) phi.replaceAllUsesWith(in_place);
        for (BasicBlock* from : entries_) from->getTerminator()->replaceSuccessorWith(outer_, inner_);
        outer_latch_->getTerminator()->replaceSuccessorWith(outer_, again_);
        inner_latch_->getTerminator()->replaceSuccessorWith(inner_, again_);
        outer_->dropAllReferences();
        outer_->eraseFromParent();
        for (Value* phi : moved) {
            if (phi != nullptr) llvm::RecursivelyDeleteDeadPHINode(llvm::cast<PHINode>(phi));
        }
    }

  private:
    bool has_only_phis() const { return &*outer_->getFirstNonPHIIt() == outer_->getTerminator(); }

    // There is one way back from it.
    static bool branches(const BasicBlock& latch) {
        auto* branch = llvm::dyn_cast<llvm::BranchInst>(latch.getTerminator());
        return branch != nullptr && (branch->isUnconditional() || branch->getSuccessor(0) != branch->getSuccessor(1));
    }

    // What the inner loop carries begins with what the outer one carries.
    bool goes_on() const {
        return llvm::all_of(inner_->phis(), [&](const PHINode& phi) {
            auto* start = llvm::dyn_cast<PHINode>(phi.getIncomingValueForBlock(outer_));
            return start != nullptr && start->getParent() == outer_;
        });
    }

    PHINode* make(PHINode& like, BasicBlock* block, uint32_t count) {
        auto* phi = PHINode::Create(like.getType(), count, like.getName(), block->begin());
        phi->setDebugLoc(like.getDebugLoc());
        return phi;
    }

    // What meets at the end of a turn of either loop.
    PHINode* at_the_end(PHINode& like, Value* of_outer, Value* of_inner) {
        PHINode* phi = make(like, again_, 2);
        phi->addIncoming(of_outer, outer_latch_);
        phi->addIncoming(of_inner, inner_latch_);
        return phi;
    }

    // A variable of the outer loop, which the inner one leaves as it is.
    PHINode* in_inner(PHINode& phi) {
        PHINode* moved = make(phi, inner_, static_cast<uint32_t>(entries_.size()) + 1);
        for (BasicBlock* from : entries_) moved->addIncoming(phi.getIncomingValueForBlock(from), from);
        moved->addIncoming(at_the_end(phi, phi.getIncomingValueForBlock(outer_latch_), moved), again_);
        return moved;
    }

    void continue_from_outer(PHINode& phi) {
        auto* start = llvm::cast<PHINode>(phi.getIncomingValueForBlock(outer_));
        Value* next =
            at_the_end(phi, start->getIncomingValueForBlock(outer_latch_), phi.getIncomingValueForBlock(inner_latch_));
        phi.removeIncomingValue(outer_, false);
        phi.removeIncomingValue(inner_latch_, false);
        for (BasicBlock* from : entries_) phi.addIncoming(start->getIncomingValueForBlock(from), from);
        phi.addIncoming(next, again_);
    }

    BasicBlock* inner_;
    BasicBlock* inner_latch_;
    BasicBlock* outer_ = nullptr;
    BasicBlock* outer_latch_ = nullptr;
    BasicBlock* again_ = nullptr;
    llvm::SmallVector<BasicBlock*, 4> entries_;
    bool can_merge_ = false;
};

}  // namespace

llvm::PreservedAnalyses MergedLoopsPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    std::vector<LoopMerger> mergers;
    for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
        if (!loop->isInnermost()) continue;
        if (LoopMerger merger(*loop); merger.can_merge()) mergers.push_back(std::move(merger));
    }
    for (LoopMerger& merger : mergers) merger.run();
    return mergers.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace celer::optimizer
