#include "optimizer/memory_operands.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/CodeGen/MachineFunctionPass.h>
#include <llvm/CodeGen/MachineMemOperand.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

namespace {

class UnknownMemoryPass final : public llvm::MachineFunctionPass {
  public:
    UnknownMemoryPass() : MachineFunctionPass(id) {}

    llvm::StringRef getPassName() const override { return "Memory operands without a value"; }

    void getAnalysisUsage(llvm::AnalysisUsage& usage) const override {
        usage.setPreservesAll();
        MachineFunctionPass::getAnalysisUsage(usage);
    }

    bool runOnMachineFunction(llvm::MachineFunction& function) override {
        bool has_changed = false;
        for (llvm::MachineBasicBlock& block : function) {
            for (llvm::MachineInstr& instruction : block) {
                if (!llvm::any_of(instruction.memoperands(), is_unknown)) continue;
                instruction.dropMemRefs(function);
                has_changed = true;
            }
        }
        return has_changed;
    }

  private:
    static bool is_unknown(const llvm::MachineMemOperand* operand) {
        return operand->getValue() == nullptr && operand->getPseudoValue() == nullptr;
    }

    static char id;
};

char UnknownMemoryPass::id;

}  // namespace

void drop_unknown_memory(llvm::TargetPassConfig& passes) {
    passes.insertPass(&llvm::ExpandPostRAPseudosID, new UnknownMemoryPass());
}

}  // namespace celer::optimizer
