#include "optimizer/allocations.h"

#include "code/helpers.h"
#include "gc/alloc_context.h"
#include "gc/space.h"
#include "object/object.h"
#include "optimizer/diagnostics.h"
#include "optimizer/llvm.h"
#include "optimizer/pass_support.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/InstIterator.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::Value;

namespace {

constexpr const char* allocation_name = "celer.allocate";

// One allocation as tier 0's sequence (gc/alloc_context.h), or as the call that is a part of it. The stores are
// volatile, since a collection may look at any instruction.
class Lowering {
  public:
    explicit Lowering(llvm::CallBase& allocation)
        : allocation_(allocation), builder_(&allocation), type_(allocated_type(allocation)) {
        has_length_ = type_->has_component_size();
    }

    // What is seldom made.
    void to_call() {
        remark_object(allocation_, ObjectHome::Heap);
        drop_headers();
        auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&allocation_);
        allocation_.replaceAllUsesWith(call_helper(invoke == nullptr ? nullptr : invoke->getNormalDest(), invoke));
        allocation_.eraseFromParent();
    }

    void to_line() {
        remark_object(allocation_, ObjectHome::Heap);
        drop_headers();
        auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&allocation_);
        BasicBlock* start = allocation_.getParent();
        BasicBlock* done;
        if (invoke != nullptr) {
            BasicBlock* normal = invoke->getNormalDest();
            done = BasicBlock::Create(builder_.getContext(), "allocated", start->getParent(), normal);
            normal->replacePhiUsesWith(start, done);
            builder_.SetInsertPoint(done);
            builder_.CreateBr(normal);
            builder_.SetInsertPoint(start);
        } else {
            done = start->splitBasicBlock(&allocation_, "allocated");
            start->getTerminator()->eraseFromParent();
            builder_.SetInsertPoint(start);
        }
        builder_.SetCurrentDebugLocation(allocation_.getDebugLoc());
        take(done, invoke);
    }

  private:
    // The header is written before anybody can see the object.
    void drop_headers() {
        for (llvm::User* user : llvm::make_early_inc_range(allocation_.users())) {
            auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
            bool is_header = store != nullptr && store->getPointerOperand() == &allocation_ &&
                             store->getValueOperand() == allocation_.getArgOperand(0);
            if (is_header) store->eraseFromParent();
        }
    }

    Value* size() {
        if (!has_length_) return builder_.getInt64((type_->base_size + 7u) & ~7u);
        Value* bytes = builder_.CreateMul(length(), builder_.getInt64(type_->component_size()));
        return builder_.CreateAnd(builder_.CreateAdd(bytes, builder_.getInt64(type_->base_size + 7)),
                                  builder_.getInt64(~uint64_t{7}));
    }
    Value* length() const { return allocation_.getArgOperand(1); }

    void take(BasicBlock* done, llvm::InvokeInst* invoke) {
        llvm::Type* pointer = builder_.getPtrTy();
        BasicBlock* start = builder_.GetInsertBlock();
        llvm::Function* function = start->getParent();
        BasicBlock* fast = BasicBlock::Create(builder_.getContext(), "bump", function, done);
        BasicBlock* slow = BasicBlock::Create(builder_.getContext(), "allocate", function);
        if (invoke != nullptr) {
            invoke->getUnwindDest()->replacePhiUsesWith(start, slow);
            allocation_.removeFromParent();
        }
        Value* begin = builder_.CreateLoad(pointer, thread_local_address(builder_, g_tls_offsets.alloc_pointer), true);
        Value* end = builder_.CreatePtrAdd(begin, size());
        Value* limit = builder_.CreateLoad(pointer, thread_local_address(builder_, g_tls_offsets.alloc_limit), true);
        Value* fits = builder_.CreateICmpULE(end, limit);
        if (has_length_) {
            uint64_t most = (gc::max_inline_size - type_->base_size) / type_->component_size();
            fits = builder_.CreateAnd(builder_.CreateICmpULE(length(), builder_.getInt64(most)), fits);
        }
        builder_.CreateCondBr(fits, fast, slow, llvm::MDBuilder(builder_.getContext()).createLikelyBranchWeights());

        builder_.SetInsertPoint(slow);
        llvm::CallBase* slow_object = call_helper(done, invoke);
        if (invoke == nullptr) builder_.CreateBr(done);

        builder_.SetInsertPoint(fast);
        builder_.CreateStore(end, thread_local_address(builder_, g_tls_offsets.alloc_pointer), true);
        Value* fast_object = builder_.CreatePtrAdd(begin, builder_.getInt64(gc::object_prefix));
        if (has_length_)
            builder_.CreateStore(builder_.CreateTrunc(length(), builder_.getInt32Ty()),
                                 builder_.CreatePtrAdd(fast_object, builder_.getInt64(array_length_offset)), true);
        builder_.CreateStore(allocation_.getArgOperand(0), fast_object, true);
        builder_.CreateBr(done);

        builder_.SetInsertPoint(done, done->begin());
        allocation_.replaceAllUsesWith(published(either(builder_, slow_object, slow, fast_object, fast)));
        if (invoke != nullptr) {
            allocation_.deleteValue();
        } else {
            allocation_.eraseFromParent();
        }
    }

    llvm::CallBase* call_helper(BasicBlock* done, llvm::InvokeInst* invoke) {
        Helper helper = has_length_ ? Helper::AllocateArray : Helper::AllocateObject;
        std::vector<Value*> arguments = {allocation_.getArgOperand(0)};
        if (has_length_) arguments.push_back(length());
        std::vector<llvm::Type*> types;
        for (Value* argument : arguments) types.push_back(argument->getType());
        auto* type = llvm::FunctionType::get(builder_.getPtrTy(), types, false);
        Value* target = builder_.CreateLoad(builder_.getPtrTy(), known_address(builder_, helper_slot(helper)));
        llvm::CallBase* object;
        if (invoke != nullptr) {
            object = builder_.CreateInvoke(type, target, done, invoke->getUnwindDest(), arguments);
        } else {
            object = builder_.CreateCall(type, target, arguments);
            object->addFnAttr(llvm::Attribute::NoUnwind);
        }
        object->addFnAttr(llvm::Attribute::NoMerge);
        return object;
    }

    // The back end must not move loads that are marked invariant above the stores of the header.
    Value* published(Value* object) {
        llvm::Type* pointer = builder_.getPtrTy();
        auto* type = llvm::FunctionType::get(pointer, {pointer}, false);
        return builder_.CreateCall(llvm::InlineAsm::get(type, "", "=r,0,~{memory}", true), {object});
    }

    llvm::CallBase& allocation_;
    llvm::IRBuilder<> builder_;
    MethodTable* type_;
    bool has_length_;
};

}  // namespace

