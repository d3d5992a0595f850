#include "baseline/x64/atomics.h"

#include "baseline/x64/assembler.h"
#include "baseline/x64/memory.h"
#include "baseline/x64/operand_stack.h"
#include "baseline/x64/small_integers.h"
#include "baseline/x64/value_reader.h"

namespace celer::x64 {

void Atomics::intrinsic(const Inst& inst) {
    switch (static_cast<IntrinsicOp>(inst.small)) {
        case IntrinsicOp::CompareExchange:
            return compare_exchange(inst);
        case IntrinsicOp::Exchange:
            return atomic_exchange(inst, false);
        case IntrinsicOp::ExchangeAdd:
            return atomic_exchange(inst, true);
        case IntrinsicOp::MemoryBarrier:
            return a_.mfence();
        case IntrinsicOp::ReadBarrier:
        case IntrinsicOp::WriteBarrier:
            return;
        case IntrinsicOp::ReturnAddress: {
            Gpr to = stack_.allocate_gpr();
            a_.mov_rm(8, to, at(rbp, 8));
            return stack_.push_gpr(Kind::I8, to);
        }
    }
}

void Atomics::compare_exchange(const Inst& inst) {
    stack_.flush_aliases(3);
    int size = integer_bytes(inst.element);
    bool is_reference = inst.kind == Kind::Ref;
    stack_.claim(rax);
    reader_.load_into(rax, stack_.top(0));
    Gpr value = stack_.gpr(stack_.top(1));
    Mem target = stack_.address(stack_.top(2), 0);
    if (is_reference) memory_.before_store(target);
    a_.lock();
    a_.cmpxchg(size, target, value);
    stack_.drop(3);
    if (size <= 4) move_integer(a_, inst.element, 4, rax, rax);
    stack_.push_gpr(inst.kind, rax);
}

void Atomics::atomic_exchange(const Inst& inst, bool add) {
    stack_.flush_aliases(2);
    int size = integer_bytes(inst.element);
    bool is_reference = inst.kind == Kind::Ref;
    Gpr value = stack_.own(stack_.top(0));
    Mem target = stack_.address(stack_.top(1), 0);
    if (is_reference) memory_.before_store(target);
    if (add) {
        a_.lock();
        a_.xadd(size, target, value);
    } else {
        a_.xchg_mr(size, target, value);
    }
    if (SmallInteger small = small_integer(inst.element)) extend(a_, small, value, value);
    std::swap(stack_.top(0), stack_.top(1));
    stack_.drop();
    stack_.top().kind = inst.kind;
}

}  // namespace celer::x64
