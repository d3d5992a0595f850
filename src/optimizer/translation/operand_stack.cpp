#include "optimizer/translation/operand_stack.h"

#include "base/assert.h"
#include "optimizer/translation/values.h"

namespace celer::optimizer {

using llvm::Value;

void OperandStack::push_vector(Value* value, MethodTable* type) {
    if (type->instance_field_bytes == wide_vector_bytes) body_.state.has_wide_vectors = true;
    llvm::Type* wanted = values_.vector_type(type->instance_field_bytes);
    if (value->getType() != wanted) value = builder_.CreateBitCast(value, wanted);
    operands_.push_back({Kind::Vector, value, type});
}

void OperandStack::load_vector(Value* from, MethodTable* type) {
    push_vector(builder_.CreateAlignedLoad(values_.vector_type(type->instance_field_bytes), from, llvm::Align(8)),
                type);
}

Operand OperandStack::pop() {
    CELER_ASSERT(!operands_.empty(), "the evaluation stack is empty");
    Operand operand = operands_.back();
    operands_.pop_back();
    return operand;
}

Value* OperandStack::pop_as(Kind kind) {
    return values_.as(pop(), kind);
}

void OperandStack::retype(const Inst& inst) {
    Operand& operand = operands_[operands_.size() - 1 - inst.count];
    operand.value = values_.as(operand, inst.kind);
    operand.kind = inst.kind;
}

// That of a call that was put in may know its class, too.
void OperandStack::note_facts(const Inst& inst) {
    if (inst.result_type_bits == 0 && !(inst.flags & (inst_flags::exact | inst_flags::non_null))) return;
    if (operands_.empty() || operands_.back().kind != Kind::Ref) return;
    Operand& result = operands_.back();
    if (result.exact && !(inst.flags & inst_flags::exact)) return;
    result.object_type = inst.result_type();
    result.exact = (inst.flags & inst_flags::exact) || is_sealed(result.object_type.method_table());
    result.non_null = inst.flags & inst_flags::non_null;
}

}  // namespace celer::optimizer
