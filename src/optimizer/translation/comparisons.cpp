#include "optimizer/translation/comparisons.h"

#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/values.h"

namespace celer::optimizer {

using llvm::Value;

Value* Comparisons::comparison(Condition condition, Kind kind, const Operand& left, const Operand& right) {
    using Predicate = llvm::CmpInst::Predicate;
    struct Row {
        Predicate of_integers, of_floats;
    };
    static constexpr Row rows[] = {
        {Predicate::ICMP_EQ, Predicate::FCMP_OEQ},  {Predicate::ICMP_NE, Predicate::FCMP_UNE},
        {Predicate::ICMP_SLT, Predicate::FCMP_OLT}, {Predicate::ICMP_SLE, Predicate::FCMP_OLE},
        {Predicate::ICMP_SGT, Predicate::FCMP_OGT}, {Predicate::ICMP_SGE, Predicate::FCMP_OGE},
        {Predicate::ICMP_ULT, Predicate::FCMP_ULT}, {Predicate::ICMP_ULE, Predicate::FCMP_ULE},
        {Predicate::ICMP_UGT, Predicate::FCMP_UGT}, {Predicate::ICMP_UGE, Predicate::FCMP_UGE},
    };
    const Row& row = rows[static_cast<size_t>(condition)];
    if (is_float(kind)) return builder_.CreateFCmp(row.of_floats, values_.as(left, kind), values_.as(right, kind));
    bool are_pointers = left.value->getType()->isPointerTy() && right.value->getType()->isPointerTy();
    Kind common = are_pointers ? Kind::Ref : number_kind(kind);
    return builder_.CreateICmp(row.of_integers, values_.as(left, common), values_.as(right, common));
}

void Comparisons::compare(const Inst& inst) {
    Operand right = stack_.pop();
    Operand left = stack_.pop();
    Value* answer = comparison(static_cast<Condition>(inst.small), inst.kind, left, right);
    stack_.push(Kind::I4, builder_.CreateZExt(answer, builder_.getInt32Ty()));
}

}  // namespace celer::optimizer
