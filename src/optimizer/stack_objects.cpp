#include "optimizer/stack_objects.h"

#include <algorithm>

#include "object/method_table.h"
#include "optimizer/allocations.h"
#include "optimizer/barriers.h"
#include "optimizer/diagnostics.h"
#include "optimizer/keep_objects.h"
#include "optimizer/llvm.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Cloning.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

namespace {

constexpr uint32_t most_rounds = 6;
constexpr uint64_t most_object_bytes = 512;
constexpr size_t most_copied_instructions = 600;  // behind one place
constexpr size_t most_copies = 8;                 // in a function
constexpr uint32_t most_meetings = 3;             // one behind the other

// What an object's address is used for, and where control flow cannot come to if the object is of the class.
class Uses {
  public:
    Uses(Value& object, const llvm::CallBase& allocation, const llvm::DominatorTree& dominators)
        : object_(object), type_(constant_address(allocation.getArgOperand(0))), dominators_(dominators) {}

    // False: it goes somewhere else than to `meetings`.
    bool stay_here() {
        std::vector<Value*> addresses = {&object_};
        find_dead_edges();
        while (!addresses.empty()) {
            Value* address = addresses.back();
            addresses.pop_back();
            for (llvm::Use& use : address->uses()) {
                auto* user = llvm::cast<Instruction>(use.getUser());
                if (!is_dead(use) && !is_harmless(*user, use, addresses)) return false;
            }
        }
        return true;
    }

    std::vector<llvm::PHINode*> meetings;

  private:
    // Branches that compare the object's class with a constant.
    void find_dead_edges() {
        for (llvm::User* user : object_.users()) {
            auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
            if (load == nullptr || !load->getType()->isPointerTy() || load->getPointerOperand() != &object_) continue;
            for (llvm::User* test : load->users()) note_test(*load, test);
        }
    }

    void note_test(const llvm::LoadInst& table, llvm::User* user) {
        auto* test = llvm::dyn_cast<llvm::ICmpInst>(user);
        if (test == nullptr || !test->isEquality()) return;
        Value* other = test->getOperand(test->getOperand(0) == &table);
        if (constant_address(other) == 0) return;
        bool is_true = (constant_address(other) == type_) == (test->getPredicate() == llvm::ICmpInst::ICMP_EQ);
        for (llvm::User* branch : test->users()) {
            auto* conditional = llvm::dyn_cast<llvm::BranchInst>(branch);
            if (conditional == nullptr || conditional->getSuccessor(0) == conditional->getSuccessor(1)) continue;
            dead_edges_.emplace_back(conditional->getParent(), conditional->getSuccessor(is_true ? 1 : 0));
        }
    }

    bool is_dead(const llvm::Use& use) const {
        return std::ranges::any_of(dead_edges_,
                                   [&](const llvm::BasicBlockEdge& edge) { return dominators_.dominates(edge, use); });
    }

    bool is_harmless(Instruction& user, llvm::Use& use, std::vector<Value*>& addresses) {
        if (is_barrier(&user) || is_keep_alive(user)) return true;
        if (llvm::isa<llvm::LoadInst>(user) || llvm::isa<llvm::ICmpInst>(user)) return true;
        if (llvm::isa<llvm::StoreInst>(user)) return use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
        if (llvm::isa<llvm::GetElementPtrInst>(user) || llvm::isa<llvm::FreezeInst>(user)) {
            addresses.push_back(&user);
            return true;
        }
        if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&user); phi != nullptr && use.get() == &object_) {
            meetings.push_back(phi);
            return true;
        }
        auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&user);
        return call != nullptr && (llvm::isa<llvm::MemIntrinsic>(call) || call->isAssumeLikeIntrinsic());
    }

    Value& object_;
    uint64_t type_;
    const llvm::DominatorTree& dominators_;
    std::vector<llvm::BasicBlockEdge> dead_edges_;
};

