#include "optimizer/accumulators.h"

#include "optimizer/pass_support.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/Analysis/LoopInfo.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

using llvm::Value;

namespace {

constexpr uint32_t deepest = 8;  // of choices in choices

// The value that `sum`, a variable of the loop, has at the end of a turn.
class Accumulator {
  public:
    Accumulator(llvm::PHINode& sum, const llvm::Loop& loop) : sum_(sum), loop_(loop) {}

    // False: nothing is changed.
    bool run() {
        auto* last = llvm::dyn_cast<llvm::Instruction>(sum_.getIncomingValueForBlock(loop_.getLoopLatch()));
        if (last == nullptr || !is_choice(last) || !is_sum(last, 0) || additions_ == 0) return false;
        auto place =
            llvm::isa<llvm::PHINode>(last) ? last->getParent()->getFirstInsertionPt() : std::next(last->getIterator());
        Value* amount = amount_of(last);
        llvm::IRBuilder<> builder(&*place);
        builder.SetCurrentDebugLocation(last->getDebugLoc());
        last->replaceAllUsesWith(builder.CreateAdd(&sum_, amount));
        last->eraseFromParent();
        return true;
    }

  private:
    static bool is_choice(const Value* value) { return llvm::isa<llvm::SelectInst, llvm::PHINode>(value); }

    // Choices of the sum and of additions to it, which nothing else uses.
    bool is_sum(Value* value, uint32_t depth) {
        if (value == &sum_) return true;
        auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
        if (instruction == nullptr || depth > deepest || !loop_.contains(instruction)) return false;
        if (instruction->getOpcode() == llvm::Instruction::Add) {
            additions_++;
            return instruction->getOperand(0) == &sum_ && instruction->getOperand(1) != &sum_;
        }
        if (depth != 0 && !instruction->hasOneUse()) return false;
        if (auto* select = llvm::dyn_cast<llvm::SelectInst>(instruction)) {
            bool is_scalar = !select->getCondition()->getType()->isVectorTy();
            return is_scalar && is_sum(select->getTrueValue(), depth + 1) && is_sum(select->getFalseValue(), depth + 1);
        }
        auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction);
        if (phi == nullptr || phi->getParent() == loop_.getHeader()) return false;
        return llvm::all_of(phi->incoming_values(), [&](llvm::Use& use) { return is_sum(use.get(), depth + 1); });
    }

    Value* amount_of(Value* value) {
        if (value == &sum_) return llvm::ConstantInt::get(sum_.getType(), 0);
        auto* instruction = llvm::cast<llvm::Instruction>(value);
        if (instruction->getOpcode() == llvm::Instruction::Add) return instruction->getOperand(1);
        llvm::IRBuilder<> builder(instruction);
        if (auto* select = llvm::dyn_cast<llvm::SelectInst>(instruction)) {
            Value* first = amount_of(select->getTrueValue());
            return builder.CreateSelect(select->getCondition(), first, amount_of(select->getFalseValue()));
        }
        auto* phi = llvm::cast<llvm::PHINode>(instruction);
        llvm::PHINode* amount = builder.CreatePHI(phi->getType(), phi->getNumIncomingValues());
        for (uint32_t i = 0; i < phi->getNumIncomingValues(); i++)
            amount->addIncoming(amount_of(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
        return amount;
    }

    llvm::PHINode& sum_;
    const llvm::Loop& loop_;
    uint32_t additions_ = 0;
};

}  // namespace

llvm::PreservedAnalyses AccumulatorsPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    bool changed = false;
    for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
        if (!loop->isInnermost() || loop->getLoopLatch() == nullptr) continue;
        for (llvm::PHINode& phi : llvm::make_early_inc_range(loop->getHeader()->phis())) {
            if (phi.getType()->isIntegerTy()) changed |= Accumulator(phi, *loop).run();
        }
    }
    return preserved_if_instructions_changed(changed);
}

}  // namespace celer::optimizer
