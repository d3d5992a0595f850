#include "optimizer/loop_checks.h"

#include <optional>

#include "optimizer/barriers.h"
#include "optimizer/llvm.h"
#include "optimizer/pass_support.h"
#include "platform/cpu.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::BranchInst;
using llvm::Loop;
using llvm::SCEV;
using llvm::Value;

namespace {

constexpr size_t most_instructions = 400;    // of a loop that gets a second version
constexpr uint64_t most_turns = 1ull << 32;  // so that no product below overflows
constexpr int64_t most_step = 1 << 20;

// A branch out of the loop to where an exception is thrown.
struct Check {
    BranchInst* branch;
    bool throws_if;  // the condition's value
    llvm::ICmpInst* condition;
};

// The checked index is first + step * turn.
struct RangeCheck {
    Check check;
    const SCEV* first;
    int64_t step;
    Value* length;
};

bool is_cold(const BasicBlock& block) {
    const BasicBlock* at = &block;
    for (int steps = 0; steps < 4 && at != nullptr; steps++) {
        if (llvm::isa<llvm::UnreachableInst>(at->getTerminator())) return true;
        if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(at->getTerminator())) {
            if (invoke->doesNotReturn()) return true;
        }
        at = at->getSingleSuccessor();
    }
    return false;
}

