#include "optimizer/stack_objects.h"

#include <algorithm>

#include "gc/geometry.h"
#include "object/method_table.h"
#include "optimizer/allocations.h"
#include "optimizer/barriers.h"
#include "optimizer/diagnostics.h"
#include "optimizer/keep_objects.h"
#include "optimizer/llvm.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/Analysis/BlockFrequencyInfo.h>
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

constexpr uint32_t most_rounds = 12;
constexpr uint64_t most_object_bytes = 512;
constexpr size_t most_copied_instructions = 600;  // behind one place
constexpr size_t most_copies = 8;                 // in a function
constexpr uint32_t most_meetings = 3;             // one behind the other
// Of the times that the object is made: more often it does not depart.
constexpr uint64_t share_of_departures = 8;

// Where an object goes somewhere else for the last time: a call gets it, or a new object does, which is made there.
struct Departure {
    llvm::CallBase* place;
    llvm::SmallVector<Instruction*, 2> users;
};

// What an object's address is used for, and where control flow cannot come to if the object is of the class.
class Uses {
  public:
    Uses(Value& object, const llvm::CallBase& allocation, const llvm::DominatorTree& dominators)
        : names({&object}),
          source_(*llvm::cast<Instruction>(object).getParent()),
          type_(constant_address(allocation.getArgOperand(0))),
          dominators_(dominators) {}

    // False: it goes somewhere else than to `meetings` and `departures`.
    bool stay_here() {
        find_names();
        addresses_ = names;
        for (size_t i = 0; i < addresses_.size(); i++) {
            for (llvm::Use& use : addresses_[i]->uses()) {
                auto* user = llvm::cast<Instruction>(use.getUser());
                if (!is_dead(use) && !is_harmless(*user, use) && !may_depart(*user, use)) return false;
            }
        }
        return std::ranges::all_of(departures, [&](const Departure& departure) { return is_last(departure); });
    }

    // What the object is called: selections, too, that its class decides.
    std::vector<Value*> names;
    std::vector<llvm::PHINode*> meetings;
    std::vector<Departure> departures;

  private:
    void find_names() {
        for (size_t i = 0; i < names.size(); i++) {
            Value* name = names[i];
            for (llvm::User* user : name->users()) note_test(*name, user, 0, false);
            for (llvm::User* user : name->users()) {
                auto* table = llvm::dyn_cast<llvm::LoadInst>(user);
                if (table != nullptr && table->getType()->isPointerTy() && table->getPointerOperand() == name)
                    note_class(*table);
            }
            for (llvm::User* user : name->users()) {
                auto* select = llvm::dyn_cast<llvm::SelectInst>(user);
                if (select != nullptr && chosen(*select) == name) names.push_back(select);
            }
        }
    }

    // Null: it is not known.
    Value* chosen(llvm::SelectInst& select) const {
        auto answer = answers_.find(select.getCondition());
        if (answer == answers_.end()) return nullptr;
        return answer->second ? select.getTrueValue() : select.getFalseValue();
    }

    void note_class(llvm::LoadInst& table) {
        note_tests(table, type_);
        for (llvm::User* user : table.users()) {
            note_entry(user, 0);
            auto* place = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
            llvm::APInt offset(64, 0);
            if (place == nullptr || !place->accumulateConstantOffset(place->getDataLayout(), offset)) continue;
            for (llvm::User* of_place : place->users()) note_entry(of_place, offset.getZExtValue());
        }
    }

    // A load of what lies there in the MethodTable.
    void note_entry(llvm::User* user, uint64_t offset) {
        auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
        if (load == nullptr || !load->getType()->isPointerTy()) return;
        if (load->hasMetadata(llvm::LLVMContext::MD_invariant_load))
            note_tests(*load, *reinterpret_cast<const uint64_t*>(type_ + offset));
    }

    void note_tests(llvm::LoadInst& load, uint64_t known) {
        for (llvm::User* user : load.users()) note_test(load, user, known, true);
    }

