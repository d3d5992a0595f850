// Control flow, returns and exception handlers.
#include <utility>

#include "base/assert.h"
#include "baseline/x64/compiler.h"
#include "baseline/x64/small_integers.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations or elements

namespace celer::x64 {

// Whether the code of this block runs on into another one: not if slow paths come between.
bool MethodCompiler::falls_into(uint32_t block) const {
    if (block != block_ + 1) return false;
    for (const Cold* cold : cold_) {
        if (!code_->contains(code_->blocks[cold->block].region, block)) return false;
    }
    return true;
}

void MethodCompiler::jump_to(uint32_t block) {
    if (!falls_into(block)) a_.jump(labels_[block]);
}

void MethodCompiler::branch(const Inst& inst) {
    Flags flags = compare(inst.kind, static_cast<Condition>(inst.small));
    branch_on(flags, inst.target, static_cast<uint32_t>(inst.imm));
}

void MethodCompiler::branch_if(const Inst& inst) {
    Flags flags = test_top(inst.kind, inst.flags & inst_flags::negate);
    branch_on(flags, inst.target, static_cast<uint32_t>(inst.imm));
}

void MethodCompiler::switch_op(const Inst& inst) {
    Gpr index = gpr(top());
    Gpr table = scratch();
    Gpr offset = scratch();
    drop();
    a_.alu_ri(Alu::Cmp, 4, index, static_cast<int32_t>(inst.count));
    a_.jump(Cc::Ae, labels_[inst.target]);
    uint32_t patch = a_.lea_rip(table);
    tables_.push_back({patch, static_cast<uint32_t>(inst.imm), inst.count});
    a_.movsx_rm(8, 4, offset, at(table, index, 2, 0));
    a_.alu_rr(Alu::Add, 8, table, offset);
    a_.jump_r(table);
}

void MethodCompiler::return_struct(Value& value) {
    if (result_.in_memory) {
        Gpr buffer = scratch();
        a_.mov_rm(8, buffer, at(rbp, return_buffer_));
        // The caller's frame, as everywhere: gc::Destination::Frame.
        copy_struct(at(buffer), memory_of(value), result_.location.size_bytes, value.type);
        if (buffer != rax) a_.mov_rr(8, rax, buffer);
        return;
    }
    if (value.where == Where::Memory) materialise(value);  // whole words may be read
    Mem from = memory_of(value);
    for (uint32_t k = 0; k < result_.location.piece_count; k++) {
        const abi::Piece& piece = result_.location.pieces[k];
        Mem word = from;
        word.displacement += 8 * static_cast<int32_t>(k);
        if (piece.is_float) {
            a_.movf_rm(piece.size_bytes > 4 ? 8 : 4, static_cast<Xmm>(piece.index), word);
        } else {
            a_.mov_rm(8, piece.index == 0 ? rax : rdx, word);
        }
    }
}

void MethodCompiler::return_wide_vector(Value& value) {
    Xmm from = xmm(value);
    a_.mov_rm(8, rax, at(rbp, return_buffer_));
    a_.vmov_mr(value.size_bytes, at(rax), from);
}

// Whether the value on top is known to lie in the range of the type: a constant, or the answer of a comparison.
bool MethodCompiler::is_extended(SmallInteger small) const {
    const Value& value = values_.back();
    if (value.where == Where::Constant) {
        int64_t limit = int64_t{1} << (8 * small.size_bytes - (small.is_signed ? 1 : 0));
        return value.imm < limit && value.imm >= (small.is_signed ? -limit : 0);
    }
    return current_ > code_->blocks[block_].first_inst && code_->insts[current_ - 1].op == Op::Compare;
}

void MethodCompiler::return_op(const Inst& inst) {
    if (!values_.empty() && result_.location.size_bytes != 0) {
        Value& value = top();
        SmallInteger small = small_integer(code_->signature->return_type.verification_type());
        bool extends = small && !result_.location.is_struct && !is_extended(small);
        if (value.kind == Kind::Struct) {
            return_struct(value);
        } else if (result_.in_memory) {
            return_wide_vector(value);
        } else if (in_xmm(value.kind)) {
            load_into(xmm0, value);
        } else {
            load_into(rax, value);
        }
        drop();
        if (extends) extend(a_, small, rax, rax);
    }
    if (plan_.has_wide_vectors && !is_in_wide_register(result_.location)) a_.vzeroupper();
    emit_epilogue();
}

void MethodCompiler::throw_op(const Inst& inst) {
    call_helper(Helper::Throw, 1);
    a_.int3();
}

void MethodCompiler::rethrow(const Inst& inst) {
    const Clause& clause = code_->clauses[static_cast<size_t>(inst.imm)];
    Value& value = push(Kind::Ref, Where::Variable);
    value.variable = clause.exception_variable;
    call_helper(Helper::Rethrow, 1);
    a_.int3();
}

void MethodCompiler::leave_op(const Inst& inst) {
    for (uint32_t i = 0; i < inst.count; i++) {
        uint32_t clause = code_->finally_chain[static_cast<size_t>(inst.imm) + i];
        uint32_t block = code_->clauses[clause].handler_block;
        if (block != no_block) a_.call(labels_[block]);
    }
    jump_to(inst.target);
}

void MethodCompiler::funclet_entry() {
    a_.alu_ri(Alu::Sub, 8, rsp, 0x7fffffff);
    funclet_patches_.push_back(a_.position() - 4);
}

void MethodCompiler::funclet_exit() {
    a_.alu_ri(Alu::Add, 8, rsp, 0x7fffffff);
    funclet_patches_.push_back(a_.position() - 4);
    a_.ret();
}

// Code at the entry of a block that starts a finally, fault or filter handler.
void MethodCompiler::begin_handlers(uint32_t block) {
    uint32_t tag = handler_of_[block];
    if (tag == 0 || tag % 4 == 1) return;
    funclet_entry();
    int32_t slot = funclet_stack_slots_[tag / 4 * 2 + (tag % 4 == 2 ? 1 : 0)];
    if (slot != 0) a_.mov_mr(8, at(rbp, slot), rsp);
}

// The slot with the stack pointer of the innermost finally, fault or filter handler around a clause's handlers; 0 if
// none.
uint32_t MethodCompiler::enclosing_stack_pointer_slot(uint32_t number) const {
    uint32_t block = code_->clauses[number].handler_block;
    for (uint32_t outer = number + 1; outer < code_->clauses.size(); outer++) {
        const Clause& clause = code_->clauses[outer];
        if (clause.is_funclet() && clause.handler_blocks.contains(block)) {
            return static_cast<uint32_t>(-funclet_stack_slots_[outer * 2]);
        }
        if (clause.kind == ClauseKind::Filter && clause.filter_blocks.contains(block)) {
            return static_cast<uint32_t>(-funclet_stack_slots_[outer * 2 + 1]);
        }
    }
    return 0;
}

void MethodCompiler::catch_entry(const Inst& inst) {
    const Clause& clause = code_->clauses[static_cast<size_t>(inst.imm)];
    bool in_filter = clause.kind == ClauseKind::Filter && block_ == clause.filter_block;
    push_gpr(Kind::Ref, in_filter ? rdi : rax);
}

}  // namespace celer::x64
