#include "optimizer/stored_loads.h"

#include <set>
#include <tuple>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/CodeGen/MachineFunctionPass.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetLowering.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

namespace {

// Before registers are assigned, when equal addresses have equal virtual registers.
class StoredLoadsPass final : public llvm::MachineFunctionPass {
  public:
    StoredLoadsPass() : MachineFunctionPass(id) {}

    llvm::StringRef getPassName() const override { return "Loads of what was stored"; }

    void getAnalysisUsage(llvm::AnalysisUsage& usage) const override {
        usage.setPreservesCFG();
        MachineFunctionPass::getAnalysisUsage(usage);
    }

    bool runOnMachineFunction(llvm::MachineFunction& function) override {
        instructions_ = function.getSubtarget().getInstrInfo();
        find_stores(function);
        if (stores_.empty()) return false;
        llvm::SmallVector<llvm::MachineInstr*, 8> loads;
        for (llvm::MachineBasicBlock& block : function) {
            for (llvm::MachineInstr& instruction : block) {
                if (is_folded_load(instruction) && stores_.contains(place_of(instruction)))
                    loads.push_back(&instruction);
            }
        }
        bool has_changed = false;
        for (llvm::MachineInstr* load : loads) has_changed |= split(function, *load);
        return has_changed;
    }

  private:
    // Register, offset, bytes. No register: not an address that processors compare so.
    using Place = std::tuple<unsigned, int64_t, uint64_t>;

    static bool is_renamed_size(uint64_t size) { return size == 4 || size == 8; }

    Place place_of(const llvm::MachineInstr& instruction) const {
        const llvm::TargetRegisterInfo* registers = instruction.getMF()->getSubtarget().getRegisterInfo();
        llvm::SmallVector<const llvm::MachineOperand*, 1> bases;
        int64_t offset = 0;
        bool is_scalable = false;
        llvm::LocationSize width = llvm::LocationSize::beforeOrAfterPointer();
        bool is_known =
            instruction.hasOneMemOperand() &&
            instructions_->getMemOperandsWithOffsetWidth(instruction, bases, offset, is_scalable, width, registers);
        if (!is_known || bases.size() != 1 || !bases[0]->isReg() || !bases[0]->getReg().isVirtual()) return {};
        const llvm::LocationSize size = instruction.memoperands()[0]->getSize();
        if (!size.hasValue() || !is_renamed_size(size.getValue().getFixedValue())) return {};
        return {bases[0]->getReg().id(), offset, size.getValue().getFixedValue()};
    }

    void find_stores(const llvm::MachineFunction& function) {
        stores_.clear();
        for (const llvm::MachineBasicBlock& block : function) {
            for (const llvm::MachineInstr& instruction : block) {
                if (!instruction.mayStore() || instruction.isCall() || instruction.isInlineAsm()) continue;
                Place place = place_of(instruction);
                if (std::get<0>(place) != 0) stores_.insert(place);
            }
        }
    }

    // One with a result: a comparison's latency holds up nothing.
    static bool is_folded_load(const llvm::MachineInstr& instruction) {
        return instruction.mayLoad() && !instruction.mayStore() && !instruction.isCall() &&
               !instruction.isInlineAsm() && !instruction.hasUnmodeledSideEffects() &&
               instruction.getNumExplicitDefs() == 1;
    }

    bool split(llvm::MachineFunction& function, llvm::MachineInstr& load) const {
        unsigned index = 0;
        const unsigned opcode = instructions_->getOpcodeAfterMemoryUnfold(load.getOpcode(), true, false, &index);
        if (opcode == 0) return false;
        const llvm::TargetRegisterClass* type = instructions_->getRegClass(instructions_->get(opcode), index);
        if (!is_general(function, type)) return false;
        const llvm::Register loaded = function.getRegInfo().createVirtualRegister(type);
        llvm::SmallVector<llvm::MachineInstr*, 2> parts;
        if (!instructions_->unfoldMemoryOperand(function, load, loaded, true, false, parts)) return false;
        for (llvm::MachineInstr* part : parts) load.getParent()->insert(load.getIterator(), part);
        load.eraseFromParent();
        return true;
    }

    static bool is_general(const llvm::MachineFunction& function, const llvm::TargetRegisterClass* type) {
        const llvm::TargetLowering* target = function.getSubtarget().getTargetLowering();
        return type != nullptr && (target->getRegClassFor(llvm::MVT::i32)->hasSubClassEq(type) ||
                                   target->getRegClassFor(llvm::MVT::i64)->hasSubClassEq(type));
    }

    const llvm::TargetInstrInfo* instructions_ = nullptr;
    std::set<Place> stores_;

    static char id;
};

char StoredLoadsPass::id;

}  // namespace

void split_stored_loads(llvm::TargetPassConfig& passes) {
    passes.insertPass(&llvm::PeepholeOptimizerLegacyID, new StoredLoadsPass());  // it puts loads into what uses them
}

}  // namespace celer::optimizer
