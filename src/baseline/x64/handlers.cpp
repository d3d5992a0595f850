#include "baseline/x64/handlers.h"

#include "baseline/x64/assembler.h"
#include "baseline/x64/block_labels.h"
#include "baseline/x64/control.h"
#include "baseline/x64/cursor.h"
#include "baseline/x64/frame.h"
#include "baseline/x64/helper_calls.h"
#include "baseline/x64/operand_stack.h"
#include "baseline/x64/value_reader.h"

namespace celer::x64 {

void Handlers::start() {
    const ImportedCode& code = cursor_.code();
    handler_of_.assign(code.blocks.size(), 0);
    funclet_stack_slots_.assign(code.clauses.size() * 2, 0);
    for (uint32_t i = 0; i < code.clauses.size(); i++) {
        const Clause& clause = code.clauses[i];
        if (clause.handler_block != no_block) {
            handler_of_[clause.handler_block] = i * 4 + (clause.is_funclet() ? 3 : 1);
        }
        if (clause.kind == ClauseKind::Filter && clause.filter_block != no_block)
            handler_of_[clause.filter_block] = i * 4 + 2;
    }
}

// A catch inside a funclet needs the funclet's stack pointer.
void Handlers::reserve_slots() {
    for (uint32_t i = 0; i < cursor_.code().clauses.size(); i++) {
        const Clause& clause = cursor_.code().clauses[i];
        if (frame_.has_catch() && clause.is_funclet()) funclet_stack_slots_[i * 2] = frame_.new_slot(8);
        if (clause.kind == ClauseKind::Filter) funclet_stack_slots_[i * 2 + 1] = frame_.new_slot(8);
    }
}

void Handlers::throw_op(const Inst& inst) {
    helpers_.call_helper(Helper::Throw, 1);
    a_.int3();
}

void Handlers::rethrow(const Inst& inst) {
    const Clause& clause = cursor_.code().clauses[static_cast<size_t>(inst.imm)];
    Value& value = stack_.push(Kind::Ref, Where::Variable);
    value.variable = clause.exception_variable;
    helpers_.call_helper(Helper::Rethrow, 1);
    a_.int3();
}

void Handlers::leave_op(const Inst& inst) {
    for (uint32_t i = 0; i < inst.count; i++) {
        uint32_t clause = cursor_.code().finally_chain[static_cast<size_t>(inst.imm) + i];
        uint32_t block = cursor_.code().clauses[clause].handler_block;
        if (block != no_block) a_.call(labels_[block]);
    }
    control_.jump_to(inst.target);
}

void Handlers::funclet_entry() {
    a_.alu_ri(Alu::Sub, 8, rsp, 0x7fffffff);
    frame_.add_outgoing_size(a_.position() - 4, 8);
}

void Handlers::funclet_exit() {
    a_.alu_ri(Alu::Add, 8, rsp, 0x7fffffff);
    frame_.add_outgoing_size(a_.position() - 4, 8);
    a_.ret();
}

// Code at the entry of a block that starts a finally, fault or filter handler.
void Handlers::begin_handlers(uint32_t block) {
    uint32_t tag = handler_of_[block];
    if (tag == 0 || tag % 4 == 1) return;
    funclet_entry();
    int32_t slot = funclet_stack_slots_[tag / 4 * 2 + (tag % 4 == 2 ? 1 : 0)];
    if (slot != 0) a_.mov_mr(8, at(rbp, slot), rsp);
}

// The slot with the stack pointer of the innermost finally, fault or filter handler around a clause's handlers; 0 if
// none.
uint32_t Handlers::enclosing_stack_pointer_slot(uint32_t number) const {
    uint32_t block = cursor_.code().clauses[number].handler_block;
    for (uint32_t outer = number + 1; outer < cursor_.code().clauses.size(); outer++) {
        const Clause& clause = cursor_.code().clauses[outer];
        if (clause.is_funclet() && clause.handler_blocks.contains(block)) {
            return static_cast<uint32_t>(-funclet_stack_slots_[outer * 2]);
        }
        if (clause.kind == ClauseKind::Filter && clause.filter_blocks.contains(block)) {
            return static_cast<uint32_t>(-funclet_stack_slots_[outer * 2 + 1]);
        }
    }
    return 0;
}

void Handlers::catch_entry(const Inst& inst) {
    const Clause& clause = cursor_.code().clauses[static_cast<size_t>(inst.imm)];
    bool in_filter = clause.kind == ClauseKind::Filter && cursor_.block() == clause.filter_block;
    stack_.push_gpr(Kind::Ref, in_filter ? rdi : rax);
}

void Handlers::end_filter() {
    reader_.load_into(rax, stack_.top());
    stack_.drop();
    funclet_exit();
}

std::span<const EhClause> Handlers::describe_clauses(uint32_t prologue) {
    native_clauses_.clear();
    for (const Clause& clause : cursor_.code().clauses) {
        if (clause.handler_block == no_block || clause.try_blocks.is_empty()) continue;
        EhClause native{};
        switch (clause.kind) {
            case ClauseKind::Catch:
                native.kind = HandlerKind::Catch;
                break;
            case ClauseKind::Filter:
                native.kind = HandlerKind::Filter;
                break;
            case ClauseKind::Finally:
                native.kind = HandlerKind::Finally;
                break;
            case ClauseKind::Fault:
                native.kind = HandlerKind::Fault;
                break;
        }
        native.try_begin = prologue + labels_.native_start(clause.try_blocks.begin);
        native.try_end = prologue + labels_.native_start(clause.try_blocks.end);
        native.handler_begin = prologue + labels_.native_start(clause.handler_block);
        native.handler_end = prologue + labels_.native_start(clause.handler_blocks.end);
        if (clause.kind == ClauseKind::Filter)
            native.filter_begin = static_cast<int32_t>(prologue + labels_.native_start(clause.filter_block));
        native.catch_type = clause.catch_type.value;
        native.stack_pointer_slot =
            enclosing_stack_pointer_slot(static_cast<uint32_t>(&clause - cursor_.code().clauses.data()));
        native_clauses_.push_back(native);
    }
    return native_clauses_;
}

}  // namespace celer::x64
