#include "optimizer/translation/control.h"

#include <optional>

#include "optimizer/translation/block_queue.h"
#include "optimizer/translation/comparisons.h"
#include "optimizer/translation/operand_stack.h"

namespace celer::optimizer {

using llvm::Value;

void ControlFlow::jump(const Inst& inst) {
    builder_.CreateBr(blocks_.at(inst.target));
}

void ControlFlow::branch_if(const Inst& inst) {
    Value* value = stack_.pop().value;
    Value* is_true = value->getType()->isPointerTy()
                         ? builder_.CreateIsNotNull(value)
                         : builder_.CreateICmpNE(value, llvm::Constant::getNullValue(value->getType()));
    auto otherwise = static_cast<uint32_t>(inst.imm);
    bool is_negated = inst.flags & inst_flags::negate;
    if (is_negated) is_true = builder_.CreateNot(is_true);
    branch_on(is_true, inst.target, otherwise);
}

void ControlFlow::branch(const Inst& inst) {
    Operand right = stack_.pop();
    Operand left = stack_.pop();
    Value* is_true = comparisons_.comparison(static_cast<Condition>(inst.small), inst.kind, left, right);
    branch_on(is_true, inst.target, static_cast<uint32_t>(inst.imm));
}

void ControlFlow::branch_on(Value* condition, uint32_t target, uint32_t otherwise) {
    std::optional<BlockHeat::Weights> counted = body_.heat.weights(body_.block, target, otherwise);
    llvm::MDNode* weights =
        counted ? llvm::MDBuilder(body_.state.context).createBranchWeights(counted->first, counted->second) : nullptr;
    llvm::BasicBlock* first = blocks_.at(target);
    builder_.CreateCondBr(condition, first, blocks_.at(otherwise), weights);
}

void ControlFlow::switch_op(const Inst& inst) {
    Value* value = stack_.pop_as(Kind::I4);
    llvm::SwitchInst* cases = builder_.CreateSwitch(value, blocks_.at(inst.target), inst.count);
    for (uint32_t i = 0; i < inst.count; i++)
        cases->addCase(builder_.getInt32(i), blocks_.at(body_.code.switch_targets[static_cast<size_t>(inst.imm) + i]));
}

}  // namespace celer::optimizer