    // A comparison of `value`, which is `known` or, of an object, only not null, with a constant.
    void note_test(const Value& value, llvm::User* user, uint64_t known, bool is_known) {
        auto* test = llvm::dyn_cast<llvm::ICmpInst>(user);
        if (test == nullptr || !test->isEquality()) return;
        Value* other = test->getOperand(test->getOperand(0) == &value);
        bool is_null = llvm::isa<llvm::ConstantPointerNull>(other);
        if (!is_null && (!is_known || constant_address(other) == 0)) return;
        bool are_equal = is_known && constant_address(other) == known;
        bool is_true = are_equal == (test->getPredicate() == llvm::ICmpInst::ICMP_EQ);
        answers_[test] = is_true;
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

    bool is_name(const Value* value) const { return std::ranges::find(names, value) != names.end(); }

    bool is_harmless(Instruction& user, llvm::Use& use) {
        if (is_barrier(&user) || is_keep_alive(user)) return true;
        if (llvm::isa<llvm::LoadInst>(user) || llvm::isa<llvm::ICmpInst>(user)) return true;
        if (llvm::isa<llvm::StoreInst>(user)) return use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
        if (llvm::isa<llvm::GetElementPtrInst>(user) || llvm::isa<llvm::FreezeInst>(user)) {
            if (!llvm::is_contained(addresses_, &user)) addresses_.push_back(&user);
            return true;
        }
        if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&user))
            return is_name(select) || (is_name(use.get()) && chosen(*select) != nullptr);
        if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&user); phi != nullptr && use.get() == names[0]) {
            meetings.push_back(phi);
            return true;
        }
        auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&user);
        return call != nullptr && (llvm::isa<llvm::MemIntrinsic>(call) || call->isAssumeLikeIntrinsic());
    }

    bool may_depart(Instruction& user, const llvm::Use& use) {
        llvm::CallBase* place = is_name(use.get()) ? place_of_departure(user, use) : nullptr;
        if (place == nullptr) return false;
        auto known = std::ranges::find(departures, place, &Departure::place);
        if (known == departures.end()) known = departures.insert(known, {.place = place, .users = {}});
        if (!llvm::is_contained(known->users, &user)) known->users.push_back(&user);
        return true;
    }

    // At a call that never throws the object cannot be made: a handler may want to know that there is no memory.
    static llvm::CallBase* place_of_departure(Instruction& user, const llvm::Use& use) {
        if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&user)) return new_object_of(*store);
        auto* call = llvm::dyn_cast<llvm::CallBase>(&user);
        if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call) || call->isInlineAsm()) return nullptr;
        return call->hasFnAttr(never_throws) || !call->isArgOperand(&use) ? nullptr : call;
    }

    // The allocation of the object stored to, if it was filled since and nothing else happened. (It must not be made
    // before what it gets: stores to new objects have no barrier.)
    static llvm::CallBase* new_object_of(llvm::StoreInst& store) {
        Value* object = llvm::getUnderlyingObject(store.getPointerOperand());
        if (!is_allocation(object)) return nullptr;
        auto* allocation = llvm::cast<llvm::CallBase>(object);
        auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(allocation);
        if (invoke != nullptr && invoke->getNormalDest()->getSinglePredecessor() == nullptr) return nullptr;
        BasicBlock* block = invoke != nullptr ? invoke->getNormalDest() : allocation->getParent();
        if (store.getParent() != block) return nullptr;
        Instruction* next = invoke != nullptr ? &block->front() : allocation->getNextNode();
        for (; next != &store; next = next->getNextNode()) {
            Value* slot = is_barrier(next) ? next->getOperand(0) : llvm::getPointerOperand(next);
            bool is_inside = slot != nullptr && llvm::getUnderlyingObject(slot) == allocation;
            if (!is_inside && next->mayHaveSideEffects()) return nullptr;
        }
        return allocation;
    }

    bool is_last(const Departure& departure) const {
        Instruction& place = *departure.place;
        llvm::SmallPtrSet<const BasicBlock*, 32> behind = blocks_behind(place);
        if (behind.contains(place.getParent())) return false;  // it departs again
        for (const Value* address : addresses_) {
            for (const llvm::Use& use : address->uses()) {
                const auto* user = llvm::cast<Instruction>(use.getUser());
                if (llvm::is_contained(departure.users, user) || is_dead(use)) continue;
                if (auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) user = phi->getIncomingBlock(use)->getTerminator();
                bool is_in_block = user->getParent() == place.getParent() && place.comesBefore(user);
                if (is_in_block || behind.contains(user->getParent())) return false;
            }
        }
        return true;
    }

    // Where control may come to before the object is made anew.
    llvm::SmallPtrSet<const BasicBlock*, 32> blocks_behind(Instruction& place) const {
        llvm::SmallPtrSet<const BasicBlock*, 32> found;
        std::vector<BasicBlock*> waiting = {place.getParent()};
        while (!waiting.empty()) {
            BasicBlock* block = waiting.back();
            waiting.pop_back();
            for (BasicBlock* next : llvm::successors(block)) {
                if (next != &source_ && found.insert(next).second) waiting.push_back(next);
            }
        }
        return found;
    }

    BasicBlock& source_;
    uint64_t type_;
    const llvm::DominatorTree& dominators_;
    std::vector<Value*> addresses_;                    // of the object and in it
    llvm::SmallDenseMap<const Value*, bool> answers_;  // of comparisons
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
        passes.addPass(llvm::SimplifyCFGPass(llvm::SimplifyCFGOptions().speculateBlocks(false)));
        analyses_.invalidate(function_, passes.run(function_, analyses_));
    }

    // Objects to the stack; if there is none, one copy of code.
    bool change() {
        bool changed = false;
        llvm::DominatorTree dominators(function_);
        for (llvm::CallBase* allocation : allocations()) {
            if (fixed_size(*allocation) == 0) continue;
            Uses uses(*allocation, *allocation, dominators);
            if (!uses.stay_here() || !uses.meetings.empty() || !are_seldom(uses.departures, *allocation)) continue;
            to_stack(*allocation, uses);
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

    bool are_seldom(const std::vector<Departure>& departures, const llvm::CallBase& allocation) {
        if (departures.empty()) return true;
        auto& frequencies = analyses_.getResult<llvm::BlockFrequencyAnalysis>(function_);
        auto times = [&](const Instruction* place) {
            return frequencies.getBlockFreq(place->getParent()).getFrequency();
        };
        uint64_t sum = 0;
        for (const Departure& departure : departures) sum += times(departure.place);
        return sum < times(&allocation) / share_of_departures;
    }

    void to_stack(llvm::CallBase& allocation, const Uses& uses) {
        remark_object(allocation, uses.departures.empty() ? ObjectHome::Frame : ObjectHome::FrameAtFirst);
        llvm::IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
        uint64_t size = fixed_size(allocation);
        llvm::AllocaInst* home = builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), size));
        home->setAlignment(llvm::Align(8));
        builder.SetInsertPoint(&allocation);
        builder.CreateMemSetInline(home, llvm::Align(8), builder.getInt8(0), builder.getInt64(size));
        drop_keep_alives(allocation);
        for (const Departure& departure : uses.departures) {
            Value* object = make_at(*departure.place, allocation, *home);
            for (Instruction* user : departure.users) {
                for (Value* name : uses.names) user->replaceUsesOfWith(name, object);
            }
        }
        allocation.replaceAllUsesWith(home);
        if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&allocation)) {
            builder.CreateBr(invoke->getNormalDest());
            invoke->getUnwindDest()->removePredecessor(invoke->getParent());
        }
        allocation.eraseFromParent();
    }

    // The object of the heap, with what is in the frame.
    Value* make_at(llvm::CallBase& place, llvm::CallBase& allocation, llvm::AllocaInst& home) {
        llvm::IRBuilder<> builder(&place);
        Value* arguments[] = {allocation.getArgOperand(0), allocation.getArgOperand(1)};
        llvm::Function* function = allocation.getCalledFunction();
        llvm::CallBase* object;
        if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&place)) {
            BasicBlock* before = place.getParent();
            BasicBlock* rest = before->splitBasicBlock(&place);
            before->getTerminator()->eraseFromParent();
            builder.SetInsertPoint(before);
            builder.SetCurrentDebugLocation(place.getDebugLoc());
            object = builder.CreateInvoke(function, rest, invoke->getUnwindDest(), arguments);
            for (llvm::PHINode& phi : invoke->getUnwindDest()->phis()) {
                phi.addIncoming(phi.getIncomingValueForBlock(rest), before);
            }
            builder.SetInsertPoint(&place);
        } else {
            object = builder.CreateCall(function, arguments);
        }
        object->setAttributes(allocation.getAttributes());
        if (llvm::isa<llvm::InvokeInst>(object)) {
            object->removeFnAttr(llvm::Attribute::NoUnwind);
        } else {
            object->addFnAttr(llvm::Attribute::NoUnwind);
        }
        builder.CreateStore(allocation.getArgOperand(0), object);
        uint64_t header = sizeof(MethodTable*);
        uint64_t contents = fixed_size(allocation) - gc::object_prefix - header;
        auto behind_header = [&](Value* base) { return builder.CreatePtrAdd(base, builder.getInt64(header)); };
        builder.CreateMemCpy(behind_header(object), llvm::Align(8), behind_header(&home), llvm::Align(8), contents);
        return object;
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
        if (!uses.stay_here() || !are_seldom(uses.departures, allocation)) return false;
        if (depth == most_meetings && !uses.meetings.empty()) return false;
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