llvm::Function* allocation_function(llvm::Module& module) {
    if (llvm::Function* known = module.getFunction(allocation_name)) return known;
    llvm::LLVMContext& context = module.getContext();
    auto* pointer = llvm::PointerType::get(context, 0);
    auto* type = llvm::FunctionType::get(pointer, {pointer, llvm::Type::getInt64Ty(context)}, false);
    auto* function = llvm::Function::Create(type, llvm::Function::ExternalLinkage, allocation_name, module);
    function->addRetAttr(llvm::Attribute::NoAlias);
    function->addRetAttr(llvm::Attribute::NonNull);
    function->setOnlyAccessesInaccessibleMemory();
    function->addFnAttr(llvm::Attribute::NoFree);
    return function;
}

bool is_allocation(const Value* value) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(value);
    if (call == nullptr || call->getCalledFunction() == nullptr) return false;
    return call->getCalledFunction()->getName() == allocation_name;
}

MethodTable* allocated_type(const llvm::CallBase& allocation) {
    return reinterpret_cast<MethodTable*>(constant_address(allocation.getArgOperand(0)));
}

llvm::PreservedAnalyses LowerAllocationsPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    std::vector<llvm::CallBase*> allocations;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        if (is_allocation(&instruction)) allocations.push_back(llvm::cast<llvm::CallBase>(&instruction));
    }
    if (allocations.empty()) return llvm::PreservedAnalyses::all();
    auto& frequencies = analyses.getResult<llvm::BlockFrequencyAnalysis>(function);
    std::vector<llvm::CallBase*> often;
    for (llvm::CallBase* allocation : allocations) {
        if (is_seldom(frequencies, allocation->getParent())) {
            Lowering(*allocation).to_call();
        } else {
            often.push_back(allocation);
        }
    }
    for (llvm::CallBase* allocation : often) Lowering(*allocation).to_line();
    return llvm::PreservedAnalyses::none();
}

}  // namespace celer::optimizer