class LoopVersions {
  public:
    LoopVersions(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
        : function_(function),
          loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
          dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
          evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)) {}

    bool run() {
        bool changed = false;
        llvm::SmallVector<Loop*, 8> innermost;
        for (Loop* loop : loops_.getLoopsInPreorder()) {
            if (loop->isInnermost()) innermost.push_back(loop);
        }
        for (Loop* loop : innermost) {
            changed |= llvm::simplifyLoop(loop, &dominators_, &loops_, &evolution_, nullptr, nullptr, false);
            changed |= llvm::formLCSSARecursively(*loop, dominators_, &loops_, &evolution_);
            if (!may_have_versions(*loop)) continue;
            changed |= without_null_checks(*loop);
            changed |= without_range_checks(*loop);
            changed |= with_pointers(*loop);
        }
        return changed;
    }

  private:
    static bool may_have_versions(const Loop& loop) {
        if (!loop.isLoopSimplifyForm() || !loop.getLoopPreheader()) return false;
        size_t instructions = 0;
        for (const BasicBlock* block : loop.blocks()) {
            instructions += block->size();
            for (const llvm::Instruction& instruction : *block) {
                auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
                if (call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call) && !is_barrier(call)) return false;
            }
        }
        return instructions <= most_instructions;
    }

    std::vector<Check> checks_of(const Loop& loop) {
        std::vector<Check> checks;
        for (BasicBlock* block : loop.blocks()) {
            auto* branch = llvm::dyn_cast<BranchInst>(block->getTerminator());
            if (branch == nullptr || !branch->isConditional()) continue;
            auto* condition = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
            if (condition == nullptr) continue;
            for (unsigned i : {0u, 1u}) {
                BasicBlock* out = branch->getSuccessor(i);
                if (!loop.contains(out) && is_cold(*out)) checks.push_back({branch, i == 0, condition});
            }
        }
        return checks;
    }

    // The loop with its checks, which runs if the condition is false; `loop` stays for when it is true.
    void make_other_version(Loop& loop, Value* condition) {
        BasicBlock* guard = loop.getLoopPreheader();
        BasicBlock* fast = llvm::SplitEdge(guard, loop.getHeader(), &dominators_, &loops_);
        llvm::ValueToValueMapTy map;
        llvm::SmallVector<BasicBlock*, 16> blocks;
        llvm::SmallVector<BasicBlock*, 8> exits;
        loop.getUniqueExitBlocks(exits);
        llvm::cloneLoopWithPreheader(fast, guard, &loop, map, ".checked", &loops_, &dominators_, blocks);
        llvm::remapInstructionsInBlocks(blocks, map);
        auto* slow = llvm::cast<BasicBlock>(map[fast]);
        llvm::IRBuilder<> builder(guard->getTerminator());
        builder.CreateCondBr(condition, fast, slow,
                             llvm::MDBuilder(function_.getContext()).createLikelyBranchWeights());
        guard->getTerminator()->eraseFromParent();
        for (BasicBlock* exit : exits) {
            for (llvm::PHINode& phi : exit->phis()) {
                for (unsigned i = 0, count = phi.getNumIncomingValues(); i < count; i++) {
                    if (!loop.contains(phi.getIncomingBlock(i))) continue;
                    auto value = map.find(phi.getIncomingValue(i));
                    phi.addIncoming(value == map.end() ? phi.getIncomingValue(i) : static_cast<Value*>(value->second),
                                    llvm::cast<BasicBlock>(map[phi.getIncomingBlock(i)]));
                }
            }
        }
        dominators_.recalculate(function_);
        evolution_.forgetAllLoops();
    }

    void drop(const Check& check) {
        llvm::LLVMContext& context = function_.getContext();
        check.branch->setCondition(check.throws_if ? llvm::ConstantInt::getFalse(context)
                                                   : llvm::ConstantInt::getTrue(context));
    }

    // --- Null checks and lengths

    // The object that a load reads the header of, if it stays the same while the loop runs.
    static Value* invariant_object(const Loop& loop, const llvm::LoadInst& load) {
        if (!load.hasMetadata(llvm::LLVMContext::MD_invariant_load)) return nullptr;
        Value* base = const_cast<Value*>(load.getPointerOperand())->stripInBoundsConstantOffsets();
        if (auto* address = llvm::dyn_cast<llvm::GEPOperator>(base)) {
            if (!address->hasAllConstantIndices()) return nullptr;
            base = address->getPointerOperand();
        }
        return loop.isLoopInvariant(base) ? base : nullptr;
    }

    // Of an object, or of a pointer, which is a number.
    static bool is_null_check(const Check& check) {
        auto* null = llvm::dyn_cast<llvm::Constant>(check.condition->getOperand(1));
        bool is_about_null =
            null != nullptr && null->isNullValue() &&
            (null->getType()->isPointerTy() || check.branch->hasMetadata(llvm::LLVMContext::MD_make_implicit));
        bool throws_if_null = check.throws_if == (check.condition->getPredicate() == llvm::CmpInst::ICMP_EQ);
        return check.condition->isEquality() && is_about_null && throws_if_null;
    }

    // Of a pointer that goes up through memory. From the lower half of the addresses it does not come to the end of all
    // of them in the time that a loop may take.
    const SCEV* start_of_way_up(const Loop& loop, Value* pointer, llvm::SCEVExpander& expander) {
        constexpr uint64_t most_pointer_step = 4096;
        auto* way = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(pointer));
        if (way == nullptr || way->getLoop() != &loop || !way->isAffine()) return nullptr;
        auto* step = llvm::dyn_cast<llvm::SCEVConstant>(way->getStepRecurrence(evolution_));
        if (step == nullptr || step->getAPInt().ugt(most_pointer_step)) return nullptr;
        bool is_safe = expander.isSafeToExpandAt(way->getStart(), loop.getLoopPreheader()->getTerminator());
        return is_safe ? way->getStart() : nullptr;
    }

    bool without_null_checks(Loop& loop) {
        std::vector<Check> dropped;
        llvm::SmallSetVector<Value*, 8> objects;
        llvm::SmallSetVector<const SCEV*, 4> starts;
        llvm::SCEVExpander expander(evolution_, "start");
        for (const Check& check : checks_of(loop)) {
            if (!is_null_check(check)) continue;
            Value* tested = check.condition->getOperand(0);
            if (loop.isLoopInvariant(tested)) {
                objects.insert(tested);
            } else if (const SCEV* start = start_of_way_up(loop, tested, expander)) {
                starts.insert(start);
            } else {
                continue;
            }
            dropped.push_back(check);
        }
        std::vector<llvm::LoadInst*> loads;
        for (BasicBlock* block : loop.blocks()) {
            for (llvm::Instruction& instruction : *block) {
                auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
                Value* object = load == nullptr ? nullptr : invariant_object(loop, *load);
                if (object == nullptr) continue;
                loads.push_back(load);
                objects.insert(object);
            }
        }
        if (objects.empty() && starts.empty()) return false;
        llvm::SmallVector<llvm::Instruction*, 4> additions = additions_on_ways_up(loop, starts, expander);
        llvm::IRBuilder<> builder(loop.getLoopPreheader()->getTerminator());
        Value* guard = none_is_null(builder, objects.getArrayRef());
        for (const SCEV* start : starts) {
            Value* first = expander.expandCodeFor(start, start->getType(), builder.GetInsertPoint());
            guard = both(builder, guard, is_in_lower_half(builder, first));
        }
        if (guard != nullptr) make_other_version(loop, builder.CreateFreeze(guard));
        for (llvm::Instruction* addition : additions) addition->setHasNoUnsignedWrap();
        for (const Check& check : dropped) drop(check);
        hoist(loop, loads);
        return true;
    }

    // Those that lead the loop's numbers up, where what is tested is the number of this turn or of the next; the starts
    // of all of them come to `starts`.
    llvm::SmallVector<llvm::Instruction*, 4> additions_on_ways_up(const Loop& loop,
                                                                  llvm::SmallSetVector<const SCEV*, 4>& starts,
                                                                  llvm::SCEVExpander& expander) {
        llvm::SmallVector<llvm::Instruction*, 4> additions;
        for (llvm::PHINode& number : loop.getHeader()->phis()) {
            llvm::Instruction* addition = number.getType()->isIntegerTy(64) ? addition_to(loop, number) : nullptr;
            if (addition == nullptr) continue;
            const SCEV* start = start_of_way_up(loop, &number, expander);
            if (start == nullptr) continue;
            if (!starts.contains(start) && !starts.contains(start_of_way_up(loop, addition, expander))) continue;
            starts.insert(start);
            additions.push_back(addition);
        }
        return additions;
    }

    // What makes the number's next value by adding a constant; null: something else does.
    static llvm::Instruction* addition_to(const Loop& loop, llvm::PHINode& number) {
        using namespace llvm::PatternMatch;
        auto* next = llvm::dyn_cast<llvm::Instruction>(number.getIncomingValueForBlock(loop.getLoopLatch()));
        return next != nullptr && match(next, m_Add(m_Specific(&number), m_ConstantInt())) ? next : nullptr;
    }

    static Value* both(llvm::IRBuilder<>& builder, Value* condition, Value* other) {
        return condition == nullptr ? other : builder.CreateAnd(condition, other);
    }

    // Null: it is known that none is.
    Value* none_is_null(llvm::IRBuilder<>& builder, llvm::ArrayRef<Value*> objects) {
        llvm::SimplifyQuery query(function_.getDataLayout(), &dominators_, nullptr, &*builder.GetInsertPoint());
        Value* condition = nullptr;
        for (Value* object : objects) {
            if (!llvm::isKnownNonZero(object, query))
                condition = both(builder, condition, builder.CreateIsNotNull(object));
        }
        return condition;
    }

    // And not null.
    static Value* is_in_lower_half(llvm::IRBuilder<>& builder, Value* address) {
        Value* bits =
            address->getType()->isPointerTy() ? builder.CreatePtrToInt(address, builder.getInt64Ty()) : address;
        return builder.CreateICmpULT(builder.CreateSub(bits, builder.getInt64(1)),
                                     builder.getInt64(lower_half_bytes - 1));
    }

    void hoist(Loop& loop, llvm::ArrayRef<llvm::LoadInst*> loads) {
        llvm::Instruction* end = loop.getLoopPreheader()->getTerminator();
        for (llvm::LoadInst* load : loads) {
            if (auto* address = llvm::dyn_cast<llvm::Instruction>(load->getPointerOperand())) {
                if (loop.contains(address)) address->moveBefore(end->getIterator());
            }
            load->moveBefore(end->getIterator());
        }
    }

    // --- Ranges

    std::optional<RangeCheck> as_range_check(const Loop& loop, const Check& check) {
        using Predicate = llvm::CmpInst::Predicate;
        Predicate predicate =
            check.throws_if ? check.condition->getPredicate() : check.condition->getInversePredicate();
        Value* index = check.condition->getOperand(0);
        Value* length = check.condition->getOperand(1);
        if (predicate == Predicate::ICMP_ULE) {
            std::swap(index, length);
            predicate = Predicate::ICMP_UGE;
        }
        if (predicate != Predicate::ICMP_UGE || !loop.isLoopInvariant(length)) return std::nullopt;
        if (!index->getType()->isIntegerTy(32) && !index->getType()->isIntegerTy(64)) return std::nullopt;
        const SCEV* value = evolution_.getSCEV(index);
        if (auto* extended = llvm::dyn_cast<llvm::SCEVZeroExtendExpr>(value)) value = extended->getOperand();
        auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(value);
        if (recurrence == nullptr || recurrence->getLoop() != &loop || !recurrence->isAffine()) return std::nullopt;
        auto* step = llvm::dyn_cast<llvm::SCEVConstant>(recurrence->getStepRecurrence(evolution_));
        if (step == nullptr || step->getAPInt().getSignificantBits() > 32) return std::nullopt;
        int64_t distance = step->getAPInt().getSExtValue();
        if (distance == 0 || distance > most_step || distance < -most_step) return std::nullopt;
        return RangeCheck{check, recurrence->getStart(), distance, length};
    }

    // How often the loop turns back, if nothing is thrown; a block that each turn passes says so.
    const SCEV* turns_of(const Loop& loop) {
        BasicBlock* latch = loop.getLoopLatch();
        if (latch == nullptr || !loop.isLoopExiting(latch)) return nullptr;
        const SCEV* count = evolution_.getExitCount(&loop, latch);
        return llvm::isa<llvm::SCEVCouldNotCompute>(count) ? nullptr : count;
    }

    bool without_range_checks(Loop& loop) {
        const SCEV* turns = turns_of(loop);
        if (turns == nullptr || evolution_.getTypeSizeInBits(turns->getType()) > 64) return false;
        llvm::Instruction* end = loop.getLoopPreheader()->getTerminator();
        llvm::SCEVExpander expander(evolution_, "loop");
        if (!expander.isSafeToExpandAt(turns, end)) return false;
        std::vector<RangeCheck> ranges;
        for (const Check& check : checks_of(loop)) {
            std::optional<RangeCheck> range = as_range_check(loop, check);
            if (range && expander.isSafeToExpandAt(range->first, end)) ranges.push_back(*range);
        }
        if (ranges.empty()) return false;
        llvm::IRBuilder<> builder(end);
        llvm::Type* wide = builder.getInt64Ty();
        auto expand = [&](const SCEV* value) {
            return builder.CreateZExt(expander.expandCodeFor(value, value->getType(), end), wide);
        };
        Value* turn_count = expand(turns);
        Value* all = builder.CreateICmpULT(turn_count, builder.getInt64(most_turns));
        for (const RangeCheck& range : ranges) {
            Value* first = expand(range.first);
            Value* length = builder.CreateZExt(range.length, wide);
            auto size = static_cast<uint64_t>(range.step < 0 ? -range.step : range.step);
            Value* way = builder.CreateMul(turn_count, builder.getInt64(size));
            all = builder.CreateAnd(all, builder.CreateICmpULT(first, length));
            Value* last_fits = range.step > 0 ? builder.CreateICmpULT(builder.CreateAdd(first, way), length)
                                              : builder.CreateICmpUGE(first, way);
            all = builder.CreateAnd(all, last_fits);
        }
        make_other_version(loop, builder.CreateFreeze(all));
        for (const RangeCheck& range : ranges) drop(range.check);
        return true;
    }

    // --- Pointers

    // Native pointers are numbers, in which nobody sees addresses that lie side by side from turn to turn. Those that
    // go on by a constant get pointers beside them, for what is read and written there.
    bool with_pointers(Loop& loop) {
        bool changed = false;
        for (llvm::PHINode& number : loop.getHeader()->phis()) {
            if (llvm::Instruction* next = addition_to(loop, number))
                changed |= make_pointer_beside(loop, number, *next);
        }
        if (changed) evolution_.forgetLoop(&loop);
        return changed;
    }

    static bool make_pointer_beside(const Loop& loop, llvm::PHINode& number, llvm::Instruction& next) {
        llvm::SmallVector<llvm::IntToPtrInst*, 4> addresses;
        for (llvm::User* user : number.users()) {
            if (auto* address = llvm::dyn_cast<llvm::IntToPtrInst>(user)) addresses.push_back(address);
        }
        if (addresses.empty()) return false;
        llvm::IRBuilder<> builder(loop.getLoopPreheader()->getTerminator());
        Value* start =
            builder.CreateIntToPtr(number.getIncomingValueForBlock(loop.getLoopPreheader()), builder.getPtrTy());
        builder.SetInsertPoint(loop.getHeader(), loop.getHeader()->begin());
        llvm::PHINode* pointer = builder.CreatePHI(builder.getPtrTy(), 2);
        builder.SetInsertPoint(std::next(next.getIterator()));
        Value* on = builder.CreatePtrAdd(pointer, next.getOperand(1));
        pointer->addIncoming(start, loop.getLoopPreheader());
        pointer->addIncoming(on, loop.getLoopLatch());
        for (llvm::IntToPtrInst* address : addresses) {
            address->replaceAllUsesWith(pointer);
            address->eraseFromParent();
        }
        return true;
    }

    llvm::Function& function_;
    llvm::LoopInfo& loops_;
    llvm::DominatorTree& dominators_;
    llvm::ScalarEvolution& evolution_;
};

}  // namespace

llvm::PreservedAnalyses LoopChecksPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    return LoopVersions(function, analyses).run() ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace celer::optimizer
