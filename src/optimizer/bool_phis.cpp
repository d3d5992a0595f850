#include "optimizer/bool_phis.h"

#include "optimizer/pass_support.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/PatternMatch.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

using llvm::CmpInst;
using llvm::Value;
using namespace llvm::PatternMatch;

namespace {

class BoolPhi {
  public:
    explicit BoolPhi(llvm::PHINode& phi) : phi_(phi) {}

    // False: nothing is changed.
    bool run() {
        if (!phi_.getType()->isIntegerTy() || phi_.getType()->isIntegerTy(1)) return false;
        if (!find_comparisons() || !has_answers()) return false;
        llvm::IRBuilder<> builder(&phi_);
        llvm::PHINode* answer = builder.CreatePHI(builder.getInt1Ty(), phi_.getNumIncomingValues());
        for (uint32_t i = 0; i < phi_.getNumIncomingValues(); i++) {
            llvm::BasicBlock* from = phi_.getIncomingBlock(i);
            int known = answer->getBasicBlockIndex(from);  // a switch may lead here more than once
            answer->addIncoming(known >= 0 ? answer->getIncomingValue(static_cast<uint32_t>(known))
                                           : answer_of(phi_.getIncomingValue(i), from),
                                from);
        }
        for (llvm::ICmpInst* comparison : comparisons_) replace(*comparison, answer);
        for (llvm::Instruction* part : parts_) part->eraseFromParent();
        phi_.eraseFromParent();
        return true;
    }

  private:
    // Whether it is, or those of its bits are that all uses have in common, zero or not is all that is asked.
    bool find_comparisons() {
        for (llvm::User* user : phi_.users()) {
            const llvm::APInt* mask = nullptr;
            if (match(user, m_And(m_Specific(&phi_), m_APInt(mask)))) {
                if (!(*mask)[0] || (mask_ != nullptr && *mask != *mask_) || is_asked_whole_) return false;
                mask_ = mask;
                parts_.push_back(llvm::cast<llvm::Instruction>(user));
                for (llvm::User* of_part : user->users()) {
                    if (!add_comparison(of_part)) return false;
                }
            } else {
                is_asked_whole_ = true;
                if (mask_ != nullptr || !add_comparison(user)) return false;
            }
        }
        return !comparisons_.empty();
    }

    bool add_comparison(llvm::User* user) {
        auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(user);
        bool is_test = comparison != nullptr && comparison->isEquality() && match(comparison->getOperand(1), m_Zero());
        if (is_test) comparisons_.push_back(comparison);
        return is_test;
    }

    // One at least is no constant, and each can be asked at the end of its way.
    bool has_answers() const {
        bool found = false;
        for (uint32_t i = 0; i < phi_.getNumIncomingValues(); i++) {
            Value* value = phi_.getIncomingValue(i);
            if (value == &phi_ || value == phi_.getIncomingBlock(i)->getTerminator()) return false;
            found |= is_answer(value);
        }
        return found;
    }

    static bool is_answer(Value* value) {
        Value* bit = nullptr;
        return match(value, m_ZExt(m_Value(bit))) && bit->getType()->isIntegerTy(1);
    }

    Value* answer_of(Value* value, llvm::BasicBlock* from) {
        if (is_answer(value)) return llvm::cast<llvm::Instruction>(value)->getOperand(0);
        llvm::IRBuilder<> builder(from->getTerminator());
        if (mask_ != nullptr) value = builder.CreateAnd(value, llvm::ConstantInt::get(value->getType(), *mask_));
        return builder.CreateIsNotNull(value);
    }

    // What asks for the opposite goes the other way.
    static void replace(llvm::ICmpInst& comparison, Value* answer) {
        if (comparison.getPredicate() == CmpInst::ICMP_EQ) {
            auto* branch = comparison.hasOneUse() ? llvm::dyn_cast<llvm::BranchInst>(comparison.user_back()) : nullptr;
            if (branch != nullptr) {
                branch->swapSuccessors();
            } else {
                answer = llvm::IRBuilder<>(&comparison).CreateNot(answer);
            }
        }
        comparison.replaceAllUsesWith(answer);
        comparison.eraseFromParent();
    }

    llvm::PHINode& phi_;
    const llvm::APInt* mask_ = nullptr;
    bool is_asked_whole_ = false;
    llvm::SmallVector<llvm::ICmpInst*, 4> comparisons_;
    llvm::SmallVector<llvm::Instruction*, 4> parts_;
};

}  // namespace

llvm::PreservedAnalyses BoolPhisPass::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = false;
    for (llvm::BasicBlock& block : function) {
        for (llvm::PHINode& phi : llvm::make_early_inc_range(block.phis())) changed |= BoolPhi(phi).run();
    }
    return preserved_if_instructions_changed(changed);
}

}  // namespace celer::optimizer
