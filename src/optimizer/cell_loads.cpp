#include "optimizer/cell_loads.h"

#include "optimizer/llvm.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/Analysis/LoopInfo.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

namespace {

bool is_of_cell(const llvm::Instruction& instruction) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    return load != nullptr && load->isSimple() && load->hasMetadata(llvm::LLVMContext::MD_invariant_load) &&
           load->getPointerAddressSpace() == 0 && constant_address(load->getPointerOperand()) != 0;
}

}  // namespace

llvm::PreservedAnalyses CellLoadsPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    auto& frequencies = analyses.getResult<llvm::BlockFrequencyAnalysis>(function);
    bool changed = false;
    for (llvm::Loop* loop : llvm::reverse(loops.getLoopsInPreorder())) {  // inner ones first
        llvm::BasicBlock* before = loop->getLoopPreheader();
        if (before == nullptr) continue;
        for (llvm::BasicBlock* block : loop->blocks()) {
            if (frequencies.getBlockFreq(block) <= frequencies.getBlockFreq(before)) continue;
            for (llvm::Instruction& load : llvm::make_early_inc_range(*block)) {
                if (!is_of_cell(load)) continue;
                load.moveBefore(before->getTerminator()->getIterator());
                load.dropLocation();
                changed = true;
            }
        }
    }
    if (!changed) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses kept;
    kept.preserveSet<llvm::CFGAnalyses>();
    return kept;
}

}  // namespace celer::optimizer
