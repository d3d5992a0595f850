#include "optimizer/translation/atomics.h"

#include "optimizer/barriers.h"
#include "optimizer/translation/checks.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/values.h"

namespace celer::optimizer {

using llvm::Align;
using llvm::Value;

void Atomics::intrinsic(const Inst& inst) {
    using llvm::AtomicOrdering;
    using llvm::AtomicRMWInst;
    Align alignment(inst.element == ElementType::End ? 1 : values_.element_bytes(inst));
    switch (static_cast<IntrinsicOp>(inst.small)) {
        case IntrinsicOp::CompareExchange: {
            Value* comparand = values_.to_memory(stack_.pop().value, inst.element);
            Value* value = values_.to_memory(stack_.pop().value, inst.element);
            Value* address = stack_.pop_address();
            checks_.check_null(address);
            if (inst.kind == Kind::Ref) emit_barrier(builder_, address, false);
            Value* pair = builder_.CreateAtomicCmpXchg(address, comparand, value, alignment,
                                                       AtomicOrdering::SequentiallyConsistent,
                                                       AtomicOrdering::SequentiallyConsistent);
            return stack_.push(inst.kind,
                               values_.from_memory(builder_.CreateExtractValue(pair, 0), inst.element, inst.kind));
        }
        case IntrinsicOp::Exchange:
        case IntrinsicOp::ExchangeAdd: {
            bool adds = static_cast<IntrinsicOp>(inst.small) == IntrinsicOp::ExchangeAdd;
            Value* value = values_.to_memory(stack_.pop().value, inst.element);
            Value* address = stack_.pop_address();
            checks_.check_null(address);
            if (inst.kind == Kind::Ref) emit_barrier(builder_, address, false);
            Value* old = builder_.CreateAtomicRMW(adds ? AtomicRMWInst::Add : AtomicRMWInst::Xchg, address, value,
                                                  alignment, AtomicOrdering::SequentiallyConsistent);
            return stack_.push(inst.kind, values_.from_memory(old, inst.element, inst.kind));
        }
        case IntrinsicOp::MemoryBarrier:
            builder_.CreateFence(AtomicOrdering::SequentiallyConsistent);
            return;
        case IntrinsicOp::ReadBarrier:
            builder_.CreateFence(AtomicOrdering::Acquire);
            return;
        case IntrinsicOp::WriteBarrier:
            builder_.CreateFence(AtomicOrdering::Release);
            return;
        case IntrinsicOp::ReturnAddress:
            body_.refuse("an intrinsic that has no translation yet");
    }
}

}  // namespace celer::optimizer
