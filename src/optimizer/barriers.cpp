#include "optimizer/barriers.h"

#include <algorithm>
#include <functional>

#include "code/helpers.h"
#include "gc/barrier.h"
#include "optimizer/allocations.h"
#include "optimizer/pass_support.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

namespace {

constexpr const char* heap_name = "celer.barrier.heap";
constexpr const char* any_name = "celer.barrier.any";
constexpr uint32_t most_blocks_to_allocation = 4;
// Those of a function's barriers that are run most stand in line. The others call the engine's: some 20 instructions
// of LLVM's in three blocks are much to compile.
constexpr size_t most_in_line = 4;

llvm::Function* barrier_function(llvm::Module& module, const char* name) {
    if (llvm::Function* known = module.getFunction(name)) return known;
    llvm::LLVMContext& context = module.getContext();
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), {llvm::PointerType::get(context, 0)}, false);
    auto* function = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module);
    function->setMemoryEffects(llvm::MemoryEffects::argMemOnly(llvm::ModRefInfo::Ref) |
                               llvm::MemoryEffects::inaccessibleMemOnly());
    function->addFnAttr(llvm::Attribute::NoUnwind);
    function->addFnAttr(llvm::Attribute::WillReturn);
    function->addFnAttr(llvm::Attribute::NoFree);
    function->addParamAttr(0, llvm::Attribute::getWithCaptureInfo(context, llvm::CaptureInfo::none()));
    function->addParamAttr(0, llvm::Attribute::ReadOnly);
    return function;
}

std::vector<llvm::CallInst*> barriers_in(llvm::Function& function) {
    std::vector<llvm::CallInst*> barriers;
    llvm::Module& module = *function.getParent();
    if (module.getFunction(heap_name) == nullptr && module.getFunction(any_name) == nullptr) return barriers;
    for (Instruction& instruction : llvm::instructions(function)) {
        if (is_barrier(&instruction)) barriers.push_back(llvm::cast<llvm::CallInst>(&instruction));
    }
    return barriers;
}

// In a variable, a temporary or an object on the stack; or at a known address, where no object of the heap is.
bool is_outside_heap(const Value* slot) {
    const Value* object = llvm::getUnderlyingObject(slot, 0);
    return llvm::isa<llvm::AllocaInst>(object) || llvm::isa<llvm::Constant>(object);
}

bool may_collect(const Instruction& instruction) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call) && !call->isInlineAsm() && !is_barrier(call);
}

// Allocated before the barrier, with no other call in between.
bool is_fresh(const llvm::CallInst& barrier) {
    const Value* object = llvm::getUnderlyingObject(barrier.getArgOperand(0), 0);
    if (!is_allocation(object)) return false;
    const BasicBlock* block = barrier.getParent();
    const Instruction* place = barrier.getPrevNode();
    for (uint32_t i = 0; i < most_blocks_to_allocation; i++) {
        for (; place != nullptr; place = place->getPrevNode()) {
            if (place == object) return true;
            if (may_collect(*place)) return false;
        }
        block = block->getSinglePredecessor();
        if (block == nullptr) return false;
        place = block->getTerminator();
    }
    return false;
}

class Lowering {
  public:
    explicit Lowering(llvm::CallInst& barrier) : barrier_(barrier), builder_(&barrier) {}

    // It keeps all registers, as LLVM knows of all but r11.
    void to_call() {
        auto* type = llvm::FunctionType::get(builder_.getVoidTy(), {builder_.getPtrTy()}, false);
        Value* target =
            builder_.CreateLoad(builder_.getPtrTy(), known_address(builder_, helper_slot(Helper::BeforeStore)));
        llvm::CallInst* call = builder_.CreateCall(type, target, {barrier_.getArgOperand(0)});
        call->setCallingConv(llvm::CallingConv::PreserveAll);
        call->setAttributes(barrier_.getCalledFunction()->getAttributes());
        barrier_.eraseFromParent();
    }

