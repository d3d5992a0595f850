#include "optimizer/translation/vectors.h"

#include <vector>

#include "import/vector_instructions.h"
#include "optimizer/translation/call_emitter.h"
#include "optimizer/translation/checks.h"
#include "optimizer/translation/kept_results.h"
#include "optimizer/translation/opaque_vectors.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/values.h"
#include "optimizer/translation/vector_encoder.h"
#include "optimizer/translation/vector_ir.h"

namespace celer::optimizer {

using llvm::Value;

void VectorOperations::vector_operation(const Inst& inst) {
    const VectorInstruction& row = vector_instruction(static_cast<VectorInstructionId>(inst.target));
    if (inst.flags & inst_flags::variable_immediate) return by_immediate(inst);
    if (row.has_immediate() && !row.accepts_immediate(inst.imm)) return body_.refuse("an immediate out of range");
    if (row.is_evex()) body_.state.has_wide_vectors = true;
    if (vector_ir_.translate(inst)) return;
    uint32_t count = row.operand_count() - row.has_immediate();
    std::vector<Operand> operands(count);
    for (uint32_t i = count; i-- > 0;) operands[i] = stack_.pop();
    for (uint32_t i = 0; i < count; i++) {
        if (row.form[i] != 'p' && row.form[i] != 'D') continue;
        checks_.check_pointer(operands[i]);
        operands[i] = {Kind::Ref, values_.as(operands[i], Kind::Ref), nullptr};
    }
    opaque_vectors_.translate(inst, row, operands);
}

// One instruction for each immediate; others throw.
void VectorOperations::by_immediate(const Inst& inst) {
    constexpr uint32_t any_byte = 0xff;
    const VectorInstruction& row = vector_instruction(static_cast<VectorInstructionId>(inst.target));
    uint32_t mask = row.has_rounding() ? VectorEncoder::rounding_mask : any_byte;
    Value* immediate = builder_.CreateAnd(stack_.pop_as(Kind::I4), mask);
    std::vector<Operand> operands = stack_.all();
    llvm::BasicBlock* other = body_.new_block("out.of.range");
    llvm::BasicBlock* done = body_.new_block("done");
    llvm::SwitchInst* cases = builder_.CreateSwitch(immediate, other, mask + 1);
    Value* result = nullptr;
    Inst one = inst;
    one.flags &= static_cast<decltype(one.flags)>(~inst_flags::variable_immediate);
    for (one.imm = 0; one.imm <= mask && body_.refusal == nullptr; one.imm++) {
        if (!row.accepts_immediate(one.imm)) continue;
        llvm::BasicBlock* chosen = body_.new_block("immediate");
        cases->addCase(builder_.getInt32(static_cast<uint32_t>(one.imm)), chosen);
        builder_.SetInsertPoint(chosen);
        stack_.restore(operands);
        vector_operation(one);
        if (body_.refusal == nullptr) kept_.keep(result, inst.kind);
        builder_.CreateBr(done);
    }
    if (body_.refusal != nullptr) return;
    builder_.SetInsertPoint(other);
    emitter_.call_helper(Helper::ThrowArgumentOutOfRange, Kind::Void, {});
    builder_.CreateUnreachable();
    builder_.SetInsertPoint(done);
    kept_.push(result, inst.kind, inst.type);
}

}  // namespace celer::optimizer
