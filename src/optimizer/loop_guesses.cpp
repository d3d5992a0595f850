#include "optimizer/loop_guesses.h"

#include "optimizer/llvm.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

using llvm::LoadInst;
using llvm::Loop;
using llvm::Value;

namespace {

constexpr const char* guess_mark = "celer.guess";

class LoopGuesses {
  public:
    LoopGuesses(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
        : function_(function),
          loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
          dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)) {}

    bool run(std::vector<LoadInst*> loads) {
        std::erase_if(loads, [&](LoadInst* load) { return loops_.getLoopFor(load->getParent()) == nullptr; });
        if (loads.empty()) return false;
        for (Loop* loop : loops_.getLoopsInPreorder())
            llvm::simplifyLoop(loop, &dominators_, &loops_, nullptr, nullptr, nullptr, false);
        for (LoadInst* load : loads) hoist(*load);
        return true;
    }

  private:
    void hoist(LoadInst& load) {
        const llvm::DataLayout& layout = function_.getDataLayout();
        llvm::APInt offset(64, 0);
        Value* object = load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
        llvm::Instruction* place = nullptr;
        for (Loop* loop = loops_.getLoopFor(load.getParent()); loop != nullptr; loop = loop->getParentLoop()) {
            llvm::BasicBlock* before = loop->getLoopPreheader();
            if (before == nullptr || !loop->isLoopInvariant(object)) break;
            llvm::Instruction* end = before->getTerminator();
            if (llvm::isKnownNonZero(object, llvm::SimplifyQuery(layout, &dominators_, nullptr, end))) place = end;
        }
        if (place == nullptr) return;
        llvm::IRBuilder<> builder(place);
        load.setOperand(0, builder.CreatePtrAdd(object, builder.getInt64(offset.getZExtValue())));
        load.moveBefore(place->getIterator());
    }

    llvm::Function& function_;
    llvm::LoopInfo& loops_;
    llvm::DominatorTree& dominators_;
};

std::vector<LoadInst*> marked_loads(llvm::Function& function) {
    std::vector<LoadInst*> found;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* load = llvm::dyn_cast<LoadInst>(&instruction);
        if (load != nullptr && load->hasMetadata(guess_mark)) found.push_back(load);
    }
    return found;
}

}  // namespace

void mark_guess(LoadInst& load) {
    load.setMetadata(guess_mark, llvm::MDNode::get(load.getContext(), {}));
}

llvm::PreservedAnalyses LoopGuessesPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    std::vector<LoadInst*> loads = marked_loads(function);
    if (loads.empty()) return llvm::PreservedAnalyses::all();
    bool changed = LoopGuesses(function, analyses).run(std::move(loads));
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace celer::optimizer
