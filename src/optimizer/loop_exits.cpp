#include "optimizer/loop_exits.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/CodeGen/MachineFunctionPass.h>
#include <llvm/CodeGen/MachineLoopInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

namespace {

using llvm::MachineBasicBlock;

bool calls_something(const llvm::MachineLoop& loop) {
    return llvm::any_of(loop.blocks(), [](const MachineBasicBlock* block) {
        return llvm::any_of(*block, [](const llvm::MachineInstr& instruction) { return instruction.isCall(); });
    });
}

class LoopExitsPass final : public llvm::MachineFunctionPass {
  public:
    LoopExitsPass() : MachineFunctionPass(id) {}

    llvm::StringRef getPassName() const override { return "Room behind loops"; }

    void getAnalysisUsage(llvm::AnalysisUsage& usage) const override {
        usage.addRequired<llvm::MachineLoopInfoWrapperPass>();
        usage.addPreserved<llvm::MachineLoopInfoWrapperPass>();
        MachineFunctionPass::getAnalysisUsage(usage);
    }

    bool runOnMachineFunction(llvm::MachineFunction&) override {
        auto& loops = getAnalysis<llvm::MachineLoopInfoWrapperPass>().getLI();
        bool has_changed = false;
        for (llvm::MachineLoop* loop : loops.getLoopsInPreorder()) {
            if (loop->getParentLoop() == nullptr || !calls_something(*loop)) continue;
            llvm::SmallVector<std::pair<MachineBasicBlock*, MachineBasicBlock*>, 8> exits;
            loop->getExitEdges(exits);
            for (auto [from, to] : exits) {
                bool is_met = llvm::any_of(to->predecessors(), [&](auto* other) { return !loop->contains(other); });
                if (is_met && from->succ_size() > 1 && loop->getParentLoop()->contains(to))
                    has_changed |= from->SplitCriticalEdge(to, *this) != nullptr;
            }
        }
        return has_changed;
    }

  private:
    static char id;
};

char LoopExitsPass::id;

}  // namespace

void make_room_behind_loops(llvm::TargetPassConfig& passes) {
    passes.insertPass(&llvm::MachineSinkingLegacyID, new LoopExitsPass());
}

}  // namespace celer::optimizer
