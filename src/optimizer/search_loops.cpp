#include "optimizer/search_loops.h"

#include <vector>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LoopRotationUtils.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

namespace {

constexpr unsigned most_instructions_of_head = 16;  // as LLVM's pass has it

bool ends_in_test(const llvm::Loop& loop) {
    const llvm::BasicBlock* latch = loop.getLoopLatch();
    return latch != nullptr && latch != loop.getHeader() && loop.isLoopExiting(latch) &&
           loop.isLoopExiting(loop.getHeader());
}

// A loop that looks for what the next turn of the one around it is about: whoever finds nothing leaves both. Those are
// merged (merged_loops.h).
bool serves_outer(const llvm::Loop& loop) {
    const llvm::Loop* outer = loop.getParentLoop();
    return outer != nullptr && llvm::any_of(llvm::successors(loop.getHeader()),
                                            [&](const llvm::BasicBlock* block) { return !outer->contains(block); });
}

}  // namespace

llvm::PreservedAnalyses SearchLoopsPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    std::vector<llvm::Loop*> searches;
    for (llvm::Loop* loop : llvm::reverse(loops.getLoopsInPreorder())) {
        if (ends_in_test(*loop) && !serves_outer(*loop)) searches.push_back(loop);
    }
    if (searches.empty()) return llvm::PreservedAnalyses::all();
    auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    auto& assumptions = analyses.getResult<llvm::AssumptionAnalysis>(function);
    auto& target = analyses.getResult<llvm::TargetIRAnalysis>(function);
    const llvm::SimplifyQuery query = llvm::getBestSimplifyQuery(analyses, function);
    for (llvm::Loop* loop : searches) {
        llvm::simplifyLoop(loop, &dominators, &loops, nullptr, &assumptions, nullptr, false);
        llvm::formLCSSARecursively(*loop, dominators, &loops, nullptr);
        if (!ends_in_test(*loop)) continue;  // it had several ways back
        llvm::SplitEdge(loop->getLoopLatch(), loop->getHeader(), &dominators, &loops);
        llvm::LoopRotation(loop, &loops, &target, &assumptions, &dominators, nullptr, nullptr, query, true,
                           most_instructions_of_head, false);
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace celer::optimizer
