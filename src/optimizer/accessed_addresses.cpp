#include "optimizer/accessed_addresses.h"

#include <cstdint>

#include "object/object.h"
#include "optimizer/address_checks.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

using llvm::BranchInst;
using llvm::Instruction;
using llvm::Value;

namespace {

// Together less than the upper half of the addresses, which programs have nothing in.
constexpr uint64_t most_distance = uint64_t{1} << 36;  // 16 bytes for each of 2^32
constexpr unsigned most_steps = 8;
constexpr unsigned most_choices = 3;  // one in another

bool is_small(const Value* number) {
    return number->getType()->isIntegerTy(64) &&
           llvm::computeConstantRange(number, false).getUnsignedMax().ult(most_distance);
}

// A choice between such numbers is one, too.
bool is_little(const Value* distance) {
    auto* phi = llvm::dyn_cast<llvm::PHINode>(distance);
    if (phi == nullptr) return is_small(distance);
    return llvm::all_of(phi->incoming_values(), [](const Value* value) { return is_small(value); });
}

// The address that this one is at, or a little behind; null: an unknown one.
Value* before(Value* address) {
    using namespace llvm::PatternMatch;
    Value* from;
    Value* distance;
    if (match(address, m_PtrToInt(m_Value(from))) || match(address, m_IntToPtr(m_Value(from)))) return from;
    if (!match(address, m_Add(m_Value(from), m_Value(distance))) &&
        !match(address, m_PtrAdd(m_Value(from), m_Value(distance))))
        return nullptr;
    if (is_little(distance)) return from;
    return distance->getType() == from->getType() && is_little(from) ? distance : nullptr;
}

// So near that no access is possible there when the address is null.
bool is_near(const llvm::User* made, const Value* address) {
    auto* pointer = llvm::dyn_cast<llvm::GetElementPtrInst>(made);
    llvm::APInt distance(64, 0);
    return pointer != nullptr && pointer->getPointerOperand() == address &&
           pointer->accumulateConstantOffset(pointer->getDataLayout(), distance) &&
           distance.abs().ult(null_guard_bytes);
}

class AccessedAddresses {
  public:
    explicit AccessedAddresses(llvm::DominatorTree& dominators) : dominators_(dominators) {}

    // Whether a way that always leads here has accessed memory at the address, or a little before it.
    bool is_behind_access(Value* address, const Instruction* here) {
        for (unsigned steps = 0; steps < most_steps && address != nullptr; steps++, address = before(address)) {
            if (is_accessed(address, here)) return true;
            auto* phi = llvm::dyn_cast<llvm::PHINode>(address);
            if (phi != nullptr) return is_choice_behind_access(*phi);
        }
        return false;
    }

  private:
    // Each of the ways that meet has accessed what it brings, or memory a little before that.
    bool is_choice_behind_access(const llvm::PHINode& phi) {
        if (chosen_.size() == most_choices || !chosen_.insert(&phi).second) return false;
        bool is_behind = llvm::all_of(phi.blocks(), [&](const llvm::BasicBlock* from) {
            return is_behind_access(phi.getIncomingValueForBlock(from), from->getTerminator());
        });
        chosen_.erase(&phi);
        return is_behind;
    }

    bool is_accessed(const Value* address, const Instruction* here) {
        return is_itself_accessed(address, here) || llvm::any_of(address->users(), [&](const llvm::User* user) {
                   return is_near(user, address) && is_itself_accessed(user, here);
               });
    }

    bool is_itself_accessed(const Value* address, const Instruction* here) {
        return llvm::any_of(address->users(), [&](const llvm::User* user) {
            auto* instruction = llvm::dyn_cast<Instruction>(user);
            if (instruction == nullptr) return false;
            if (llvm::getLoadStorePointerOperand(instruction) == address)
                return dominators_.dominates(instruction, here);
            return llvm::isa<llvm::IntToPtrInst>(instruction) && is_itself_accessed(instruction, here);
        });
    }

    llvm::DominatorTree& dominators_;
    llvm::SmallPtrSet<const llvm::PHINode*, 4> chosen_;  // whose ways are being looked at
};

struct AddressCheck {
    BranchInst* branch = nullptr;
    Value* address = nullptr;            // or a number that is it, but for less than null_guard_bytes
    llvm::BasicBlock* failed = nullptr;  // where it goes on when that is none
};

// Null, or outside of what programs have memory at (AddressChecksPass).
AddressCheck address_check_of(llvm::BasicBlock& block) {
    using namespace llvm::PatternMatch;
    auto* branch = llvm::dyn_cast<BranchInst>(block.getTerminator());
    if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) return {};
    auto* test = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
    if (test == nullptr) return {};
    AddressTest asked = address_test(*test);
    bool is_null_check = branch->hasMetadata(llvm::LLVMContext::MD_make_implicit) && test->isEquality() &&
                         match(test->getOperand(1), m_Zero());
    if (is_null_check) asked = {test->getOperand(0), test->getPredicate() == llvm::ICmpInst::ICMP_EQ};
    if (asked.address == nullptr) return {};
    return {branch, asked.address, branch->getSuccessor(asked.fails_if_true ? 0 : 1)};
}

void drop(const AddressCheck& check) {
    BranchInst& branch = *check.branch;
    llvm::BasicBlock* always = branch.getSuccessor(branch.getSuccessor(0) == check.failed);
    check.failed->removePredecessor(branch.getParent());
    auto* jump = BranchInst::Create(always, branch.getIterator());
    jump->setDebugLoc(branch.getDebugLoc());
    branch.eraseFromParent();
}

// Whether the turns until one end of the loop around are known, or there is none.
bool is_counted(const llvm::BasicBlock& block, llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    const llvm::Loop* loop = analyses.getResult<llvm::LoopAnalysis>(function).getLoopFor(&block);
    if (loop == nullptr) return true;
    auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    return !llvm::isa<llvm::SCEVCouldNotCompute>(evolution.getSymbolicMaxBackedgeTakenCount(loop));
}

}  // namespace

llvm::PreservedAnalyses AccessedAddressesPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    AccessedAddresses accessed(analyses.getResult<llvm::DominatorTreeAnalysis>(function));
    llvm::SmallVector<AddressCheck, 8> unneeded;
    for (llvm::BasicBlock& block : function) {
        AddressCheck check = address_check_of(block);
        if (check.branch == nullptr || !accessed.is_behind_access(check.address, check.branch)) continue;
        if (where_ == AccessedIn::AllLoops || is_counted(block, function, analyses)) unneeded.push_back(check);
    }
    if (unneeded.empty()) return llvm::PreservedAnalyses::all();
    for (const AddressCheck& check : unneeded) drop(check);
    return llvm::PreservedAnalyses::none();
}

}  // namespace celer::optimizer
