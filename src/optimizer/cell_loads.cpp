#include "optimizer/cell_loads.h"

#include "object/object.h"
#include "optimizer/pass_support.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/Analysis/LoopInfo.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

namespace {

constexpr uint64_t end_of_arena = uint64_t{1} << 31;

// On a way that is never taken, what is known to be null may be read, or something near it.
bool is_in_arena(uint64_t address) {
    return address >= null_guard_bytes && address < end_of_arena;
}

bool is_of_cell(const llvm::Instruction& instruction) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    return load != nullptr && load->isSimple() && load->hasMetadata(llvm::LLVMContext::MD_invariant_load) &&
           load->getType()->isPointerTy() && load->getPointerAddressSpace() == 0 &&
           is_in_arena(constant_address(load->getPointerOperand()));
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
    return preserved_if_instructions_changed(changed);
}

}  // namespace celer::optimizer