// The size if it is known and small enough; 0 otherwise.
uint64_t fixed_size(const llvm::CallBase& allocation) {
    const MethodTable* type = allocated_type(allocation);
    uint64_t size = type->base_size;
    if (type->has_component_size()) {
        auto* length = llvm::dyn_cast<llvm::ConstantInt>(allocation.getArgOperand(1));
        if (length == nullptr || length->getValue().ugt(most_object_bytes)) return 0;
        size += type->component_size() * length->getZExtValue();
    }
    return size <= most_object_bytes ? size : 0;
}

class StackObjects {
  public:
    StackObjects(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
        : function_(function), analyses_(analyses) {}

    bool run() {
        if (allocations().empty()) return false;
        clean_up();
        for (uint32_t round = 0; round < most_rounds; round++) {
            if (!change()) break;
            clean_up();
        }
        return true;
    }

  private:
    std::vector<llvm::CallBase*> allocations() {
        std::vector<llvm::CallBase*> found;
        for (Instruction& instruction : llvm::instructions(function_)) {
            if (is_allocation(&instruction)) found.push_back(llvm::cast<llvm::CallBase>(&instruction));
        }
        return found;
    }

    // Headers of what lies at known addresses: MethodTables (their display) and string literals.
    bool fold_headers() {
        bool changed = false;
        const llvm::DataLayout& layout = function_.getDataLayout();
        for (Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function_))) {
            auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
            if (load == nullptr || !load->hasMetadata(llvm::LLVMContext::MD_invariant_load)) continue;
            if (load->getPointerAddressSpace() != 0) continue;  // the thread's
            llvm::APInt offset(64, 0);
            const Value* base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
            uint64_t address = constant_address(base);
            if (address == 0) continue;
            const auto* place = reinterpret_cast<const uint8_t*>(address + offset.getZExtValue());
            llvm::IRBuilder<> builder(load);
            Value* value = nullptr;
            if (load->getType()->isPointerTy()) {
                uint64_t word = *reinterpret_cast<const uint64_t*>(place);
                if (word > UINT32_MAX) continue;  // in the heap: code holds no such addresses
                value = llvm::ConstantExpr::getIntToPtr(builder.getInt64(word), load->getType());
            } else if (load->getType()->isIntegerTy(32)) {
                value = builder.getInt32(*reinterpret_cast<const uint32_t*>(place));
            } else if (load->getType()->isIntegerTy(8)) {
                value = builder.getInt8(*place);
            }
            if (value == nullptr) continue;
            load->replaceAllUsesWith(value);
            load->eraseFromParent();
            changed = true;
        }
        return changed;
    }

    void clean_up() {
        fold_headers();
        simplify();
        if (fold_headers()) simplify();  // of the classes of new objects
    }

    void simplify() {
        drop_barriers_of_frame(function_);
        llvm::FunctionPassManager passes;
        passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
        passes.addPass(llvm::EarlyCSEPass(true));
        passes.addPass(llvm::InstCombinePass());
        passes.addPass(llvm::SimplifyCFGPass());
        analyses_.invalidate(function_, passes.run(function_, analyses_));
    }

    // Objects to the stack; if there is none, one copy of code.
    bool change() {
        bool changed = false;
        llvm::DominatorTree dominators(function_);
        for (llvm::CallBase* allocation : allocations()) {
            if (fixed_size(*allocation) == 0) continue;
            Uses uses(*allocation, *allocation, dominators);
            if (!uses.stay_here() || !uses.meetings.empty()) continue;
            to_stack(*allocation);
            changed = true;
            dominators.recalculate(function_);
        }
        for (llvm::CallBase* allocation : allocations()) {
            if (changed || copies_ == most_copies) break;
            if (fixed_size(*allocation) != 0) changed = copy_behind(*allocation, dominators);
        }
        if (changed) analyses_.invalidate(function_, llvm::PreservedAnalyses::none());
        return changed;
    }

    void to_stack(llvm::CallBase& allocation) {
        remark_object(allocation, true);
        llvm::IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
        uint64_t size = fixed_size(allocation);
        llvm::AllocaInst* home = builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), size));
        home->setAlignment(llvm::Align(8));
        builder.SetInsertPoint(&allocation);
        builder.CreateMemSetInline(home, llvm::Align(8), builder.getInt8(0), builder.getInt64(size));
        drop_keep_alives(allocation);
        allocation.replaceAllUsesWith(home);
        if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&allocation)) {
            builder.CreateBr(invoke->getNormalDest());
            invoke->getUnwindDest()->removePredecessor(invoke->getParent());
        }
        allocation.eraseFromParent();
    }

    // What is in the frame lives as long as that.
    static void drop_keep_alives(Value& object) {
        for (llvm::User* user : llvm::make_early_inc_range(object.users())) {
            auto* instruction = llvm::cast<Instruction>(user);
            if (is_keep_alive(*instruction)) instruction->eraseFromParent();
        }
    }

    // Whether the object would stay here if it met no others, wherever that is now.
    bool would_stay(Value& object, const llvm::CallBase& allocation, const llvm::DominatorTree& dominators,
                    uint32_t depth = 0) {
        Uses uses(object, allocation, dominators);
        if (!uses.stay_here() || (depth == most_meetings && !uses.meetings.empty())) return false;
        return std::ranges::all_of(uses.meetings, [&](llvm::PHINode* phi) {
            return phi != &object && would_stay(*phi, allocation, dominators, depth + 1);
        });
    }

    bool copy_behind(llvm::CallBase& allocation, const llvm::DominatorTree& dominators) {
        if (!would_stay(allocation, allocation, dominators)) return false;
        Uses uses(allocation, allocation, dominators);
        if (!uses.stay_here() || uses.meetings.empty()) return false;
        llvm::PHINode* meeting = uses.meetings[0];
        BasicBlock* place = meeting->getParent();
        BasicBlock* from = nullptr;
        for (uint32_t i = 0; i < meeting->getNumIncomingValues(); i++) {
            if (meeting->getIncomingValue(i) != &allocation) continue;
            if (from != nullptr) return false;
            from = meeting->getIncomingBlock(i);
        }
        if (place->isEHPad() || llvm::count(llvm::successors(from), place) != 1) return false;
        llvm::SmallVector<BasicBlock*, 16> region;
        dominators.getDescendants(place, region);
        size_t instructions = 0;
        for (BasicBlock* block : region) instructions += block->size();
        auto is_inside = [&](const BasicBlock* block) { return dominators.dominates(place, block); };
        if (instructions > most_copied_instructions || llvm::any_of(llvm::predecessors(place), is_inside)) return false;
        copy_region(place, from, region);
        copies_++;
        return true;
    }

    // Control that comes from `from` goes through the copy.
    void copy_region(BasicBlock* place, BasicBlock* from, llvm::ArrayRef<BasicBlock*> region) {
        llvm::ValueToValueMapTy copies;
        llvm::SmallVector<BasicBlock*, 16> made;
        for (BasicBlock* block : region) {
            made.push_back(llvm::CloneBasicBlock(block, copies, "", &function_));
            copies[block] = made.back();
        }
        for (llvm::PHINode& phi : llvm::make_early_inc_range(llvm::cast<BasicBlock>(copies[place])->phis())) {
            phi.eraseFromParent();
        }
        for (llvm::PHINode& phi : place->phis()) copies[&phi] = phi.getIncomingValueForBlock(from);
        for (BasicBlock* block : region) {
            for (BasicBlock* next : llvm::successors(block)) {
                if (copies.count(next) != 0) continue;
                for (llvm::PHINode& phi : next->phis()) {
                    Value* value = phi.getIncomingValueForBlock(block);
                    auto known = copies.find(value);
                    auto* copy = llvm::cast<BasicBlock>(copies[block]);
                    phi.addIncoming(known == copies.end() ? value : static_cast<Value*>(known->second), copy);
                }
            }
        }
        llvm::remapInstructionsInBlocks(made, copies);
        from->getTerminator()->replaceSuccessorWith(place, llvm::cast<BasicBlock>(copies[place]));
        for (llvm::PHINode& phi : llvm::make_early_inc_range(place->phis())) phi.removeIncomingValue(from, false);
    }

    llvm::Function& function_;
    llvm::FunctionAnalysisManager& analyses_;
    size_t copies_ = 0;
};

}  // namespace

llvm::PreservedAnalyses StackObjectsPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    return StackObjects(function, analyses).run() ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace celer::optimizer