    void to_line() {
        address_ = builder_.CreatePtrToInt(barrier_.getArgOperand(0), word());
        Instruction* place = &barrier_;
        if (barrier_.getCalledFunction()->getName() == any_name) {
            Value* distance = builder_.CreateSub(address_, cell(&g_barrier_cells->heap_begin));
            Value* is_inside = builder_.CreateICmpULT(distance, cell(&g_barrier_cells->heap_bytes));
            place = llvm::SplitBlockAndInsertIfThen(is_inside, &barrier_, false);
        }
        builder_.SetInsertPoint(place);
        Value* card = byte_at(&g_barrier_cells->cards, gc::card_shift);
        Value* state = builder_.CreateLoad(builder_.getInt8Ty(), card, true);
        Value* is_clean = builder_.CreateICmpEQ(state, byte(gc::Card::Clean));
        auto* weights = llvm::MDBuilder(builder_.getContext()).createUnlikelyBranchWeights();
        builder_.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(is_clean, place, false, weights));
        builder_.CreateStore(byte(gc::Card::Logged), card, true);
        builder_.CreateStore(builder_.getInt8(1), byte_at(&g_barrier_cells->logged, gc::block_shift), true);
        barrier_.eraseFromParent();
    }

  private:
    llvm::Type* word() { return builder_.getInt64Ty(); }
    Value* byte(gc::Card card) { return builder_.getInt8(static_cast<uint8_t>(card)); }
    // What a cell holds never changes.
    Value* cell(const uintptr_t* cell) {
        llvm::LoadInst* value = builder_.CreateLoad(word(), known_address(builder_, cell));
        value->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(builder_.getContext(), {}));
        return value;
    }
    Value* byte_at(const uintptr_t* table, int shift) {
        Value* index = builder_.CreateLShr(address_, builder_.getInt64(static_cast<uint64_t>(shift)));
        return builder_.CreateIntToPtr(builder_.CreateAdd(cell(table), index), builder_.getPtrTy());
    }

    llvm::CallInst& barrier_;
    llvm::IRBuilder<> builder_;
    Value* address_ = nullptr;
};

}  // namespace

void emit_barrier(llvm::IRBuilder<>& builder, Value* slot, bool in_heap) {
    if (is_outside_heap(slot)) return;
    llvm::Module& module = *builder.GetInsertBlock()->getModule();
    builder.CreateCall(barrier_function(module, in_heap ? heap_name : any_name), {slot});
}

bool is_barrier(const Value* value) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(value);
    if (call == nullptr || call->getCalledFunction() == nullptr) return false;
    llvm::StringRef name = call->getCalledFunction()->getName();
    return name == heap_name || name == any_name;
}

bool drop_barriers_of_frame(llvm::Function& function) {
    bool changed = false;
    for (llvm::CallInst* barrier : barriers_in(function)) {
        if (!is_outside_heap(barrier->getArgOperand(0))) continue;
        barrier->eraseFromParent();
        changed = true;
    }
    return changed;
}

llvm::PreservedAnalyses DropFrameBarriersPass::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    return drop_barriers_of_frame(function) ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses LowerBarriersPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    drop_barriers_of_frame(function);
    std::vector<llvm::CallInst*> barriers = barriers_in(function);
    if (barriers.empty()) return llvm::PreservedAnalyses::all();
    std::vector<llvm::CallInst*> needed;
    for (llvm::CallInst* barrier : barriers) {
        if (!is_fresh(*barrier)) needed.push_back(barrier);
    }
    for (llvm::CallInst* barrier : barriers) {
        if (!llvm::is_contained(needed, barrier)) barrier->eraseFromParent();
    }
    auto& frequencies = analyses.getResult<llvm::BlockFrequencyAnalysis>(function);
    auto times = [&](const llvm::CallInst* barrier) {
        return frequencies.getBlockFreq(barrier->getParent()).getFrequency();
    };
    std::ranges::stable_sort(needed, std::ranges::greater(), times);
    size_t often = 0;
    while (often < std::min(needed.size(), most_in_line) && !is_seldom(frequencies, needed[often]->getParent()))
        often++;
    for (size_t i = 0; i < needed.size(); i++) {
        Lowering lowering(*needed[i]);
        i < often ? lowering.to_line() : lowering.to_call();
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace celer::optimizer
